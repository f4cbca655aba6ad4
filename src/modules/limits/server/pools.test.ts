/** Shares of a process: what costs no count, what is counted, what is read again, and the guards of the database. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLedger } from '#modules/ledger/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { inTx, rawPool } from '#platform/server/db.ts'
import { lockWaits, testDatabase } from '../../../../test/support/database.ts'
import { forgetEmptyPools, outcomeKey } from './pool-store.ts'
import { createPools, type LegTake, type PoolPart } from './pools.ts'

const { db } = await testDatabase(12)
await createLedger({ db, clock: manualClock(Date.UTC(2026, 8, 1)) })
/** Most of an outcome in these tests; a process has 1/64 of it without a count, the row has 3/4. */
const MOST = 6_400n
const newPools = () => createPools(db, () => 17)
const outcome = (ci: number) => ({ ci, t: 9, p: 25_000, playerId: 0 })
const key = (ci: number) => outcomeKey(ci, 9, 25_000, 0)
const leg = (ci: number, cents: bigint, more: Partial<LegTake> = {}): LegTake => ({
  outcome: outcome(ci),
  mainCi: ci,
  cents,
  most: { outcomeCents: MOST, marketCents: null, gameCents: null },
  alwaysCounted: false,
  ...more,
})

/** An open bet of the database on this outcome at 2.00, with a count or without. */
async function storeBet(betId: bigint, ci: number, stakeCents: bigint, countedCents: bigint | null): Promise<void> {
  await sql`INSERT INTO bet (id, player_id, account_id, currency_id, vid, legs, open_legs, stake_minor, accepted_at, price)
    VALUES (${betId}, 1, 1, 2, 0, 1, 1, ${stakeCents}, now(), 2)`.execute(db)
  await sql`INSERT INTO bet_leg (ci, t, p, player_id, bet_id, ix, kind, price) VALUES (${ci}, 9, 25000, 0, ${betId}, 0, 3, 2000)`.execute(
    db,
  )
  if (countedCents !== null) await count([betId], [{ key: key(ci), cents: countedCents, mostCents: 1_000_000n }])
}

const arrays = (bets: readonly bigint[], parts: readonly PoolPart[]) => [
  bets,
  bets.flatMap((bet) => parts.map(() => bet)),
  bets.flatMap(() => parts.map((part) => part.key)),
  bets.flatMap(() => parts.map((part) => String(part.cents))),
  bets.flatMap(() => parts.map((part) => String(part.mostCents))),
]
const CALL = (name: string) => `SELECT ${name}($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[]) AS answer`
const count = (bets: readonly bigint[], parts: readonly PoolPart[]) => rawPool(db).query(CALL('count_pools'), arrays(bets, parts))
const used = async (poolKey: string) =>
  (await sql<{ used_cents: bigint }>`SELECT used_cents FROM liability_pool WHERE key = ${poolKey}`.execute(db)).rows[0]?.used_cents ?? 0n

test('small stakes cost no count; above the free share every leg is counted', () => {
  const pools = newPools()
  expect(pools.take([leg(1, 100n)], []).parts).toBeNull()
  expect(pools.take([leg(1, 1n)], []).parts).toEqual([{ key: key(1), cents: 1n, mostCents: 4_800n }])
  expect(pools.take([leg(1, 50n), leg(2, 100n)], []).parts).toEqual([{ key: key(1), cents: 50n, mostCents: 4_800n }])
})

test('a game whose share is used up counts all its legs; two legs of a game are one part of it', () => {
  const pools = newPools()
  const of = (ci: number) => leg(ci, 60n, { mainCi: 7, most: { outcomeCents: MOST, marketCents: null, gameCents: MOST } })
  expect(pools.take([of(10)], []).parts).toBeNull()
  expect(pools.take([of(11), of(12)], []).parts).toEqual([
    { key: key(11), cents: 60n, mostCents: 4_800n },
    { key: 'g:7', cents: 120n, mostCents: 4_800n },
    { key: key(12), cents: 60n, mostCents: 4_800n },
  ])
})

test('a bet that was not taken gives back once, a bet that was taken never', () => {
  const pools = newPools()
  const free = pools.take([leg(1, 100n)], [])
  const counted = pools.take([leg(1, 4_800n)], [])
  expect(pools.room(key(1), MOST)).toBe(0n)
  counted.giveBack()
  counted.giveBack()
  expect(pools.room(key(1), MOST)).toBe(4_800n)
  free.giveBack()
  free.keep()
  expect(pools.take([leg(1, 100n)], []).parts).toBeNull()
  const kept = pools.take([leg(1, 4_000n)], [])
  kept.keep()
  kept.giveBack()
  expect(pools.room(key(1), MOST)).toBe(800n)
})

test('what another process tells lowers the room until the database is read', async () => {
  const pools = newPools()
  pools.hear([{ key: key(3), cents: 4_800n, mostCents: 0n }])
  expect(pools.room(key(3), MOST)).toBe(100n)
  await pools.refreshCounted()
  expect(pools.room(key(3), MOST)).toBe(4_800n)
})

test('a new process finds what open bets take, counted and not, of outcomes and of players', async () => {
  await storeBet(41n, 4, 60n, null)
  await storeBet(42n, 4, 1_000n, 1_000n)
  const pools = newPools()
  await pools.load()
  expect(pools.room(key(4), MOST)).toBe(3_800n)
  expect(pools.take([leg(4, 40n)], []).parts).toBeNull()
  expect(pools.take([leg(4, 1n)], []).parts).toHaveLength(1)
  // Both bets may win their stake for player 1; neither is counted for the player.
  expect(pools.take([], [{ key: 'p:1', cents: 1n, mostCents: 64n * 1_061n }]).parts).toBeNull()
  expect(pools.take([], [{ key: 'p:1', cents: 1n, mostCents: 64n * 1_061n }]).parts).toHaveLength(1)
})

test('settled bets give back what they had taken, blocked ones keep it', async () => {
  await storeBet(51n, 5, 1_000n, 1_000n)
  await storeBet(52n, 5, 2_000n, 2_000n)
  await storeBet(53n, 5, 90n, null)
  const pools = newPools()
  await pools.load()
  expect(pools.room(key(5), MOST)).toBe(1_800n)
  await sql`UPDATE bet SET status = CASE id WHEN 51 THEN 2 WHEN 52 THEN 7 ELSE 4 END WHERE id IN (51, 52, 53)`.execute(db)
  await pools.refreshOldest(100)
  await pools.releaseSettled()
  await pools.refreshCounted()
  expect(pools.room(key(5), MOST)).toBe(2_800n)
  expect(pools.take([leg(5, 100n)], []).parts).toBeNull()
  expect(await used(key(5))).toBe(2_000n)
})

test('a row above its part of the most leaves no process a share; a new process knows those of brands too', async () => {
  await sql`INSERT INTO liability_pool (key, used_cents) VALUES (${key(8)}, 4801), (${key(9)}, 4800), ('p:88', 4801), ('b:house', 7)`.execute(
    db,
  )
  const pools = newPools()
  pools.hear([8, 9].map((ci) => ({ key: key(ci), cents: 1n, mostCents: 0n })))
  pools.hear([{ key: 'p:88', cents: 1n, mostCents: 0n }])
  // What is heard is shown, what is read counts.
  expect(pools.take([leg(8, 10n)], []).parts).toBeNull()
  await pools.refreshCounted()
  expect([8, 9].map((ci) => pools.room(key(ci), MOST))).toEqual([0n, 100n])
  expect(pools.take([leg(8, 10n)], [{ key: 'p:88', cents: 1n, mostCents: MOST }]).parts).toHaveLength(2)
  expect(pools.take([leg(9, 10n)], []).parts).toBeNull()
  const fresh = newPools()
  await fresh.load()
  expect(fresh.room('b:house', MOST)).toBe(4_793n)
  await sql`DELETE FROM liability_pool WHERE key IN (${key(8)}, ${key(9)}, 'p:88', 'b:house')`.execute(db)
})

test('a bet on its way while outcomes are read is never forgotten', async () => {
  const pools = newPools()
  const before = pools.take([leg(6, 40n)], [])
  const read = pools.refreshOldest(100)
  // The read has begun; its questions are not answered within a turn.
  await new Promise((done) => setImmediate(done))
  pools.take([leg(6, 60n)], []).keep()
  before.keep()
  await read
  expect(pools.take([leg(6, 1n)], []).parts).toHaveLength(1)
})

test('many at once never pass the most of a pool, and the pool is the sum of its bets', async () => {
  const parts = [
    { key: 'g:700', cents: 7n, mostCents: 1_000n },
    { key: 'o:700:1:0:0', cents: 7n, mostCents: 500n },
  ]
  const placeOne = async (bet: bigint): Promise<void> => {
    for (;;) {
      try {
        await inTx(db, async (tx) => {
          const [bets, ...rest] = arrays([bet], parts)
          const call = (name: string) =>
            sql<{
              answer: bigint[] | null
            }>`SELECT ${sql.raw(name)}(${bets}::bigint[], ${rest[0]}::bigint[], ${rest[1]}::text[], ${rest[2]}::bigint[], ${rest[3]}::bigint[]) AS answer`.execute(
              tx,
            )
          if ((await call('guard_pools')).rows[0]!.answer !== null) return
          await new Promise((done) => setTimeout(done, Number(bet % 5n)))
          await call('count_pools')
        })
        return
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01'))) throw error
      }
    }
  }
  await Promise.all(Array.from({ length: 120 }, (_, n) => placeOne(7_000n + BigInt(n))))
  expect(await used('o:700:1:0:0')).toBe(497n)
  expect(await used('g:700')).toBe(497n)
  const { rows } = await sql<{ n: bigint }>`SELECT count(*) AS n FROM liability_bet WHERE bet_id BETWEEN 7000 AND 7999`.execute(db)
  expect(rows[0]!.n).toBe(71n)
})

test('rows of empty pools go, page by page; those with something counted stay', async () => {
  const before = await sql<{ key: string }>`SELECT key FROM liability_pool WHERE used_cents > 0 ORDER BY key`.execute(db)
  await sql`INSERT INTO liability_pool (key, used_cents) SELECT 'x:7:' || n || ':9:0:0', 0 FROM generate_series(1, 25) AS n`.execute(db)
  expect(await forgetEmptyPools(db, 4)).toBeGreaterThanOrEqual(25)
  expect((await sql<{ key: string }>`SELECT key FROM liability_pool ORDER BY key`.execute(db)).rows).toEqual(before.rows)
  await count([801n], [{ key: 'x:7:1:9:0:0', cents: 50n, mostCents: 1_000n }])
  expect(await used('x:7:1:9:0:0')).toBe(50n)
})

test('what is counted while the row of its pool goes is counted', async () => {
  await sql`INSERT INTO liability_pool (key) VALUES ('g:810'), ('x:7:810:9:0:0')`.execute(db)
  const night = await rawPool(db).connect()
  try {
    await night.query('BEGIN')
    await night.query(`DELETE FROM liability_pool WHERE key IN ('g:810', 'x:7:810:9:0:0')`)
    const placing = count(
      [811n, 812n],
      ['g:810', 'x:7:810:9:0:0'].map((poolKey) => ({ key: poolKey, cents: 70n, mostCents: 1_000n })),
    )
    await expect.poll(() => lockWaits(db)).toBe(1)
    await night.query('COMMIT')
    await placing
  } finally {
    await night.query('ROLLBACK')
    night.release()
  }
  expect([await used('g:810'), await used('x:7:810:9:0:0')]).toEqual([140n, 140n])
})

test('a row that somebody holds is left for another night, and nobody waits for it', async () => {
  await sql`INSERT INTO liability_pool (key) VALUES ('g:820'), ('g:821')`.execute(db)
  const placing = await rawPool(db).connect()
  try {
    await placing.query('BEGIN')
    await placing.query(`SELECT lock_pools('{g:820}')`)
    await forgetEmptyPools(db)
  } finally {
    await placing.query('COMMIT')
    placing.release()
  }
  const { rows } = await sql`SELECT key FROM liability_pool WHERE key IN ('g:820', 'g:821')`.execute(db)
  expect(rows).toEqual([{ key: 'g:820' }])
})

test('of games that are over nothing stays in memory; of one with a bet on its way, or an open one, everything', async () => {
  const pools = newPools()
  const all = { outcomeCents: MOST, marketCents: MOST, gameCents: MOST }
  const boost = (ci: number): PoolPart => ({ key: `x:1:${ci}:9:25000:0`, cents: 1n, mostCents: 1_000n })
  const before = pools.size()
  // Taken without a count and with one, refused and taken; nothing of them stands in the database: they are settled.
  for (let ci = 900; ci < 920; ci += 1) {
    const taken = pools.take([leg(ci, ci % 2 ? 10n : 3_000n, { most: all })], [boost(ci)])
    if (ci % 3) taken.keep()
    else taken.giveBack()
  }
  await storeBet(921n, 921, 60n, null)
  pools.take([leg(921, 60n, { most: all })], []).keep()
  const flying = [pools.take([leg(922, 10n, { most: all })], []), pools.take([leg(923, 3_000n, { most: all })], [boost(923)])]
  for (let round = 0; round < 3; round += 1) {
    await pools.refreshOldest(100)
    await pools.refreshCounted()
  }
  // An outcome, its market and its game: of the open bet, of the one in flight, and of the counted one in flight with its boost.
  expect(pools.size() - before).toBe(3 + 3 + 4)
  expect(pools.room(`m:${921}:17`, MOST)).toBe(4_800n)
  expect(pools.take([leg(921, 41n, { most: all })], []).parts).toHaveLength(3)
  for (const taken of flying) taken.giveBack()
  for (let round = 0; round < 3; round += 1) {
    await pools.refreshOldest(100)
    await pools.refreshCounted()
  }
  expect(pools.size() - before).toBe(3)
})

/** Pools of liability when a result is taken back: what bets had taken of them counts again before anybody else may take it (WAG-07). */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createLedger, currencyById, euroCents } from '#modules/ledger/server/index.ts'
import { createLimits, forgetPast } from '#modules/limits/server/index.ts'
import { EUR as CURRENCY, placeTestBet, rollbackFact, type TestBet } from '#modules/settlement/server/fixtures.ts'
import { settlingScene } from '#modules/settlement/server/test-scene.ts'
import { DAY } from '#lib/time.ts'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import { lockWaits, testDatabase } from '../../test/support/database.ts'

const { db } = await testDatabase()
const GROUP = 17
const STAKE = 4_800n
const limits = createLimits(db, manualClock(0), { groupOf: () => GROUP })
const told: Record<string, bigint>[] = []
const scene = settlingScene(db, {
  firstCi: 700_000_000,
  balanceMinor: 1_000_000n,
  countReopened: async (tx, betIds) => {
    const parts = await limits.countAgain(tx, betIds)
    return () => void told.push(Object.fromEntries(parts.map(({ key, cents }) => [key, cents])))
  },
})
const ledger = await createLedger({ db, clock: scene.clock })

/** The stake, in euro cents. */
const CENTS = euroCents(STAKE, currencyById(CURRENCY))

beforeEach(async () => {
  await sql`DELETE FROM liability_pool`.execute(db)
  await sql`DELETE FROM liability_bet`.execute(db)
  await sql`DELETE FROM liability_past`.execute(db)
  told.length = 0
})

const release = () => sql`SELECT * FROM release_pools(0, 2000)`.execute(db)
const takeBack = (ci: number) => scene.settlement.apply([rollbackFact({ ci, at: scene.sentAt() })])

async function pools(): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ key: string; used_cents: bigint }>`SELECT key, used_cents FROM liability_pool WHERE used_cents > 0`.execute(
    db,
  )
  return Object.fromEntries(rows.map((row) => [row.key, row.used_cents]))
}

/** A bet on one side of a game at 2.00, which may lose the house its stake, and the pools that it has to do with. */
async function openBet(more: Partial<TestBet> = {}) {
  const { account, ci } = await scene.fresh()
  const bet = await placeTestBet(db, { accountId: account, stakeMinor: STAKE, legs: [{ ci, t: 1, price: 2000 }], ...more })
  const { rows } = await sql<{ player_id: number }>`SELECT player_id FROM account WHERE id = ${account}`.execute(db)
  const [outcome, market, game, player] = [`o:${ci}:1:0:0`, `m:${ci}:${GROUP}`, `g:${ci}`, `p:${rows[0]!.player_id}`] as const
  return { bet, ci, outcome, market, game, player, all: { [outcome]: CENTS, [market]: CENTS, [game]: CENTS, [player]: CENTS } }
}

const call = (name: 'count_pools' | 'guard_pools', bet: bigint, keys: string[], mostCents: bigint) =>
  rawPool(db).query<{ answer: string[] | null }>(
    `SELECT ${name}($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[]) AS answer`,
    [[bet], keys.map(() => bet), keys, keys.map(() => String(CENTS)), keys.map(() => String(mostCents))],
  )

async function expectSound(): Promise<void> {
  expect(await ledger.checkInvariants()).toEqual([])
}

test('what a bet had counted counts again, of its brand too, and is given back with the next result', async () => {
  const { bet, ci, outcome, market, game, player, all } = await openBet()
  await call('count_pools', bet, [outcome, market, game, player, 'b:house'], 10_000n)
  const before = await pools()
  expect(before).toEqual({ ...all, 'b:house': CENTS })
  await scene.result(3)
  await release()
  expect(await pools()).toEqual({})
  await takeBack(ci)
  expect(await scene.state(bet)).toBe('1 0')
  expect(await pools()).toEqual(before)
  expect(told.pop()).toEqual(before)
  // The room that is left is that of the bet as it was: another of its size is refused.
  expect((await call('guard_pools', 1n, [outcome], CENTS)).rows[0]!.answer).toEqual(['1'])
  await expectSound()
  await scene.result(3)
  await release()
  expect(await pools()).toEqual({})
  await expectSound()
})

test('a bet whose pools were not given back yet has them once', async () => {
  const { bet, ci, outcome, market, game, player, all } = await openBet()
  await call('count_pools', bet, [outcome, market, game, player], 10_000n)
  await scene.result(1)
  await takeBack(ci)
  expect(await pools()).toEqual(all)
  expect(told.pop()).toEqual({})
})

test('what was taken without a count is counted: shares of processes may be taken by others since', async () => {
  const free = await openBet()
  await scene.result(3)
  await takeBack(free.ci)
  expect(await pools()).toEqual(free.all)
  await scene.result(3)
  await release()
  expect(await pools()).toEqual({})
  // Counted of its player only, and given back before.
  const half = await openBet()
  await call('count_pools', half.bet, [half.player], 10_000n)
  await scene.result(2)
  await release()
  await takeBack(half.ci)
  expect(await pools()).toEqual(half.all)
  await expectSound()
})

test('a correction that opens nothing counts nothing', async () => {
  const { bet, ci, outcome } = await openBet()
  await call('count_pools', bet, [outcome], 10_000n)
  await scene.result(3)
  await release()
  await scene.result(1, ci)
  expect(await scene.state(bet)).toBe('4 9600')
  expect([await pools(), told]).toEqual([{}, []])
})

test('bets that are opened while others are given back wait for it', async () => {
  const { bet, ci, outcome, market, game, player, all } = await openBet()
  await call('count_pools', bet, [outcome, market, game, player], 10_000n)
  await scene.result(3)
  const other = await rawPool(db).connect()
  try {
    await other.query('BEGIN')
    await other.query('SELECT * FROM release_pools(0, 2000)')
    const back = takeBack(ci)
    await expect.poll(() => lockWaits(db)).toBe(1)
    await other.query('COMMIT')
    await back
  } finally {
    await other.query('ROLLBACK')
    other.release()
  }
  expect(await pools()).toEqual(all)
  await expectSound()
})

test('a bet that was sold leaves nothing behind, and one that is counted no more though it is open is named', async () => {
  const { bet, outcome } = await openBet()
  await call('count_pools', bet, [outcome], 10_000n)
  await sql`UPDATE bet SET status = 8 WHERE id = ${bet}`.execute(db)
  await release()
  const past = () => sql`SELECT 1 FROM liability_past WHERE bet_id = ${bet}`.execute(db)
  expect((await past()).rows).toEqual([])
  await sql`UPDATE bet SET status = 1 WHERE id = ${bet}`.execute(db)
  await sql`INSERT INTO liability_past (bet_id, keys, cents) VALUES (${bet}, '{o:1:1:0:0}', '{1}')`.execute(db)
  expect((await ledger.checkInvariants()).map(({ invariant, what }) => [invariant, what])).toEqual([
    ['INV-11 what an open bet had counted is counted', String(bet)],
  ])
})

test('a bet whose count is not known any more counts in its brand what it may win', async () => {
  const { bet, ci, all } = await openBet({ receipt: { v: 2, brand: 'house' } })
  await call('count_pools', bet, [...Object.keys(all), 'b:house'], 1_000_000n)
  await scene.result(3)
  // As it was before 0138.
  await release()
  await sql`DELETE FROM liability_past`.execute(db)
  await takeBack(ci)
  expect(await pools()).toEqual({ ...all, 'b:house': CENTS })
  await expectSound()
})

test('counts of bets that were decided ninety days ago go, page by page, and those bets count all the same when they are opened', async () => {
  const brand = { receipt: { v: 2, brand: 'house' } }
  const old = [await openBet(brand), await openBet(brand), await openBet(brand)]
  const joint = await openBet({ terms: { jointPrice: 2000 } })
  for (const { bet, all } of [...old, joint]) await call('count_pools', bet, [...Object.keys(all), 'b:house'], 1_000_000n)
  const [taken] = old
  for (const { ci } of [...old, joint]) await scene.result(3, ci)
  await release()
  const past = async () =>
    (await sql<{ id: bigint }>`SELECT bet_id AS id FROM liability_past ORDER BY 1`.execute(db)).rows.map(({ id }) => id)
  // Ids of tests are those of the first moment that ids know.
  const clock = (days: number) => manualClock(Date.UTC(2027, 0, 1) + days * DAY)
  await sql`UPDATE bet SET settled_at = ${new Date(clock(0).now())} WHERE id = ANY(${`{${old.map(({ bet }) => bet).join()}}`}::bigint[])`.execute(
    db,
  )
  expect(await forgetPast({ db, clock: clock(90) }, 2)).toBe(0)
  expect(await forgetPast({ db, clock: clock(91) }, 2)).toBe(3)
  expect(await past()).toEqual([joint.bet])
  await takeBack(taken!.ci)
  expect(await pools()).toEqual({ ...taken!.all, 'b:house': CENTS })
  await expectSound()
})

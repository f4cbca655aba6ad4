import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import { problem } from '#platform/shared/problem.ts'
import { insertRefusal, type WantedKey } from './bet-store.ts'
import { createRefusalKeeper } from './keep-refusals.ts'
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(12)
const NOW = 1_800_000_000_000
const clock = manualClock(NOW)
const refused = problem('bets.price_changed', { wire: 130, params: { game: 'A' } })
let player = 1_000
const newKey = (): WantedKey => ({ playerId: (player += 1), guid: randomBytes(12).toString('hex'), bodyHash: 'a'.repeat(32) })
const isKept = async ({ playerId, guid }: WantedKey) =>
  (await db.selectFrom('bet_key').select('outcome').where('player_id', '=', playerId).where('guid', '=', guid).execute()).length === 1

/** Keys that a bet elsewhere has claimed and not committed. */
async function claimed(keys: readonly WantedKey[]): Promise<{ end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> }> {
  const client = await rawPool(db).connect()
  await client.query('BEGIN')
  for (const { playerId, guid, bodyHash } of keys)
    await client.query('INSERT INTO bet_key (player_id, guid, body_hash, bet_id, at) VALUES ($1, $2, $3, 5, now())', [
      playerId,
      guid,
      bodyHash,
    ])
  return {
    async end(how) {
      await client.query(how)
      client.release()
    },
  }
}

test('a key that is being placed elsewhere is undecided soon, and holds up nobody else', async () => {
  const keeper = createRefusalKeeper(db, clock)
  const held = newKey()
  const others = Array.from({ length: 300 }, newKey)
  const elsewhere = await claimed([held])
  try {
    const first = keeper.keep(newKey(), refused)
    const together = [held, ...others].map((key) => keeper.keep(key, refused))
    await first
    const after = keeper.keep(newKey(), refused)
    expect(await Promise.all(together)).toEqual([false, ...others.map(() => true)])
    expect(await after).toBe(true)
  } finally {
    await elsewhere.end('ROLLBACK')
  }
  // Nothing was decided: now it is.
  expect(await isKept(held)).toBe(false)
  expect(await keeper.keep(held, refused)).toBe(true)
})

test('those that come meanwhile do not wait for what is written one by one, and that has an end', async () => {
  const ownClock = manualClock(NOW)
  const keeper = createRefusalKeeper(db, ownClock)
  const held = Array.from({ length: 100 }, newKey)
  const elsewhere = await claimed(held)
  const told: string[] = []
  const keep = (key: WantedKey, name: string) => keeper.keep(key, refused).then((isNew) => void told.push(`${name} ${isNew}`))
  try {
    const first = keep(newKey(), 'first')
    const all = held.map((key) => keep(key, 'held'))
    await Promise.all([first, Promise.race(all)])
    await keep(newKey(), 'free')
    expect(told.slice(0, 2)).toEqual(['first true', 'held false'])
    expect(told.at(-1)).toBe('free true')
    expect(told.length).toBeLessThan(10)
    ownClock.advance(2_000)
    await Promise.all(all)
    expect(told.filter((one) => one === 'held false')).toHaveLength(100)
  } finally {
    await elsewhere.end('COMMIT')
  }
  expect(await keeper.keep(held[0]!, refused)).toBe(false)
})

test('refusals at once are kept once each; of too many in a minute no more are told for good', async () => {
  const ownClock = manualClock(NOW)
  const keeper = createRefusalKeeper(db, ownClock)
  const { playerId } = newKey()
  const keys = Array.from({ length: 300 }, () => ({ ...newKey(), playerId }))
  await insertRefusal(db, keys[0]!, refused, new Date(NOW))
  const kept = await Promise.all([...keys.slice(0, 50), ...keys.slice(0, 50)].map((key) => keeper.keep(key, refused)))
  expect(kept.filter(Boolean)).toHaveLength(49)
  expect(keeper.hasTooMany(playerId)).toBe(false)
  const all = await Promise.all([...keys, ...keys].map((key) => keeper.keep(key, refused)))
  expect(all.filter(Boolean)).toHaveLength(250)
  expect(await Promise.all(keys.map(isKept))).toEqual(keys.map(() => true))
  expect(keeper.hasTooMany(playerId)).toBe(true)
  ownClock.advance(60_000)
  expect(keeper.hasTooMany(playerId)).toBe(false)
})

test('the limit of waiting ends with the write', async () => {
  const keeper = createRefusalKeeper(db, clock)
  await Promise.all(Array.from({ length: 20 }, () => keeper.keep(newKey(), refused)))
  const limits = await Promise.all(
    Array.from({ length: 12 }, () =>
      sql<{ lock_timeout: string }>`SHOW lock_timeout`.execute(db).then(({ rows }) => rows[0]!.lock_timeout),
    ),
  )
  expect(new Set(limits)).toEqual(new Set(['20s']))
})

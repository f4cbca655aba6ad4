/** Stops of betting on demand: in force at once everywhere, seen by whoever reads the line, kept with who, when and why. */
import type pg from 'pg'
import { expect, test } from 'vitest'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { stoppedLine } from './stopped-line.ts'
import { createStops, STOP_SCOPES, type Stop } from './stops.ts'

const { db } = await testDatabase(8)
const clock = manualClock(Date.UTC(2026, 8, 1))

const game = { ci: 500, mainCi: 50, sportId: 1, status: 'live' as string }
const market = { g: 17, marketStatus: 'active' as string }
const book = { findGame: () => game, findByConstant: () => game, findOutcome: () => market }

const cases: [Stop, 'game' | 'market' | 'none'][] = [
  [{ scope: 'all', target: '' }, 'game'],
  [{ scope: 'sport', target: '1' }, 'game'],
  [{ scope: 'sport', target: '2' }, 'none'],
  [{ scope: 'game', target: '50' }, 'game'],
  [{ scope: 'provider', target: 'world' }, 'game'],
  [{ scope: 'market', target: '500:17' }, 'market'],
  [{ scope: 'market', target: '500:18' }, 'none'],
  [{ scope: 'player', target: '1' }, 'none'],
  [{ scope: 'brand', target: 'polosa' }, 'none'],
]

test.each(cases)('%o holds what it names and lets it run again', async (stop, held) => {
  const stops = createStops(db, clock)
  await stops.refresh()
  const line = stoppedLine(book, stops, () => 'world')
  const seen = () => [line.findGame().status, line.findOutcome().marketStatus]
  expect(line.findGame()).toBe(game)
  await stops.set(stop, true, 'desk', 'test')
  expect(stops.has(stop)).toBe(true)
  expect(seen()).toEqual([held === 'game' ? 'suspended' : 'live', held === 'market' ? 'suspended' : 'active'])
  await stops.set(stop, false, 'desk', 'test over')
  expect(seen()).toEqual(['live', 'active'])
  expect(line.findGame()).toBe(game)
})

test('who, when and why is kept and cannot be changed', async () => {
  const stops = createStops(db, clock)
  await stops.set({ scope: 'game', target: '77' }, true, 'anna', 'fire in the hall')
  expect((await stops.list(1))[0]).toMatchObject({
    actor: 'anna',
    reason: 'fire in the hall',
    scope: 'game',
    target: '77',
    stopped: true,
    at: new Date(clock.now()),
  })
  await expect(rawPool(db).query("UPDATE betting_stop SET actor = 'nobody'")).rejects.toThrow(/append|change/)
  expect(STOP_SCOPES).toHaveLength(7)
})

/** What a transaction of bets does beside its writes: looks first, and tells of them. */
async function bets(connection: pg.PoolClient, known: bigint): Promise<void> {
  await connection.query('SELECT heed_stops($1)', [known])
  await connection.query(`INSERT INTO outbox (topic, key, payload) VALUES ('bets.accepted', '', '{"bets": []}')`)
}

test('a process that has not read the newest stop is told to look again; what is being committed commits before the stop is told', async () => {
  const one = createStops(db, clock)
  const other = createStops(db, clock)
  await Promise.all([one.refresh(), other.refresh()])
  const bet = await rawPool(db).connect()
  try {
    await bet.query('BEGIN')
    await bets(bet, other.version())
    // What the commit begins with.
    await bet.query('SET CONSTRAINTS ALL IMMEDIATE')
    let told = false
    const stopping = one.set({ scope: 'all', target: '' }, true, 'desk', 'test').then(() => (told = true))
    await new Promise((done) => setTimeout(done, 60))
    expect(told).toBe(false)
    await bet.query('COMMIT')
    await stopping
    await expect(bets(bet, other.version())).rejects.toMatchObject({ code: 'PLST1' })
    await other.refresh()
    await bets(bet, other.version())
    expect(other.has({ scope: 'all', target: '' })).toBe(true)
  } finally {
    bet.release()
    await one.set({ scope: 'all', target: '' }, false, 'desk', 'test over')
  }
})

test('a stop does not wait for bets that are still being written: their commit fails, with the oldest look of them all', async () => {
  const stops = createStops(db, clock)
  await stops.refresh()
  const before = stops.version()
  const bet = await rawPool(db).connect()
  try {
    await bet.query('BEGIN')
    await bets(bet, before)
    await stops.set({ scope: 'game', target: '9' }, true, 'desk', 'test')
    // A second bet of the transaction has seen the stop; the first has not.
    await bets(bet, stops.version())
    await expect(bet.query('COMMIT')).rejects.toMatchObject({ code: 'PLST1' })
    // The connection keeps nothing of it.
    await bets(bet, stops.version())
  } finally {
    bet.release()
    await stops.set({ scope: 'game', target: '9' }, false, 'desk', 'test over')
  }
})

test('a process that reads what is new each time knows the same as one that reads everything', async () => {
  const follower = createStops(db, clock)
  await follower.refresh()
  const desks = [createStops(db, clock), createStops(db, clock)]
  const targets = ['901', '902', '903'].map((target): Stop => ({ scope: 'game', target }))
  const acts = [0, 1, 0, 2, 1, 1, 0, 2, 2]
  for (const [n, target] of acts.entries()) {
    await desks[n % 2]!.set(targets[target]!, n % 3 !== 2, 'desk', 'test')
    if (n % 4 !== 0) await follower.refresh()
  }
  await follower.refresh()
  const all = createStops(db, clock)
  await all.refresh()
  expect(follower.version()).toBe(all.version())
  expect(targets.map((stop) => follower.has(stop))).toEqual(targets.map((stop) => all.has(stop)))
  expect(targets.map((stop) => all.has(stop))).toEqual([true, false, false])
})

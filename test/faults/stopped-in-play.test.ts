/**
 * Games that stand still (rules 3.5, CT-27). Stated behaviour: what is open comes back, once, when play has not gone on for too long,
 * said or not; what was decided before stands, and so does whoever bets afterwards.
 */
import { afterEach, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#lib/time.ts'
import type { GameStatus } from '#modules/feeds/rules/fact.ts'
import { makeFact } from '#modules/feeds/rules/fact-key.ts'
import { verify } from '#modules/settlement/server/index.ts'
import { courseScene, headed, LOST, model, OPEN, PAID, played, VOID } from './course-scene.ts'
import { betOnAll, gameOf } from './feed-houses.ts'
import { testDatabase } from '../support/database.ts'

const { db } = await testDatabase()
const { betStates, clock, house, lastBet, offered, openAnew, reasons, rollbacks, send, silence, states, stopped, tell, turn } =
  courseScene(db)
afterEach(() => house().close())

it('stopped and not played on within five hours: what is open comes back, by the clock and for good', async () => {
  await openAnew()
  const { start, open } = await stopped('rain', 'interrupted', offered)
  const decided = await states('rain')
  await house().close()
  await openAnew()
  await send(headed('rain', start, 'interrupted'), played('rain', 1800, [1, 0]))
  clock.advance(start + 5 * HOUR - clock.now())
  await turn()
  expect(await states('rain')).toEqual(decided)
  // Of a silent provider nobody knows whether it has gone on.
  clock.advance(MINUTE)
  silence.ms += 30_000
  await turn()
  await turn()
  expect(await states('rain')).toEqual(decided)
  await send({ t: 'producer', state: 'up', lastAliveAt: clock.now() })
  await turn()
  const { [OPEN]: _, ...rest } = decided
  expect(await states('rain')).toEqual({ ...rest, [VOID]: (rest[VOID] ?? 0) + open })
  expect(await reasons('rain')).toEqual(['interrupted'])

  const settled = await states('rain')
  const before = await lastBet()
  clock.advance(HOUR)
  await send(headed('rain', start, 'live'), played('rain', 1860, [1, 0]), model('rain'))
  await turn()
  house().feed.open(gameOf(house(), 'rain:g')!.ci)
  await turn()
  expect(await betOnAll(house(), 'rain:g')).toBeGreaterThan(100)
  await send(played('rain', 5400, [1, 0], 'ended'), headed('rain', start, 'ended'))
  clock.advance(2 * MINUTE)
  await turn()
  const after = await states('rain', before)
  expect(after[OPEN]).toBeUndefined()
  expect((after[LOST] ?? 0) + (after[PAID] ?? 0)).toBeGreaterThan(100)
  for (const [status, n] of Object.entries(after)) settled[Number(status)] = (settled[Number(status)] ?? 0) + n
  expect(await states('rain')).toEqual(settled)
  expect(await house().ledger.checkInvariants()).toEqual([])
})

it('played on in time bets stand; played on too late they come back although nobody had looked meanwhile', async () => {
  await openAnew()
  const soon = await stopped('soon')
  clock.advance(soon.start + 4 * HOUR - clock.now())
  await send(headed('soon', soon.start, 'live'))
  clock.advance(3 * HOUR)
  await turn()
  expect((await states('soon'))[OPEN]).toBe(soon.open)
  // What stops after the five hours has as many of its own.
  await send(headed('soon', soon.start, 'suspended'))
  clock.advance(4 * HOUR)
  await turn()
  expect((await states('soon'))[OPEN]).toBe(soon.open)

  const late = await stopped('late')
  clock.advance(6 * HOUR)
  await send(headed('late', late.start, 'live'), played('late', 1860, [1, 0]))
  await turn()
  expect((await states('late'))[OPEN]).toBeUndefined()
  expect(gameOf(house(), 'late:g')!.status).toBe('live')
})

it('football that has been played for eighty minutes counts, however long it stands still', async () => {
  await openAnew()
  const { start, open } = await stopped('long', 'live')
  await send(played('long', 81 * 60, [1, 0], 'h2'))
  await send(headed('long', start, 'interrupted'))
  const before = await states('long')
  expect(before[OPEN]!).toBeLessThanOrEqual(open)
  clock.advance(9 * HOUR)
  await turn()
  expect(await states('long')).toEqual(before)
})

it('a goal taken back after play went on too late gives nothing back that was decided before the stop', async () => {
  await openAnew()
  const { start } = await stopped('var', 'interrupted', offered)
  const before = await betStates('var')
  expect(Object.values(before).filter((status) => status === LOST).length).toBeGreaterThan(3)
  clock.advance(6 * HOUR)
  await turn()
  const judged = Object.fromEntries(Object.entries(before).map(([id, status]) => [id, status === OPEN ? VOID : status]))
  expect(await betStates('var')).toEqual(judged)
  await send(headed('var', start, 'live'), played('var', 1860, [1, 0]), model('var'))
  await send(played('var', 2400, [2, 0]))
  await turn()
  expect(await betStates('var')).toEqual(judged)
  // Each market of which more was told meanwhile is rolled back as a whole and told anew.
  await send(played('var', 2460, [1, 0]))
  await turn()
  expect(await rollbacks('var')).toBeGreaterThan(3)
  expect(await betStates('var')).toEqual(judged)
  await send(played('var', 5400, [1, 0], 'ended'), headed('var', start, 'ended'))
  clock.advance(2 * MINUTE)
  await turn()
  expect(await betStates('var')).toEqual(judged)
  expect((await verify(db)).filter(({ violations }) => violations > 0)).toEqual([])
  expect(await house().ledger.checkInvariants()).toEqual([])
})

it.each(['scheduled', 'postponed'] as const)('stopped and set anew for another day as %s: it has not gone on', async (word) => {
  await openAnew()
  const { start, open } = await stopped(word)
  clock.advance(HOUR)
  await send(headed(word, start + 26 * HOUR, word))
  await turn()
  expect((await states(word))[OPEN]).toBe(open)
  clock.advance(start + 5 * HOUR + MINUTE - clock.now())
  await turn()
  expect((await states(word))[OPEN]).toBeUndefined()
  expect(await reasons(word)).toEqual(['interrupted'])
  const judged = await betStates(word)
  clock.advance(start + 26 * HOUR - clock.now())
  await send(headed(word, start + 26 * HOUR, 'live'), played(word, 1860, [1, 0]))
  await turn()
  expect(await betStates(word)).toEqual(judged)
})

it.each([false, true])(
  'that eighty minutes were played is known when the stop is heard of late, or again after a restart: %s',
  async (isRestarted) => {
    await openAnew()
    const id = `clock-${isRestarted}`
    const { start } = await stopped(id, 'live')
    await send(played(id, 81 * 60, [1, 0], 'h2'))
    // The clock is not in every word of it.
    const told = played(id, 81 * 60, [1, 0], 'h2')
    if (told.t === 'live') delete told.state.clockSec
    await send(told)
    const before = await states(id)
    const at = (ms: number, status: GameStatus) => makeFact('uof', 'outside', start + ms, headed(id, start, status))
    if (isRestarted) {
      await send(headed(id, start, 'interrupted'))
      await house().close()
      clock.advance(6 * HOUR)
      await openAnew()
      await send(headed(id, start, 'interrupted'))
    } else {
      clock.advance(7 * HOUR)
      // In two short stops it stood still for a minute each.
      await tell([at(100 * MINUTE, 'interrupted'), at(101 * MINUTE, 'live'), at(330 * MINUTE, 'interrupted'), at(331 * MINUTE, 'live')])
      await tell([at(332 * MINUTE, 'interrupted'), at(700 * MINUTE, 'live')])
    }
    await turn()
    await turn()
    expect(await states(id)).toEqual(before)
  },
)

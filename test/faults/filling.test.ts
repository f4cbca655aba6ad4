/** A provider tells its far games in batches, and slowly. Stated behaviour: the line is whole when it has told of all of them. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, it, vi } from 'vitest'
import { DAY } from '#lib/time.ts'
import type { FactBody } from '#modules/feeds/rules/fact.ts'
import { makeFact } from '#modules/feeds/rules/fact-key.ts'
import type { DrivenProvider } from '#modules/feeds/server/index.ts'
import { sampleCatalog, sampleHead } from './feed-houses.ts'
import { manualClock } from '#platform/server/clock.ts'
import { openHouse } from '../../tools/replay-house.ts'
import { testDatabase } from '../support/database.ts'

const { db } = await testDatabase()
const START = Date.UTC(2026, 10, 21, 14)
const TICK_MS = 10
const clock = manualClock(START)
const fact = (body: FactBody) => makeFact('world', 'filling', START, body)
const provider: DrivenProvider = {
  id: 'world',
  caps: {
    delivery: 'builtin',
    liveState: true,
    incidents: true,
    prices: 'model',
    betStop: false,
    settlement: true,
    cancel: true,
    recovery: true,
    stableIds: true,
    clock: 'given',
    languages: ['en'],
  },
  async start(_from, sink) {
    await sink([fact(sampleCatalog('filling'))])
    for (const n of [1, 2, 3]) {
      await sink([fact(sampleHead('filling', `filling:${n}`, START + (1 + n) * DAY))])
      await wait(10 * TICK_MS)
    }
    await sink([])
    await new Promise(() => {})
  },
  stop: async () => {},
  recover: async () => ({ requestId: '1' }),
  fetchGame: async () => Promise.reject(new Error('not asked')),
  describe: async () => [],
}
// It takes longer to tell than a machine at ease needs for all: timers of half a minute to a whole one are over at once.
const { setTimeout: real } = globalThis
vi.stubGlobal('setTimeout', (work: () => void, ms = 0) => real(work, ms >= 30_000 && ms <= 60_000 ? 0 : ms))
const house = await openHouse({ db, clock, providers: [provider], monotonic: () => 0, tickMs: TICK_MS })
afterAll(() => house.close())
afterAll(() => vi.unstubAllGlobals())

it('is whole when its provider has told of the last game, not between two', async () => {
  await house.feed.whole
  expect(house.line.book.games.size).toBe(3)
})

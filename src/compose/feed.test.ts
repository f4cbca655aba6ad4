/** The providers as the site has them; the replay needs the data pack, and its test is skipped without it. */
import { expect, it } from 'vitest'
import { HOUR } from '#lib/time.ts'
import type { Fact } from '#modules/feeds/rules/fact.ts'
import { manualClock } from '#platform/server/clock.ts'
import { findDataPack, readEnv } from '#platform/server/env.ts'
import { testDatabase } from '../../test/support/database.ts'
import { providerOf } from './feed.ts'

const pack = findDataPack(process.env['POLOSA_DATA'])
const SATURDAY = Date.UTC(2026, 10, 21, 15)
const log = { info() {}, warn() {}, error() {} }

/** Whether recordings that were shown several times in some hours ended alike, and where the courses of all games come from. */
async function played(more: Record<string, string>) {
  const { db } = await testDatabase()
  const env = readEnv({ FEED: 'replay', ...(pack ? { POLOSA_DATA: pack } : {}), ...more })
  const clock = manualClock(SATURDAY)
  const provider = providerOf('replay', { env, clock, log: log as never, db }, 0)
  const told: Fact[] = []
  let turns = 0
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  void provider.start(null, async (facts) => {
    told.push(...facts)
    turns += 1
    if (facts.length === 0) begin()
  })
  await begun
  for (let hour = 0; hour < 8; hour += 1) {
    clock.advance(HOUR)
    const before = turns
    while (turns < before + 2) await new Promise((done) => setTimeout(done, 5))
  }
  await provider.stop()
  const ends = new Map<string, Map<string, string>>()
  const origins = new Set<string>()
  for (const fact of told) {
    if (fact.t === 'game') origins.add(fact.game.origin)
    if (fact.t !== 'live' || fact.state.phase !== 'ended' || !fact.state.game.startsWith('k:')) continue
    const recording = fact.state.game.split(':')[1]!
    ends.set(recording, (ends.get(recording) ?? new Map()).set(fact.state.game, JSON.stringify(fact.state.periods)))
  }
  const again = [...ends.values()].filter((showings) => showings.size > 2)
  expect(again.length).toBeGreaterThan(0)
  return { origins: [...origins], differ: again.map((showings) => new Set(showings.values()).size > 1) }
}

it.skipIf(pack === null)(
  'a match that comes round again ends as it was recorded; drawn anew it ends otherwise, and is simulated',
  async () => {
    const drawn = await played({ REPLAY_RESULT: 'redraw' })
    expect(drawn.origins).toEqual(['simulated'])
    expect(drawn.differ).not.toContain(false)
    const recorded = await played({})
    expect(recorded.origins).toEqual(['recorded'])
    expect(recorded.differ).not.toContain(true)
  },
  180_000,
)

/** Long runs: what a sport looks like over many matches, to be held against the measured figures (feeds §10). */
import { fixturesBetween, modelOfFixture, worldGame } from '#modules/world/rules/calendar.ts'
import { worldCatalogue } from '#modules/world/rules/catalogue.ts'
import { timelineOf } from '#modules/world/rules/engines.ts'
import { stateAt } from '#modules/world/rules/state.ts'
import type { LiveState, Timeline, Variant, WorldGame } from '#modules/world/rules/types.ts'

export interface SimulatedMatch {
  game: WorldGame
  timeline: Timeline
  final: LiveState
}

const YEAR = 365 * 86_400_000

/** `n` matches of a variant (of one championship when `key` is given) as the calendar of a year holds them. */
export function* simulateMatches(variant: Variant, n: number, seed = 'simulate', key?: string, mishaps = false): Generator<SimulatedMatch> {
  const from = Date.UTC(2026, 7, 1)
  const lists = worldCatalogue(seed)
    .filter((c) => c.variant === variant && !c.mixed && !c.cup && !c.pairsOf && (!key || c.key === key))
    .map((c) => fixturesBetween(seed, c, from, from + YEAR))
  // In turn from each championship, so that a short run is a fair sample of all.
  for (let i = 0, made = 0; made < n && lists.some((list) => i < list.length); i++) {
    for (const list of lists) {
      const fixture = list[i]
      if (!fixture || made >= n) continue
      made++
      const game = worldGame(seed, fixture, modelOfFixture(seed, fixture), mishaps)
      const timeline = timelineOf(seed, game)
      yield { game, timeline, final: stateAt(timeline, Infinity) }
    }
  }
}

/** What the world played before anybody watched: results of past seasons, worked out anew whenever they are asked for. */
import { DAY, MINUTE, type Millis } from '#lib/time.ts'
import type { Fact, Ref } from '#modules/feeds/rules/fact.ts'
import { fixturesBetween } from '../rules/calendar.ts'
import { worldCatalogue } from '../rules/catalogue.ts'
import { makeFact } from './facts.ts'
import { fateOf } from '../rules/fate.ts'
import { GameRun } from './game-run.ts'
import { DEFAULT_SETTINGS, EARLY_LEAGUES, longestMin } from './settings.ts'

/** Two seasons of a league; of a lane as many games as tables need. */
const PAST_DAYS = 480
const LANE_GAMES = 300
/** Two seasons planned at once would hold the loop for a third of a second. */
const PLANNED_AT_ONCE = 10 * DAY

export interface PastChampionship {
  ref: Ref
  key: string
  cup: boolean
  /** Games at equal distances, without seasons. */
  lane: boolean
  /** Many ask for it. */
  wellKnown: boolean
}

export interface WorldPast {
  readonly championships: ReadonlyMap<Ref, PastChampionship>
  /**
   * Results of games that are over by `now`, the newest first, as far back as tables need or for the last `days`; null for
   * a game without one, so that the taker can let others run.
   */
  results(ref: Ref, now: Millis, days?: number): Generator<Fact | null>
  /** Rounds of a cup's games that were planned in [from, to). */
  rounds(ref: Ref, from: Millis, to: Millis): { ref: Ref; round: string }[]
}

export function createWorldPast(seed: string, toursFrom = 0): WorldPast {
  const byRef = new Map(worldCatalogue(seed, toursFrom).map((c) => [c.ref, c]))
  return {
    championships: new Map(
      [...byRef].map(([ref, { key, cup, lane }]) => [
        ref,
        { ref, key, cup: Boolean(cup), lane: lane !== null, wellKnown: EARLY_LEAGUES.has(key) },
      ]),
    ),
    *results(ref, now, days = PAST_DAYS) {
      const c = byRef.get(ref)
      if (!c || c.engine === 'field' || c.mixed || c.pairsOf) return
      const back = Math.min(days * DAY, c.lane ? c.lane.everyMin * MINUTE * LANE_GAMES : Infinity)
      for (let to = now; to > now - back; to -= PLANNED_AT_ONCE) {
        yield null
        const from = Math.max(now - back, to - PLANNED_AT_ONCE)
        for (const fixture of fixturesBetween(seed, c, from, to).toSorted((a, b) => b.startsAt - a.startsAt)) {
          const fate = fateOf(seed, fixture, DEFAULT_SETTINGS)
          const over = fate.kind !== 'cancelled' && fate.startsAt + longestMin(c) * MINUTE <= now
          if (!over) {
            yield null
            continue
          }
          const { at, body } = new GameRun(seed, fixture, fate, DEFAULT_SETTINGS).history()
          yield makeFact(body, at, now)
        }
      }
    },
    rounds(ref, from, to) {
      const c = byRef.get(ref)
      if (!c) return []
      return fixturesBetween(seed, c, from, to).flatMap((fixture) => (fixture.round ? [{ ref: fixture.ref, round: fixture.round }] : []))
    },
  }
}

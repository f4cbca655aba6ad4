/** A game that is over, as the grader is told of it: for tests that hold words against grades. */
import type { Incident, LiveState } from '#modules/feeds/rules/fact.ts'
import { sportShape } from '#modules/pricing/rules/engines.ts'
import { factsFrom, type FactsInput, type GameFacts } from '#modules/pricing/rules/game-facts.ts'

export interface Played {
  sportId: number
  score: [number, number]
  /** Scores of the parts in playing order; codes of the sport's segments where none are given. */
  parts?: readonly (readonly [number, number])[]
  codes?: readonly string[]
  more?: Partial<FactsInput>
  stats?: LiveState['stats']
  incidents?: readonly Omit<Incident, 'game' | 'seq'>[]
}

/** The facts of a game that has ended so. */
export function ended({
  sportId,
  score,
  parts = [],
  codes = sportShape(sportId).segments,
  more,
  stats = {},
  incidents = [],
}: Played): GameFacts {
  const periods = parts.map((one, n) => ({ no: n + 1, code: codes[n]!, score: [...one] as [number, number] }))
  const live: LiveState = { game: 'g', phase: 'ended', clockSec: 5400, score, periods, stats }
  return factsFrom({
    sportId,
    status: 'ended',
    live,
    incidents: incidents.map((one, n) => ({ game: 'g', seq: n + 1, ...one })),
    ...more,
  })
}

/** One of everything that totals count: each side has one, and so has player 7. */
export const ONE_OF_EACH = ended({
  sportId: 1,
  score: [1, 1],
  parts: [
    [1, 0],
    [0, 1],
  ],
  stats: { aces: [1, 1], s180: [1, 1], suspensions: [1, 1] },
  incidents: [
    { type: 'goal', side: 'home', clockSec: 1170, detail: { playerId: 7 } },
    { type: 'goal', side: 'away', clockSec: 4170, detail: { playerId: 8 } },
    { type: 'wicket', clockSec: 1, detail: { innings: 'inn1', runs: 2, how: 'bowled' } },
    ...(['touchdown', 'try'] as const).map((how) => ({
      type: 'score',
      side: 'home' as const,
      clockSec: 1,
      detail: { how, playerId: 7, points: 3 },
    })),
  ],
})

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

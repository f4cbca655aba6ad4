/** Who wins by the house's own model (WP of the wire). */
import type { BookPart } from '../book.ts'

const RESULT_KEYS = ['result_1x2', 'result_2way', 'winner_with_ot']
const SIDE_TYPES: Record<number, 'P1' | 'PX' | 'P2'> = { 1: 'P1', 2: 'PX', 3: 'P2', 401: 'P1', 402: 'P2' }

/** Probability of the sides, 0..1 with two decimals; undefined when nobody computed it. */
export function winProbability(part: BookPart): Partial<Record<'P1' | 'PX' | 'P2', number>> | undefined {
  for (const key of RESULT_KEYS) {
    const market = part.markets.get(`${key}|`)
    if (!market?.outcomes.some((outcome) => outcome.prob > 0)) continue
    const wp: Partial<Record<'P1' | 'PX' | 'P2', number>> = {}
    for (const outcome of market.outcomes) {
      const side = SIDE_TYPES[outcome.t]
      const share = Math.round(outcome.prob * 100) / 100
      if (side && share > 0) wp[side] = share
    }
    return wp
  }
  return undefined
}

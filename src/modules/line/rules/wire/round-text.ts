/** What a round is called on the wire: "Round 12", "Final", or as its feed names it. */
import type { View } from './view.ts'

/** A bare number is the round of a league; anything else is already a name. */
export const isNumbered = (round: string): boolean => /^\d+$/.test(round)

export function roundText(round: string, text: View['text']): string {
  if (isNumbered(round)) return text('match_round', { count: Number(round) })
  return round === 'Final' ? text('match_final') : round
}

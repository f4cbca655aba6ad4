/** Scores as the results write them (wire 7.3): `2:1 (1:0,1:1)`. */

export interface PeriodScore {
  score: readonly [number, number]
}

export function pairText([one, two]: readonly [number, number]): string {
  return `${one}:${two}`
}

export function scoreText(score: readonly [number, number], periods: readonly PeriodScore[]): string {
  const inside = periods.map((period) => pairText(period.score)).join(',')
  return inside === '' ? pairText(score) : `${pairText(score)} (${inside})`
}

/** What is counted besides the score, in this order, and the text key of its name in the line. */
export const COUNTED: readonly (readonly [stat: string, title: string])[] = [
  ['corners', 'type_corners'],
  ['yellow', 'type_cards'],
  ['shots_on', 'type_shots'],
  ['fouls', 'type_fouls'],
  ['offsides', 'type_offsides'],
]

/** How an outcome ended; what is not decided is open. */
export type OutcomeEnd = 'won' | 'lost' | 'void' | 'half_won' | 'half_lost' | 'open'

/** `voidFactor` 0, 0.5 or 1 (feeds 4.3). */
export function outcomeEnd(won: number | null | undefined, voidFactor: number): OutcomeEnd {
  if (won === null || won === undefined) return voidFactor === 1 ? 'void' : 'open'
  if (voidFactor === 1) return 'void'
  if (voidFactor === 0.5) return won ? 'half_won' : 'half_lost'
  return won ? 'won' : 'lost'
}

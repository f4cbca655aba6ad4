/** How a leg is written: outcome, market, teams. */
import type { Leg } from '../rules/state/index.ts'

export interface LegTexts {
  w1: string
  w2: string
  draw: string
}

const WIN_1 = 1
const DRAW = 2
const WIN_2 = 3

export interface LegLines {
  /** Winner of the match by name, else the outcome. */
  title: string
  market: string
  teams: string
}

/** A race is called by its number and length: only its course says which one it is. */
function withPlace(side: string, champ: string): string {
  return side.includes(champ) ? side : [champ, side].filter(Boolean).join(' · ')
}

/** With a winner the side's name is the title and the outcome's short name stands beside the market. */
export function legLines(leg: Pick<Leg, 'type' | 'names'>, texts: LegTexts): LegLines {
  const { side1, side2, champ, market, outcome, period } = leg.names
  const side = leg.type === WIN_1 ? side1 : leg.type === WIN_2 ? side2 : ''
  const short = leg.type === WIN_1 ? texts.w1 : texts.w2
  // The question of a long-term bet is its market and its game: it is said once.
  const group = [market === side1 && !side2 ? '' : market, period].filter(Boolean).join(' · ')
  return {
    title: side || (leg.type === DRAW ? texts.draw : outcome) || market,
    market: side ? [group, short].filter(Boolean).join(' · ') : leg.type === DRAW ? [group, outcome].filter(Boolean).join(' · ') : group,
    teams: side1 && side2 ? `${side1} – ${side2}` : withPlace(side1, champ),
  }
}

/** Additions to an express that won: express of the day, boost, hyper bonus (rules 2.10). */
import type { Milli } from '#lib/price.ts'
import type { BetLeg } from './bet.ts'
import { isVoid } from './leg.ts'

/** Percent of the net winnings by number of counted legs: a brand's configuration, this is the default. */
export type BonusTable = Readonly<Record<number, number>>

/** Percent for a count: that of the greatest row that it reaches. */
export function bonusPercent(table: BonusTable, legs: number): number {
  const reached = Object.keys(table)
    .map(Number)
    .filter((row) => row <= legs)
  return table[Math.max(...reached)] ?? 0
}

/** The fewest legs that bring anything. */
export function fewestLegs(table: BonusTable): number {
  return Math.min(
    ...Object.keys(table)
      .map(Number)
      .filter((row) => table[row]! > 0),
  )
}

/** A leg counts when its price reaches the minimum and it is not void. */
export function countedLegs(legs: BetLeg[], minPrice: Milli): number {
  return legs.filter((leg) => leg.price >= minPrice && !(leg.result && isVoid(leg.result))).length
}

export interface BoostStep {
  /** How many more legs of at least `minPrice` are missing. */
  legsMissing: number
  minPrice: Milli
  /** Percent that they would bring. */
  percent: number
}

/** The next row of the ladder above these prices that gives more; null at its end. */
export function nextBoostStep(prices: readonly Milli[], terms: { minPrice: Milli; table: BonusTable }): BoostStep | null {
  const counted = prices.filter((price) => price >= terms.minPrice).length
  const now = bonusPercent(terms.table, counted)
  const rows = Object.keys(terms.table).map(Number)
  const next = rows.toSorted((a, b) => a - b).find((row) => row > counted && terms.table[row]! > now)
  return next === undefined ? null : { legsMissing: next - counted, minPrice: terms.minPrice, percent: terms.table[next]! }
}

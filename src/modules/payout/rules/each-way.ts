/**
 * Bets on races beyond the winner (XT-18): what an each-way bet is made of, and what withdrawn runners take from the
 * winnings of a bet that was made before (rule 4). One half of an each-way bet is on the win, the other on a place at a
 * part of the winner's winnings.
 */
import type { Milli } from '#lib/price.ts'
import type { RuleFour } from './terms.ts'

/** Outcome types of the market book: the place half of an each-way bet (P = places), an exact place (P = the place), the winner. */
export const EACH_WAY_PLACE = 1_000_001
/** The same in bets from before it had a number of its own. */
export const FORMER_EACH_WAY_PLACE = 16_687
export const EXACT_PLACE = 1_000_002
export const RACE_WINNER = 2637

/** Below it a place pays nothing worth a stake. */
const LEAST_PLACE: Milli = 1010
const PARTS: Readonly<Record<number, number>> = { 2: 4, 3: 5, 4: 4 }

/** So many paid places pay one so-manyth of the winnings: two a quarter, three a fifth, four a quarter. */
export function placesPart(places: number): number {
  return PARTS[places] ?? 5
}

/** Price of the place half in thousandths, rounded down; undefined = not offered. */
export function placePrice(win: Milli, part: number): Milli | undefined {
  const price = 1000 + Math.floor((win - 1000) / part)
  return price < LEAST_PLACE ? undefined : price
}

/** Upper ends of the prices in thousandths, and the percent that a withdrawn runner of such a price takes. */
const RULE4: readonly [price: Milli, percent: number][] = [
  [1111, 90],
  [1182, 85],
  [1250, 80],
  [1300, 75],
  [1400, 70],
  [1533, 65],
  [1615, 60],
  [1800, 55],
  [1952, 50],
  [2200, 45],
  [2500, 40],
  [2750, 35],
  [3250, 30],
  [4000, 25],
  [5000, 20],
  [6500, 15],
  [10_000, 10],
  [15_000, 5],
]
const MOST_DEDUCTED = 90

/** Percent of the winnings that the withdrawal of a runner takes, by its price when the bet was made. */
export function ruleFourPercent(price: Milli): number {
  return RULE4.find(([upTo]) => price <= upTo)?.[1] ?? 0
}

/** Percent of a leg's winnings that the runners withdrawn from its race take: their sum, at most ninety. */
export function deductedOf(rule4: readonly RuleFour[] | undefined, leg: number, isOut: (runner: number) => boolean): number {
  const runners = rule4?.find((one) => one.leg === leg)?.runners ?? []
  const sum = runners.reduce((all, [runner, percent]) => (isOut(runner) ? all + percent : all), 0)
  return Math.min(MOST_DEDUCTED, sum)
}

/** Types whose winnings are cut; exact places were asked of the runners named and are not. */
export function isCutByWithdrawals(t: number): boolean {
  return t === RACE_WINNER || t === EACH_WAY_PLACE || t === FORMER_EACH_WAY_PLACE
}

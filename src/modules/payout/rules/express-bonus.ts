/** Additions to an express that won: express of the day, boost, hyper bonus (rules 2.10). */
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import type { BetLeg, SettledBet } from './bet.ts'
import { type Fraction, fraction, least, minus, ONE, roundHalfUp, times } from './fraction.ts'
import { isVoid } from './leg.ts'
import { settleBet } from './payout.ts'

/** Percent of the net winnings by number of counted legs: a brand's configuration, this is the default. */
export type BonusTable = Readonly<Record<number, number>>

export const HYPER_BONUS_TABLE: BonusTable = {
  4: 10,
  5: 15,
  6: 20,
  7: 25,
  8: 30,
  9: 35,
  10: 45,
  11: 55,
  12: 65,
  13: 80,
  14: 95,
  15: 110,
  16: 125,
  17: 140,
  18: 155,
  19: 170,
  20: 190,
  21: 200,
  22: 215,
  23: 225,
  24: 240,
  25: 250,
}

/** Percent for a count; above the last row the last row counts. */
export function bonusPercent(table: BonusTable, legs: number): number {
  const rows = Object.keys(table).map(Number)
  return table[Math.min(legs, Math.max(...rows))] ?? 0
}

/** A leg counts when its price reaches the minimum and it is not void. */
export function countedLegs(legs: BetLeg[], minPrice: Milli): number {
  return legs.filter((leg) => leg.price >= minPrice && !(leg.result && isVoid(leg.result))).length
}

export interface BoostedPayout {
  countedLegs: number
  percent: number
  payoutMinor: Minor
  /** percent × (exact payout − stake), half up; nothing when nothing was won. */
  bonusMinor: Minor
  totalMinor: Minor
}

/** Boost of an express; null while it is open. Also the hyper bonus: only the minimum and the table differ. */
export function boostedPayout(bet: SettledBet, minPrice: Milli, table: BonusTable): BoostedPayout | null {
  const settled = settleBet(bet)
  if (!settled) return null
  const counted = countedLegs(bet.legs, minPrice)
  const percent = bonusPercent(table, counted)
  // The base is the exact payout, so that the bonus too is rounded once; a cut payout is its own base.
  const stake = fraction(bet.stakeMinor)
  const exact = times(stake, settled.coefficient)
  const net = minus(bet.maxPayoutMinor == null ? exact : least(exact, fraction(bet.maxPayoutMinor)), stake)
  const bonusMinor = net.num > 0n ? roundHalfUp(times(net, fraction(percent, 100))) : 0n
  return {
    countedLegs: counted,
    percent,
    payoutMinor: settled.payoutMinor,
    bonusMinor,
    totalMinor: settled.payoutMinor + bonusMinor,
  }
}

/** Express of the day: the whole coefficient rises if nobody touched the coupon and no leg is void. */
export function expressOfDayPayout(
  bet: SettledBet,
  bonusPercentage: number,
  unchanged: boolean,
): { coefficient: Fraction; payoutMinor: Minor } | null {
  const settled = settleBet(bet)
  if (!settled) return null
  const whole = unchanged && !bet.legs.some((leg) => leg.result && isVoid(leg.result))
  const coefficient = times(settled.coefficient, whole ? fraction(100 + bonusPercentage, 100) : ONE)
  return { coefficient, payoutMinor: roundHalfUp(times(fraction(bet.stakeMinor), coefficient)) }
}

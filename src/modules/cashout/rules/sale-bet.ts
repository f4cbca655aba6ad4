/** A placed bet as its sale sees it: decided legs have their result, open ones the chance that they win now. */
import type { BetLeg, SettledBet } from '#modules/payout/rules/bet.ts'

/** Probabilities are whole millionths: a value worked out from them is exact and the same on every machine. */
export type Millionths = number
export const CERTAIN: Millionths = 1_000_000

export interface SaleLeg extends BetLeg {
  /** Margin-free chance of an open leg; of no meaning for a decided one. */
  chance: Millionths
}

export interface SaleBet extends SettledBet {
  legs: SaleLeg[]
}

export function millionths(probability: number): Millionths {
  return Math.round(probability * CERTAIN)
}

/** Terms under which the house buys a bet back: a brand's configuration. */
export interface SaleTerms {
  /** c of rules 8.1 in thousandths: 50 is 5 %. */
  commissionMilli: number
  /** Smallest sum of a sale, minor units of the bet's currency. */
  minSaleMinor: bigint
  /** Net sum of all sales of a bet from which none is made: that of wins which two officers look at. null = no such sum. */
  checkFromMinor: bigint | null
}

/** Why a bet is not bought now; texts `off_<reason>`. */
export const OFF_REASONS = [
  /** No leg is open any more, or the bet has lost already: settlement has the word. */
  'decided',
  'sold',
  'under_check',
  'suspended',
  'event_over',
  'no_price',
  'too_unlikely',
  'too_small',
  /** So much is paid only after two officers have looked (SET-14). */
  'great',
  'promo',
  'advance',
  'same_game',
  /** Runners may still be withdrawn, and what that takes is not in the value. */
  'race',
  /** Of players of two matches: no price of the line stands behind it. */
  'duel',
  /** A chain or conditional bet with too many open steps to be played out. */
  'too_long',
  /** The brand does not buy bets. */
  'not_offered',
] as const
export type OffReason = (typeof OFF_REASONS)[number]

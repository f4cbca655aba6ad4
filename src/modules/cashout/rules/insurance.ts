/** Insurance of a single or an express (rules 8.4): a part of the stake comes back when the bet loses. */
import { divideCeil, divideFloor, type Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import { type Fraction, fraction, minus, ONE, times } from '#modules/payout/rules/fraction.ts'

export const WHOLE_PERCENT = 100

/** The part of the stake behind a percentage, down to the smallest unit. */
export function insuredStake(runningMinor: Minor, percent: number): Minor {
  return divideFloor(runningMinor * BigInt(percent), 100n)
}

/** Π 1 / (o · (1 + m)) over the open legs at the prices of now: the chance that the house reckons with. */
export function insuredChance(prices: readonly Milli[], marginMilli: number): Fraction {
  return prices.reduce<Fraction>((p, price) => times(p, fraction(1_000_000n, BigInt(price) * BigInt(1000 + marginMilli))), ONE)
}

/** insuredStake · (1 − p), rounded up. */
export function insurancePremium(insuredMinor: Minor, prices: readonly Milli[], marginMilli: number): Minor {
  const lost = minus(ONE, insuredChance(prices, marginMilli))
  return divideCeil(insuredMinor * lost.num, lost.den)
}

/** Shares of the stake that are offered, percent. */
const SHARES = [10, 25, 50, 100]

/** The shares that a bet can still take; the last one is what is left. */
export function sharesLeft(leftPercent: number): number[] {
  return [...new Set(SHARES.map((share) => Math.min(share, leftPercent)))].filter((share) => share > 0)
}

export interface SliceAsked {
  runningMinor: Minor
  /** Covered before, percent. */
  covered: number
  percent: number
  prices: readonly Milli[]
  marginMilli: number
}

/** One slice of cover and what it costs. The last one covers what the others have left, so that a hundred percent is the whole stake. */
export function slice({ runningMinor, covered, percent, prices, marginMilli }: SliceAsked): { insuredMinor: Minor; premiumMinor: Minor } {
  const insuredMinor = insuredStake(runningMinor, covered + percent) - insuredStake(runningMinor, covered)
  return { insuredMinor, premiumMinor: insurancePremium(insuredMinor, prices, marginMilli) }
}

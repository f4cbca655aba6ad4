/** Combined prices, exact: products of thousandths are kept as integers over 1000^n (rules 1.2, 1.3). */
import { divideHalfUp, type Minor } from '#lib/money.ts'
import { MAX_PRICE, priceProduct, type Milli, type PriceProduct, milliText } from '#lib/price.ts'
import { antiExpressPrice as exactAntiExpress, MIN_ANTI_EXPRESS_PRICE } from '#modules/payout/rules/anti-express.ts'

export type Combined = PriceProduct

/** The exact product of the legs' prices. */
export const combine = priceProduct

/** Half up to thousandths: for screens and the wire, never for money. */
export function combinedMilli(combined: Combined): bigint {
  return combined.den === 1000n ? combined.num : divideHalfUp(combined.num * 1000n, combined.den)
}

/** Thousandths as a JSON number with at most three decimals (wire rule 10). */
export function wireMilli(milli: bigint): number {
  const exact = Number(milli)
  return Number.isSafeInteger(exact) ? exact / 1000 : Number(milliText(milli))
}

export function wireCombined(combined: Combined): number {
  return wireMilli(combinedMilli(combined))
}

/** Stake times the exact product, rounded once, half up, cut to the cap (rules 3.2). */
export function possiblePayout(stakeMinor: Minor, combined: Combined, maxPayoutMinor: Minor | null): Minor {
  const payout = divideHalfUp(stakeMinor * combined.num, combined.den)
  return maxPayoutMinor !== null && payout > maxPayoutMinor ? maxPayoutMinor : payout
}

/** Below it the kind is not offered. */
const MIN_ANTI_EXPRESS: Milli = MIN_ANTI_EXPRESS_PRICE

/** Price of the anti-express of these legs; null when it is not offered (rules 2.9). Settlement reckons the same. */
export function antiExpressPrice(prices: readonly Milli[]): Milli | null {
  const milli = exactAntiExpress([...prices])
  return milli < MIN_ANTI_EXPRESS ? null : Math.min(milli, MAX_PRICE)
}

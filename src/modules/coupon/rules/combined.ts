/** Combined prices, exact: products of thousandths are kept as integers over 1000^n (rules 1.2, 1.3). */
import { divideFloor, divideHalfUp, type Minor } from '#lib/money.ts'
import { MAX_PRICE, type Milli } from '#lib/price.ts'

export interface Combined {
  /** Product of the thousandths. */
  num: bigint
  /** 1000^n. */
  den: bigint
}

export function combine(prices: readonly Milli[]): Combined {
  let num = 1n
  let den = 1n
  for (const price of prices) {
    num *= BigInt(price)
    den *= 1000n
  }
  return { num, den }
}

/** Half up to thousandths: for screens and the wire, never for money. */
export function combinedMilli(combined: Combined): bigint {
  return divideHalfUp(combined.num * 1000n, combined.den)
}

/** Thousandths as decimal text without trailing zeros. */
export function milliText(milli: bigint): string {
  const whole = milli / 1000n
  const rest = (milli % 1000n).toString().padStart(3, '0').replace(/0+$/, '')
  return rest ? `${whole}.${rest}` : String(whole)
}

/** As a JSON number with at most three decimals (wire rule 10). */
export function wireCombined(combined: Combined): number {
  return Number(milliText(combinedMilli(combined)))
}

/** Stake times the exact product, rounded once, half up, cut to the cap (rules 3.2). */
export function possiblePayout(stakeMinor: Minor, combined: Combined, maxPayoutMinor: Minor | null): Minor {
  const payout = divideHalfUp(stakeMinor * combined.num, combined.den)
  return maxPayoutMinor !== null && payout > maxPayoutMinor ? maxPayoutMinor : payout
}

const LEG_MARGIN_NUM = 105n
const PERCENT = 100n
/** Below it the kind is not offered. */
export const MIN_ANTI_EXPRESS: Milli = 1010

/**
 * Price of the anti-express of these legs: 1 / ((1 − Π 1/(1.05·o)) · 1.05), floored to thousandths; null when
 * it is not offered (rules 2.9). Prices at or below 1/1.05 cannot occur: every price is above 1.
 */
export function antiExpressPrice(prices: readonly Milli[]): Milli | null {
  let num = 1n
  let den = 1n
  for (const price of prices) {
    num *= 1000n * PERCENT
    den *= BigInt(price) * LEG_MARGIN_NUM
  }
  const milli = Number(divideFloor(den * PERCENT * 1000n, (den - num) * LEG_MARGIN_NUM))
  return milli < MIN_ANTI_EXPRESS ? null : Math.min(milli, MAX_PRICE)
}

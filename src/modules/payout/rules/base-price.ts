/** Coefficients of bets that were edited or raised: half up, three decimals, kept with the new bet (rules 1.3, 8.2, 8.3). */
import { divideHalfUp, type Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'

/** (V / S) · Π prices now: what the value of the old bet buys at the prices of the pending legs. */
export function rebasedPrice(valueMinor: Minor, stakeMinor: Minor, prices: readonly Milli[]): Milli {
  const num = prices.reduce((product, price) => product * BigInt(price), valueMinor * 1000n)
  return Number(divideHalfUp(num, stakeMinor * 1000n ** BigInt(prices.length)))
}

/** Coefficients of bets that were edited or raised: half up, three decimals, kept with the new bet (rules 1.3, 8.2, 8.3). */
import { divideHalfUp, type Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'

/** (V / S) · Π prices now: what the value of the old bet buys at the prices of the pending legs. */
export function rebasedPrice(valueMinor: Minor, stakeMinor: Minor, prices: readonly Milli[]): Milli {
  const num = prices.reduce((product, price) => product * BigInt(price), valueMinor * 1000n)
  return Number(divideHalfUp(num, stakeMinor * 1000n ** BigInt(prices.length)))
}

/**
 * How a re-based coefficient came about: the product of the prices, an exact decimal text, which is to be taken times the worth of
 * the old bet and divided by the stake; no rounded part of it would give the same number. Null where the prices alone say it, and where the old coefficient stayed.
 */
export function rebasing(
  coefficient: Milli,
  { worthMinor, stakeMinor, prices }: { worthMinor: Minor; stakeMinor: Minor; prices: readonly Milli[] },
): { product: string } | null {
  if (stakeMinor <= 0n || worthMinor === stakeMinor || rebasedPrice(worthMinor, stakeMinor, prices) !== coefficient) return null
  const decimals = prices.length * 3
  const digits = String(prices.reduce((all, price) => all * BigInt(price), 1n)).padStart(decimals + 1, '0')
  return { product: `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '') }
}

/** Price of an anti-express: 1 / ((1 − Π pᵢ)(1 + M)), pᵢ = 1 / (oᵢ · 1.05), floored to 3 dp (rules 2.9). */
import type { Milli } from '#lib/price.ts'
import type { AntiExpressTerms } from './bet.ts'
import type { Fraction } from './fraction.ts'

/** Below it the type is not offered. */
export const MIN_ANTI_EXPRESS_PRICE: Milli = 1010

export function antiExpressCoefficient(prices: Milli[], terms?: Pick<AntiExpressTerms, 'legMarginPercent' | 'marginPercent'>): Fraction {
  const legPercent = 100n + BigInt(terms?.legMarginPercent ?? 5)
  const percent = 100n + BigInt(terms?.marginPercent ?? 5)
  // p = 1000 · 100 / (price · (100 + percent)); kept as one numerator and one denominator.
  let num = 1n
  let den = 1n
  for (const price of prices) {
    num *= 100_000n
    den *= BigInt(price) * legPercent
  }
  return { num: den * 100n, den: (den - num) * percent }
}

/** In thousandths. */
export function antiExpressPrice(prices: Milli[], terms?: Pick<AntiExpressTerms, 'legMarginPercent' | 'marginPercent'>): Milli {
  const exact = antiExpressCoefficient(prices, terms)
  return Number((exact.num * 1000n) / exact.den)
}

/** What an express of the day pays as its legs stand now: their product with the bonus leg, rounded to three decimals (wire rule 29). */
import { priceProduct, type Milli } from '#lib/price.ts'

export function expressTotal(legs: readonly Milli[], bonus: Milli): Milli {
  const { num, den } = priceProduct([...legs, bonus])
  return Number((num * 2000n + den) / (den * 2n))
}

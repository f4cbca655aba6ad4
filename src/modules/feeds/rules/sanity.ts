/** Price sanity (feeds 0.7, CT-37): an odd price closes its market instead of being shown. */
import { MAX_LINE_PRICE, MIN_PRICE } from '#lib/price.ts'
import type { Market } from './fact.ts'

/** The price shown last for an outcome of this market, in thousandths; 0 when none was. */
export type LastPrice = (market: Market, outcomeKey: string) => number

/** Why the price is odd, or null when it may be sold. `jump` is the greatest allowed factor between two prices. */
export function oddPrice(price: number | undefined, last: number, jump: number): 'missing' | 'too_low' | 'too_high' | 'jump' | null {
  if (price === undefined || !Number.isFinite(price)) return 'missing'
  if (price < MIN_PRICE) return 'too_low'
  if (price > MAX_LINE_PRICE) return 'too_high'
  if (last >= MIN_PRICE && (price >= last * jump || price * jump <= last)) return 'jump'
  return null
}

/**
 * The market as it may enter the book: suspended with `odd_price` when a price of an active outcome is odd.
 * The odd price itself is taken away, so that the book keeps the last good one on the lock.
 */
export function checkedMarket(market: Market, last: LastPrice, jump: number): Market {
  if (market.status !== 'active') return market
  let odd = false
  const outcomes = market.outcomes.map((outcome) => {
    if (!outcome.active) return outcome
    if (oddPrice(outcome.price, last(market, outcome.key), jump) === null) return outcome
    odd = true
    const { price: _price, ...rest } = outcome
    return rest
  })
  return odd ? { ...market, status: 'suspended', reason: 'odd_price', outcomes } : market
}

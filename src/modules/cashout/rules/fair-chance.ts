/**
 * The chance of an outcome without the margin (rules 7.1, 8.1): what the book carries beside the price, else Shin's
 * method on the prices of its market.
 */
import type { Milli } from '#lib/price.ts'
import { removeMargin } from '#modules/pricing/rules/margin.ts'

/** Prices of a market with one winner: every outcome has one, and the booksum is that of a bookmaker. */
const BOOKSUM = { least: 0.98, most: 1.35 }

export interface PricedOutcome {
  price: Milli
  /** 0 = unknown. */
  prob: number
}

/** A fair price pays no more than its chance; a little above is rounding. */
const MOST_RETURN = 1.02

/**
 * Null when it cannot be said: no probability, and no whole market with one winner around it. `byHand`: somebody has
 * set the price himself, so the probability beside it is that of another price.
 */
export function fairChance(outcomes: readonly PricedOutcome[], at: number, byHand = false): number | null {
  const outcome = outcomes[at]
  if (!outcome) return null
  const { prob, price } = outcome
  const isKnown = prob > 0 && prob < 1
  if (isKnown && !byHand && prob * price <= MOST_RETURN * 1000) return prob
  return withoutMargin(outcomes, at) ?? (isKnown ? Math.min(prob, 1000 / price) : null)
}

function withoutMargin(outcomes: readonly PricedOutcome[], at: number): number | null {
  if (outcomes.length < 2 || outcomes.some(({ price }) => price <= 1000)) return null
  const booksum = outcomes.reduce((sum, { price }) => sum + 1000 / price, 0)
  if (booksum < BOOKSUM.least || booksum > BOOKSUM.most) return null
  return removeMargin(outcomes.map(({ price }) => price / 1000))[at]!
}

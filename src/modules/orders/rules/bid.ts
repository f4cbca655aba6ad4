/** Bids: limit orders for more stake or a higher price than the line offers (rules 8.6). */
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'

/** States of a bid (wire 8.7.3). */
export const BID = { open: 0, accepted: 1, counter: 2, refused: 3, expired: 4, withdrawn: 5 } as const

/** Why a bid came to nothing; kept with it, told to the player as `bid_reason_<reason>`. */
export const BID_REASONS = ['player', 'trader', 'price', 'limit', 'closed', 'ended', 'time', 'offer_time', 'unplaced', 'refused'] as const
export type BidReason = (typeof BID_REASONS)[number]

/** A counter-offer stands for so long. */
export const COUNTER_MS = 60_000
/** The trader answers within this time, or the bid has expired. */
export const ANSWER_MS = 600_000
/** Of the fair price the house keeps at least this share, thousandths. */
const KEPT_MILLI = 10n
/** A sum up to so many times the maximum is taken without asking anybody. */
export const SUM_FACTOR = 2n

export interface BidAsked {
  /** Price without margin, as an exact fraction of thousandths: num / den. */
  fair: { num: bigint; den: bigint }
  wanted: Milli
  sumMinor: Minor
  /** Maximum of the coupon. */
  limitMinor: Minor
  /** What equal bets of the player have taken of it. */
  takenMinor: Minor
}

export type BidAnswer = { state: 'accepted' } | { state: 'counter'; maxMinor: Minor } | { state: 'trader' }

/** What the house says to a bid at once. */
export function answerBid({ fair, wanted, sumMinor, limitMinor, takenMinor }: BidAsked): BidAnswer {
  const isPriceGood = BigInt(wanted) * fair.den * 1000n <= fair.num * (1000n - KEPT_MILLI)
  const maxMinor = limitMinor * SUM_FACTOR - takenMinor
  // Of less than the maximum of the coupon it would be no offer: whether there is more says the trader.
  if (!isPriceGood || maxMinor < limitMinor) return { state: 'trader' }
  return sumMinor <= maxMinor ? { state: 'accepted' } : { state: 'counter', maxMinor }
}

/** Fair price of outcomes that do not depend on each other: the product of 1 / p, in thousandths. Null without probabilities. */
export function fairPrice(probabilities: readonly number[]): { num: bigint; den: bigint } | null {
  if (probabilities.length === 0 || probabilities.some((p) => !(p > 0 && p <= 1))) return null
  const SCALE = 1_000_000_000
  let num = 1000n
  let den = 1n
  for (const p of probabilities) {
    num *= BigInt(SCALE)
    den *= BigInt(Math.ceil(p * SCALE))
  }
  return { num, den }
}

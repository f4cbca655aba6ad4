/** A checked bet as its limits see it. */
import type { Milli } from '#lib/price.ts'
import type { LimitedBet } from '#modules/limits/server/index.ts'
import type { BetCtx, Wanted } from './bet-request.ts'
import type { CheckedBet, CheckHow } from './checked-bet.ts'

/** How far equal bets bound the stake. A promo code is none that the player stakes himself. */
export function equalTimesOf({ anyStake, equalTimes }: CheckHow, body: Pick<Wanted['body'], 'promo'>): Pick<LimitedBet, 'equalTimes'> {
  if (anyStake || body.promo) return { equalTimes: null }
  return equalTimes === undefined ? {} : { equalTimes }
}

export function limitedOf(
  { brand }: Pick<BetCtx, 'brand'>,
  { vid, playerId, body }: Wanted,
  { legs, agreed }: CheckedBet,
  how: CheckHow,
): LimitedBet {
  const { change } = agreed ?? {}
  return {
    vid: agreed?.vid ?? vid,
    // A changed bet does not have the boosted price, so that its stake takes nothing of what the boost is for.
    legs: change ? legs.map((leg, i) => ({ ...leg, price: change.prices[i] ?? leg.price, outcome: null })) : legs,
    terms: agreed?.terms ?? {},
    playerId,
    brand,
    ...equalTimesOf(how, body),
    ...(change ? { putMinor: change.putMinor } : {}),
  }
}

/** A price that was agreed to before. */
export interface AgreedPrice {
  milli: Milli
  /** An offer that was taken stands as it was made; what a player asked for himself gives way to a line that is better. */
  isOffer: boolean
}

/** The price that the bet is given instead of that of the line, or null; a kind without one price (0) keeps its own. */
export function priceInstead({ milli, isOffer }: AgreedPrice, lineMilli: Milli): Milli | null {
  if (lineMilli <= 0 || milli <= 0) return null
  return milli > lineMilli || (isOffer && milli < lineMilli) ? milli : null
}

/** The same at a price that was agreed to: what may be lost is reckoned with it. */
export function pricedAt(bet: LimitedBet, price: Milli): LimitedBet {
  const { legs, terms } = bet
  if (legs.length === 1) return { ...bet, legs: [{ ...legs[0]!, price }] }
  return { ...bet, terms: { ...terms, ...(terms.jointPrice === undefined ? { basePrice: price } : { jointPrice: price }) } }
}

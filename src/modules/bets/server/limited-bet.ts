/** A checked bet as its limits see it. */
import type { Milli } from '#lib/price.ts'
import type { LimitedBet } from '#modules/limits/server/index.ts'
import type { BetCtx, Wanted } from './bet-request.ts'
import type { CheckedBet } from './checked-bet.ts'

export function limitedOf({ brand }: Pick<BetCtx, 'brand'>, { vid, playerId }: Wanted, { legs, agreed }: CheckedBet): LimitedBet {
  const { change } = agreed ?? {}
  return {
    vid: agreed?.vid ?? vid,
    // A changed bet does not have the boosted price, so that its stake takes nothing of what the boost is for.
    legs: change ? legs.map((leg, i) => ({ ...leg, price: change.prices[i] ?? leg.price, outcome: null })) : legs,
    terms: agreed?.terms ?? {},
    playerId,
    brand,
  }
}

/** The same at a price above that of the line, which was agreed to: what may be lost is reckoned with it. */
export function raisedTo(bet: LimitedBet, price: Milli): LimitedBet {
  const { legs, terms } = bet
  if (legs.length === 1) return { ...bet, legs: [{ ...legs[0]!, price }] }
  return { ...bet, terms: { ...terms, ...(terms.jointPrice === undefined ? { basePrice: price } : { jointPrice: price }) } }
}

/** A checked bet as its limits see it. */
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

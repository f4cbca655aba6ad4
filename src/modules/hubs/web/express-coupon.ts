import type { CouponDoor } from '#modules/coupon/web/index.ts'
import type { OutcomeNames } from './outcome-names.ts'
import type { Express } from './queries.ts'

/** An express of the day as the coupon takes it: with the number that its addition goes by (CP-16). */
export function toCoupon({ legs, number }: Pick<Express, 'legs' | 'number'>, names: OutcomeNames): Parameters<CouponDoor['fill']> {
  const offers = legs.flatMap((game) => {
    const outcome = game.outcomes[0]
    if (!outcome) return []
    const { side1, side2, champ, kind, sportId, champId, startsAt, ci } = game
    return [
      {
        gameId: outcome.gameId,
        constId: ci,
        type: outcome.t,
        param: outcome.p,
        playerId: outcome.player?.id ?? 0,
        price: outcome.price,
        kind,
        sportId,
        champId,
        startsAt,
        names: { side1, side2, champ, market: names.market(outcome), outcome: names.outcome(outcome, game), period: game.partName },
      },
    ]
  })
  return [offers, { dayExpressId: number }]
}

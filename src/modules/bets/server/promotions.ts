/** The promotions that a bet agrees on, by the brand's dated configuration (XT-21). */
import { earlyTerms } from '#modules/payout/rules/early-payout.ts'
import { insuranceOf, type InsuranceRule } from '#modules/payout/rules/express-insurance.ts'
import type { EarlyPayout } from '#modules/payout/rules/terms.ts'
import type { BetCtx } from './bet-request.ts'
import type { SeenLeg } from './checked-bet.ts'

export function earlyOf(ctx: BetCtx, vid: number, legs: readonly SeenLeg[], now: number): EarlyPayout | null {
  const rules = ctx.config.betting.earlyPayout
  if (rules.length === 0) return null
  const seen = legs.map(({ game, t, p, kind }) => ({
    sportId: game.sportId,
    t,
    p,
    kind,
    isMatch: game.ci === game.mainCi && !game.outright,
  }))
  return earlyTerms(rules, { vid, legs: seen }, now)
}

/** The insurance that goes with an express of these legs, null when none does. */
export function insuredBy(ctx: BetCtx, vid: number, legs: readonly SeenLeg[], now: number): InsuranceRule | null {
  return insuranceOf(ctx.config.betting.expressInsurance, { vid, legs }, now)
}

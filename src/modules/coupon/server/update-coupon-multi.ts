/** UpdateCouponMulti: several singles side by side, each with its own limits (wire 8.4.2). */
import { minorFromSum, wireMoney, type Minor } from '#lib/money.ts'
import type { Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { CouponRequest } from '../contract.ts'
import { possiblePayout } from '../rules/combined.ts'
import { VID } from '../rules/kinds.ts'
import { wireCoupon, type CouponFigures } from './coupon-value.ts'
import { eventsOf, shapeProblem } from './request.ts'
import { currencyFor } from './currency-for.ts'
import { figuresOf, type CouponDeps } from './update-coupon.ts'

/** Problems: as UpdateCoupon. */
export async function updateCouponMulti(deps: CouponDeps, ctx: Ctx, body: CouponRequest): Promise<Record<string, unknown> | Problem> {
  const events = eventsOf(body)
  const vid = body.Vid || VID.multiSingle
  if (vid !== VID.multiSingle) return problem('coupon.unknown_kind', { wire: 900_002, field: 'Vid' })
  const bad = shapeProblem(vid, events.length, ctx.config.coupon, ctx.config.coupon.types)
  if (bad) return bad
  const currency = await currencyFor(deps.ledger, ctx, body.UserId, body.Currency)
  if (isProblem(currency)) return currency
  const singles: { body: CouponRequest; figures: CouponFigures; stakeMinor: Minor }[] = []
  for (const [i, event] of events.entries()) {
    const own = singleOf(body, event, body.GroupsSumms?.[i] ?? body.Summ)
    const stakeMinor = minorFromSum(own.Summ, currency.exponent) ?? 0n
    singles.push({ body: own, figures: await figuresOf(deps, ctx, own, { vid: VID.single }, currency), stakeMinor })
  }
  const all = singles.map(({ figures }) => figures)
  const wins = singles.map(({ figures: { legs, maxPayoutMinor }, stakeMinor }) =>
    stakeMinor > 0n ? possiblePayout(stakeMinor, { num: BigInt(legs[0]!.price), den: 1000n }, maxPayoutMinor) : 0n,
  )
  const money = (minor: Minor): number => wireMoney(minor, currency.exponent)
  return {
    Coupons: singles.map((single) => wireCoupon(single.figures, single.body)),
    Summ: money(singles.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0n)),
    PossibleWin: money(wins.reduce((sum, win) => sum + win, 0n)),
    minBet: money(all.map((one) => one.minMinor).reduce((a, b) => (a > b ? a : b))),
    maxBet: money(all.map((one) => one.maxMinor).reduce((a, b) => (a < b ? a : b))),
    changeCf: all.some((one) => one.changed),
    HasErrors: all.some((one) => one.legs.some((leg) => leg.blocked || leg.finished)),
  }
}

/** What belongs to several events says nothing about one of them. */
function singleOf(body: CouponRequest, event: ReturnType<typeof eventsOf>[number], sum: number): CouponRequest {
  return {
    ...body,
    Events: [event],
    Vid: VID.single,
    Summ: Math.max(0, sum),
    EventsIndexes: null,
    GroupsSumms: null,
    WithLobby: false,
    expressNum: 0,
    CalcSystemsMin: false,
    IsExpressBoost: false,
    SameGame: false,
    SaleBetId: 0,
    promo: null,
  }
}

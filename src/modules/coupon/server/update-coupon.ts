import type { Ledger } from '#modules/ledger/server/index.ts'
import { currencyByCode, currencyOptional, type Currency } from '#modules/ledger/server/index.ts'
import type { Limits } from '#modules/limits/server/index.ts'
import { minStake } from '#modules/limits/rules/stake-limits.ts'
import type { Ctx } from '#platform/server/http.ts'
import { must } from '#lib/assert.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { CouponRequest } from '../contract.ts'
import { antiExpressPrice } from '../rules/combined.ts'
import { systemSizes, variants, VID } from '../rules/kinds.ts'
import { selectionFault, type LineReader } from '../rules/selection.ts'
import { isChanged, wireCoupon } from './coupon-value.ts'
import { initialStake, priceLegs, rangeOf } from './price-coupon.ts'
import { eventsOf, refusesRelations, shapeProblem, vidOf } from './request.ts'

export interface CouponDeps {
  line: LineReader
  ledger: Ledger
  limits: Limits
}

/**
 * Prices a coupon (wire 8.4.1): current prices, limits of the account, and why it could not be placed now.
 * Writes nothing. Problems: coupon.bad_coupon, coupon.bad_size, coupon.unknown_kind; bets.other_account.
 */
export async function updateCoupon(deps: CouponDeps, ctx: Ctx, body: CouponRequest): Promise<Record<string, unknown> | Problem> {
  const events = eventsOf(body)
  const vid = vidOf(body.Vid, events.length)
  const bad = shapeProblem(vid, events.length, ctx.config.coupon, null)
  if (bad) return bad
  const currency = await currencyFor(deps.ledger, ctx, body.UserId, body.Currency)
  if (isProblem(currency)) return currency
  const lng = body.Lng ?? ctx.lng
  const cfView = body.CfView ?? ctx.cfView
  const legs = priceLegs(events, deps.line, ctx.now, lng)
  const range = rangeOf(legs, currency, ctx.config, deps.limits)
  const prices = legs.map((leg) => leg.price)
  return wireCoupon(
    {
      vid,
      legs,
      antiExpress: prices.length > 1 && prices.every((price) => price > 1000) ? antiExpressPrice(prices) : null,
      minMinor: minStake(range.minMinor, vid === VID.system ? variants(VID.system, legs.length, body.expressNum || 2) : 1),
      maxMinor: range.maxMinor,
      maxPayoutMinor: range.maxPayoutMinor,
      initialMinor: initialStake(currency, ctx.config, range),
      currency,
      changed: legs.some(isChanged),
      exceptionText: exceptionText(ctx, deps.line, legs, vid),
      signedIn: ctx.player !== null,
      cfView,
      lng,
      partner: ctx.partner,
      countryId: ctx.countryId,
      systemMinimums:
        body.CalcSystemsMin && legs.length > 2
          ? systemSizes(legs.length).map((k) => ({ k, minMinor: minStake(range.minMinor, variants(VID.system, legs.length, k)) }))
          : null,
    },
    body,
  )
}

/** The first reason why the coupon cannot be placed now, in the visitor's language. */
function exceptionText(ctx: Ctx, line: LineReader, legs: ReturnType<typeof priceLegs>, vid: number): string | null {
  for (const leg of legs) {
    const fault = selectionFault(leg.selection, line, ctx.now)
    if (fault) return ctx.text(`bets:problem_${fault.name}`, { game: gameName(leg) })
  }
  const related = legs.find((leg) => leg.relation > 0)
  if (related && vid in RELATION_KINDS && refusesRelations(vid as 1)) return ctx.text('coupon:related')
  return null
}

const RELATION_KINDS: Record<number, true> = { 1: true, 2: true, 3: true, 4: true, 5: true, 6: true, 7: true, 8: true }

function gameName(leg: { names: { opp1: string; opp2: string } | null }): string {
  return leg.names ? [leg.names.opp1, leg.names.opp2].filter(Boolean).join(' - ') : ''
}

/** Currency of the player's account, of the request, or of the brand. Another player's account is refused (403). */
export async function currencyFor(ledger: Ledger, ctx: Ctx, accountId: number, currencyId: number): Promise<Currency | Problem> {
  if (ctx.player) {
    const accounts = await ledger.balance(ctx.player.id)
    const account = accountId ? accounts.find((a) => a.id === accountId) : accounts[0]
    if (accountId && !account) return problem('bets.other_account', { wire: 403, field: 'UserId' })
    if (account) return account.currency
  }
  const asked = currencyOptional(currencyId)
  if (asked) return asked
  const { byCountry, default: fallback } = ctx.config.currencies
  return must(currencyByCode(byCountry[ctx.country] ?? fallback) ?? currencyByCode(fallback), 'currency of the brand')
}

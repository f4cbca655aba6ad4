/** Why a coupon cannot be placed now, in the visitor's language: the first reason in the order of the checks (wire 8.7.1). */
import { areEqualsBound, type Limits, type StakeRange } from '#modules/limits/server/index.ts'
import type { Currency } from '#modules/ledger/server/index.ts'
import { taxRuleAt } from '#modules/payout/rules/tax.ts'
import { priceText } from '#lib/price.ts'
import type { Ctx } from '#platform/server/http.ts'
import { VID } from '../rules/kinds.ts'
import { firstRelation } from '../rules/relation.ts'
import { selectionFault, type LineReader } from '../rules/selection.ts'
import type { CouponFigures, PricedLeg } from './coupon-value.ts'
import { exposedLegs, isExposed, rangeOf } from './price-coupon.ts'
import type { KindPrice } from './price-kind.ts'
import { refusesRelations, relatedOf } from './request.ts'

export function gameNameOf({ names }: Pick<PricedLeg, 'names'>): string {
  return names ? [names.opp1, names.opp2].filter(Boolean).join(' – ') : ''
}

/** "Arden City – Northmoor: Over 2.5": which outcome is meant, for people. */
export function legText(leg: Pick<PricedLeg, 'names'>): string {
  return [gameNameOf(leg), leg.names?.outcome].filter(Boolean).join(': ')
}

export function exceptionText(ctx: Ctx, line: LineReader, legs: readonly PricedLeg[], price: KindPrice): string | null {
  for (const leg of legs) {
    const fault = leg.fault === undefined ? selectionFault(leg.selection, line, ctx.now) : leg.fault
    if (fault) return ctx.text(`bets:problem_${fault.name}`, { game: gameNameOf(leg) })
  }
  if (price.joint?.reason) return price.joint.reason
  const banned = legs.find((leg) => leg.banned)
  if (banned) return ctx.text(`coupon:problem_${banned.banned!}`, { outcome: legText(banned) })
  const related = price.joint ? null : relationText(ctx, line, legs, price.shape.vid)
  if (related) return related
  if (price.shape.vid === VID.antiExpress && price.antiExpress === null) return ctx.text('coupon:problem_anti_express_price')
  return taxText(ctx, price)
}

function relationText(ctx: Ctx, line: LineReader, legs: readonly PricedLeg[], vid: KindPrice['shape']['vid']): string | null {
  if (!refusesRelations(vid) || !legs.some((leg) => leg.relation > 0)) return null
  const found = firstRelation(legs.map((leg) => relatedOf(leg.selection, line)))
  return found && ctx.text(`coupon:related_${found.reason}`, { a: legText(legs[found.a]!), b: legText(legs[found.b]!) })
}

/** A tax in force may refuse coefficients that are hardly above the stake (rules 5, coefficient tax limit). */
function taxText(ctx: Ctx, { coefMilli, resultMilli, shape }: KindPrice): string | null {
  const least = taxRuleAt(ctx.config.taxes, ctx.country, ctx.now)?.minPrice
  const milli = shape.vid === VID.antiExpress ? resultMilli : coefMilli
  if (least === undefined || milli === 0n || milli >= BigInt(least)) return null
  return ctx.text('coupon:problem_price_under_tax', { min: priceText(least) })
}

/** Games whose outcomes may not stand here, or take no more money, where that is what stops the coupon (RestrictionWarning). */
export function restriction(
  ctx: Ctx,
  limits: Pick<Limits, 'stakeRangeOf' | 'fullLegs'>,
  legs: readonly PricedLeg[],
  range: StakeRange,
  currency: Currency,
): CouponFigures['restriction'] {
  const banned = legs.filter((leg) => leg.banned)
  if (banned.length > 0)
    return { gameIds: gameIds(banned), text: ctx.text(`coupon:problem_${banned[0]!.banned!}`, { outcome: legText(banned[0]!) }) }
  if (range.maxMinor >= range.minMinor) return null
  if (areEqualsBound(range)) return { gameIds: gameIds(legs), text: ctx.text('bets:problem_equal_bets_full') }
  const player = { playerId: ctx.player?.id ?? null, brand: ctx.brand }
  const priced = legs.filter(isExposed)
  const full = limits.fullLegs({ legs: exposedLegs(priced), ...player }, currency, ctx.config.betting.limits).map((i) => priced[i]!)
  if (full.length === 0) return null
  // A system of many variants may be too dear by itself: then no game is to blame.
  const together = rangeOf(legs, currency, ctx.config, limits, player)
  return together.maxMinor < together.minMinor
    ? { gameIds: gameIds(full), text: ctx.text('coupon:restricted', { games: [...new Set(full.map(gameNameOf))].join('; ') }) }
    : null
}

function gameIds(legs: readonly PricedLeg[]): number[] {
  return [...new Set(legs.map((leg) => leg.selection.gameId))]
}

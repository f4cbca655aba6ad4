/** Prices selections against the line and works out the limits: what UpdateCoupon, GetCoupon and placing share. */
import { parseMinor, type Minor } from '#lib/money.ts'
import type { Millis } from '#lib/time.ts'
import type { Currency } from '#modules/ledger/server/index.ts'
import type { Limits, StakeRange } from '#modules/limits/server/index.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import type { CouponEventRequest } from '../contract.ts'
import { combine } from '../rules/combined.ts'
import { isOver, selectionFault, type LineReader, type Selection } from '../rules/selection.ts'
import type { PricedLeg } from './coupon-value.ts'
import { relationsOf, selectionOf } from './request.ts'

export function priceLegs(events: readonly CouponEventRequest[], line: LineReader, now: Millis, lng: string): PricedLeg[] {
  const selections = events.map(selectionOf)
  const relations = relationsOf(selections, line)
  return events.map((request, i) => {
    const selection = selections[i]!
    const game = line.findGame(selection.gameId)
    const outcome = game ? line.findOutcome(selection.gameId, selection.t, selection.p, selection.playerId) : null
    const fault = selectionFault(selection, line, now)
    const finished = !game || isOver(game) || fault?.wire === 158150
    return {
      selection,
      request,
      game,
      outcome,
      names: game ? line.names(selection.gameId, selection.t, selection.p, selection.playerId, lng) : null,
      price: outcome && outcome.price > 0 ? outcome.price : selection.price,
      blocked: fault !== null,
      gameBlocked: fault?.wire === 133 || fault?.wire === 135,
      finished,
      relation: relations[i]!,
    }
  })
}

/** Limits on these legs together; legs that cannot be priced do not bound it. */
export function rangeOf(legs: readonly PricedLeg[], currency: Currency, config: SiteConfig, limits: Limits): StakeRange {
  const exposed = legs
    .filter((leg) => leg.game !== null && leg.price > 1000)
    .map(({ game, selection, price }) => ({ ci: game!.ci, t: selection.t, p: paramKey(selection.p), playerId: selection.playerId, price }))
  return limits.stakeRange(exposed, combine(exposed.map((leg) => leg.price)), currency, config.betting.limits)
}

/** The stake that is proposed: the brand's template for the currency, held between the limits. */
export function initialStake(currency: Currency, config: SiteConfig, range: StakeRange): Minor {
  const template = config.coupon.amountTemplate
  const wanted = parseMinor(template.byCurrency[currency.code] ?? template.default, currency.exponent) ?? range.minMinor
  if (wanted < range.minMinor) return range.minMinor
  return wanted > range.maxMinor && range.maxMinor >= range.minMinor ? range.maxMinor : wanted
}

export function selectionsOf(events: readonly CouponEventRequest[]): Selection[] {
  return events.map(selectionOf)
}

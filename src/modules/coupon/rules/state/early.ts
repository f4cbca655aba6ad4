/** Early payout on the coupon (XT-21): which legs it goes with, told before the bet is made; placing decides by the same rule. */
import { takesEarly } from '#modules/payout/rules/early-payout.ts'
import { isEachWay, isSameGame, kindOf, namesPrice, promoOf, type Coupon } from './coupon.ts'
import type { Kind } from './kind.ts'
import type { Leg } from './leg.ts'

const KINDS: Partial<Record<Kind, 'single' | 'express'>> = { singles: 'single', express: 'express' }

/** The lead that pays the leg at once; null = the promotion does not go with it. */
export function earlyLead(coupon: Coupon, leg: Leg): number | null {
  const rule = coupon.setup.early
  const kind = KINDS[kindOf(coupon)]
  if (!rule || !kind || !rule.kinds.includes(kind)) return null
  if (coupon.sale !== null || promoOf(coupon) !== null || isSameGame(coupon) || isEachWay(coupon) || namesPrice(coupon)) return null
  const { sportId, type, param, names } = leg
  return takesEarly(rule, { sportId, t: type, p: param, kind: leg.kind, isMatch: names.period === '' }) ? rule.lead : null
}

/** Insurance of expresses on the coupon (XT-21), told before the bet is made; placing decides by the same rule. */
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import { takesInsurance } from '#modules/payout/rules/express-insurance.ts'
import { isEachWay, isSameGame, kindOf, namesPrice, promoOf, type Coupon } from './coupon.ts'
import { placedAtOnce } from './most-stake.ts'
import { plannedBets } from './plan.ts'

/** What comes back when one leg is lost, or how many legs are missing until something does. */
export type CouponInsurance = { backMinor: Minor; days: number } | { missing: number; minPrice: Milli }

/** Null = the promotion does not go with the coupon, whatever is added to it. */
export function couponInsurance(coupon: Coupon): CouponInsurance | null {
  const rule = coupon.setup.insurance
  const { legs } = coupon
  if (!rule || legs.length < 2 || kindOf(coupon) !== 'express') return null
  if (coupon.sale !== null || promoOf(coupon) !== null || isSameGame(coupon) || isEachWay(coupon) || namesPrice(coupon)) return null
  if (!legs.every((leg) => takesInsurance(rule, leg))) return null
  if (legs.length < rule.legs) return { missing: rule.legs - legs.length, minPrice: rule.minPrice }
  const [bet] = plannedBets(coupon)
  const stakeMinor = bet ? placedAtOnce(coupon, bet).stakeMinor : 0n
  return { backMinor: stakeMinor > 0n && stakeMinor < rule.mostMinor ? stakeMinor : rule.mostMinor, days: rule.days }
}

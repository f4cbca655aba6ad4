/** Faults of stakes, of promo codes and of the wishes of an order. */
import { milliText } from '#lib/price.ts'
import { parseMinor, type Minor } from '#lib/money.ts'
import { promoOf, type Coupon } from './coupon.ts'
import { wantedPrice } from './order-price.ts'
import { plannedBets, type PlannedBet } from './plan.ts'
import type { CouponProblem } from './problem.ts'
import { canBeOrdered, totalPrice } from './totals.ts'

/** Sums above it are refused with a text of their own (specification §9). In units of the currency. */
export const OVER_AMOUNT = '4000000'

const INVALID = { group: 'invalid' } as const

export function stakeFaults(coupon: Coupon): CouponProblem[] {
  // The stake of a changed bet stays, and a promo code stands for its own.
  if (coupon.sale || hasPromo(coupon)) return []
  const bets = plannedBets(coupon)
  return bets.flatMap((bet) => stakeProblem(coupon, bet, bets.length > 1 ? bet.key : null) ?? [])
}

function hasPromo(coupon: Coupon): boolean {
  const promo = promoOf(coupon)
  return promo !== null && promo.bad === '' && promo.minor !== '0'
}

function limitsOrTemplate(coupon: Coupon, bet: PlannedBet): bigint {
  const template = parseMinor(coupon.setup.template, coupon.setup.currency.exponent) ?? 0n
  return coupon.limits[bet.key]?.minMinor ?? (template || 1n)
}

/** The largest stake of a planned bet as far as it is known: what the server allows, and no sum above which none is taken. */
export function mostStake(coupon: Coupon, betKey: string): Minor | null {
  const limits = coupon.limits[betKey]
  // A largest stake below the smallest one means that the price cannot be reckoned: the legs say why.
  if (!limits || limits.maxMinor <= 0n || limits.maxMinor < limits.minMinor) return null
  const over = overMinor(coupon)
  return limits.maxMinor < over ? limits.maxMinor : over
}

function overMinor({ setup }: Coupon): Minor {
  return parseMinor(OVER_AMOUNT, setup.currency.exponent) ?? 0n
}

function stakeProblem(coupon: Coupon, bet: PlannedBet, betKey: string | null): CouponProblem | null {
  const limits = coupon.limits[bet.key]
  const over = overMinor(coupon)
  const most = mostStake(coupon, bet.key)
  const least = limits?.minMinor ?? 1n
  const at = { ...INVALID, betKey: bet.key, ...(betKey ? { legKey: betKey } : {}) }
  const set = (minor: bigint) => ({ do: 'setStake' as const, minor, betKey })
  if (bet.stakeMinor > over) return { ...at, key: 'over_amount', minor: over, fix: set(most ?? over) }
  if (bet.stakeMinor < least) {
    const minor = limitsOrTemplate(coupon, bet)
    return { ...at, key: 'min_stake', minor, fix: set(minor) }
  }
  if (most !== null && bet.stakeMinor > most && !asksForMore(coupon)) return { ...at, key: 'max_stake', minor: most, fix: set(most) }
  return null
}

/** A bid and a VIP bet are for more than the limit. */
export function asksForMore(coupon: Coupon): boolean {
  return canBeOrdered(coupon) && (coupon.options.bid !== null || (coupon.setup.vip && coupon.setup.options.has('vip')))
}

export function promoFaults(coupon: Coupon): CouponProblem[] {
  const promo = promoOf(coupon)
  return promo !== null && promo.bad !== ''
    ? [{ ...INVALID, key: 'promo_bad', text: promo.bad, fix: { do: 'setOptions', options: { promo: null } } }]
    : []
}

/** The wanted price must be one, and a bid must want more than the line gives. */
export function orderFaults(coupon: Coupon): CouponProblem[] {
  const { autoBet, bid } = coupon.options
  const now = totalPrice(coupon)
  if (!canBeOrdered(coupon) || now === null) return []
  if (autoBet && wantedPrice(autoBet.price, autoBet.view) === null) {
    const options = { autoBet: { ...autoBet, view: 0, price: milliText(now) } }
    return [{ ...INVALID, key: 'autobet_price', to: now, fix: { do: 'setOptions', options } }]
  }
  if (!bid) return []
  const wanted = bid.price === '' ? now : wantedPrice(bid.price, 0)
  const [bet] = plannedBets(coupon)
  const limits = bet && coupon.limits[bet.key]
  const wantsMore = (wanted !== null && wanted > now) || (bet !== undefined && limits !== undefined && bet.stakeMinor > limits.maxMinor)
  return wanted !== null && wantsMore ? [] : [{ ...INVALID, key: 'bid_price', to: now, fix: { do: 'setOptions', options: { bid: null } } }]
}

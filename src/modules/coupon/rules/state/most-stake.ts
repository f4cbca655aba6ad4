/** The largest stakes: what is taken at once, what may be asked for beyond it, and the sum above which nothing is taken. */
import { parseMinor, type Minor } from '#lib/money.ts'
import { vipLimit, vipParts, type VipParts } from '../vip-stake.ts'
import { canBeOrdered, orderOf, promoOf, type Coupon } from './coupon.ts'
import { plannedBets, type PlannedBet } from './plan.ts'

/** Sums above it are refused with a text of their own (specification §9). In units of the currency. */
export const OVER_AMOUNT = '4000000'

export function overMinor({ setup }: Pick<Coupon, 'setup'>): Minor {
  return parseMinor(OVER_AMOUNT, setup.currency.exponent) ?? 0n
}

/** The largest stake of a planned bet as far as it is known: what the server allows, and no sum above which none is taken. */
export function mostStake(coupon: Coupon, betKey: string): Minor | null {
  const limits = coupon.limits[betKey]
  // A largest stake below the smallest one is none: the legs say why, or `noStake` does.
  if (!limits || limits.maxMinor <= 0n || limits.maxMinor < limits.minMinor) return null
  const over = overMinor(coupon)
  return limits.maxMinor < over ? limits.maxMinor : over
}

/** So many times the largest stake may be asked for; 0 = no more than it. Codes and orders have sums of their own. */
function vipFactor(coupon: Coupon): number {
  const { autoBet, bid } = orderOf(coupon)
  const takesVip = coupon.setup.options.has('vip') && canBeOrdered(coupon) && !autoBet && !bid && promoOf(coupon) === null
  return takesVip ? coupon.setup.vipFactor : 0
}

/** The largest stake that may be asked for, above the one that is taken at once (rules 8.8); null = it is no VIP bet, or nobody knows. */
export function mostVipStake(coupon: Coupon, betKey: string): Minor | null {
  const most = mostStake(coupon, betKey)
  const factor = vipFactor(coupon)
  if (most === null || factor === 0) return null
  // Somebody looks at what is asked for: equal bets take nothing of it.
  const whole = coupon.limits[betKey]?.equalsMinor ?? most
  const limit = vipLimit(whole, factor) - whole + most
  const over = overMinor(coupon)
  return limit < over ? limit : over
}

/** Of a stake above the largest one, what becomes of it; null = it is taken as any other. */
export function vipPartsOf(coupon: Coupon, bet: PlannedBet): VipParts | null {
  const most = mostStake(coupon, bet.key)
  const limit = mostVipStake(coupon, bet.key)
  return most === null || limit === null || bet.stakeMinor <= most ? null : vipParts(bet.stakeMinor, most, limit)
}

/** The bet that is placed at once: of a VIP stake the part up to the largest. */
export function placedAtOnce(coupon: Coupon, bet: PlannedBet): PlannedBet {
  const parts = vipPartsOf(coupon, bet)
  return parts ? { ...bet, stakeMinor: parts.placed } : bet
}

/** What a bid has to ask for more than. `takesMore`: above the sum of which nothing is taken nobody agrees to more, only to a higher price. */
export function bidLimit(coupon: Coupon): { minor: Minor; takesMore: boolean } | null {
  const [bet] = plannedBets(coupon)
  const limits = bet && coupon.limits[bet.key]
  if (!limits) return null
  const over = overMinor(coupon)
  return limits.maxMinor < over ? { minor: limits.maxMinor, takesMore: true } : { minor: over, takesMore: false }
}

/** Faults of stakes, of promo codes and of the wishes of an order. */
import { milliText } from '#lib/price.ts'
import { parseMinor, type Minor } from '#lib/money.ts'
import { typedCode } from '#lib/codes.ts'
import { greatestCoefficient, kindOf as betKindOf } from '#modules/limits/rules/kind-range.ts'
import { VID } from '../kinds.ts'
import { kindOf, orderOf, promoOf, sizesOf, takesPromo, type Coupon, type StakeLimits } from './coupon.ts'
import { legsRange } from './kind.ts'
import type { Leg } from './leg.ts'
import { mostStake, mostVipStake, overMinor } from './most-stake.ts'
import type { PromoChoice } from './options.ts'
import { bidPrice, priceFault } from './order-price.ts'
import { plannedBets, termsOf, type PlannedBet } from './plan.ts'
import type { CouponProblem, Fix } from './problem.ts'
import { priceOfBet, totalPrice, variantsOf } from './totals.ts'

const INVALID = { group: 'invalid' } as const

/** `isWhole`: nothing is wrong with the selections, so that limits which leave no room are a fault of their own. */
export function stakeFaults(coupon: Coupon, isWhole: boolean): CouponProblem[] {
  // The stake of a changed bet stays, and a promo code stands for its own.
  if (coupon.sale || hasPromo(coupon)) return []
  const bets = plannedBets(coupon)
  return bets.flatMap((bet) => {
    const betKey = bets.length > 1 ? bet.key : null
    return (isWhole ? noStake(coupon, bet, betKey) : null) ?? stakeProblem(coupon, bet, betKey) ?? []
  })
}

function hasPromo(coupon: Coupon): boolean {
  const promo = promoOf(coupon)
  return promo !== null && promo.bad === '' && promo.minor !== '0'
}

function limitsOrTemplate(coupon: Coupon, bet: PlannedBet): bigint {
  const template = parseMinor(coupon.setup.template, coupon.setup.currency.exponent) ?? 0n
  return coupon.limits[bet.key]?.minMinor ?? (template || 1n)
}

const place = (bet: PlannedBet, betKey: string | null) => ({ ...INVALID, betKey: bet.key, ...(betKey ? { legKey: betKey } : {}) })

/** The smallest stake is above the largest: no sum will do, only other selections or a system of fewer bets. */
function noStake(coupon: Coupon, bet: PlannedBet, betKey: string | null): CouponProblem | null {
  const limits = coupon.limits[bet.key]
  // A bid is for more than the largest stake.
  if (!limits || orderOf(coupon).bid || bet.legs.some((leg) => leg.status !== 'open')) return null
  const over = overMinor(coupon)
  const most = limits.maxMinor < over ? limits.maxMinor : over
  if (most >= limits.minMinor) return null
  const at = { ...place(bet, betKey), minor: limits.minMinor, count: bet.legs.length, ...ofEquals(limits) }
  // Places of an each-way bet go with their winners.
  const legs = betKey === null ? coupon.legs : bet.legs
  const tooMany = legsTooMany(coupon, bet, limits)
  if (tooMany > 0) return { ...at, key: 'price_high', most: limits.maxPayoutMinor, fix: removeLast(legs, tooMany) }
  const size = smallerSize(coupon, bet, limits)
  if (size !== null) return { ...at, key: 'no_stake', most, fix: { do: 'setSize', size } }
  return { ...at, key: 'no_stake', most, fix: removeLast(legs, betKey === null ? legsToGo(coupon, bet, limits) : 1) }
}

const ofEquals = (limits: StakeLimits | undefined) => (limits?.equalsMinor === undefined ? {} : ({ ofEquals: true } as const))

function removeLast(legs: readonly Leg[], count: number): Fix {
  return { do: 'remove', keys: legs.slice(-count).map((leg) => leg.key) }
}

/** How many of the last selections are too many: with them the smallest stake would win more than is ever paid. 0 = that is not why. */
function legsTooMany(coupon: Coupon, bet: PlannedBet, { minMinor, maxPayoutMinor }: StakeLimits): number {
  const isOne = bet.vid === VID.single || bet.vid === VID.express
  if (!isOne || bet.sameGame || maxPayoutMinor <= 0n) return 0
  const prices = bet.legs.map((leg) => leg.price)
  const isTooHigh = (count: number) => minMinor * (priceOfBet(coupon, bet, prices.slice(0, count)) ?? 0n) > maxPayoutMinor * 1000n
  if (!isTooHigh(prices.length)) return 0
  let left = prices.length - 1
  while (left > 1 && isTooHigh(left)) left -= 1
  return prices.length - left || 1
}

/** The size with the most bets of those that have fewer than now and whose smallest stake is taken at all; null = there is none. */
function smallerSize(coupon: Coupon, bet: PlannedBet, limits: StakeLimits): number | null {
  const now = betsIn(coupon, bet)
  const found = sizesOf(coupon)
    .map((size) => ({ size, count: countOf({ ...coupon, size }) }))
    .filter(({ count }) => count < now)
    .toSorted((a, b) => b.count - a.count)
    // The win is worked out of the size that is offered and of those before it, no further.
    .find(({ size }) => takesLeast({ ...coupon, size }, limits.minMinor / BigInt(now), limits.maxPayoutMinor))
  return found?.size ?? null
}

/** How many of the last selections go until a smallest stake is taken; 1 where no number of them says that. */
function legsToGo(coupon: Coupon, bet: PlannedBet, { minMinor, maxPayoutMinor }: StakeLimits): number {
  // What some outcomes of a game are worth without the others only the server knows, and stakes of blocks follow each other.
  if (bet.sameGame || bet.vid === VID.condition) return 1
  const { length } = coupon.legs
  const { min } = legsRange(kindOf(coupon), coupon.setup)
  const each = minMinor / BigInt(betsIn(coupon, bet))
  for (let left = length - 1; left >= min; left -= 1)
    if (takesLeast({ ...coupon, legs: coupon.legs.slice(0, left) }, each, maxPayoutMinor)) return length - left
  return 1
}

/** Bets inside the bet: each has to be worth the smallest stake. */
function betsIn(coupon: Coupon, bet: PlannedBet): number {
  return variantsOf(coupon, bet) || 1
}

function countOf(coupon: Coupon): number {
  const [bet] = plannedBets(coupon)
  return bet ? betsIn(coupon, bet) : 0
}

/** Whether the smallest stake, so much for each bet inside, is one that is taken and may win what is paid: reckoned as the server does. */
function takesLeast(coupon: Coupon, eachMinor: Minor, maxPayoutMinor: Minor): boolean {
  const [bet] = plannedBets(coupon)
  if (!bet) return false
  const leastMinor = eachMinor * BigInt(betsIn(coupon, bet))
  if (leastMinor > overMinor(coupon)) return false
  if (maxPayoutMinor <= 0n) return true
  const prices = bet.legs.map((leg) => leg.price)
  const { num, den } = greatestCoefficient({ kind: betKindOf(bet.vid), prices, terms: termsOf(coupon, bet) })
  return leastMinor * num <= maxPayoutMinor * den
}

function stakeProblem(coupon: Coupon, bet: PlannedBet, betKey: string | null): CouponProblem | null {
  const limits = coupon.limits[bet.key]
  const over = overMinor(coupon)
  const most = mostStake(coupon, bet.key)
  const vip = mostVipStake(coupon, bet.key)
  const least = limits?.minMinor ?? 1n
  const at = place(bet, betKey)
  const set = (minor: bigint) => ({ do: 'setStake' as const, minor, betKey })
  if (bet.stakeMinor > over) return { ...at, key: 'over_amount', minor: over, fix: set(vip ?? most ?? over) }
  if (bet.stakeMinor < least) {
    const minor = limitsOrTemplate(coupon, bet)
    return { ...at, key: 'min_stake', minor, fix: set(minor) }
  }
  // A bid is for as much as somebody agrees to.
  if (most === null || orderOf(coupon).bid) return null
  const minor = vip ?? most
  if (bet.stakeMinor <= minor) return null
  return vip === null
    ? { ...at, key: 'max_stake', minor, ...ofEquals(limits), fix: set(minor) }
    : { ...at, key: 'vip_stake', minor, fix: set(minor) }
}

/** A code as it was entered by hand, in its one spelling: the server says what it stands for. */
export function enteredCode(text: string): PromoChoice {
  const code = typedCode(text)
  return { code, name: '', minor: '0', bad: '', typed: code }
}

export function promoFaults(coupon: Coupon): CouponProblem[] {
  const { promo: field } = coupon.options
  const typed = field?.typed?.trim() ?? ''
  // A code that was typed must not be forgotten by the bet.
  if (takesPromo(coupon) && typed !== '' && typed.toLowerCase() !== field?.code.toLowerCase()) {
    return [{ ...INVALID, key: 'promo_typed', fix: { do: 'setOptions', options: { promo: enteredCode(typed) } } }]
  }
  const promo = promoOf(coupon)
  if (promo === null) return []
  if (promo.bad !== '') return [{ ...INVALID, key: 'promo_bad', text: promo.bad, fix: { do: 'setOptions', options: { promo: null } } }]
  // What the code stands for is not known yet: the press would stake another sum.
  return promo.minor === '0' ? [{ ...INVALID, key: 'promo_asks', fix: { do: 'check' } }] : []
}

/** The wanted price must be one, and a bid must want more than the line gives. */
export function orderFaults(coupon: Coupon): CouponProblem[] {
  const { autoBet, bid } = orderOf(coupon)
  const now = totalPrice(coupon)
  if (now === null) return []
  const fault = autoBet && priceFault(autoBet.price, autoBet.view)
  if (fault) {
    const options = { autoBet: { ...autoBet, view: 0, price: milliText(now) } }
    return [{ ...INVALID, key: 'autobet_price', to: now, fault, fix: { do: 'setOptions', options } }]
  }
  if (!bid) return []
  const wanted = bidPrice(bid, now)
  const [bet] = plannedBets(coupon)
  const limits = bet && coupon.limits[bet.key]
  const wantsMore = (wanted !== null && wanted > now) || (bet !== undefined && limits !== undefined && bet.stakeMinor > limits.maxMinor)
  if (wanted !== null && wantsMore) return []
  const unfit = bid.price === '' ? null : priceFault(bid.price, bid.view)
  const fix: Fix = { do: 'setOptions', options: { bid: null } }
  return [{ ...INVALID, key: 'bid_price', to: now, ...(unfit ? { fault: unfit } : {}), fix }]
}

/** Everything that stands between the coupon and a bet, each with the one press that mends it (ux 6.3, 6.4). */
import { parseMinor, type Minor } from '#lib/money.ts'
import { combine, combinedMilli } from '../combined.ts'
import { kindOf, plannedBets, totals, type Coupon, type PlannedBet } from './coupon.ts'
import type { Leg } from './leg.ts'
import { needsConsent } from './policy.ts'

/** Sums above it are refused with a text of their own (specification §9). In units of the currency. */
export const OVER_AMOUNT = '4000000'

export type Fix =
  | { do: 'remove'; keys: readonly string[] }
  | { do: 'moveLive'; keys: readonly string[] }
  | { do: 'makeSingles' }
  /** `betKey` null = the common stake. */
  | { do: 'setStake'; minor: Minor; betKey: string | null }
  | { do: 'accept' }
  | { do: 'signIn' }
  | { do: 'deposit'; minor: Minor }
  | { do: 'place' }
  | { do: 'retry' }
  | { do: 'limits' }
  | { do: 'reconnect' }
  | { do: 'check' }
  | { do: 'done' }
  | { do: 'nothing' }

export type ProblemKey =
  | 'offline'
  | 'leg_closed'
  | 'leg_suspended'
  | 'leg_live_started'
  | 'incompatible'
  | 'max_legs'
  | 'over_amount'
  | 'min_stake'
  | 'max_stake'
  | 'price_up'
  | 'price_down'
  | 'signed_out'
  | 'no_funds'
  | 'max_win'

/** Order of the groups is the button's precedence. */
export const PROBLEM_GROUPS = ['invalid', 'changed', 'signed-out', 'no-funds', 'info'] as const
export type ProblemGroup = (typeof PROBLEM_GROUPS)[number]

export interface CouponProblem {
  key: ProblemKey
  group: ProblemGroup
  /** The leg it stands at; none = the coupon. */
  legKey?: string
  otherKey?: string
  /** Bet whose stake is meant. */
  betKey?: string
  minor?: Minor
  count?: number
  /** Thousandths, bigint: a total may be beyond a single price. */
  from?: bigint
  to?: bigint
  fix: Fix
}

export function problemsOf(coupon: Coupon): readonly CouponProblem[] {
  if (coupon.legs.length === 0) return []
  return [...invalid(coupon), ...changed(coupon), ...account(coupon), ...info(coupon)]
}

function invalid(coupon: Coupon): CouponProblem[] {
  return [...offline(coupon), ...legFaults(coupon.legs), ...incompatible(coupon), ...tooMany(coupon), ...stakes(coupon)]
}

function offline(coupon: Coupon): CouponProblem[] {
  return coupon.offline ? [{ key: 'offline', group: 'invalid', fix: { do: 'reconnect' } }] : []
}

function legFaults(legs: readonly Leg[]): CouponProblem[] {
  const found: CouponProblem[] = []
  for (const leg of legs) {
    const at = { group: 'invalid' as const, legKey: leg.key }
    if (leg.status === 'closed') found.push({ ...at, key: 'leg_closed', fix: { do: 'remove', keys: [leg.key] } })
    else if (leg.status === 'suspended') found.push({ ...at, key: 'leg_suspended', fix: { do: 'remove', keys: [leg.key] } })
    else if (leg.status === 'started') found.push({ ...at, key: 'leg_live_started', fix: { do: 'moveLive', keys: [leg.key] } })
  }
  return found
}

/** Two legs of one game: known at once when it is the same part, else from the server's conflict classes. */
function incompatible(coupon: Coupon): CouponProblem[] {
  if (kindOf(coupon) !== 'express') return []
  const { legs } = coupon
  for (const [i, a] of legs.entries()) {
    const b = legs.slice(i + 1).find((other) => areIncompatible(a, other))
    if (b) return [{ key: 'incompatible', group: 'invalid', legKey: a.key, otherKey: b.key, fix: { do: 'makeSingles' } }]
  }
  return []
}

export function areIncompatible(a: Leg, b: Leg): boolean {
  return (a.constId !== 0 && a.constId === b.constId) || (a.relation > 0 && a.relation === b.relation)
}

function tooMany(coupon: Coupon): CouponProblem[] {
  const { maxLegs } = coupon.setup
  const last = coupon.legs.at(-1)
  if (coupon.legs.length <= maxLegs || !last) return []
  return [{ key: 'max_legs', group: 'invalid', count: maxLegs, fix: { do: 'remove', keys: [last.key] } }]
}

function stakes(coupon: Coupon): CouponProblem[] {
  const bets = plannedBets(coupon)
  return bets.flatMap((bet) => {
    const found = stakeProblem(coupon, bet, bets.length > 1 ? bet.key : null)
    return found ? [found] : []
  })
}

function stakeProblem(coupon: Coupon, bet: PlannedBet, betKey: string | null): CouponProblem | null {
  const limits = coupon.limits[bet.key]
  const over = parseMinor(OVER_AMOUNT, coupon.setup.currency.exponent) ?? 0n
  const least = limits?.minMinor ?? 1n
  const at = { group: 'invalid' as const, betKey: bet.key, ...(betKey ? { legKey: betKey } : {}) }
  const set = (minor: Minor) => ({ do: 'setStake' as const, minor, betKey })
  if (bet.stakeMinor > over) {
    const most = limits && limits.maxMinor > 0n && limits.maxMinor < over ? limits.maxMinor : over
    return { ...at, key: 'over_amount', minor: over, fix: set(most) }
  }
  if (bet.stakeMinor < least) {
    const template = parseMinor(coupon.setup.template, coupon.setup.currency.exponent) ?? 0n
    return { ...at, key: 'min_stake', minor: limits ? least : template || least, fix: set(limits ? least : template || least) }
  }
  // A largest stake below the smallest one means that the price cannot be reckoned: the legs say why.
  if (limits && limits.maxMinor >= limits.minMinor && bet.stakeMinor > limits.maxMinor) {
    return { ...at, key: 'max_stake', minor: limits.maxMinor, fix: set(limits.maxMinor) }
  }
  return null
}

function changed(coupon: Coupon): CouponProblem[] {
  const found: CouponProblem[] = []
  for (const bet of plannedBets(coupon)) {
    const moved = bet.legs.filter((leg) => leg.status === 'open' && leg.price !== leg.agreed)
    if (
      moved.length === 0 ||
      !needsConsent(
        coupon.policy,
        bet.legs.map((leg) => leg.agreed),
        bet.legs.map((leg) => leg.price),
      )
    )
      continue
    for (const leg of moved) {
      found.push({
        key: leg.price > leg.agreed ? 'price_up' : 'price_down',
        group: 'changed',
        legKey: leg.key,
        from: BigInt(leg.agreed),
        to: BigInt(leg.price),
        fix: { do: 'accept' },
      })
    }
  }
  return found
}

function account(coupon: Coupon): CouponProblem[] {
  const { session } = coupon
  if (session.playerId === null) return [{ key: 'signed_out', group: 'signed-out', fix: { do: 'signIn' } }]
  const missing = session.balanceMinor === null ? 0n : totals(coupon).stakeMinor - session.balanceMinor
  return missing > 0n ? [{ key: 'no_funds', group: 'no-funds', minor: missing, fix: { do: 'deposit', minor: missing } }] : []
}

function info(coupon: Coupon): CouponProblem[] {
  const { cut } = totals(coupon)
  return cut === null ? [] : [{ key: 'max_win', group: 'info', minor: cut, fix: { do: 'nothing' } }]
}

/** Total price of the coupon's one bet, thousandths rounded half up; null for several bets. */
export function totalPrice(coupon: Coupon): bigint | null {
  const bets = plannedBets(coupon)
  const [only] = bets
  return bets.length === 1 && only ? combinedMilli(combine(only.legs.map((leg) => leg.price))) : null
}

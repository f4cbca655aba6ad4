/** The coupon as one value, and what follows from it. Money is text where it is stored, bigint where it is reckoned. */
import { minorText, parseMinor, type Minor } from '#lib/money.ts'
import { combine, possiblePayout, type Combined } from '../combined.ts'
import type { BetJob, Flow } from './flow.ts'
import type { Leg } from './leg.ts'
import type { Policy } from './policy.ts'

export type Kind = 'singles' | 'express'
export const EXPRESS = 'express'

/** What the site and the account give. */
export interface Setup {
  currency: { code: string; exponent: number; symbol: string }
  /** Stake of the brand's template, decimal text. */
  template: string
  maxLegs: number
  kinds: readonly Kind[]
}

export interface StakeLimits {
  minMinor: Minor
  maxMinor: Minor
  /** 0 = none. */
  maxPayoutMinor: Minor
}

export interface CouponSession {
  playerId: number | null
  accountId: number
  /** Null while unknown. */
  balanceMinor: Minor | null
}

export interface Coupon {
  /** What was stored has been read. */
  loaded: boolean
  legs: readonly Leg[]
  chosenKind: Kind | null
  /** Stake of the express, and of every single without one of its own. */
  stake: string
  stakeTouched: boolean
  legStakes: Readonly<Record<string, string>>
  policy: Policy
  check: 'idle' | 'running'
  /** By bet: `express` or the leg's key. */
  limits: Readonly<Record<string, StakeLimits>>
  setup: Setup
  session: CouponSession
  offline: boolean
  flow: Flow
  /** Bets of the last submission that were placed while others of it were refused. */
  receipts: readonly BetJob[]
  /** Bets whose fate is unknown and whose player is not the one who is signed in. */
  parked: readonly BetJob[]
}

export const EMPTY_COUPON: Coupon = {
  loaded: false,
  legs: [],
  chosenKind: null,
  stake: '',
  stakeTouched: false,
  legStakes: {},
  policy: 'ask',
  check: 'idle',
  limits: {},
  setup: { currency: { code: 'EUR', exponent: 2, symbol: '' }, template: '', maxLegs: 50, kinds: ['singles', 'express'] },
  session: { playerId: null, accountId: 0, balanceMinor: null },
  offline: false,
  flow: { at: 'edit' },
  receipts: [],
  parked: [],
}

/** One leg is a single; more are an express unless the player wants singles or the brand has no expresses. */
export function kindOf(coupon: Pick<Coupon, 'legs' | 'chosenKind' | 'setup'>): Kind {
  if (coupon.legs.length < 2 || !coupon.setup.kinds.includes('express')) return 'singles'
  return coupon.chosenKind ?? 'express'
}

/** A bet that this coupon would place. */
export interface PlannedBet {
  key: string
  legs: readonly Leg[]
  stakeText: string
  /** 0 while nothing is entered. */
  stakeMinor: Minor
}

export function plannedBets(coupon: Coupon): readonly PlannedBet[] {
  const { legs, setup } = coupon
  const bet = (key: string, own: readonly Leg[], stakeText: string): PlannedBet => ({
    key,
    legs: own,
    stakeText,
    stakeMinor: parseMinor(stakeText, setup.currency.exponent) ?? 0n,
  })
  if (kindOf(coupon) === 'express') return [bet(EXPRESS, legs, coupon.stake)]
  return legs.map((leg) => bet(leg.key, [leg], coupon.legStakes[leg.key] ?? coupon.stake))
}

export interface Totals {
  stakeMinor: Minor
  /** Null with more than one bet: singles have no common price. */
  price: Combined | null
  returnMinor: Minor
  profitMinor: Minor
  /** The largest payout has cut the win. */
  cut: Minor | null
}

/** Sums of all bets, exact, from the thousandths of this moment. */
export function totals(coupon: Coupon): Totals {
  const bets = plannedBets(coupon)
  let stakeMinor = 0n
  let returnMinor = 0n
  let cut: Minor | null = null
  for (const bet of bets) {
    const combined = combine(bet.legs.map((leg) => leg.price))
    const cap = coupon.limits[bet.key]?.maxPayoutMinor ?? 0n
    const full = possiblePayout(bet.stakeMinor, combined, null)
    stakeMinor += bet.stakeMinor
    returnMinor += cap > 0n && full > cap ? cap : full
    if (cap > 0n && full > cap) cut = cap
  }
  const [only] = bets
  const price = bets.length === 1 && only ? combine(only.legs.map((leg) => leg.price)) : null
  return { stakeMinor, price, returnMinor, profitMinor: returnMinor - stakeMinor, cut }
}

/** Money as the text of a stake: "50", "12.5". */
export function stakeText(minor: Minor, exponent: number): string {
  const text = minorText(minor, exponent)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

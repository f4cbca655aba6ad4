/** The twelve states of ux 6.3 as one value, and the button that leads out of each. */
import { unreachable } from '#lib/assert.ts'
import type { Minor } from '#lib/money.ts'
import { totals, type Coupon } from './coupon.ts'
import { problemsOf, totalPrice, type CouponProblem, type Fix } from './problems.ts'

export const COUPON_STATES = [
  'empty',
  'editing',
  'checking',
  'changed',
  'invalid',
  'signed-out',
  'no-funds',
  'sending',
  'waiting',
  'placed',
  'refused',
  'unknown',
] as const
export type CouponState = (typeof COUPON_STATES)[number]

export function couponState(coupon: Coupon): CouponState {
  if (coupon.flow.at !== 'edit') return coupon.flow.at
  if (coupon.legs.length === 0) return 'empty'
  const [first] = blocking(problemsOf(coupon))
  if (first && first.group !== 'info') return first.group
  return coupon.check === 'running' ? 'checking' : 'editing'
}

/** Problems that stop the bet, in the order in which the button takes them. */
export function blocking(problems: readonly CouponProblem[]): readonly CouponProblem[] {
  return problems.filter((problem) => problem.group !== 'info')
}

export type ButtonLabel =
  | 'place'
  | 'place_all'
  | 'accept'
  | 'sign_in'
  | 'deposit'
  | 'sending'
  | 'waiting'
  | 'checking'
  | 'done'
  | 'remove_suspended'
  | 'remove_closed'
  | 'remove_last'
  | 'to_live'
  | 'make_singles'
  | 'set_stake'
  | 'retry_at'
  | 'retry'
  | 'bet_at'
  | 'confirm'
  | 'limits'
  | 'reconnect'
  | 'check'

export interface CouponButton {
  label: ButtonLabel
  fix: Fix
  /** Works by itself; presses do nothing. */
  busy: boolean
  minor?: Minor
  count?: number
  /** Thousandths. */
  price?: bigint
  /** When the wait is over, Unix ms. */
  untilMs?: number
}

/** Null only for an empty coupon. */
export function couponButton(coupon: Coupon): CouponButton | null {
  const state = couponState(coupon)
  const problems = problemsOf(coupon)
  switch (state) {
    case 'empty':
      return null
    case 'editing':
    case 'checking':
      return place(coupon)
    case 'invalid':
    case 'changed':
    case 'signed-out':
    case 'no-funds':
      return fixButton(problems)
    case 'sending':
      return { label: 'sending', fix: { do: 'nothing' }, busy: true, minor: totals(coupon).stakeMinor }
    case 'waiting':
      return { label: 'waiting', fix: { do: 'nothing' }, busy: true, untilMs: coupon.flow.at === 'waiting' ? coupon.flow.untilMs : 0 }
    case 'unknown':
      // Its way out needs the player who placed it.
      return coupon.session.playerId === null
        ? { label: 'sign_in', fix: { do: 'signIn' }, busy: false }
        : { label: 'checking', fix: { do: 'nothing' }, busy: true, minor: totals(coupon).stakeMinor }
    case 'placed':
      return { label: 'done', fix: { do: 'done' }, busy: false }
    case 'refused':
      return refusedButton(coupon, problems)
    default:
      return unreachable(state)
  }
}

function place(coupon: Coupon): CouponButton {
  const { stakeMinor, price } = totals(coupon)
  return { label: price ? 'place' : 'place_all', fix: { do: 'place' }, busy: false, minor: stakeMinor, count: coupon.legs.length }
}

function fixButton(problems: readonly CouponProblem[]): CouponButton {
  const [first] = blocking(problems)
  if (!first) return { label: 'check', fix: { do: 'check' }, busy: false }
  const alike = problems.filter((problem) => problem.key === first.key)
  const keys = alike.flatMap((problem) => (problem.legKey ? [problem.legKey] : []))
  const button = (label: ButtonLabel, fix: Fix = first.fix): CouponButton => ({
    label,
    fix,
    busy: false,
    ...(first.minor === undefined ? {} : { minor: first.minor }),
    count: alike.length,
  })
  switch (first.key) {
    case 'offline':
      return button('reconnect')
    case 'leg_closed':
      return button('remove_closed', { do: 'remove', keys })
    case 'leg_suspended':
      return button('remove_suspended', { do: 'remove', keys })
    case 'leg_live_started':
      return button('to_live', { do: 'moveLive', keys })
    case 'incompatible':
      return button('make_singles')
    case 'max_legs':
      return button('remove_last')
    case 'over_amount':
    case 'max_stake':
    case 'min_stake':
      return { ...button('set_stake'), ...(first.fix.do === 'setStake' ? { minor: first.fix.minor } : {}) }
    case 'price_up':
    case 'price_down':
      return button('accept')
    case 'signed_out':
      return button('sign_in')
    case 'no_funds':
      return button('deposit')
    case 'max_win':
      return button('check')
    default:
      return unreachable(first.key)
  }
}

/** After a refusal the fresh look at the legs says more than the refusal; a mere change of prices is the retry itself. */
function refusedButton(coupon: Coupon, problems: readonly CouponProblem[]): CouponButton {
  const [first] = blocking(problems)
  if (first && first.group !== 'changed') return fixButton(problems)
  const price = totalPrice(coupon)
  const at = { busy: false, ...(price === null ? {} : { price }), minor: totals(coupon).stakeMinor }
  const kind = coupon.flow.at === 'refused' ? coupon.flow.refusal.kind : 'other'
  switch (kind) {
    case 'price':
      return { label: price === null ? 'retry' : 'bet_at', fix: { do: 'retry' }, ...at }
    case 'incompatible':
      return { label: 'make_singles', fix: { do: 'makeSingles' }, ...at }
    case 'own_limit':
      return { label: 'limits', fix: { do: 'limits' }, ...at }
    case 'confirm':
      return { label: 'confirm', fix: { do: 'retry' }, ...at }
    case 'funds':
      return { label: 'deposit', fix: { do: 'deposit', minor: at.minor }, ...at }
    default:
      return { label: price === null ? 'retry' : 'retry_at', fix: { do: 'retry' }, ...at }
  }
}

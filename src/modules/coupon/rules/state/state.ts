/** The twelve states of ux 6.3 as one value, and the button that leads out of each. */
import { unreachable } from '#lib/assert.ts'
import { parseMinor, type Minor } from '#lib/money.ts'
import { VID } from '../kinds.ts'
import { currencyOf, kindOf, orderOf, promoOf, quoteOf, type Coupon } from './coupon.ts'
import { plannedBets } from './plan.ts'
import type { CouponProblem, Fix, ProblemKey } from './problem.ts'
import { problemsOf } from './problems.ts'
import type { RefusalKind } from './refusal.ts'
import { totalPrice, totals } from './totals.ts'

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
  | 'place_free'
  | 'order'
  | 'bid'
  | 'change_bet'
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
  | 'remove_leg'
  | 'to_live'
  | 'make_singles'
  | 'make_kind'
  | 'split_blocks'
  | 'stake_all'
  | 'set_stake'
  | 'set_size'
  | 'use_promo'
  | 'remove_promo'
  | 'set_price'
  | 'drop_bid'
  | 'use_advance'
  | 'leave_bet'
  | 'money_account'
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
      return placeButton(coupon)
    case 'invalid':
    case 'changed':
    case 'signed-out':
    case 'no-funds':
      return fixButton(problems)
    case 'sending':
      return { label: 'sending', fix: { do: 'nothing' }, busy: true, minor: sentMinor(coupon) }
    case 'waiting':
      return {
        label: 'waiting',
        fix: { do: 'nothing' },
        busy: true,
        minor: sentMinor(coupon),
        untilMs: coupon.flow.at === 'waiting' ? coupon.flow.untilMs : 0,
      }
    case 'unknown':
      // Its way out needs the player who placed it.
      return coupon.session.playerId === null
        ? { label: 'sign_in', fix: { do: 'signIn' }, busy: false }
        : { label: 'checking', fix: { do: 'nothing' }, busy: true, minor: sentMinor(coupon) }
    case 'placed':
      return { label: 'done', fix: { do: 'done' }, busy: false }
    case 'refused':
      return refusedButton(coupon, problems)
    default:
      return unreachable(state)
  }
}

/** What is on its way; the coupon on the screen may be another one. */
function sentMinor(coupon: Coupon): Minor {
  const jobs = 'jobs' in coupon.flow ? coupon.flow.jobs : []
  return jobs.reduce((sum, job) => sum + (parseMinor(job.stake, currencyOf(coupon, job).exponent) ?? 0n), 0n)
}

/** What the press does when nothing stands in its way. */
export function placeButton(coupon: Coupon): CouponButton {
  const { stakeMinor } = totals(coupon)
  const button = (label: ButtonLabel): CouponButton => ({
    label,
    fix: { do: 'place' },
    busy: false,
    minor: stakeMinor,
    count: coupon.legs.length,
  })
  const order = orderOf(coupon)
  if (coupon.sale) return button('change_bet')
  if (promoOf(coupon)) return button('place_free')
  if (order.autoBet) return button('order')
  if (order.bid) return button('bid')
  return button(plannedBets(coupon).length > 1 ? 'place_all' : 'place')
}

/** What the button says for each problem; null = the words belong to another group. */
const LABELS: Readonly<Record<ProblemKey, ButtonLabel | null>> = {
  offline: 'reconnect',
  leg_closed: 'remove_closed',
  leg_suspended: 'remove_suspended',
  leg_live_started: 'to_live',
  incompatible: 'make_singles',
  only_single: 'make_singles',
  same_game_impossible: 'make_singles',
  same_game_asks: 'check',
  sale_asks: 'check',
  sale_impossible: 'leave_bet',
  max_legs: 'remove_last',
  few_legs: 'make_kind',
  few_blocks: 'split_blocks',
  block_stake: 'stake_all',
  anti_low: 'make_kind',
  tax_price: 'remove_leg',
  no_stake: 'remove_last',
  price_high: 'remove_last',
  over_amount: 'set_stake',
  min_stake: 'set_stake',
  max_stake: 'set_stake',
  vip_stake: 'set_stake',
  promo_typed: 'use_promo',
  promo_asks: 'check',
  promo_bad: 'remove_promo',
  autobet_price: 'set_price',
  bid_price: 'drop_bid',
  price_up: 'accept',
  price_down: 'accept',
  signed_out: 'sign_in',
  bonus_account: 'money_account',
  advance: 'use_advance',
  no_funds: 'deposit',
  max_win: null,
}

function fixButton(problems: readonly CouponProblem[]): CouponButton {
  const [first] = blocking(problems)
  if (!first) return { label: 'check', fix: { do: 'check' }, busy: false }
  const alike = problems.filter((problem) => problem.key === first.key)
  const keys = alike.flatMap((problem) => (problem.legKey ? [problem.legKey] : []))
  return {
    label: labelOf(first),
    fix: fixOf(first, keys),
    busy: false,
    ...amountOf(first),
    ...(first.to === undefined ? {} : { price: first.to }),
    count: first.fix.do === 'remove' && alike.length === 1 ? first.fix.keys.length : alike.length,
  }
}

/** One key may have several ways out: a pair of which one must go is mended otherwise than one that may stand apart. */
function labelOf(problem: CouponProblem): ButtonLabel {
  if (problem.fix.do === 'remove' && LABELS[problem.key] === 'make_singles') return 'remove_leg'
  if (problem.fix.do === 'setSize') return 'set_size'
  if ((problem.key === 'no_stake' || problem.key === 'price_high') && problem.count === 1) return 'remove_leg'
  return LABELS[problem.key] ?? 'check'
}

function fixOf(first: CouponProblem, keys: readonly string[]): Fix {
  switch (first.key) {
    case 'leg_closed':
    case 'leg_suspended':
      return { do: 'remove', keys }
    case 'leg_live_started':
      return { do: 'moveLive', keys }
    default:
      return first.fix
  }
}

function amountOf(first: CouponProblem): { minor?: Minor } {
  if (first.fix.do === 'setStake') return { minor: first.fix.minor }
  return first.minor === undefined ? {} : { minor: first.minor }
}

/** After a refusal the fresh look at the legs says more than the refusal; a mere change of prices is the retry itself. */
function refusedButton(coupon: Coupon, problems: readonly CouponProblem[]): CouponButton {
  const [first] = blocking(problems)
  if (first && first.group !== 'changed') return fixButton(problems)
  const price = totalPrice(coupon)
  const sums = totals(coupon)
  const at = { busy: false, ...(price === null ? {} : { price }), minor: sums.stakeMinor }
  const kind = coupon.flow.at === 'refused' ? coupon.flow.refusal.kind : 'other'
  const mended = mendedButton(coupon, kind)
  if (mended) return { ...mended, ...at }
  switch (kind) {
    case 'price':
      return again(coupon, price === null ? 'retry' : 'bet_at', at)
    case 'own_limit':
      return { label: 'limits', fix: { do: 'limits' }, ...at }
    case 'confirm':
      return again(coupon, 'confirm', at)
    case 'funds': {
      const short = sums.ownMinor - (coupon.session.balanceMinor ?? 0n)
      // The money has come since.
      return short > 0n ? { label: 'deposit', fix: { do: 'deposit', minor: short }, ...at, minor: short } : tryAgain(coupon, at)
    }
    default:
      return tryAgain(coupon, at)
  }
}

type At = Pick<CouponButton, 'busy' | 'price' | 'minor'>

function tryAgain(coupon: Coupon, at: At): CouponButton {
  return again(coupon, at.price === undefined || hasOwnWords(coupon) ? 'retry' : 'retry_at', at)
}

/** A changed bet stakes nothing and a code is no money: after a refusal too the button says what it said before. */
function again(coupon: Coupon, label: ButtonLabel, at: At): CouponButton {
  const said = coupon.sale || promoOf(coupon) ? placeButton(coupon).label : label
  return { label: said, fix: { do: 'retry' }, ...at }
}

/** What was refused as it was put together would be refused again: the press takes away what was in the way. */
function mendedButton(coupon: Coupon, kind: RefusalKind): Pick<CouponButton, 'label' | 'fix'> | null {
  const plain = kindOf(coupon) === 'singles'
  if (coupon.sale) return mendedChange(coupon, kind)
  switch (kind) {
    case 'incompatible':
      // The fresh look finds nothing in the way: figures were compared with others, and now they are these.
      return plain || quoteOf(coupon)?.why === '' ? null : { label: 'make_singles', fix: { do: 'makeSingles' } }
    case 'kind':
      return plain ? null : { label: 'make_singles', fix: { do: 'makeSingles' } }
    case 'bid':
      return coupon.options.bid && { label: 'drop_bid', fix: { do: 'setOptions', options: { bid: null } } }
    default:
      return null
  }
}

/** A changed bet stays one bet: what cannot be is left as it was. */
function mendedChange(coupon: Coupon, kind: RefusalKind): Pick<CouponButton, 'label' | 'fix'> | null {
  const isFresh = kind === 'incompatible' && quoteOf(coupon)?.why === ''
  if (isFresh || (kind !== 'change' && kind !== 'incompatible' && kind !== 'kind')) return null
  return { label: 'leave_bet', fix: { do: 'leave' } }
}

/** An order is not placed at the price of now: "at" would say something else. */
function hasOwnWords(coupon: Coupon): boolean {
  const [bet] = plannedBets(coupon)
  const { autoBet, bid } = orderOf(coupon)
  return autoBet !== null || bid !== null || (bet !== undefined && bet.vid === VID.antiExpress)
}

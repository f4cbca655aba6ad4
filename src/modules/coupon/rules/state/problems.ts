/** Everything that stands between the coupon and a bet, each with the one press that mends it (ux 6.3, 6.4). */
import type { Minor } from '#lib/money.ts'
import { kindOf, orderOf, promoOf, type Coupon } from './coupon.ts'
import { inFlight } from './flow.ts'
import { vipPartsOf } from './most-stake.ts'
import { legFaults, tooFewOrMany, together, arrangementFaults, priceFaults } from './shape-problems.ts'
import { orderFaults, promoFaults, stakeFaults } from './stake-problems.ts'
import type { Leg } from './leg.ts'
import { plannedBets, type PlannedBet } from './plan.ts'
import type { CouponProblem } from './problem.ts'
import { compared, needsConsent, type Compared } from './policy.ts'
import { orderPrice, priceOfBet, totals } from './totals.ts'

export function problemsOf(coupon: Coupon): readonly CouponProblem[] {
  if (coupon.legs.length === 0) return []
  const faults = invalid(coupon)
  return [...faults, ...changed(coupon), ...account(coupon), ...(takesNoStake(coupon, faults) ? [] : info(coupon))]
}

const NO_STAKE: ReadonlySet<CouponProblem['key']> = new Set(['max_legs', 'no_stake', 'price_high'])
/** What stands in the coupon makes no bet together, whichever leg says so. */
const NO_BET: ReadonlySet<CouponProblem['key']> = new Set(['incompatible', 'only_single', 'same_game_impossible'])

/** Whether no sum can be staked on the coupon as it stands: then nothing that it would bring is told. */
export function takesNoStake({ flow, legs }: Coupon, problems: readonly CouponProblem[]): boolean {
  // A bet that is on its way keeps the figures that it was sent with.
  if (!inFlight(flow) && legs.every(({ status }) => status !== 'open')) return true
  return problems.some(({ key, legKey }) => NO_BET.has(key) || (NO_STAKE.has(key) && legKey === undefined))
}

function invalid(coupon: Coupon): CouponProblem[] {
  const offline: CouponProblem[] = coupon.offline ? [{ key: 'offline', group: 'invalid', fix: { do: 'reconnect' } }] : []
  const shape = [
    ...legFaults(coupon.legs),
    ...together(coupon),
    ...tooFewOrMany(coupon),
    ...arrangementFaults(coupon),
    ...priceFaults(coupon),
  ]
  return [...offline, ...shape, ...promoFaults(coupon), ...stakeFaults(coupon, shape.length === 0), ...orderFaults(coupon)]
}

/** What the player agreed to beside what is now, as the bet compares it; null while the price of the whole is not known. */
export function comparedOf(coupon: Coupon, bet: PlannedBet): Compared | null {
  if (bet.sameGame || coupon.sale) {
    const now = priceOfBet(coupon, bet)
    return now === null || coupon.agreedJoint === null ? null : [[BigInt(coupon.agreedJoint), now]]
  }
  return compared(
    bet.vid,
    bet.legs.map((leg) => leg.agreed),
    bet.legs.map((leg) => leg.price),
  )
}

function changed(coupon: Coupon): CouponProblem[] {
  // An order names its own price: what the line says meanwhile is nothing to agree to.
  if (orderPrice(coupon) !== null) return []
  // Several singles in one submission always ask (rules 2.1).
  const policy = kindOf(coupon) === 'multiSingle' ? 'ask' : coupon.policy
  return plannedBets(coupon).flatMap((bet) => {
    const pairs = comparedOf(coupon, bet)
    if (pairs === null || !needsConsent(policy, pairs)) return []
    if (bet.sameGame || coupon.sale) return pairs.map(([from, to]) => moved({ from, to }))
    return bet.legs
      .filter((leg) => leg.status === 'open' && leg.price !== leg.agreed)
      .map((leg: Leg) => moved({ legKey: leg.key, from: BigInt(leg.agreed), to: BigInt(leg.price) }))
  })
}

function moved(at: { legKey?: string; from: bigint; to: bigint }): CouponProblem {
  return { ...at, key: at.to > at.from ? 'price_up' : 'price_down', group: 'changed', fix: { do: 'accept' } }
}

function account(coupon: Coupon): CouponProblem[] {
  const { session, options } = coupon
  const order = orderOf(coupon)
  if (session.playerId === null) return [{ key: 'signed_out', group: 'signed-out', fix: { do: 'signIn' } }]
  if (session.isBonus) return [{ key: 'bonus_account', group: 'no-funds', fix: { do: 'moneyAccount' } }]
  // A changed bet has been paid for; an order is paid for when it comes true.
  if (session.balanceMinor === null || coupon.sale || order.autoBet) return []
  const missing = missingMinor(coupon)
  const advance = mostAdvance(coupon)
  if (missing <= 0n || (options.advance && advance >= missing)) return []
  const single = plannedBets(coupon).length === 1 && !promoOf(coupon) && !order.bid
  if (!options.advance && single && advance >= missing && coupon.setup.options.has('advance')) {
    return [{ key: 'advance', group: 'no-funds', minor: advance, fix: { do: 'setOptions', options: { advance: true } } }]
  }
  const short = options.advance ? missing - advance : missing
  return [{ key: 'no_funds', group: 'no-funds', minor: short, fix: { do: 'deposit', minor: short } }]
}

/** What the account lacks for the stake; below zero, what it has left. */
function missingMinor(coupon: Coupon): Minor {
  return totals(coupon).ownMinor - (coupon.session.balanceMinor ?? 0n)
}

/** What waits of a VIP stake is held from money of the player's own. */
function mostAdvance(coupon: Coupon): Minor {
  return plannedBets(coupon).some((bet) => vipPartsOf(coupon, bet)) ? 0n : (coupon.advanceMinor ?? 0n)
}

/** So much of the stake would be an advance, as the server reckons it (wire 8.6.1); 0 = none is needed, or it is not enough. */
export function neededAdvance(coupon: Coupon): Minor {
  if (coupon.session.balanceMinor === null) return 0n
  const missing = missingMinor(coupon)
  return missing > 0n && missing <= mostAdvance(coupon) ? missing : 0n
}

function info(coupon: Coupon): CouponProblem[] {
  const { cut } = totals(coupon)
  return cut === null ? [] : [{ key: 'max_win', group: 'info', minor: cut, fix: { do: 'nothing' } }]
}

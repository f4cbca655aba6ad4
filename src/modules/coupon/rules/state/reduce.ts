/** The coupon's one reducer. */
import { unreachable } from '#lib/assert.ts'
import type { CheckedLeg, CouponAction } from './actions.ts'
import type { Coupon, CouponSession, StakeLimits } from './coupon.ts'
import { currentJob, inFlight, type BetJob, type Flow } from './flow.ts'
import { legKey, legOf, movedToLive, type Leg, type Offer } from './leg.ts'
import { readStored, type Stored } from './stored.ts'
import { accepted, answered, submitted } from './submit.ts'

const EDIT: Flow = { at: 'edit' }

export function reduce(coupon: Coupon, action: CouponAction): Coupon {
  switch (action.do) {
    case 'load':
      return loaded(coupon, action.stored, action.policy)
    case 'follow':
      return followed(coupon, action.stored)
    case 'setup':
      return { ...coupon, setup: action.setup, stake: coupon.stakeTouched ? coupon.stake : action.setup.template }
    case 'session':
      return withSession(coupon, action.session)
    case 'connection':
      return coupon.offline === action.offline ? coupon : { ...coupon, offline: action.offline }
    case 'policy':
      return { ...coupon, policy: action.policy }
    case 'seen':
      return seen(coupon, action.legs)
    case 'checkBegins':
      return coupon.check === 'running' ? coupon : { ...coupon, check: 'running' }
    case 'checked':
      return checked(coupon, action.legs, action.limits)
    case 'accept':
      return inFlight(coupon.flow) ? coupon : { ...accepted(coupon), flow: EDIT }
    case 'send':
      return submitted(coupon, action.guids, action.approved, action.request)
    case 'repeat':
      return coupon.flow.at === 'waiting' ? { ...coupon, flow: { at: 'sending', jobs: coupon.flow.jobs } } : coupon
    case 'answer':
      return answered(coupon, action.guid, action.answer, action.nowMs, action.spareGuid)
    case 'done':
      return done(coupon, action.keep)
    case 'edit':
      return inFlight(coupon.flow) ? coupon : { ...coupon, flow: EDIT, receipts: [] }
    default:
      return inFlight(coupon.flow) ? coupon : edited(coupon, action)
  }
}

type Edit = Extract<CouponAction, { do: 'toggle' | 'fill' | 'remove' | 'clear' | 'kind' | 'stake' | 'moveLive' }>

/** What the player changes by hand; legs and stakes are locked while a bet is on its way. */
function edited(before: Coupon, action: Edit): Coupon {
  if (before.flow.at === 'placed' && action.do === 'toggle') return toggledAfterBet(before, action.offer)
  const coupon: Coupon = before.flow.at === 'edit' ? before : { ...before, flow: EDIT, receipts: [] }
  switch (action.do) {
    case 'toggle':
      return toggled(coupon, action.offer)
    case 'fill':
      return { ...coupon, legs: uniqueLegs(action.offers), chosenKind: action.kind, legStakes: {}, limits: {} }
    case 'remove':
      return withLegs(
        coupon,
        coupon.legs.filter((leg) => !action.keys.includes(leg.key)),
      )
    case 'clear':
      return withLegs(coupon, [])
    case 'kind':
      return coupon.chosenKind === action.kind ? coupon : { ...coupon, chosenKind: action.kind }
    case 'stake':
      return staked(coupon, action.text, action.betKey)
    case 'moveLive':
      return withLegs(coupon, uniqueByKey(coupon.legs.map((leg) => (action.keys.includes(leg.key) ? movedToLive(leg) : leg))))
    default:
      return unreachable(action)
  }
}

/** One leg above the largest number is taken, so that the coupon can say so; further ones are not. */
function toggled(coupon: Coupon, offer: Offer): Coupon {
  const key = legKey(offer)
  if (coupon.legs.some((leg) => leg.key === key))
    return withLegs(
      coupon,
      coupon.legs.filter((leg) => leg.key !== key),
    )
  return coupon.legs.length > coupon.setup.maxLegs ? coupon : withLegs(coupon, [...coupon.legs, legOf(offer)])
}

/** A press after a bet begins a new coupon. */
function toggledAfterBet(coupon: Coupon, offer: Offer): Coupon {
  const key = legKey(offer)
  const again = coupon.legs.some((leg) => leg.key === key)
  return { ...withLegs(coupon, again ? [] : [legOf(offer)]), flow: EDIT, receipts: [], chosenKind: null }
}

function withLegs(coupon: Coupon, legs: readonly Leg[]): Coupon {
  const keys = new Set(legs.map((leg) => leg.key))
  const legStakes = Object.fromEntries(Object.entries(coupon.legStakes).filter(([key]) => keys.has(key)))
  // The limits of an express are those of its legs: with other legs nobody knows them until the answer.
  const limits = Object.fromEntries(Object.entries(coupon.limits).filter(([key]) => keys.has(key)))
  return { ...coupon, legs, legStakes, limits, chosenKind: legs.length === 0 ? null : coupon.chosenKind }
}

function uniqueLegs(offers: readonly Offer[]): readonly Leg[] {
  return uniqueByKey(offers.map(legOf))
}

function uniqueByKey(legs: readonly Leg[]): readonly Leg[] {
  return [...new Map(legs.map((leg) => [leg.key, leg])).values()]
}

function staked(coupon: Coupon, text: string, betKey: string | undefined): Coupon {
  if (betKey === undefined) return { ...coupon, stake: text, stakeTouched: true, legStakes: {} }
  return { ...coupon, legStakes: { ...coupon.legStakes, [betKey]: text }, stakeTouched: true }
}

function seen(coupon: Coupon, legs: readonly Leg[]): Coupon {
  const fresh = new Map(legs.map((leg) => [leg.key, leg]))
  let moved = false
  const next = coupon.legs.map((leg) => {
    const other = fresh.get(leg.key)
    if (!other || other === leg) return leg
    moved = true
    return { ...other, agreed: leg.agreed, relation: leg.relation }
  })
  return moved ? { ...coupon, legs: next } : coupon
}

function checked(coupon: Coupon, answers: readonly CheckedLeg[], limits: Readonly<Record<string, StakeLimits>>): Coupon {
  const fresh = new Map(answers.map((answer) => [answer.key, answer]))
  const legs = coupon.legs.map((leg) => {
    const answer = fresh.get(leg.key)
    return answer ? checkedLeg(leg, answer) : leg
  })
  return { ...coupon, legs, limits: { ...coupon.limits, ...limits }, check: 'idle' }
}

/** A leg that is known to have moved into live stays so: the server only says that the old game is gone. */
function checkedLeg(leg: Leg, answer: CheckedLeg): Leg {
  const price = answer.price > 0 ? answer.price : leg.price
  const { relation } = answer
  if (leg.status === 'started') return { ...leg, relation }
  if (answer.finished) return { ...leg, price, relation, status: 'closed', reason: 'lock_closed' }
  if (answer.blocked) return { ...leg, price, relation, status: 'suspended', reason: leg.reason ?? 'lock_trader' }
  return { ...leg, price, relation, status: 'open', reason: null }
}

function done(coupon: Coupon, keep: boolean): Coupon {
  if (inFlight(coupon.flow)) return coupon
  const kept = keep ? accepted(coupon) : { ...withLegs(coupon, []), chosenKind: null }
  return { ...kept, flow: EDIT, receipts: [] }
}

/** What was stored, and what was pressed before it had been read. A bet on its way then has an unknown fate. */
function loaded(coupon: Coupon, value: Stored | null, policy: Coupon['policy'] | null): Coupon {
  const base: Coupon = { ...coupon, loaded: true, policy: policy ?? coupon.policy }
  const stored = readStored(value)
  if (!stored) return base
  const legs = uniqueByKey([...stored.legs, ...coupon.legs])
  return withSession({ ...base, ...restored(base, stored), legs }, base.session)
}

/** The other tab's coupon; live prices that this tab knows already stay. */
function followed(coupon: Coupon, value: Stored): Coupon {
  const stored = readStored(value)
  // This tab's own bet is on its way: the other tab hears of it and follows.
  if (!stored || (inFlight(coupon.flow) && stored.jobs.length === 0 && coupon.flow.at === 'sending')) return coupon
  const known = new Map(coupon.legs.map((leg) => [leg.key, leg]))
  const legs = stored.legs.map((leg) => ({ ...(known.get(leg.key) ?? leg), agreed: leg.agreed }))
  const next = withLegs({ ...coupon, ...restored(coupon, stored) }, legs)
  return { ...next, chosenKind: stored.chosenKind, legStakes: stored.legStakes }
}

function restored(coupon: Coupon, stored: Stored): Pick<Coupon, 'chosenKind' | 'stake' | 'stakeTouched' | 'legStakes' | 'flow' | 'parked'> {
  const open = stored.jobs.findIndex((job) => job.outcome === null)
  // Bets behind the first undecided one were never sent: nothing is placed because a page was loaded.
  const begun = open < 0 ? [] : stored.jobs.slice(0, open + 1)
  return {
    chosenKind: stored.chosenKind,
    stake: stored.stakeTouched ? stored.stake : coupon.stake,
    stakeTouched: stored.stakeTouched,
    legStakes: stored.legStakes,
    flow: begun.length > 0 ? { at: 'unknown', jobs: begun.map(uncertain) } : EDIT,
    parked: stored.parked,
  }
}

function uncertain(job: BetJob): BetJob {
  return job.outcome === null && !job.uncertain ? { ...job, uncertain: true } : job
}

/**
 * Another player, or none: limits, results and whatever was promised to the account go; the legs stay. A bet whose
 * fate is unknown belongs to its player and waits for him.
 */
function withSession(coupon: Coupon, session: CouponSession): Coupon {
  let next: Coupon = { ...coupon, session }
  if (coupon.session.playerId !== session.playerId || coupon.session.accountId !== session.accountId) {
    next = { ...next, limits: {}, receipts: [] }
    if (coupon.session.playerId !== session.playerId && next.flow.at === 'placed') next = done(next, false)
    if (next.flow.at === 'refused') next = { ...next, flow: EDIT }
  }
  if (session.playerId === null) return next
  if (inFlight(next.flow) && next.flow.jobs.some((job) => job.playerId !== session.playerId)) {
    const undecided = currentJob(next.flow)
    next = { ...next, parked: [...next.parked, ...(undecided ? [uncertain(undecided)] : [])], flow: EDIT }
  }
  const own = next.parked.filter((job) => job.playerId === session.playerId)
  if (next.flow.at !== 'edit' || own.length === 0) return next
  return { ...next, flow: { at: 'unknown', jobs: own }, parked: next.parked.filter((job) => job.playerId !== session.playerId) }
}

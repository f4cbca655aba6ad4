/** The coupon's one reducer. */
import { isStateLock } from '#modules/line/rules/status-words.ts'
import type { CheckedLeg, CouponAction } from './actions.ts'
import { isSameGame, knowsCurrency, questionOf, type Coupon, type CouponSession, type Quote, type StakeLimits } from './coupon.ts'
import { EDIT, edited, finished, withLegs } from './edit.ts'
import { inCurrency, stakeAfterBet, withoutPrivate, type Draft } from './draft.ts'
import { currentJob, inFlight, type BetJob, type Flow } from './flow.ts'
import type { Leg } from './leg.ts'
import type { Options } from './options.ts'
import { readStored, type Stored } from './stored.ts'
import { accepted, answered, submitted } from './submit.ts'

export function reduce(coupon: Coupon, action: CouponAction): Coupon {
  switch (action.do) {
    case 'load':
      return withOwnSums(loaded(coupon, action.stored, action.policy))
    case 'follow':
      return withOwnSums(followed(coupon, action.stored))
    case 'yield':
      return coupon.flow.at === 'sending' ? { ...coupon, flow: EDIT } : coupon
    case 'setup':
      return withOwnSums({ ...coupon, setup: action.setup, stake: coupon.stakeTouched ? coupon.stake : action.setup.template })
    case 'session':
      return withOwnSums(withSession(coupon, action.session))
    case 'connection':
      return coupon.offline === action.offline ? coupon : { ...coupon, offline: action.offline }
    case 'policy':
      return { ...coupon, policy: action.policy }
    case 'seen':
      return seen(coupon, action.legs)
    case 'named':
      return { ...coupon, legs: coupon.legs.map((leg) => renamed(leg, action)) }
    case 'checkBegins':
      return coupon.check === 'running' ? coupon : { ...coupon, check: 'running' }
    case 'checked':
      return checked(coupon, action.legs, action.limits, action.quote ?? null)
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

/** The stakes of all tabs in the currency of the account; while nobody knows it, they stay as they are. */
function withOwnSums(coupon: Coupon): Coupon {
  if (!knowsCurrency(coupon)) return coupon
  const { currency, template } = coupon.setup
  const own = <D extends Draft>(draft: D): D => inCurrency(draft, currency.code, template)
  const all = (drafts: readonly Draft[]) => (drafts.every((draft) => own(draft) === draft) ? drafts : drafts.map(own))
  const next = own(coupon)
  const [before, after] = [all(coupon.before), all(coupon.after)]
  return before === coupon.before && after === coupon.after ? next : { ...next, before, after }
}

function seen(coupon: Coupon, legs: readonly Leg[]): Coupon {
  const fresh = new Map(legs.map((leg) => [leg.key, leg]))
  let moved = false
  const next = coupon.legs.map((leg) => {
    const other = fresh.get(leg.key)
    if (!other || other === leg) return leg
    moved = true
    return { ...other, agreed: leg.agreed, relation: leg.relation, onlySingle: leg.onlySingle }
  })
  return moved ? { ...coupon, legs: next } : coupon
}

function renamed(leg: Leg, { lng, names }: Extract<CouponAction, { do: 'named' }>): Leg {
  const found = names.get(leg.key)
  return found ? { ...leg, lng, names: found } : leg
}

function checked(
  coupon: Coupon,
  answers: readonly CheckedLeg[],
  limits: Readonly<Record<string, StakeLimits>>,
  given: Quote | null,
): Coupon {
  const fresh = new Map(answers.map((answer) => [answer.key, answer]))
  // The answer to outcomes of one game says which pairs conflict, no longer that they are of one game.
  const joint = isSameGame(coupon)
  const legs = coupon.legs.map((leg) => {
    const answer = fresh.get(leg.key)
    return answer ? checkedLeg(leg, joint ? { ...answer, relation: leg.relation } : answer) : leg
  })
  const next: Coupon = { ...coupon, legs, limits: { ...coupon.limits, ...limits }, check: 'idle' }
  // A relation that has just become known may make another question of it: then this answer is none.
  if (given === null || given.question !== questionOf(next)) return next
  return { ...next, quote: given, agreedJoint: coupon.agreedJoint ?? given.price, options: withPromo(coupon.options, given) }
}

/** What the server knows of the code that was typed; '?' = it does not fit this coupon, and the server does not say why. What spoke against it may be over. */
function withPromo(options: Options, { promos, promoWhy }: Quote): Options {
  const { promo } = options
  if (!promo?.code) return options
  const found = promos.find(({ code }) => code.toLowerCase() === promo.code.toLowerCase())
  const next = found
    ? { ...promo, code: found.code, name: found.name, minor: String(found.minor), bad: '' }
    : { ...promo, bad: promoWhy || '?' }
  return { ...options, promo: next }
}

/** A leg that is known to have moved into live stays so: the server only says that the old game is gone. */
function checkedLeg(leg: Leg, answer: CheckedLeg): Leg {
  const price = answer.price > 0 ? answer.price : leg.price
  const { relation, onlySingle, places } = answer
  if (leg.status === 'started') return { ...leg, relation, onlySingle }
  const known = { ...leg, price, relation, onlySingle, places }
  // The topic may have said what became of the game: put off, called off.
  if (answer.finished) return { ...known, status: 'closed', reason: isStateLock(leg.reason) ? leg.reason : 'lock_closed' }
  if (answer.blocked) return { ...known, status: 'suspended', reason: leg.reason ?? 'lock_trader' }
  // A stop that names its reason was told by the topic, which lifts it as well: an answer that was asked for before it knows nothing of it.
  if (leg.status === 'suspended' && leg.reason !== 'lock_trader') return known
  return { ...known, status: 'open', reason: null }
}

function done(coupon: Coupon, keep: boolean): Coupon {
  if (inFlight(coupon.flow)) return coupon
  if (!keep) return finished(coupon)
  const { boost, eachWay } = coupon.options
  const options = { boost, advance: false, autoBet: null, bid: null, promo: null, ...(eachWay ? { eachWay } : {}) }
  const own = stakeAfterBet(coupon, coupon.setup.template)
  const blocks = coupon.arrangement.blocks.map((block) => ({ ...block, stake: '' }))
  const stakes = { ...own, legStakes: {}, arrangement: { ...coupon.arrangement, blocks } }
  return { ...accepted(coupon), ...stakes, sale: null, filled: false, options, flow: EDIT, receipts: [] }
}

/** What was stored, and what was pressed before it had been read. A bet on its way then has an unknown fate. */
function loaded(coupon: Coupon, value: Stored | null, policy: Coupon['policy'] | null): Coupon {
  const base: Coupon = { ...coupon, loaded: true, policy: policy ?? coupon.policy }
  const read = readStored(value)
  if (!read) return base
  // It was put together by a player who has signed out since.
  const stored = read.owner === null || read.owner === base.session.playerId ? read : strangers(read)
  const legs = [...new Map([...stored.legs, ...coupon.legs].map((leg) => [leg.key, leg])).values()]
  const filled = stored.filled && coupon.legs.length === 0
  return withSession({ ...base, ...restored(base, stored), legs, filled }, base.session)
}

/** The other tab's coupon; live prices that this tab knows already stay. */
function followed(coupon: Coupon, value: Stored): Coupon {
  const stored = readStored(value)
  // This tab's own bet is on its way: the other tab hears of it and follows.
  if (!stored || (inFlight(coupon.flow) && stored.jobs.length === 0 && coupon.flow.at === 'sending')) return coupon
  const known = new Map(coupon.legs.map((leg) => [leg.key, leg]))
  const legs = stored.legs.map((leg) => ({ ...(known.get(leg.key) ?? leg), agreed: leg.agreed }))
  const draft = restored(coupon, stored)
  const flow: Flow = draft.flow.at === 'unknown' ? { ...draft.flow, elsewhere: true } : draft.flow
  return { ...withLegs({ ...coupon, ...draft }, legs), ...draft, legs, flow }
}

type Restored = Omit<Stored, 'v' | 'owner' | 'legs' | 'jobs'> & Pick<Coupon, 'flow'>

function restored(coupon: Coupon, stored: Stored): Restored {
  const open = stored.jobs.findIndex((job) => job.outcome === null)
  // Bets behind the first undecided one were never sent: nothing is placed because a page was loaded.
  const begun = open < 0 ? [] : stored.jobs.slice(0, open + 1)
  const { v: _v, owner: _owner, legs: _legs, jobs: _jobs, ...draft } = stored
  return {
    ...draft,
    stake: stored.stakeTouched ? stored.stake : coupon.stake,
    flow: begun.length > 0 ? { at: 'unknown', jobs: begun.map(uncertain) } : EDIT,
  }
}

function uncertain(job: BetJob): BetJob {
  return job.outcome === null && !job.uncertain ? { ...job, uncertain: true } : job
}

/**
 * Another player, or none: limits, results and whatever was promised to the account go; the legs stay. A bet whose
 * fate is unknown belongs to its player and waits for him.
 */
function strangers<C extends Stored | Coupon>(coupon: C): C {
  return { ...withoutPrivate(coupon), before: coupon.before.map(withoutPrivate), after: coupon.after.map(withoutPrivate) }
}

function withSession(coupon: Coupon, session: CouponSession): Coupon {
  let next: Coupon = { ...coupon, session }
  if (coupon.session.playerId !== session.playerId || coupon.session.accountId !== session.accountId) {
    // The first sign-in of the page is the one whose options were stored.
    const same = coupon.session.accountId === 0 && (coupon.session.playerId === null || coupon.session.playerId === session.playerId)
    next = { ...next, limits: {}, quote: null, advanceMinor: null, receipts: [] }
    if (!same) next = strangers(next)
    // A receipt is of the account that paid: its figures are nothing in the currency of another one.
    if ((!same || coupon.session.playerId !== session.playerId) && next.flow.at === 'placed') next = done(next, false)
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

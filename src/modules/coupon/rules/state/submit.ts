/** From the coupon to bets on their way, and from answers to what the coupon shows. */
import { parseMinor, wireMoney } from '#lib/money.ts'
import { wirePrice } from '#lib/price.ts'
import type { RequestParts } from './actions.ts'
import { EXPRESS, plannedBets, type Coupon, type PlannedBet } from './coupon.ts'
import { currentJob, placedJobs, type BetAnswer, type BetJob, type Flow } from './flow.ts'
import { VID } from '../kinds.ts'
import { needsConsent, repeatsOnce, wireCheckCf } from './policy.ts'
import { blocking } from './state.ts'
import { problemsOf } from './problems.ts'
import { isShownByProblems, refusalKind, type Refusal } from './refusal.ts'

/** The prices of this moment become the agreed ones. */
export function accepted(coupon: Coupon): Coupon {
  return { ...coupon, legs: coupon.legs.map((leg) => (leg.agreed === leg.price ? leg : { ...leg, agreed: leg.price })) }
}

/** Starts a submission. A coupon with open problems, or one that is on its way already, stays as it is. */
export function submitted(coupon: Coupon, guids: readonly string[], approved: boolean, request: RequestParts): Coupon {
  if (coupon.flow.at !== 'edit' && coupon.flow.at !== 'refused') return coupon
  const ready: Coupon = { ...(approved ? accepted(coupon) : coupon), flow: { at: 'edit' } }
  const bets = plannedBets(ready)
  const { playerId } = ready.session
  if (bets.length === 0 || playerId === null || guids.length < bets.length || blocking(problemsOf(ready)).length > 0) return ready
  const jobs = bets.map((bet, i) => jobOf(ready, bet, guids[i]!, approved, request, playerId))
  return { ...ready, flow: { at: 'sending', jobs }, receipts: [] }
}

function jobOf(coupon: Coupon, bet: PlannedBet, guid: string, approved: boolean, request: RequestParts, playerId: number): BetJob {
  return {
    guid,
    betKey: bet.key,
    legKeys: bet.legs.map((leg) => leg.key),
    playerId,
    stake: bet.stakeText,
    body: bodyOf(coupon, bet, guid, approved, request),
    agreed: bet.legs.map((leg) => leg.agreed),
    repeated: false,
    uncertain: false,
    outcome: null,
  }
}

/** Body of MakeBetWeb (wire 8.7.1). It is kept with the bet: a repeated call must be the same call. */
function bodyOf(coupon: Coupon, bet: PlannedBet, guid: string, approved: boolean, request: RequestParts): Record<string, unknown> {
  return {
    Events: bet.legs.map((leg) => ({
      GameId: leg.gameId,
      Type: leg.type,
      Coef: wirePrice(leg.price),
      Param: leg.param,
      Kind: leg.kind,
      PlayerId: leg.playerId,
      PV: null,
    })),
    Vid: bet.key === EXPRESS ? VID.express : VID.single,
    Summ: wireMoney(parseMinor(bet.stakeText, coupon.setup.currency.exponent) ?? 0n, coupon.setup.currency.exponent),
    UserId: coupon.session.accountId,
    partner: request.partner,
    Lng: request.lng,
    CfView: request.cfView,
    CheckCf: wireCheckCf(coupon.policy),
    ApprovedBet: approved,
    CouponCode: request.couponCode,
    live: bet.legs.some((leg) => leg.kind === 1),
    notWait: true,
    Source: 55,
    OneClickBet: 0,
    betGUID: guid,
  }
}

/** Takes the answer to the bet that is being decided; an answer to any other call changes nothing. */
export function answered(coupon: Coupon, guid: string, answer: BetAnswer, nowMs: number, spareGuid: string): Coupon {
  const job = currentJob(coupon.flow)
  if (!job || job.guid !== guid || !('jobs' in coupon.flow)) return coupon
  const { jobs } = coupon.flow
  const put = (next: BetJob) => jobs.map((one) => (one === job ? next : one))
  switch (answer.kind) {
    case 'wait':
      return { ...coupon, flow: { at: 'waiting', jobs: put({ ...job, uncertain: true }), untilMs: nowMs + answer.waitMs } }
    case 'lost':
      return { ...coupon, flow: { at: 'unknown', jobs: put({ ...job, uncertain: true }) } }
    case 'placed': {
      const outcome = { kind: 'placed' as const, betId: answer.betId, prices: answer.prices, acceptedForPlayer: job.repeated }
      return settled(coupon, put({ ...job, outcome }))
    }
    case 'refused':
      return refused(coupon, job, put, answer, spareGuid)
  }
}

function refused(
  coupon: Coupon,
  job: BetJob,
  put: (next: BetJob) => BetJob[],
  answer: { code: number; text: string },
  spareGuid: string,
): Coupon {
  const kind = refusalKind(answer.code)
  if (kind === 'signed_out' && job.uncertain) {
    // Not this bet was refused, but the question: its fate stays open until its player is back.
    return { ...coupon, session: { ...coupon.session, playerId: null, balanceMinor: null }, flow: { at: 'unknown', jobs: put(job) } }
  }
  const again = kind === 'price' ? automaticRepeat(coupon, job, spareGuid) : null
  if (again) return { ...coupon, flow: { at: 'sending', jobs: put(again) } }
  const refusal: Refusal = { kind, code: answer.code, betKey: job.betKey, text: answer.text }
  return settled(coupon, put({ ...job, outcome: { kind: 'refused', refusal } }))
}

/** A fall inside the player's limit is accepted for him, once: a new bet, because the first one is refused for good. */
function automaticRepeat(coupon: Coupon, job: BetJob, guid: string): BetJob | null {
  if (job.repeated || !repeatsOnce(coupon.policy)) return null
  const legs = job.legKeys.flatMap((key) => coupon.legs.find((leg) => leg.key === key) ?? [])
  const current = legs.map((leg) => leg.price)
  if (legs.length !== job.legKeys.length || legs.some((leg) => leg.status !== 'open') || needsConsent(coupon.policy, job.agreed, current))
    return null
  const events = (job.body['Events'] as readonly Record<string, unknown>[]).map((event, i) => ({ ...event, Coef: wirePrice(current[i]!) }))
  return { ...job, guid, repeated: true, uncertain: false, body: { ...job.body, Events: events, ApprovedBet: true, betGUID: guid } }
}

/** One bet is decided: the next is sent, or the coupon shows what came of all. */
function settled(coupon: Coupon, jobs: readonly BetJob[]): Coupon {
  const [refusal] = jobs.flatMap((job) => (job.outcome?.kind === 'refused' ? [job.outcome.refusal] : []))
  const stopped = refusal?.kind === 'signed_out'
  if (!stopped && jobs.some((job) => job.outcome === null)) return { ...coupon, flow: { at: 'sending', jobs } }
  if (!refusal) return { ...coupon, flow: { at: 'placed', jobs } }
  const placed = placedJobs(jobs)
  const gone = new Set(placed.flatMap((job) => job.legKeys))
  const rest: Coupon = { ...coupon, legs: coupon.legs.filter((leg) => !gone.has(leg.key)), receipts: placed, flow: { at: 'edit' } }
  if (refusal.kind === 'signed_out') return { ...rest, session: { ...rest.session, playerId: null, balanceMinor: null } }
  const flow: Flow = { at: 'refused', jobs, refusal }
  if (isShownByProblems(refusal.kind)) return blocking(problemsOf(rest)).length > 0 ? rest : { ...rest, flow }
  if (refusal.kind === 'price' && blocking(problemsOf(rest)).some((problem) => problem.group === 'changed')) return rest
  if (refusal.kind === 'funds' && blocking(problemsOf(rest)).some((problem) => problem.group === 'no-funds')) return rest
  return { ...rest, flow }
}

/** From the coupon to bets on their way, and from answers to what the coupon shows. */
import { priceFromWire, wirePrice } from '#lib/price.ts'
import type { RequestParts } from './actions.ts'
import { minorText } from '#lib/money.ts'
import { VID } from '../kinds.ts'
import { bodyOf, sharedBody, shownOf, stakeFields } from './body.ts'
import { kindOf, orderOf, quoteOf, stakeText, type Coupon } from './coupon.ts'
import { currentJob, orderedJobs, placedJobs, type BetAnswer, type BetJob, type Flow, type PlacedBet } from './flow.ts'
import { plannedBets, TOGETHER, type PlannedBet } from './plan.ts'
import { compared, needsConsent, repeatsOnce } from './policy.ts'
import { problemsOf } from './problems.ts'
import { isShownByProblems, refusalKind, type Refusal } from './refusal.ts'
import { blocking } from './state.ts'
import { totals } from './totals.ts'

/** The prices of this moment become the agreed ones. */
export function accepted(coupon: Coupon): Coupon {
  const legs = coupon.legs.map((leg) => (leg.agreed === leg.price ? leg : { ...leg, agreed: leg.price }))
  return { ...coupon, legs, agreedJoint: quoteOf(coupon)?.price ?? coupon.agreedJoint }
}

/** Starts a submission. A coupon with open problems, or one that is on its way already, stays as it is. */
export function submitted(coupon: Coupon, guids: readonly string[], approved: boolean, request: RequestParts): Coupon {
  if (coupon.flow.at !== 'edit' && coupon.flow.at !== 'refused') return coupon
  const ready: Coupon = { ...(approved ? accepted(coupon) : coupon), flow: { at: 'edit' } }
  const bets = plannedBets(ready)
  const { playerId } = ready.session
  if (bets.length === 0 || playerId === null || guids.length < bets.length || blocking(problemsOf(ready)).length > 0) return ready
  const jobs =
    kindOf(ready) === 'multiSingle' && bets.length > 1
      ? [sharedJob(ready, bets, guids[0]!, approved, request, playerId)]
      : bets.map((bet, i) => jobOf(ready, bet, guids[i]!, approved, request, playerId))
  return { ...ready, flow: { at: 'sending', jobs }, receipts: [] }
}

function jobOf(coupon: Coupon, bet: PlannedBet, guid: string, approved: boolean, request: RequestParts, playerId: number): BetJob {
  return {
    guid,
    betKey: bet.key,
    vid: bet.vid,
    call: orderOf(coupon).bid ? 'bid' : 'bet',
    shown: shownOf(coupon, bet),
    legKeys: bet.legs.map((leg) => leg.key),
    playerId,
    stake: stakeText(bet.stakeMinor, coupon.setup.currency.exponent),
    currency: coupon.setup.currency,
    body: bodyOf(coupon, bet, guid, approved, request),
    agreed: bet.legs.map((leg) => leg.agreed),
    repeated: false,
    uncertain: false,
    outcome: null,
  }
}

/** Several singles in one submission: one call under one key (Vid 11). */
function sharedJob(
  coupon: Coupon,
  bets: readonly PlannedBet[],
  guid: string,
  approved: boolean,
  request: RequestParts,
  playerId: number,
): BetJob {
  const { exponent } = coupon.setup.currency
  const sums = totals(coupon)
  return {
    guid,
    betKey: TOGETHER,
    vid: VID.multiSingle,
    call: 'bet',
    shown: { win: minorText(sums.returnMinor, exponent), price: '', tax: minorText(sums.payoutTaxMinor + sums.stakeTaxMinor, exponent) },
    legKeys: bets.flatMap((bet) => bet.legs.map((leg) => leg.key)),
    playerId,
    stake: stakeText(sums.stakeMinor, exponent),
    currency: coupon.setup.currency,
    body: sharedBody(coupon, bets, guid, approved, request),
    agreed: bets.flatMap((bet) => bet.legs.map((leg) => leg.agreed)),
    repeated: false,
    uncertain: false,
    outcome: null,
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
    case 'ordered': {
      const price = wantedOf(job)
      return settled(coupon, put({ ...job, outcome: { kind: 'ordered', order: answer.order, id: answer.id, price } }))
    }
    case 'placed': {
      const outcome: PlacedBet = {
        kind: 'placed',
        betId: answer.betId,
        prices: answer.prices,
        acceptedForPlayer: job.repeated,
        bidId: answer.bidId ?? '',
        advance: answer.advance ?? 0,
        stake: answer.stake ?? 0,
        moreIds: answer.moreIds ?? [],
        failedKeys: (answer.failed ?? []).flatMap(({ index }) => job.legKeys[index] ?? []),
        failedText: answer.failed?.[0]?.text ?? '',
      }
      return settled(coupon, put({ ...job, outcome }))
    }
    case 'refused':
      return refused(coupon, job, put, answer, spareGuid)
  }
}

/** What was asked for, from the call itself: the coupon may have changed since. */
function wantedOf({ body }: BetJob): number {
  return priceFromWire(Number(body['autoBetCf'] ?? body['WantedCoef'] ?? 0)) ?? 0
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
  // Of a bet that may be placed already the question alone is left, and that needs no proof.
  if (kind === 'proof' && job.uncertain) return { ...coupon, flow: { at: 'unknown', jobs: put(job) } }
  const again = kind === 'price' ? automaticRepeat(coupon, job, spareGuid) : null
  if (again) return { ...coupon, flow: { at: 'sending', jobs: put(again) } }
  const refusal: Refusal = { kind, code: answer.code, betKey: job.betKey, text: answer.text, waited: job.uncertain }
  const next = kind === 'promo' ? withBadPromo(coupon, answer.text) : coupon
  return settled(next, put({ ...job, outcome: { kind: 'refused', refusal } }))
}

function withBadPromo(coupon: Coupon, bad: string): Coupon {
  const { promo } = coupon.options
  return promo ? { ...coupon, options: { ...coupon.options, promo: { ...promo, bad } } } : coupon
}

/** A fall inside the player's limit was accepted for him, once: a new bet, because the first one is refused for good. */
function automaticRepeat(coupon: Coupon, job: BetJob, guid: string): BetJob | null {
  if (job.repeated || !repeatsOnce(coupon.policy) || job.call === 'bid') return null
  // The stakes on the screen are those of another account by now.
  if (job.body['UserId'] !== coupon.session.accountId) return null
  const bet = plannedBets(coupon).find((one) => one.key === job.betKey)
  if (!bet || bet.sameGame || coupon.sale || bet.legs.some((leg) => leg.status !== 'open')) return null
  const current = bet.legs.map((leg) => leg.price)
  if (bet.legs.map((leg) => leg.key).join() !== job.legKeys.join()) return null
  if (needsConsent(coupon.policy, compared(bet.vid, job.agreed, current))) return null
  const events = (job.body['Events'] as readonly Record<string, unknown>[]).map((event, i) => ({ ...event, Coef: wirePrice(current[i]!) }))
  const shown = shownOf(coupon, bet)
  const anti = 'AntiExpressCoef' in job.body ? { AntiExpressCoef: Number(shown.price) } : {}
  // At another price the largest stake may be another one, and what waits of a VIP stake with it.
  const stake = 'VIPBetSumm' in job.body ? stakeFields(coupon, bet) : {}
  const body = { ...job.body, ...stake, Events: events, ...anti, Shown: shown, ApprovedBet: true, betGUID: guid }
  return { ...job, guid, shown, repeated: true, uncertain: false, body }
}

/** One bet is decided: the next is sent, or the coupon shows what came of all. */
function settled(coupon: Coupon, jobs: readonly BetJob[]): Coupon {
  const [refusal] = jobs.flatMap((job) => (job.outcome?.kind === 'refused' ? [job.outcome.refusal] : []))
  const stopped = refusal?.kind === 'signed_out' || refusal?.kind === 'proof'
  if (!stopped && jobs.some((job) => job.outcome === null)) return { ...coupon, flow: { at: 'sending', jobs } }
  if (!refusal) return { ...coupon, flow: { at: 'placed', jobs } }
  const placed = placedJobs(jobs)
  const gone = new Set([...placed, ...orderedJobs(jobs)].flatMap((job) => job.legKeys))
  const rest: Coupon = { ...coupon, legs: coupon.legs.filter((leg) => !gone.has(leg.key)), receipts: placed, flow: { at: 'edit' } }
  if (refusal.kind === 'signed_out') return { ...rest, session: { ...rest.session, playerId: null, balanceMinor: null } }
  const flow: Flow = { at: 'refused', jobs, refusal }
  const left = blocking(problemsOf(rest))
  if (isShownByProblems(refusal.kind)) return left.length > 0 ? rest : { ...rest, flow }
  // What stopped a bet during its wait is told, not only that the price is another one now (XT-12).
  if (refusal.kind === 'price' && !refusal.waited && left.some((problem) => problem.group === 'changed')) return rest
  if (refusal.kind === 'promo' && left.some((problem) => problem.key === 'promo_bad')) return rest
  if (refusal.kind === 'funds' && left.some((problem) => problem.group === 'no-funds')) return rest
  return { ...rest, flow }
}

/**
 * The checks of a bet in their fixed order (wire 8.7.1), but for the questions to the player and the money, which come
 * after them. A plain bet needs nothing that has to be waited for and is answered at once.
 */
import { priceFromWire, type Milli } from '#lib/price.ts'
import { CHECK_CF } from '#modules/coupon/rules/check-cf.ts'
import type { Vid } from '#modules/coupon/rules/kinds.ts'
import { taxOf } from '#modules/coupon/rules/tax-of.ts'
import { openDuels, refusesRelations, shapeProblem, type LineReader } from '#modules/coupon/server/index.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import { couponOffers, featureOn } from '#platform/shared/site-config.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { checkBet, type CheckedLeg, type PriceCheck } from '../rules/check-bet.ts'
import { agree } from './agree.ts'
import { earlyOf, insuredBy } from './promotions.ts'
import { houseHeatOf } from '#modules/payout/rules/dead-heat.ts'
import { ruleFourOf } from './rule-four.ts'
import type { BetCtx, Wanted } from './bet-request.ts'
import { areRelated, countProblem, delayOf, relatedProblem, stakeProblem, type JointAsked } from './check-parts.ts'
import type { CheckedBet, CheckHow, PlaceDeps, SeenLeg } from './checked-bet.ts'
import { equalTimesOf } from './limited-bet.ts'
import { eventProblem } from './refusal.ts'
import { plainShown, seenPrice } from './shown.ts'

const USUAL: CheckHow = {}

/** All checks up to the questions; at once for a plain bet. */
export function checkWanted(
  deps: PlaceDeps,
  ctx: BetCtx,
  wanted: Wanted,
  how: CheckHow = USUAL,
): Promise<CheckedBet | Problem> | CheckedBet | Problem {
  const { line, clock, limits } = deps
  // A promo code is not the player's money, and an edit stakes none: his own limits do not count them.
  const ownMinor = wanted.body.promo ? 0n : wanted.body.SaleBetId === 0 ? wanted.stakeMinor : null
  const stops = limits.stops.version()
  const closed = limits.check(wanted.playerId, ownMinor, wanted.account.currency.id, ctx.brand)
  if (closed) return closed
  if (wanted.events.length === 0) return problem('coupon.bad_coupon', { wire: 161_627, field: 'Events' })
  const joint = wanted.isPlain ? null : prepare(deps, ctx, wanted)
  const checked = checkBet(wanted.selections, priceCheck(wanted, how, joint), line, clock.now())
  if (!checked.ok) return eventProblem(line, ctx, wanted, checked.fault)
  const shape = shapeProblem(wanted.vid, wanted.events.length, ctx.config.coupon, ctx.config.coupon.types, wanted.body.EachWay)
  if (shape) return shape
  const legs = checked.legs.map(seenLeg)
  const closedSport = sportProblem(deps, ctx, wanted, legs)
  if (closedSport) return closedSport
  const tax = ctx.config.taxes.length === 0 ? null : taxOf(ctx.config.taxes, ctx.country, clock.now(), wanted.account.currency)
  const early = earlyOf(ctx, wanted.vid, legs, clock.now())
  const insured = insuredBy(ctx, wanted.vid, legs, clock.now())
  const isRace = ruleFourOf(line, legs).length > 0 || houseHeatOf(ctx.config.betting.deadHeat, legs).length > 0
  if (!wanted.isPlain || tax || early || insured || isRace)
    return agree(deps, ctx, wanted, legs, { tax, joint, early, insured, how, stops })
  if (refusesRelations(wanted.vid as Vid) && areRelated(legs, wanted.body.EachWay)) return relatedProblem()
  const playerId = how.ofAnybody ? null : wanted.playerId
  const range = limits.stakeRangeOf(
    { vid: wanted.vid, legs, terms: {}, playerId, brand: ctx.brand, ...equalTimesOf(how, wanted.body) },
    wanted.account.currency,
    ctx.config.betting.limits,
  )
  const badStake = stakeProblem(wanted, wanted.stakeMinor, range, how)
  if (badStake) return badStake
  const shown = plainShown(wanted, range)
  if (isProblem(shown)) return shown
  return countProblem(deps, wanted) ?? { legs, delayMs: delayOf(ctx, legs), range, agreed: null, shown, stops }
}

/** What the brand has switched off, or the player has closed for himself, is not taken, whatever a page shows (AU-36, CY-03). */
function sportProblem(deps: PlaceDeps, ctx: BetCtx, wanted: Wanted, legs: readonly SeenLeg[]): Problem | null {
  const isOff = ({ game }: SeenLeg) => {
    const features = [game.kind === 1 ? 'live' : 'line', deps.ports.sports?.productOf?.(game) ?? undefined]
    return features.some((feature) => !featureOn(ctx.config, feature))
  }
  if (legs.some(isOff)) return problem('bets.section_off', { wire: 158_150 })
  const barred = legs.map(({ game }) => deps.ports.sports?.barred?.(wanted.playerId, game.sportId)).find((problem) => problem)
  if (barred) return barred
  return hasClosedSport(deps, wanted, legs) ? problem('bets.sport_closed', { wire: 900_030 }) : null
}

/** From memory: asked at the check and in the moment of sending. */
export function hasClosedSport({ ports: { sports } }: PlaceDeps, { playerId }: Wanted, legs: readonly SeenLeg[]): boolean {
  return sports !== null && legs.some(({ game }) => sports.isDisallowed(playerId, game))
}

/** Duels are made known to the line, outcomes of one game get their joint price. */
function prepare(deps: PlaceDeps, ctx: BetCtx, wanted: Wanted): JointAsked | null {
  openDuels(wanted.events, deps.line)
  const { joint: port } = deps.ports
  if (!wanted.body.SameGame || !port || !couponOffers(ctx.config, 'sameGame')) return null
  let known: Milli | Problem | null = null
  return {
    shown: seenPrice(wanted.body) ?? 0n,
    price: () => (known ??= port.price(wanted.selections, ctx.lng)),
  }
}

function priceCheck(wanted: Wanted, how: CheckHow, joint: JointAsked | null): PriceCheck {
  const { body } = wanted
  return {
    checkCf: wanted.checkCf,
    vid: wanted.vid,
    antiExpress: wanted.isPlain ? 0 : (priceFromWire(body.AntiExpressCoef) ?? 0),
    joint: joint ? { shown: joint.shown, now: () => jointOrNull(joint) } : undefined,
    // Whoever changes a bet has its new coefficient compared with the one shown (ports.ts).
    anyPrice: how.anyPrice || body.SaleBetId !== 0,
    anyState: how.anyState,
  }
}

function jointOrNull(joint: JointAsked): Milli | null {
  const price = joint.price()
  return isProblem(price) ? null : price
}

/** The last look: bets are still taken and every price is the one that was checked. */
export function sameAsChecked(line: LineReader, wanted: Wanted, legs: readonly CheckedLeg[], now: number): boolean {
  const check: PriceCheck = { checkCf: CHECK_CF.acceptAny, vid: wanted.vid, antiExpress: 0, anyPrice: true }
  const again = checkBet(wanted.selections, check, line, now)
  return again.ok && again.legs.every((leg, i) => leg.price === legs[i]!.price)
}

function seenLeg({ selection, price, game, outcome }: CheckedLeg): SeenLeg {
  const { t, p, playerId } = selection
  return { selection, price, game, outcome, ci: game.ci, t, p: paramKey(p), playerId, kind: game.kind }
}

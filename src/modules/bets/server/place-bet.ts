/** MakeBetWeb: the checks in their order, the live delay, the acceptor, and one answer for one betGUID. */
import { must } from '#lib/assert.ts'
import type { Minor } from '#lib/money.ts'
import type { Clock } from '#lib/time.ts'
import { approvalReason } from '#modules/coupon/rules/approval.ts'
import { combine, combinedMilli, milliText } from '#modules/coupon/rules/combined.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import {
  moneyText,
  refusesRelations,
  relationsOf,
  shapeProblem,
  type LineGame,
  type LineOutcome,
  type LineReader,
} from '#modules/coupon/server/index.ts'
import type { Vid } from '#modules/coupon/rules/kinds.ts'
import type { Ledger } from '#modules/ledger/server/index.ts'
import type { Limits, StakeRange } from '#modules/limits/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { checkBet, liveDelayMs, type CheckedLeg } from '../rules/check-bet.ts'
import type { Acceptor, AcceptorLeg, BetToAccept } from './acceptor.ts'
import { samenessOf, type Wanted } from './bet-request.ts'
import { gameName } from './game-name.ts'
import type { MeTopics } from './me-topic.ts'
import type { Receipt } from './receipt.ts'
import type { RecentBets } from './recent-bets.ts'

export interface PlaceDeps {
  db: Db
  clock: Clock
  line: LineReader
  ledger: Ledger
  limits: Limits
  acceptor: Acceptor
  recent: RecentBets
  me: MeTopics
  /** The player asked to be asked about stakes above half of the balance (responsible gambling). */
  asksAboutHalf?: (playerId: number) => boolean
  keepGame: (selection: { gameId: number }, language: string) => void
}

/** A leg with what the line said of it at the check: looked up once for everything that follows. */
export interface SeenLeg extends CheckedLeg, AcceptorLeg {
  game: LineGame
  outcome: LineOutcome
}

export interface Placed {
  kind: 'placed'
  betId: bigint
  balanceMinor: bigint | null
  acceptedAt: number
  legs: SeenLeg[]
  /** The limits under which it was taken. */
  range: StakeRange
}

export type Decision = Placed | { kind: 'refused'; problem: Problem } | { kind: 'repeated'; betId: bigint; outcome: number }

/** A bet can meet a moved price between its check and its batch; so many times it is checked again. */
const TRIES = 3

export interface CheckedBet {
  legs: SeenLeg[]
  /** The live delay that the bet has to wait. */
  delayMs: number
  range: StakeRange
}

/** All checks that need no waiting. */
export function checkWanted(deps: PlaceDeps, ctx: Ctx, wanted: Wanted): CheckedBet | Problem {
  const { line, clock, limits } = deps
  const closed = limits.check(wanted.playerId, wanted.stakeMinor, wanted.account.currency.id)
  if (closed) return closed
  if (wanted.events.length === 0) return problem('coupon.bad_coupon', { wire: 161_627, field: 'Events' })
  const checked = checkBet(wanted.selections, wanted.checkCf, line, clock.now())
  if (!checked.ok) return faultProblem(line, ctx, wanted, checked.fault)
  const shape = shapeProblem(wanted.vid, wanted.events.length, ctx.config.coupon, ctx.config.coupon.types)
  if (shape) return shape
  if (wanted.vid > 1) return problem('coupon.unknown_kind', { wire: 900_002, field: 'Vid' })
  if (refusesRelations(wanted.vid as Vid) && relationsOf(wanted.selections, line).some((relation) => relation > 0)) {
    return problem('coupon.related', { wire: 161_627, field: 'Events' })
  }
  const legs = checked.legs.map((leg) => seenLeg(line, leg))
  const range = stakeRange(deps, ctx, wanted, legs)
  if (isProblem(range)) return range
  if (deps.recent.hasTooMany(wanted.playerId, wanted.outcomes)) return problem('bets.too_many_bets', { wire: 158_188 })
  return { legs, delayMs: liveDelayMs(wanted.selections, line, ctx.config.betting.liveDelayMs), range }
}

function seenLeg(line: LineReader, { selection, price }: CheckedLeg): SeenLeg {
  const { gameId, t, p, playerId } = selection
  const game = must(line.findGame(gameId), 'a checked game')
  const outcome = must(line.findOutcome(gameId, t, p, playerId), 'a checked outcome')
  return { selection, price, game, outcome, ci: game.ci, t, p: paramKey(p), playerId, kind: game.kind }
}

/** Limits of the stake, or what is against it (900031, 109). */
function stakeRange(deps: PlaceDeps, ctx: Ctx, wanted: Wanted, legs: readonly SeenLeg[]): Problem | StakeRange {
  const { currency } = wanted.account
  const range = deps.limits.stakeRange(legs, combine(legs.map((leg) => leg.price)), currency, ctx.config.betting.limits)
  if (wanted.stakeMinor < range.minMinor) {
    return problem('bets.stake_too_small', { wire: 900_031, field: 'Summ', params: { sum: moneyText(range.minMinor, currency) } })
  }
  if (wanted.stakeMinor > range.maxMinor) {
    return problem('bets.stake_too_large', { wire: 109, field: 'Summ', params: { sum: moneyText(range.maxMinor, currency) } })
  }
  return range
}

/** Questions to the player (900060): asked once, answered by ApprovedBet under a new betGUID. */
export function approvalProblem(deps: PlaceDeps, wanted: Wanted): Promise<Problem | null> | Problem | null {
  if (wanted.approved) return null
  if (!deps.asksAboutHalf?.(wanted.playerId)) return approvalQuestion(deps, wanted, null)
  return deps.ledger.account(wanted.account.id).then((account) => approvalQuestion(deps, wanted, account?.balanceMinor ?? 0n))
}

/** `balanceMinor` null: the player does not ask to be asked about half of it. */
function approvalQuestion(deps: PlaceDeps, wanted: Wanted, balanceMinor: Minor | null): Problem | null {
  const reason = approvalReason({
    equalBetAgeMs: deps.recent.equalAgeMs(wanted.playerId, wanted.account.id, samenessOf(wanted)),
    stakeMinor: wanted.stakeMinor,
    balanceMinor: balanceMinor ?? 0n,
    askAboutHalf: balanceMinor !== null,
  })
  return reason ? problem(`bets.confirm_${reason}`, { wire: 900_060, severity: 'warning' }) : null
}

/**
 * Checks and writes. `waitedMs` is the delay behind the bet; `before` are checks of this very moment, when there
 * were some: whatever changes from now on, the last look of the acceptor sees.
 */
export async function decide(deps: PlaceDeps, ctx: Ctx, wanted: Wanted, waitedMs: number, before?: CheckedBet): Promise<Decision> {
  for (let attempt = 1; ; attempt += 1) {
    const checked = attempt === 1 && before ? before : checkWanted(deps, ctx, wanted)
    if (isProblem(checked)) return { kind: 'refused', problem: checked }
    const outcome = await write(deps, ctx, wanted, checked, waitedMs)
    if (outcome !== 'changed') return outcome
    if (attempt >= TRIES)
      return {
        kind: 'refused',
        problem: problem('bets.bets_on_hold', { wire: 133, params: { game: gameName(deps.line, ctx, wanted, 0) } }),
      }
  }
}

async function write(
  deps: PlaceDeps,
  ctx: Ctx,
  wanted: Wanted,
  { legs, range }: CheckedBet,
  waitedMs: number,
): Promise<Decision | 'changed'> {
  const { limits } = deps
  const bet = betToAccept(deps, ctx, wanted, legs, range.maxPayoutMinor, waitedMs)
  const taken = limits.take(bet.legs, wanted.stakeMinor, wanted.account.currency, ctx.config.betting.limits)
  bet.liability = taken.cents && { cents: taken.cents, mostCents: taken.mostCents }
  bet.stillGood = () => isStillGood(deps, wanted, legs)
  const outcome = await deps.acceptor.accept(bet).catch((error: unknown) => {
    // Its fate is unknown: rather too much is taken, until the outcome is read again.
    taken.keep()
    throw error
  })
  if (outcome.kind === 'accepted') taken.keep()
  else taken.giveBack()
  switch (outcome.kind) {
    case 'accepted':
      limits.count(wanted.playerId, wanted.stakeMinor, wanted.account.currency.id)
      deps.recent.add(wanted.account.id, wanted.playerId, samenessOf(wanted), wanted.outcomes)
      deps.me.accepted(wanted.playerId, wanted.account.id, outcome.balanceMinor, wanted.account.currency.id, {
        id: bet.betId,
        stakeMinor: bet.stakeMinor,
        status: 1,
      })
      for (const { selection } of legs) deps.keepGame(selection, ctx.lng)
      return { kind: 'placed', betId: bet.betId, balanceMinor: outcome.balanceMinor, acceptedAt: outcome.acceptedAt, legs, range }
    case 'insufficientFunds':
      return { kind: 'refused', problem: problem('bets.no_money', { wire: 103, field: 'Summ' }) }
    case 'refused':
      limits.refresh()
      return { kind: 'repeated', betId: bet.betId, outcome: outcome.outcome }
    case 'keyReused':
      return { kind: 'refused', problem: keyReused() }
    case 'repeated':
      return outcome
    case 'busy':
      return { kind: 'refused', problem: problem('bets.busy', { wire: 133, status: 503 }) }
    case 'changed':
      return 'changed'
  }
}

/**
 * The last look. A game that is the same object as at the check says nothing new about itself or its outcomes; what is
 * left is the time.
 */
function isStillGood({ line, clock }: PlaceDeps, wanted: Wanted, legs: readonly SeenLeg[]): boolean {
  const now = clock.now()
  const isSame = legs.every(
    ({ selection, game, outcome }) =>
      line.findGame(selection.gameId) === game &&
      (game.kind === 1 || now < game.startsAt) &&
      (outcome.closesAt === undefined || now < outcome.closesAt),
  )
  if (isSame) return true
  const again = checkBet(wanted.selections, wanted.checkCf, line, now)
  return again.ok && again.legs.every((leg, i) => leg.price === legs[i]!.price)
}

export function keyReused(): Problem {
  return problem('bets.key_reused', { wire: 161_627, field: 'betGUID' })
}

function betToAccept(deps: PlaceDeps, ctx: Ctx, wanted: Wanted, legs: SeenLeg[], maxPayoutMinor: bigint, waitedMs: number): BetToAccept {
  const given = milliText(combinedMilli(combine(legs.map((leg) => leg.price))))
  const { body } = wanted
  const receipt: Receipt = {
    v: 1,
    brand: ctx.brand,
    session: ctx.session?.id ?? '',
    ip: ctx.ip,
    country: ctx.countryId,
    partner: ctx.partner,
    receivedAt: ctx.now,
    waitedMs,
    source: body.Source,
    oneClick: body.OneClickBet,
    checkCf: wanted.checkCf,
    approved: wanted.approved,
    couponCode: body.CouponCode,
    asked: legs.every((leg) => leg.price === leg.selection.price)
      ? given
      : milliText(combinedMilli(combine(wanted.selections.map((s) => s.price)))),
    given,
    legs: legs.map(({ selection, price, game, outcome }, i) => ({
      i: game.gameId,
      ci: game.ci,
      main: game.mainGameId,
      t: selection.t,
      p: selection.p,
      pl: selection.playerId,
      k: game.kind,
      g: outcome.g,
      gs: outcome.gs,
      asked: selection.price,
      given: price,
      ver: game.version,
      pv: wanted.events[i]?.PV ?? null,
      score: `${game.score[0]}:${game.score[1]}`,
      sec: game.clockSec,
    })),
  }
  return {
    betId: deps.ledger.ids.next(),
    playerId: wanted.playerId,
    accountId: wanted.account.id,
    currencyId: wanted.account.currency.id,
    guid: wanted.guid,
    bodyHash: wanted.bodyHash,
    vid: wanted.vid,
    stakeMinor: wanted.stakeMinor,
    price: given,
    maxPayoutMinor,
    receipt: JSON.stringify(receipt),
    legs,
  }
}

function faultProblem(line: LineReader, ctx: Ctx, wanted: Wanted, fault: { wire: number; name: string; index: number }): Problem {
  return problem(`bets.${fault.name}`, { wire: fault.wire, params: { game: gameName(line, ctx, wanted, fault.index) } })
}

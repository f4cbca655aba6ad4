/** From a checked bet to its outcome: questions to the player, the last look, the acceptor, what follows an acceptance. */
import { parseMinor, type Minor } from '#lib/money.ts'
import { approvalReason } from '#modules/coupon/rules/approval.ts'
import type { StakeRange } from '#modules/limits/server/index.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { isStale, type BetOutcome, type BetToAccept } from './acceptor.ts'
import { samenessOf, type BetCtx, type Wanted } from './bet-request.ts'
import { betToAccept, ownStake } from './bet-to-accept.ts'
import { checkWanted, hasClosedSport, sameAsChecked } from './check-wanted.ts'
import type { Agreed, CheckedBet, CheckHow, PlaceDeps, SeenLeg } from './checked-bet.ts'
import { counterOffer } from './counter-offer.ts'
import { gameName } from './game-name.ts'
import { limitedOf, priceInstead, pricedAt, type AgreedPrice } from './limited-bet.ts'

/** How a bet is placed that comes from an order of ours instead of a call. */
export interface PlaceMore extends Pick<CheckHow, 'maxStakeMinor' | 'equalTimes'> {
  agreedPrice?: AgreedPrice
  /** In the place of the acceptor: a transaction of the caller around `placeIn`. */
  accept?(bet: BetToAccept): Promise<BetOutcome>
}

export interface Placed {
  kind: 'placed'
  betId: bigint
  balanceMinor: bigint | null
  acceptedAt: number
  legs: SeenLeg[]
  /** The limits under which it was taken. */
  range: StakeRange
  agreed: Agreed | null
}

export type Decision = Placed | { kind: 'refused'; problem: Problem } | { kind: 'repeated'; betId: bigint; outcome: number }

/** A bet can meet a moved price between its check and its batch; so many times it is checked again. */
const TRIES = 3

/** Questions to the player (900060): asked once, answered by ApprovedBet under a new betGUID. */
export function approvalProblem(deps: PlaceDeps, wanted: Wanted, agreed: Agreed | null): Promise<Problem | null> | Problem | null {
  if (wanted.approved || agreed?.change) return null
  const stakeMinor = ownStake(wanted, agreed)
  if (!deps.ports.asksAboutHalf?.(wanted.playerId)) return approvalQuestion(deps, wanted, stakeMinor, null)
  return deps.ledger.account(wanted.account.id).then((account) => approvalQuestion(deps, wanted, stakeMinor, account?.balanceMinor ?? 0n))
}

/** `balanceMinor` null: the player does not ask to be asked about half of it. */
function approvalQuestion(deps: PlaceDeps, wanted: Wanted, stakeMinor: Minor, balanceMinor: Minor | null): Problem | null {
  const reason = approvalReason({
    equalBetAgeMs: deps.recent.equalAgeMs(wanted.playerId, wanted.account.id, samenessOf(wanted)),
    stakeMinor,
    balanceMinor: balanceMinor ?? 0n,
    askAboutHalf: balanceMinor !== null,
  })
  return reason ? problem(`bets.confirm_${reason}`, { wire: 900_060, severity: 'warning' }) : null
}

/**
 * Checks and writes. `waitedMs` is the delay behind the bet; `before` are checks of this very moment, when there
 * were some: whatever changes from now on, the last look of the acceptor sees.
 */
export function decide(
  deps: PlaceDeps,
  ctx: BetCtx,
  wanted: Wanted,
  more: PlaceMore,
  waitedMs: number,
  before?: CheckedBet,
): Promise<Decision> {
  const checkAndWrite = async (tries: number): Promise<Decision> => {
    for (let left = tries; left > 0; left -= 1) {
      const checked = await checkWanted(deps, ctx, wanted, more)
      if (isProblem(checked)) return { kind: 'refused', problem: checked }
      const outcome = await write(deps, ctx, wanted, more, checked, waitedMs)
      if (outcome !== 'changed') return outcome
    }
    const params = { game: gameName(deps.line, ctx, wanted, 0) }
    return { kind: 'refused', problem: problem('bets.bets_on_hold', { wire: 133, params }) }
  }
  if (!before) return checkAndWrite(TRIES)
  return write(deps, ctx, wanted, more, before, waitedMs).then((outcome) => (outcome === 'changed' ? checkAndWrite(TRIES - 1) : outcome))
}

function write(
  deps: PlaceDeps,
  ctx: BetCtx,
  wanted: Wanted,
  more: PlaceMore,
  checked: CheckedBet,
  waitedMs: number,
): Promise<Decision | 'changed'> {
  const { limits } = deps
  const bet = betToAccept(deps, ctx, wanted, checked, waitedMs)
  const limited = limitedOf(ctx, wanted, checked, more)
  const agreed = more.agreedPrice ? priceInstead(more.agreedPrice, Number(parseMinor(bet.price, 3) ?? 0n)) : null
  const risked = agreed === null ? limited : pricedAt(limited, agreed)
  const taken = limits.take(risked, bet.stakeMinor, wanted.account.currency, ctx.config.betting.limits)
  bet.parts = taken.parts
  bet.stillGood = () => isStillGood(deps, ctx, wanted, checked, bet)
  let sent: Promise<BetOutcome | Problem>
  try {
    sent = send(deps, ctx, wanted, more, bet, checked.agreed)
  } catch (error) {
    // Nothing has left: kept, it would count against everybody for as long as this process lives.
    taken.giveBack()
    throw error
  }
  return sent.then(
    (outcome) => {
      if (!isProblem(outcome) && outcome.kind === 'accepted') taken.keep()
      else taken.giveBack()
      if (isProblem(outcome)) return { kind: 'refused', problem: outcome }
      if (outcome.kind === 'refused' && outcome.outcome === 109)
        return counterOffer(deps, ctx, wanted, checked, more).then((offer) => ({ kind: 'refused', problem: offer }))
      return decisionOf(deps, ctx, wanted, checked, bet, outcome)
    },
    (error: unknown) => {
      // Its fate is unknown: rather too much is taken, until the outcome is read again.
      taken.keep()
      return failedLate(error)
    },
  )
}

function send(
  deps: PlaceDeps,
  ctx: BetCtx,
  wanted: Wanted,
  more: PlaceMore,
  bet: BetToAccept,
  agreed: Agreed | null,
): Promise<BetOutcome | Problem> {
  const { changes } = deps.ports
  const own = agreed?.change && changes ? () => changes.accept(ctx, wanted, bet, agreed.change!) : more.accept && (() => more.accept!(bet))
  if (!own) return deps.acceptor.accept(bet)
  if (bet.stillGood?.() === false) return Promise.resolve({ kind: 'changed' })
  return own().catch(async (error: unknown): Promise<BetOutcome> => {
    if (!isStale(error)) throw error
    await deps.limits.stops.refresh()
    return { kind: 'changed' }
  })
}

function decisionOf(
  deps: PlaceDeps,
  ctx: BetCtx,
  wanted: Wanted,
  { legs, range, agreed }: CheckedBet,
  bet: BetToAccept,
  outcome: BetOutcome,
): Decision | 'changed' {
  switch (outcome.kind) {
    case 'accepted': {
      const { balanceMinor, acceptedAt } = outcome
      accepted(deps, ctx, wanted, legs, bet, balanceMinor, ownStake(wanted, agreed))
      return { kind: 'placed', betId: bet.betId, balanceMinor, acceptedAt, legs, range, agreed }
    }
    case 'insufficientFunds':
      return { kind: 'refused', problem: problem('bets.no_money', { wire: 103, field: 'Summ' }) }
    case 'refused':
      void deps.limits.refresh()
      return { kind: 'repeated', betId: bet.betId, outcome: outcome.outcome }
    case 'keyReused':
      return { kind: 'refused', problem: keyReused() }
    case 'repeated':
      return outcome
    case 'busy':
      return { kind: 'refused', problem: tryLater() }
    case 'changed':
      return 'changed'
  }
}

/** What an accepted bet counts for, and who is told. */
function accepted(
  deps: PlaceDeps,
  ctx: BetCtx,
  wanted: Wanted,
  legs: readonly SeenLeg[],
  bet: BetToAccept,
  balanceMinor: Minor | null,
  ownMinor: Minor,
): void {
  const { account, playerId } = wanted
  deps.limits.count(playerId, ownMinor, account.currency.id)
  deps.recent.add(account.id, playerId, samenessOf(wanted), wanted.outcomes)
  const told = { id: bet.betId, stakeMinor: bet.stakeMinor, status: 1 }
  deps.me.accepted(playerId, account.id, balanceMinor, account.currency.id, told)
  for (const { selection } of legs) deps.keepGame(selection, ctx.lng)
}

/**
 * The last look. A game that is the same object as at the check says nothing new about itself or its outcomes; what is
 * left is the time, and what the player has closed for himself since. After a stop everything is looked at again, and
 * the bet is sent as one that knows it.
 */
function isStillGood(deps: PlaceDeps, ctx: BetCtx, wanted: Wanted, { legs, agreed }: CheckedBet, bet: BetToAccept): boolean {
  const { line, clock, limits } = deps
  const now = clock.now()
  const stops = limits.stops.version()
  if (hasClosedSport(deps, wanted, legs)) return false
  if (bet.stops !== stops) {
    const { playerId, account } = wanted
    const ownMinor = agreed?.change ? null : ownStake(wanted, agreed)
    if (limits.check(playerId, ownMinor, account.currency.id, ctx.brand) || !sameAsChecked(line, wanted, legs, now)) return false
    bet.stops = stops
    return true
  }
  const isSame = legs.every(
    ({ selection, game, outcome }) =>
      line.findGame(selection.gameId) === game &&
      (game.kind === 1 || now < game.startsAt) &&
      (outcome.closesAt === undefined || now < outcome.closesAt),
  )
  return isSame || sameAsChecked(line, wanted, legs, now)
}

const late = new WeakSet<Error>()

/** Throws on what a bet failed with after it had been sent to the database. */
export function failedLate(error: unknown): never {
  if (error instanceof Error) late.add(error)
  throw error
}

/** The bet behind this error may stand all the same: it can only be asked about. */
export function mayBePlaced(error: unknown): boolean {
  return error instanceof Error && late.has(error)
}

/** Decides nothing: whoever is told it may ask again with the same key. */
export function tryLater(): Problem {
  return problem('bets.busy', { wire: 133, status: 503 })
}

export function keyReused(): Problem {
  return problem('bets.key_reused', { wire: 161_627, field: 'betGUID' })
}

/** The answer to a question (OnlyKnown) about a bet that never came here. */
export function notReceived(): Problem {
  return problem('bets.not_received', { wire: 900_061, field: 'betGUID' })
}

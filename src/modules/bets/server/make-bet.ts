/**
 * One betGUID, one answer (wire rule 27, standards WAG-01, WAG-02). A bet with live events waits here, in memory:
 * it is decided when its delay is over, whether or not the client comes back. A process that dies while a bet
 * waits has not placed it; asking again with the same key then starts it anew, unless it is only asked for (OnlyKnown).
 * What was decided stands in the database before it is told, and which keys wait, so that every process answers alike.
 */
import { hash } from 'node:crypto'
import { minorFromSum, wireMoney } from '#lib/money.ts'
import { largeMemory } from '#platform/server/large-memory.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { BetRequest } from '../contract.ts'
import { orderAnswer, placedAnswer, refusalAgain, storedAnswer, waitingAnswer, type BetAnswer } from './bet-answer.ts'
import { optionProblem, stakeOf, wantedFrom, type BetAccount, type BetCtx, type Wanted } from './bet-request.ts'
import { keyText, selectKeyOptional, type StoredKey } from './bet-store.ts'
import { checkWanted } from './check-wanted.ts'
import type { CheckedBet, PlaceDeps } from './checked-bet.ts'
import { createAccountFinder } from './find-account.ts'
import { createRefusalKeeper, type RefusalKeeper } from './keep-refusals.ts'
import { approvalProblem, decide, failedLate, keyReused, notReceived, tryLater, type Decision, type PlaceMore } from './place-bet.ts'
import { gamesBefore, toldAfterWait } from './refusal.ts'
import { beginWaiting, selectWaitingOptional } from './waiting-store.ts'

interface Waiting {
  bodyHash: string
  dueAt: number
  /** Begun at the latest when the delay is over. */
  decision: Promise<BetAnswer | Problem> | null
  begin(): Promise<BetAnswer | Problem>
}

/** A request on its way; null after it. */
interface Running {
  bodyHash: string
  answer: Promise<BetAnswer | Problem> | null
}

const MAX_WAITING = 50_000
/** A bet that another process decides any moment is asked for again so soon. */
const ASK_AGAIN_MS = 500

type Answer = Promise<BetAnswer | Problem> | BetAnswer | Problem
/** `salt`: several bets of one call have keys made from its own; what else the call asked for is a part of them. */
export type MakeBet = (ctx: BetCtx, body: BetRequest, more?: PlaceMore & { approved?: boolean; salt?: string }) => Answer

const NOTHING_MORE: PlaceMore = {}

export interface BetMaker {
  makeBet: MakeBet
  /** The request in our words, with its account; a Problem when the account or the stake is not good. */
  read(ctx: BetCtx, body: BetRequest): Promise<Wanted | Problem> | Wanted | Problem
  refusals: RefusalKeeper
}

export function createMakeBet(deps: PlaceDeps): BetMaker {
  const findAccount = createAccountFinder(deps.db, deps.ledger)
  const refusals = createRefusalKeeper(deps.db, deps.clock)
  const waiting = largeMemory<string, Waiting>(MAX_WAITING)
  /** Requests on their way: a second one with the same key waits for the first, whatever it will be. */
  const running = new Map<string, Running>()

  // What can be known at once is passed on at once: a plain bet waits for its batch alone.
  function first(ctx: BetCtx, wanted: Wanted, more: PlaceMore): Answer {
    if (isAutoBet(wanted)) return autoBet(ctx, wanted)
    return after(checkWanted(deps, ctx, wanted, more), (checked) =>
      isProblem(checked)
        ? refuseOnce(ctx, wanted, checked)
        : after(approvalProblem(deps, wanted, checked.agreed), (refused) =>
            refused ? refuseOnce(ctx, wanted, refused) : placeChecked(ctx, wanted, more, checked),
          ),
    )
  }

  function placeChecked(ctx: BetCtx, wanted: Wanted, more: PlaceMore, checked: CheckedBet): Promise<BetAnswer | Problem> {
    if (checked.delayMs === 0) return decide(deps, ctx, wanted, more, 0, checked).then((decision) => answered(ctx, wanted, decision))
    return isKeyTold(wanted) ? waitKnown(ctx, wanted, more, checked.delayMs) : wait(ctx, wanted, more, checked.delayMs, checked.delayMs)
  }

  async function autoBet(ctx: BetCtx, wanted: Wanted): Promise<BetAnswer | Problem> {
    const { orders } = deps.ports
    if (!orders) return problem('coupon.unknown_kind', { wire: 900_002, field: 'isAutoBet' })
    // It writes its order itself: the first that can be said of its fault is that the order may stand.
    const order = await orders.autoBet(ctx, wanted).catch(failedLate)
    return isProblem(order) ? order : orderAnswer(ctx, wanted, order.autoBetId, order.balanceMinor)
  }

  /** The last word about its key, and the same for everybody who asks again; when it had been answered before, that answer. */
  async function refuseOnce(ctx: BetCtx, wanted: Wanted, refused: Problem, isAskedAgain = !wanted.guidIsNew): Promise<BetAnswer | Problem> {
    // The transaction that found no money has kept it, but for a change of a bet, which took everything back.
    if (!isAskedAgain || (refused.wire === 103 && wanted.body.SaleBetId === 0)) return refused
    if (isUndecided(refused)) return (await knownAnswer(ctx, wanted)) ?? refused
    if (!(await isKept(wanted, refused))) return (await knownAnswer(ctx, wanted)) ?? tryLater()
    deps.recent.setRefusal(wanted.playerId, wanted.guid, wanted.bodyHash, refused)
    return refused
  }

  /** What became of the bet. A call that never came to any process has placed nothing, and comes too late from now on. */
  async function asked(ctx: BetCtx, wanted: Wanted): Promise<BetAnswer | Problem> {
    if (isAutoBet(wanted)) return autoBet(ctx, wanted)
    const known = (await knownAnswer(ctx, wanted)) ?? (await waitingElsewhere(ctx, wanted))
    if (known) return known
    const refused = notReceived()
    return (await isKept(wanted, refused)) ? refused : ((await knownAnswer(ctx, wanted)) ?? tryLater())
  }

  /** False: the key has an answer by now, or none was given. */
  async function isKept(wanted: Wanted, refused: Problem): Promise<boolean> {
    return !refusals.hasTooMany(wanted.playerId) && refusals.keep(wanted, refused)
  }

  async function waitingElsewhere(ctx: BetCtx, wanted: Wanted): Promise<BetAnswer | Problem | null> {
    const entry = await selectWaitingOptional(deps.db, wanted)
    if (!entry) return null
    if (entry.bodyHash !== wanted.bodyHash) return keyReused()
    const leftMs = entry.leftMs > 0 ? entry.leftMs : ASK_AGAIN_MS
    if (wanted.body.notWait) return waitingAnswer(ctx, wanted, leftMs)
    await new Promise((done) => setTimeout(done, leftMs))
    return asked(ctx, wanted)
  }

  async function knownAnswer(ctx: BetCtx, wanted: Wanted): Promise<BetAnswer | Problem | null> {
    const key = await selectKeyOptional(deps.db, wanted.playerId, wanted.guid)
    return key && answerOf(ctx, wanted, key)
  }

  function answerOf(ctx: BetCtx, wanted: Wanted, key: StoredKey): Promise<BetAnswer> | Problem {
    if (key.bodyHash !== wanted.bodyHash) return keyReused()
    if (key.outcome === 0) return standing(withBid(ctx, wanted, storedAnswer(deps, ctx, wanted, key.betId)))
    return key.refusedFor
      ? problem(key.refusedFor.code, { ...key.refusedFor, wire: key.outcome })
      : refusalAgain(deps, ctx, wanted, key.outcome)
  }

  /** Another call may ask for the bet: it waits where all processes see it. */
  async function waitKnown(ctx: BetCtx, wanted: Wanted, more: PlaceMore, delayMs: number): Promise<BetAnswer | Problem> {
    const begun = await beginWaiting(deps.db, wanted, delayMs)
    if (begun.stored) return answerOf(ctx, wanted, begun.stored)
    if (begun.waiting.bodyHash !== wanted.bodyHash) return keyReused()
    return wait(ctx, wanted, more, delayMs, begun.waiting.leftMs)
  }

  /** `leftMs`: of the delay, a part of which may have passed elsewhere. */
  async function wait(ctx: BetCtx, wanted: Wanted, more: PlaceMore, delayMs: number, leftMs: number): Promise<BetAnswer | Problem> {
    const entry: Waiting = {
      bodyHash: wanted.bodyHash,
      dueAt: deps.clock.now() + leftMs,
      decision: null,
      begin() {
        // The next question with the key finds what the database says: kept here, every bet of a day would hold its request.
        entry.decision ??= afterDelay().finally(() => waiting.delete(keyText(wanted)))
        return entry.decision
      },
    }
    const before = gamesBefore(deps.line, wanted)
    const afterDelay = async () => {
      const decision = await decide(deps, ctx, wanted, more, delayMs)
      if (decision.kind !== 'refused') return answered(ctx, wanted, decision)
      return refuseOnce(ctx, wanted, toldAfterWait(deps.line, ctx, wanted, before, decision.problem), isKeyTold(wanted))
    }
    waiting.set(keyText(wanted), entry)
    if (!wanted.body.notWait) {
      await new Promise((done) => setTimeout(done, leftMs))
      return entry.begin()
    }
    // Whoever asks again is told himself, but nobody has to.
    const failed = (err: unknown) => deps.log?.error({ err, betGUID: wanted.guid }, 'a bet failed after its live delay')
    setTimeout(() => void entry.begin().catch(failed), leftMs).unref()
    return waitingAnswer(ctx, wanted, leftMs)
  }

  /** The part of a VIP stake above the maximum waits as a bid. */
  async function withBid(ctx: BetCtx, wanted: Wanted, answer: Promise<BetAnswer> | BetAnswer): Promise<BetAnswer> {
    const placed = await answer
    const { body, account } = wanted
    const { orders } = deps.ports
    if (body.VIPBetSumm === 0 || !orders) return placed
    const bet = await deps.db.selectFrom('bet').select('stake_minor').where('id', '=', BigInt(placed.Id)).executeTakeFirstOrThrow()
    const rest = (minorFromSum(body.VIPBetSumm, account.currency.exponent) ?? 0n) - bet.stake_minor
    const bid = rest > 0n ? await orders.bid(ctx, wanted, rest) : null
    if (!bid || isProblem(bid)) return placed
    // The money of the bid is held by now.
    const balanceMinor = (await deps.ledger.account(account.id))?.balanceMinor
    const Balance = balanceMinor === undefined ? placed.Balance : wireMoney(balanceMinor, account.currency.exponent)
    return { ...placed, Balance, BidId: bid.bidId }
  }

  function answered(ctx: BetCtx, wanted: Wanted, decision: Decision): Promise<BetAnswer | Problem> | BetAnswer | Problem {
    switch (decision.kind) {
      case 'placed':
        return standing(
          wanted.body.VIPBetSumm === 0
            ? placedAnswer(deps, ctx, wanted, decision)
            : withBid(ctx, wanted, placedAnswer(deps, ctx, wanted, decision)),
        )
      case 'refused':
        return refuseOnce(ctx, wanted, decision.problem)
      case 'repeated':
        return decision.outcome === 0
          ? standing(withBid(ctx, wanted, storedAnswer(deps, ctx, wanted, decision.betId)))
          : refusedBefore(ctx, wanted, refusalAgain(deps, ctx, wanted, decision.outcome))
    }
  }

  /** In the words in which it was refused. A change of a bet that the database refused has kept nothing yet. */
  async function refusedBefore(ctx: BetCtx, wanted: Wanted, refused: Problem): Promise<BetAnswer | Problem> {
    return (wanted.guidIsNew ? null : await knownAnswer(ctx, wanted)) ?? refuseOnce(ctx, wanted, refused)
  }

  /** What is already known of the key in this process; null when it is new here. */
  function inMemory(ctx: BetCtx, wanted: Wanted): Promise<BetAnswer | Problem> | null {
    const refusal = deps.recent.refusal(wanted.playerId, wanted.guid)
    if (refusal) return Promise.resolve(refusal.bodyHash === wanted.bodyHash ? refusal.problem : keyReused())
    const entry = waiting.get(keyText(wanted))
    if (!entry) return null
    if (entry.bodyHash !== wanted.bodyHash) return Promise.resolve(keyReused())
    const left = entry.dueAt - deps.clock.now()
    if (left <= 0 || entry.decision) return entry.begin()
    if (wanted.body.notWait) return Promise.resolve(waitingAnswer(ctx, wanted, left))
    return new Promise((done) => setTimeout(done, left)).then(() => entry.begin())
  }

  function once(ctx: BetCtx, wanted: Wanted, more: PlaceMore): Answer {
    const key = keyText(wanted)
    const other = running.get(key)
    if (other?.answer) return other.bodyHash === wanted.bodyHash ? other.answer : keyReused()
    const answer = wanted.body.OnlyKnown ? asked(ctx, wanted) : first(ctx, wanted, more)
    if (!(answer instanceof Promise)) return answer
    const own: Running = { bodyHash: wanted.bodyHash, answer }
    running.set(key, own)
    const done = () => {
      // Tables that a map has outgrown keep what was in them until the next whole collection: an answer must not wait for it.
      own.answer = null
      running.delete(key)
    }
    return answer.then(
      (made) => {
        done()
        return made
      },
      (error: unknown) => {
        done()
        throw error
      },
    )
  }

  function wantedOf(ctx: BetCtx, body: BetRequest, account: BetAccount | Problem): Wanted | Problem {
    if (isProblem(account)) return account
    const stake = stakeOf(body, account.currency)
    if (isProblem(stake)) return stake
    const wanted = wantedFrom(ctx.player!.id, body, account, stake)
    return (wanted.isPlain ? null : optionProblem(wanted)) ?? wanted
  }

  function read(ctx: BetCtx, body: BetRequest): Promise<Wanted | Problem> | Wanted | Problem {
    const account = findAccount(ctx.player!.id, body)
    return account instanceof Promise ? account.then((found) => wantedOf(ctx, body, found)) : wantedOf(ctx, body, account)
  }

  function place(ctx: BetCtx, wanted: Wanted | Problem, more: PlaceMore): Answer {
    if (isProblem(wanted)) return wanted
    if (wanted.guidIsNew) return wanted.body.OnlyKnown ? notReceived() : first(ctx, wanted, more)
    return inMemory(ctx, wanted) ?? once(ctx, wanted, more)
  }

  return {
    read,
    refusals,
    makeBet(ctx, body, more) {
      const wanted = read(ctx, body)
      if (!more)
        return wanted instanceof Promise ? wanted.then((found) => place(ctx, found, NOTHING_MORE)) : place(ctx, wanted, NOTHING_MORE)
      return Promise.resolve(wanted).then((found) => place(ctx, isProblem(found) ? found : marked(found, more), more))
    },
  }
}

/** With what is there, at once where it is there. */
function after<A, B>(given: Promise<A> | A, then: (value: A) => Promise<B> | B): Promise<B> | B {
  return given instanceof Promise ? given.then(then) : then(given)
}

/** Of a bet that stands: what keeps it from being told undoes nothing. */
function standing<T extends Promise<BetAnswer> | BetAnswer>(answer: T): T {
  return (answer instanceof Promise ? answer.catch(failedLate) : answer) as T
}

function marked(wanted: Wanted, { approved, salt, accept }: PlaceMore & { approved?: boolean; salt?: string }): Wanted {
  return {
    ...wanted,
    // An order makes a key for each of its tries: nobody asks with it, and nothing of a refusal is kept.
    guidIsNew: wanted.guidIsNew || accept !== undefined,
    approved: wanted.approved || approved === true,
    bodyHash: salt === undefined ? wanted.bodyHash : hash('sha256', `${salt}|${wanted.bodyHash}`, 'hex').slice(0, 32),
  }
}

/** "Try later" and what is malformed have a status of their own: nothing was decided. */
function isUndecided(refused: Problem): boolean {
  return refused.status !== undefined
}

function isAutoBet({ body }: Wanted): boolean {
  return body.isAutoBet && body.autoBetCf !== 0
}

/** Whether a call may come that asks again: with a key of the caller, or with ours, which the waiting answer tells. */
function isKeyTold({ guidIsNew, body }: Wanted): boolean {
  return !guidIsNew || body.notWait
}

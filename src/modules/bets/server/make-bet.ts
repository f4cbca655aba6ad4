/**
 * One betGUID, one answer (wire rule 27, standards WAG-01, WAG-02). A bet with live events waits here, in memory:
 * it is decided when its delay is over, whether or not the client comes back. A process that dies while a bet
 * waits has not placed it; asking again with the same key then starts it anew.
 */
import { LRUCache } from 'lru-cache'
import type { Ctx } from '#platform/server/http.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import type { BetRequest } from '../contract.ts'
import { placedAnswer, refusalAgain, storedAnswer, waitingAnswer, type BetAnswer } from './bet-answer.ts'
import { stakeOf, wantedFrom, type BetAccount, type Wanted } from './bet-request.ts'
import { insertRefusal, selectKeyOptional } from './bet-store.ts'
import { createAccountFinder } from './find-account.ts'
import { approvalProblem, checkWanted, decide, keyReused, type Decision, type PlaceDeps } from './place-bet.ts'

interface Waiting {
  bodyHash: string
  dueAt: number
  /** Begun at the latest when the delay is over. */
  decision: Promise<BetAnswer | Problem> | null
  begin(): Promise<BetAnswer | Problem>
}

const MAX_WAITING = 50_000

export type MakeBet = (ctx: Ctx, body: BetRequest) => Promise<BetAnswer | Problem> | BetAnswer | Problem

export function createMakeBet(deps: PlaceDeps): MakeBet {
  const findAccount = createAccountFinder(deps.db, deps.ledger)
  const waiting = new LRUCache<string, Waiting>({ max: MAX_WAITING })
  /** Requests on their way: a second one with the same key waits for the first, whatever it will be. */
  const running = new Map<string, { bodyHash: string; answer: Promise<BetAnswer | Problem> }>()

  async function first(ctx: Ctx, wanted: Wanted): Promise<BetAnswer | Problem> {
    const checked = checkWanted(deps, ctx, wanted)
    const asked = isProblem(checked) ? checked : approvalProblem(deps, wanted)
    const refused = asked instanceof Promise ? await asked : asked
    if (refused) return refuseOnce(ctx, wanted, refused)
    if (isProblem(checked)) return checked
    if (checked.delayMs > 0) {
      const known = wanted.guidIsNew ? null : await knownAnswer(ctx, wanted)
      return known ?? wait(ctx, wanted, checked.delayMs)
    }
    return answered(ctx, wanted, await decide(deps, ctx, wanted, 0, checked))
  }

  /** A refusal, unless this very bet had been placed before: then the answer is that bet. */
  async function refuseOnce(ctx: Ctx, wanted: Wanted, refused: Problem): Promise<BetAnswer | Problem> {
    const known = wanted.guidIsNew ? null : await knownAnswer(ctx, wanted)
    if (known) return known
    deps.recent.setRefusal(wanted.playerId, wanted.guid, wanted.bodyHash, refused)
    return refused
  }

  async function knownAnswer(ctx: Ctx, wanted: Wanted): Promise<BetAnswer | Problem | null> {
    const key = await selectKeyOptional(deps.db, wanted.playerId, wanted.guid)
    if (!key) return null
    if (key.bodyHash !== wanted.bodyHash) return keyReused()
    return key.outcome === 0 ? storedAnswer(deps, ctx, wanted, key.betId) : refusalAgain(deps, ctx, wanted, key.outcome)
  }

  async function wait(ctx: Ctx, wanted: Wanted, delayMs: number): Promise<BetAnswer | Problem> {
    const entry: Waiting = {
      bodyHash: wanted.bodyHash,
      dueAt: deps.clock.now() + delayMs,
      decision: null,
      begin() {
        entry.decision ??= afterDelay(ctx, wanted, delayMs).catch((error: unknown) => {
          // Unknown fate: forget it, so that the next question with the key finds what the database says.
          waiting.delete(keyOf(wanted))
          throw error
        })
        return entry.decision
      },
    }
    waiting.set(keyOf(wanted), entry)
    const timer = setTimeout(() => void entry.begin().catch(() => {}), delayMs)
    if (!wanted.body.notWait) {
      await new Promise((done) => setTimeout(done, delayMs))
      return entry.begin()
    }
    timer.unref()
    return waitingAnswer(ctx, wanted, delayMs)
  }

  async function afterDelay(ctx: Ctx, wanted: Wanted, delayMs: number): Promise<BetAnswer | Problem> {
    const decision = await decide(deps, ctx, wanted, delayMs)
    if (decision.kind === 'refused' && decision.problem.wire !== 103 && decision.problem.status === undefined) {
      const { playerId, guid, bodyHash } = wanted
      const own = await insertRefusal(deps.db, {
        playerId,
        guid,
        bodyHash,
        betId: 0n,
        outcome: decision.problem.wire ?? 104,
        at: new Date(deps.clock.now()),
      })
      if (!own) return (await knownAnswer(ctx, wanted)) ?? decision.problem
    }
    return answered(ctx, wanted, decision)
  }

  function answered(ctx: Ctx, wanted: Wanted, decision: Decision): Promise<BetAnswer | Problem> | BetAnswer | Problem {
    switch (decision.kind) {
      case 'placed':
        return placedAnswer(deps, ctx, wanted, decision)
      case 'refused':
        return decision.problem.wire === 103 ? decision.problem : refuseOnce(ctx, wanted, decision.problem)
      case 'repeated':
        return decision.outcome === 0 ? storedAnswer(deps, ctx, wanted, decision.betId) : refusalAgain(deps, ctx, wanted, decision.outcome)
    }
  }

  /** What is already known of the key in this process; null when it is new here. */
  function inMemory(ctx: Ctx, wanted: Wanted): Promise<BetAnswer | Problem> | null {
    const refusal = deps.recent.refusal(wanted.playerId, wanted.guid)
    if (refusal) return Promise.resolve(refusal.bodyHash === wanted.bodyHash ? refusal.problem : keyReused())
    const entry = waiting.get(keyOf(wanted))
    if (!entry) return null
    if (entry.bodyHash !== wanted.bodyHash) return Promise.resolve(keyReused())
    const left = entry.dueAt - deps.clock.now()
    if (left <= 0 || entry.decision) return entry.begin()
    if (wanted.body.notWait) return Promise.resolve(waitingAnswer(ctx, wanted, left))
    return new Promise((done) => setTimeout(done, left)).then(() => entry.begin())
  }

  async function once(ctx: Ctx, wanted: Wanted): Promise<BetAnswer | Problem> {
    const key = keyOf(wanted)
    const other = running.get(key)
    if (other) return other.bodyHash === wanted.bodyHash ? other.answer : keyReused()
    const answer = first(ctx, wanted)
    running.set(key, { bodyHash: wanted.bodyHash, answer })
    try {
      return await answer
    } finally {
      running.delete(key)
    }
  }

  function makeBet(ctx: Ctx, body: BetRequest, account: BetAccount | Problem): ReturnType<MakeBet> {
    if (isProblem(account)) return account
    const stake = stakeOf(body, account.currency)
    if (isProblem(stake)) return stake
    const wanted = wantedFrom(ctx.player!.id, body, account, stake)
    if (wanted.guidIsNew) return first(ctx, wanted)
    return inMemory(ctx, wanted) ?? once(ctx, wanted)
  }

  return (ctx, body) => {
    const account = findAccount(ctx.player!.id, body)
    return account instanceof Promise ? account.then((found) => makeBet(ctx, body, found)) : makeBet(ctx, body, account)
  }
}

function keyOf(wanted: Wanted): string {
  return `${wanted.playerId}|${wanted.guid}`
}

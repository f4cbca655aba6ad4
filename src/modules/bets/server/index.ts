/** Door of bets: placing, histories, the player's topic. */
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#lib/time.ts'
import type { LineReader } from '#modules/coupon/server/index.ts'
import type { Ledger } from '#modules/ledger/server/index.ts'
import type { Limits } from '#modules/limits/server/index.ts'
import { rawPool, type Db } from '#platform/server/db.ts'
import { hotRoute, route, type Ctx } from '#platform/server/http.ts'
import type { Outbox } from '#platform/server/outbox.ts'
import type { Stream } from '#platform/server/stream.ts'
import { isProblem } from '#platform/shared/problem.ts'
import * as contract from '../contract.ts'
import { createAcceptor, type Acceptor, type AcceptorOptions } from './acceptor.ts'
import { createGameKeeper } from './keep-game.ts'
import { createMakeBet, type MakeBet } from './make-bet.ts'
import { createMeTopics, type MeTopics } from './me-topic.ts'
import { readBetInfos, readHistory } from './read-history.ts'
import { createRecentBets } from './recent-bets.ts'
import './tables.ts'

export { createAcceptor, type Acceptor, type AcceptorLeg, type BetOutcome, type BetToAccept } from './acceptor.ts'
export type { Receipt, ReceiptLeg } from './receipt.ts'

export interface Bets {
  acceptor: Acceptor
  makeBet: MakeBet
  me: MeTopics
  /** Asked before every bet, a Problem refuses it. Set by auth, which is composed after bets. */
  useMoneyGuard(guard: MoneyGuard): void
  /** Tells listening players that their bets or balances changed: settlement and payments call it after their commit. */
  refresh(playerIds: readonly number[]): Promise<void>
  /** Answers everything that is on its way, then refuses. */
  close(): Promise<void>
}

/** Whether money may move for this caller now; a Problem when not (SES-03). */
export type MoneyGuard = (ctx: Ctx) => Promise<unknown> | unknown

export interface BetsDeps {
  db: Db
  clock: Clock
  line: LineReader
  ledger: Ledger
  limits: Limits
  stream: Pick<Stream, 'provide'>
  /** When given, settled bets reach the players' topics through it. */
  outbox?: Pick<Outbox, 'subscribe'>
  /** The player asked to be asked about stakes above half of the balance. */
  asksAboutHalf?: (playerId: number) => boolean
  acceptor?: AcceptorOptions
  requireMoneySession?: MoneyGuard
}

export function createBets(deps: BetsDeps): Bets {
  const { db, clock, line, ledger, limits, stream } = deps
  const acceptor = createAcceptor(rawPool(db), clock, deps.acceptor)
  const me = createMeTopics(db, stream)
  let guard: MoneyGuard = deps.requireMoneySession ?? (() => null)
  const place = createMakeBet({
    db,
    clock,
    line,
    ledger,
    limits,
    acceptor,
    me,
    recent: createRecentBets(clock),
    keepGame: createGameKeeper(db, line),
    ...(deps.asksAboutHalf ? { asksAboutHalf: deps.asksAboutHalf } : {}),
  })
  const makeBet: MakeBet = (ctx, body) => {
    const placeUnless = (refused: unknown) => (isProblem(refused) ? refused : place(ctx, body))
    const asked = guard(ctx)
    return asked instanceof Promise ? asked.then(placeUnless) : placeUnless(asked)
  }
  deps.outbox?.subscribe('settlement.settled', async ({ payload }) => {
    const players = (payload as { players?: number[] }).players ?? []
    await me.refresh(players)
  })
  return {
    acceptor,
    makeBet,
    me,
    useMoneyGuard: (next) => (guard = next),
    refresh: (playerIds) => me.refresh(playerIds),
    close: () => acceptor.close(),
  }
}

/** Registers the calls of placing and history. */
export function registerBets(app: FastifyInstance, bets: Bets, deps: Pick<BetsDeps, 'db' | 'ledger' | 'line'>): void {
  hotRoute(app, contract.makeBet, (ctx, { body }) => bets.makeBet(ctx, body))
  route(app, contract.putBetsCommon, (ctx, { body }) => bets.makeBet(ctx, body.coupon ?? body))
  route(app, contract.betHistory, (ctx, { body }) => readHistory(deps, ctx, body))
  route(app, contract.betInfoHistory, (ctx, { body }) => readBetInfos(deps, ctx, body))
}

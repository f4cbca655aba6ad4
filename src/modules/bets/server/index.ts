/** Door of bets: placing, the player's topic. */
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#lib/time.ts'
import type { LineReader } from '#modules/coupon/server/index.ts'
import type { Ledger } from '#modules/ledger/server/index.ts'
import type { Limits } from '#modules/limits/server/index.ts'
import { rawPool, type Db, type Tx } from '#platform/server/db.ts'
import { hotRoute, Malformed, route } from '#platform/server/http.ts'
import type { Logger } from '#platform/server/log.ts'
import type { Outbox } from '#platform/server/outbox.ts'
import type { Stream } from '#platform/server/stream.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import * as contract from '../contract.ts'
import type { BetRequest } from '../contract.ts'
import { createAcceptor, type Acceptor, type AcceptorOptions, type BetOutcome, type BetToAccept } from './acceptor.ts'
import { betText, type BetAnswer } from './bet-answer.ts'
import type { BetCtx, Wanted } from './bet-request.ts'
import { checkWanted } from './check-wanted.ts'
import type { CheckedBet, CheckHow, PlaceDeps } from './checked-bet.ts'
import { createGameKeeper } from './keep-game.ts'
import type { RefusalKeeper } from './keep-refusals.ts'
import { createMakeBet } from './make-bet.ts'
import { couponOf, createMakeBetMulti, type CallCtx, type MakeBetMulti } from './make-bet-multi.ts'
import { createMeTopics, type MeTopics } from './me-topic.ts'
import { guardOf, type MoneyGuard } from './money-guard.ts'
import type { PlaceMore } from './place-bet.ts'
import { placeAllIn, placeIn } from './place-in.ts'
import type { AdvancePort, BetChanges, BetPorts, OrdersPort, SportPort } from './ports.ts'
import { createRecentBets, type RecentBets } from './recent-bets.ts'
import './tables.ts'

export { createAcceptor, type Acceptor, type AcceptorLeg, type BetOutcome, type BetToAccept, type StakeMoney } from './acceptor.ts'
export { createAdvances, type Advances } from './advance.ts'
export type { BetAnswer } from './bet-answer.ts'
export { isVip, type BetCtx, type Wanted } from './bet-request.ts'
export {
  claimKey,
  holdKey,
  listBetStates,
  listGames,
  outcomeKey,
  selectKeyOptional,
  type KeptGame,
  type StoredKey,
  type WantedKey,
} from './bet-store.ts'
export type { Agreed, CheckedBet, CheckHow, SeenLeg } from './checked-bet.ts'
export { forgetRefusals } from './forget-refusals.ts'
export type { MeTopics } from './me-topic.ts'
export { afterGuard, type MoneyGuard } from './money-guard.ts'
export { moveOpenBets } from './open-bets.ts'
export { priceInstead } from './limited-bet.ts'
export { keyReused, notReceived, tryLater, type PlaceMore } from './place-bet.ts'
export type { AdvancePort, BetChanges, BetPorts, ChangeQuote, DuelPort, KeptDuel, OrdersPort } from './ports.ts'
export type { Receipt, ReceiptLeg, ShownFigures } from './receipt.ts'
export { seenPrice } from './shown.ts'
export { createRecentBets, type RecentBets } from './recent-bets.ts'
export { personalData } from './personal-data.ts'
export { forgetWaited } from './waiting-store.ts'
export { verifyAdvances } from './verify-advances.ts'
export { verifyBets } from './verify-bets.ts'

/** A bet that could be placed now, with what was asked for. */
export type CheckedWanted = CheckedBet & { wanted: Wanted }

export interface Bets {
  acceptor: Acceptor
  makeBet(ctx: CallCtx, body: BetRequest): Promise<BetAnswer | Problem> | BetAnswer | Problem
  makeBetMulti: MakeBetMulti
  /** Places for a player who ordered it before: all checks and the live delay, no questions; resolves when it is decided. */
  place(ctx: BetCtx, body: BetRequest, more?: PlaceMore & { approved?: boolean }): Promise<BetAnswer | Problem>
  /** The checks of MakeBetWeb without its questions and money. */
  check(ctx: BetCtx, body: BetRequest, how?: CheckHow): Promise<CheckedWanted | Problem>
  /** A bet in the caller's transaction. */
  placeIn(tx: Tx, bet: BetToAccept): Promise<BetOutcome>
  /** Several bets there, of an account each; answers in their order. */
  placeAllIn(tx: Tx, bets: readonly BetToAccept[]): Promise<BetOutcome[]>
  /** Of orders too: a question about one leaves a row as well. */
  refusals: Pick<RefusalKeeper, 'keepAlone' | 'hasTooMany'>
  me: MeTopics
  /** Asked before every bet, a Problem refuses it. Set by auth, which is composed after bets. */
  useMoneyGuard(guard: MoneyGuard): void
  /** Edit bet and power bet (SaleBetId). */
  useBetChanges(port: BetChanges): void
  /** Auto-bets, and the part of a VIP stake above the maximum. */
  useOrders(port: OrdersPort): void
  /** Advances: their size needs what open bets could be sold for, which is known above betting. */
  useAdvance(port: AdvancePort): void
  /** Sports that players have closed for themselves. */
  useSports(port: SportPort): void
  /** Who wants to be asked about stakes above half of his balance; asked for every bet. */
  useHalfAskers(asks: (playerId: number) => boolean): void
  /** Tells listening players that their bets or balances changed: settlement and payments call it after their commit. */
  refresh(playerIds: readonly number[]): Promise<void>
  /** Answers everything that is on its way, then refuses. */
  close(): Promise<void>
}

export interface BetsDeps {
  db: Db
  clock: Clock
  line: LineReader
  ledger: Ledger
  limits: Limits
  stream: Pick<Stream, 'provide'>
  /** When given, settled bets reach the players' topics through it. */
  outbox?: Pick<Outbox, 'subscribe'>
  acceptor?: AcceptorOptions
  /** The bets of the last minutes; several processes share theirs. */
  recent?: RecentBets
  requireMoneySession?: MoneyGuard
  log?: Pick<Logger, 'error' | 'warn'>
  /** Joint prices, promo codes, advances, duels, the express of the day: what is missing is not offered. */
  ports?: Partial<BetPorts>
}

const NO_PORTS: BetPorts = {
  changes: null,
  orders: null,
  joint: null,
  promo: null,
  advance: null,
  duels: null,
  sports: null,
  asksAboutHalf: null,
  dayPercent: null,
}

export function createBets(deps: BetsDeps): Bets {
  const { db, clock, line, ledger, limits, stream } = deps
  const acceptor = createAcceptor(rawPool(db), clock, { stops: limits.stops, ...deps.acceptor })
  const me = createMeTopics(db, stream, deps.log)
  const ports: BetPorts = { ...NO_PORTS, ...deps.ports }
  const placing: PlaceDeps = {
    db,
    clock,
    line,
    ledger,
    limits,
    acceptor,
    me,
    ports,
    recent: deps.recent ?? createRecentBets(clock),
    keepGame: createGameKeeper(db, line, deps.log),
    ...(deps.log ? { log: deps.log } : {}),
  }
  const maker = createMakeBet(placing)
  deps.outbox?.subscribe('settlement.settled', async ({ payload }) => {
    const players = (payload as { players?: number[] }).players ?? []
    await me.refresh(players)
  })
  const guarded = guardOf(deps.requireMoneySession)
  const multi = createMakeBetMulti({ ...placing, ...maker })
  return {
    acceptor,
    makeBet(ctx, body) {
      const made = () => (isSeveral(body) ? multi.asOne(ctx, body) : maker.makeBet(ctx, body))
      // A question about a bet moves no money: whoever was away is told what became of it.
      return body.OnlyKnown ? made() : guarded.after(ctx, made)
    },
    makeBetMulti: (ctx, body, field) => guarded.after(ctx, () => multi.makeBets(ctx, body, field)),
    async place(ctx, body, more = {}) {
      // The order that it comes from is not ordered again.
      const own = { ...body, notWait: false, isAutoBet: false, VIPBetSumm: 0 }
      return maker.makeBet(ctx, own, { approved: true, ...more })
    },
    async check(ctx, body, how) {
      const wanted = await maker.read(ctx, body)
      if (isProblem(wanted)) return wanted
      const checked = await checkWanted(placing, ctx, wanted, how)
      return isProblem(checked) ? checked : { ...checked, wanted }
    },
    placeIn: (tx, bet) => placeIn(tx, bet, clock),
    placeAllIn: (tx, all) => placeAllIn(tx, all, clock),
    refusals: maker.refusals,
    me,
    useMoneyGuard: guarded.use,
    useBetChanges: (port) => (ports.changes = port),
    useOrders: (port) => (ports.orders = port),
    useAdvance: (port) => (ports.advance = port),
    useSports: (port) => (ports.sports = port),
    useHalfAskers: (asks) => (ports.asksAboutHalf = asks),
    refresh: (playerIds) => me.refresh(playerIds),
    close: () => acceptor.close(),
  }
}

const MULTI_SINGLE = 11

function isSeveral(body: BetRequest): boolean {
  return body.Vid === MULTI_SINGLE
}

const textOf = (made: BetAnswer | Problem) => (isProblem(made) ? made : betText(made))

/** Registers the calls of placing. */
export function registerBets(app: FastifyInstance, bets: Bets): void {
  hotRoute(app, contract.makeBet, (ctx, { body }) => {
    const made = bets.makeBet(ctx, body)
    return made instanceof Promise ? made.then(textOf) : textOf(made)
  })
  route(app, contract.makeBetMulti, (ctx, { body }) => bets.makeBetMulti(ctx, body))
  route(app, contract.putBetsCommon, (ctx, { body }) => {
    const { coupon, coupons } = body
    // The one or the other: which of them is meant, nobody can know.
    if (coupon && coupons) throw new Malformed('coupon')
    if (coupons) return bets.makeBetMulti(ctx, { ...body, Coupons: coupons }, 'coupons')
    return bets.makeBet(ctx, coupon ? couponOf(body, coupon, 'coupon') : body)
  })
}

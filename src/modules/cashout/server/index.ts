/** Door of cash-out: sales, orders to sell, insurances, changes of placed bets, and their values that move. */
import type { FastifyInstance } from 'fastify'
import { minorFromSum, wireMoney } from '#lib/money.ts'
import { afterGuard, type Bets, type MoneyGuard } from '#modules/bets/server/index.ts'
import type { LineReader, SaleQuotePort } from '#modules/coupon/server/index.ts'
import { currencyById, type Ledger } from '#modules/ledger/server/index.ts'
import type { Limits } from '#modules/limits/server/index.ts'
import type { Line } from '#modules/line/server/index.ts'
import type { Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import type { Logger } from '#platform/server/log.ts'
import type { Outbox } from '#platform/server/outbox.ts'
import { couponOffers, type CouponType } from '#platform/shared/site-config.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import * as contract from '../contract.ts'
import { betChanges, saleQuotePort } from './change-bet.ts'
import { followValues, type ValueFollower } from './follow-values.ts'
import { coverDelayMs, insureBet } from './insure-bet.ts'
import { createLegSource } from './leg-now.ts'
import { readSaleInfo } from './sale-info.ts'
import { listRaisable } from './raises.ts'
import { readSaleStates, type SaleState } from './sale-states.ts'
import { notSold, type SaleDeps, sellBet, sellByOrder, unknownBet } from './sell.ts'
import { closeOrdersOf } from './order-store.ts'
import { setOrder } from './set-order.ts'
import type { SaleConfigOf } from './value-bet.ts'
import './tables.ts'

export { isPowerBet } from './change-bet.ts'
export type { SaleState } from './sale-states.ts'
export { saleConfigOf, type SaleConfig, type SaleConfigOf } from './value-bet.ts'
export { personalData } from './personal-data.ts'
export { verifyChanges } from './verify-changes.ts'

export interface CashOutDeps {
  db: Db
  clock: Clock
  log: Logger
  line: Line
  reader: LineReader
  ledger: Ledger
  limits: Limits
  bets: Pick<Bets, 'me' | 'placeIn'>
  /** Terms of the brand that took a bet. */
  configOf: SaleConfigOf
  /** Balances or bets of these players changed, here and in other processes. */
  refresh(playerIds: readonly number[]): Promise<void> | void
  /** Follows the line: values for listeners, orders that come due. False in a process without a line. */
  follows: boolean
  outbox?: Pick<Outbox, 'subscribe'>
}

export interface CashOut {
  /** For MakeBetWeb and UpdateCoupon with SaleBetId. */
  changes: ReturnType<typeof betChanges>
  saleQuote: SaleQuotePort
  saleStates(betIds: readonly bigint[]): Promise<Map<bigint, SaleState>>
  /** Of these bets the ones that a power bet can raise now. */
  raisable(ctx: Pick<Ctx, 'brand' | 'config'>, betIds: readonly bigint[]): Promise<bigint[]>
  /** Asked before money moves, as before a bet. Set by auth, which is composed later. */
  useMoneyGuard(guard: MoneyGuard): void
  /** Takes advances back out of the sums of sales, in their transactions. Set when advances are composed. */
  useRepayment(repay: SaleDeps['repay']): void
  register(app: FastifyInstance): void
  /** Bets of these players were settled: their orders are over. Called by the outbox. */
  settled(playerIds: readonly number[]): Promise<void>
  /** Null in a process that does not follow the line. */
  follower: ValueFollower | null
  stop(): Promise<void>
}

export function createCashOut(given: CashOutDeps): CashOut {
  const { db, clock, log, line, reader, ledger, limits, bets, configOf } = given
  const source = createLegSource({ reader, line, clock })
  const refresh = (players: readonly number[]) => {
    follower?.reload(players)
    void Promise.resolve(given.refresh(players)).catch((error: unknown) => log.warn({ err: error }, 'players not told of a sale'))
  }
  let repaid: SaleDeps['repay'] = async () => null
  const repay: SaleDeps['repay'] = (tx, accountId) => repaid(tx, accountId)
  const deps = { db, clock, ledger, limits, source, line, reader, configOf, refresh, placeIn: bets.placeIn, repay }
  const follower: ValueFollower | null = given.follows
    ? followValues({
        db,
        clock,
        log,
        line,
        source,
        configOf,
        me: bets.me,
        sell: async (betId, playerId) => (await sellByOrder(deps, betId, playerId)) !== null,
      })
    : null
  async function settled(players: readonly number[]): Promise<void> {
    await closeOrdersOf(db, players, new Date(clock.now()))
    follower?.reload(players)
  }
  given.outbox?.subscribe('settlement.settled', ({ payload }) => settled((payload as { players?: number[] }).players ?? []))
  let guard: MoneyGuard = () => null
  return {
    changes: betChanges(deps),
    saleQuote: saleQuotePort(deps),
    saleStates: (betIds) => readSaleStates(deps, betIds),
    raisable: (ctx, betIds) => listRaisable(deps, ctx, betIds),
    useMoneyGuard: (next) => void (guard = next),
    useRepayment: (next) => void (repaid = next),
    register: (app) => registerCalls(app, deps, (ctx) => guard(ctx)),
    settled,
    follower,
    stop: async () => follower?.stop(),
  }
}

type CallDeps = Parameters<typeof readSaleInfo>[0] & { limits: Limits }

function registerCalls(app: FastifyInstance, deps: CallDeps, guard: MoneyGuard): void {
  /** The call, when the brand offers it and money may move for this caller. */
  async function guarded<T>(ctx: Ctx, type: CouponType, call: (playerId: number) => Promise<T | Problem>): Promise<T | Problem> {
    if (!couponOffers(ctx.config, type)) return notSold('not_offered')
    return afterGuard(guard, ctx, () => call(ctx.player!.id))
  }
  route(app, contract.saleInfo, (ctx, { body }) => readSaleInfo(deps, ctx, BigInt(body.bet_id), body.lng ?? ctx.lng))
  route(app, contract.saleCall, (ctx, { body }) => guarded(ctx, 'cashOut', (playerId) => sale(deps, playerId, body)))
  route(app, contract.autoSaleCall, (ctx, { body }) => guarded(ctx, 'autoSale', (playerId) => autoSale(deps, playerId, body)))
  route(app, contract.insuranceCall, (ctx, { body }) => guarded(ctx, 'insurance', (playerId) => insurance(deps, ctx, playerId, body)))
}

const badSum = (field: string) => problem('cashout.bad_sum', { wire: 900_400, field })

/** Decimals of the currency of the player's bet. */
async function exponentOf(deps: CallDeps, playerId: number, betId: number): Promise<number | Problem> {
  const row = await deps.db.selectFrom('bet').select(['player_id', 'currency_id']).where('id', '=', BigInt(betId)).executeTakeFirst()
  return row && row.player_id === playerId ? currencyById(row.currency_id).exponent : unknownBet()
}

async function sale(
  deps: CallDeps,
  playerId: number,
  body: { bet_id: number; sum_sale: number; new_sum_cupon: number; guid?: string | null | undefined },
) {
  const exponent = await exponentOf(deps, playerId, body.bet_id)
  if (isProblem(exponent)) return exponent
  const takeMinor = minorFromSum(body.sum_sale, exponent)
  const leftStakeMinor = minorFromSum(body.new_sum_cupon, exponent)
  if (takeMinor === null || takeMinor <= 0n) return badSum('sum_sale')
  if (leftStakeMinor === null || leftStakeMinor < 0n) return badSum('new_sum_cupon')
  const sold = await sellBet(deps, { playerId, betId: BigInt(body.bet_id), takeMinor, leftStakeMinor, guid: body.guid ?? null })
  if (isProblem(sold)) return sold
  return {
    bet_id: body.bet_id,
    status: sold.status,
    sum_sale: wireMoney(sold.paidMinor, exponent),
    new_sum_cupon: wireMoney(sold.leftStakeMinor, exponent),
    balance: wireMoney(sold.balanceMinor, exponent),
  }
}

async function autoSale(deps: CallDeps, playerId: number, body: { bet_id: number; target: number }) {
  const exponent = await exponentOf(deps, playerId, body.bet_id)
  if (isProblem(exponent)) return exponent
  const targetMinor = minorFromSum(body.target, exponent)
  if (targetMinor === null) return badSum('target')
  const set = await setOrder(deps, { playerId, betId: BigInt(body.bet_id), targetMinor })
  return isProblem(set) ? set : { bet_id: body.bet_id, auto_sale_sum: wireMoney(set.targetMinor, exponent) }
}

interface InsuranceBody {
  bet_id: number
  percent: number
  sum?: number | undefined
  guid?: string | null | undefined
}

async function insurance(deps: CallDeps, { config }: Pick<Ctx, 'config'>, playerId: number, body: InsuranceBody) {
  const exponent = await exponentOf(deps, playerId, body.bet_id)
  if (isProblem(exponent)) return exponent
  const mostMinor = body.sum === undefined ? null : minorFromSum(body.sum, exponent)
  if (mostMinor === null && body.sum !== undefined) return badSum('sum')
  const delayMs = await coverDelayMs(deps, BigInt(body.bet_id), config.betting.liveDelayMs)
  if (delayMs > 0) await new Promise((done) => setTimeout(done, delayMs))
  const insured = await insureBet(deps, { playerId, betId: BigInt(body.bet_id), percent: body.percent, mostMinor, guid: body.guid ?? null })
  if (isProblem(insured)) return insured
  return {
    bet_id: body.bet_id,
    insurance_percent: insured.percent,
    insurance_sum: wireMoney(insured.wholePremiumMinor, exponent),
    premium: wireMoney(insured.premiumMinor, exponent),
    balance: wireMoney(insured.balanceMinor, exponent),
  }
}

/** Door of payments: deposits and withdrawals through a provider behind a port, their callbacks, their history. */
import type { FastifyInstance } from 'fastify'
import { minorText, wireMoney, type Minor } from '#lib/money.ts'
import { moneyInSentence } from '#lib/number-format.ts'
import { unixSeconds } from '#lib/time.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem } from '#platform/shared/problem.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import * as contract from '../contract.ts'
import { chargeOf, leftOf, returnedOf, type DepositState } from '../rules/deposit-state.ts'
import { taxOfDeposit, taxOfWithdrawal } from '../rules/transfer-tax.ts'
import { sentMinor, type WithdrawalState } from '../rules/withdrawal-state.ts'
import { besideRoutes } from './beside-routes.ts'
import { consultantRoutes, type ConsultantDeps } from './consultant.ts'
import { handleCallback } from './callbacks.ts'
import {
  boundedMethods,
  isFirstDeposit,
  listPayments,
  methodItem,
  methodName,
  payableAccount,
  selectDepositOptional,
  startDeposit,
  type DepositRow,
  type PaymentRow,
  type ProviderChoice,
} from './deposits.ts'
import type { GuestDepositRow } from './guest-deposits.ts'
import { callOffDeposit, openDeposits, unknownDeposit } from './open-deposits.ts'
import type { WithdrawalRow } from './withdrawals.ts'
import { spendingRoutes } from './spending.ts'
import { taxInForce, taxItem } from './transfer-tax.ts'
import { withdrawalRoutes } from './withdrawal-routes.ts'
import './tables.ts'

export { handleCallback, type CallbackAnswer } from './callbacks.ts'
export { expireDeposits, selectDepositOptional, startDeposit, type DepositRow, type PaymentsDeps, type ProviderChoice } from './deposits.ts'
export {
  GUEST_RETURN,
  guestMethods,
  lockGuestState,
  selectGuestDepositOptional,
  startGuestDeposit,
  type GuestDepositRow,
} from './guest-deposits.ts'
export { listWithdrawals, waitForCover, sweepPayouts } from './payouts.ts'
export { sweepReturns } from './returns.ts'
export { closeMoneyCase, euroText, listMoneyCases } from './money-cases.ts'
export { listUntaken, setApart, setUntakenApart } from './untaken.ts'
export { issuePaycheck } from './paychecks.ts'
export { givePoints } from './rewards.ts'
export { taxInForce } from './transfer-tax.ts'
export { decideWithdrawal, selectWithdrawalOptional, type OfficerAnswer, type WithdrawalRow } from './withdrawals.ts'
export { REFUSAL_REASONS, sentMinor } from '../rules/withdrawal-state.ts'
export { btcpayProvider, readBtcpaySettings, BTCPAY, type BtcpaySettings } from './btcpay.ts'
export { explainDifference, listDifferences, sweepStatements, takeFromStatement, type DifferenceRow } from './statements.ts'
export { EXPLANATIONS } from '../rules/reconcile.ts'
export { canBePaid } from '../rules/deposit-state.ts'
export { sandboxBook, PLANTS, type SandboxBook } from './sandbox-book.ts'
export { sandboxProvider, sandboxCallback, SANDBOX } from './sandbox.ts'
export type { PaymentPort } from './port.ts'
export { PROVIDER_OUTCOMES, type ProviderOutcome } from '../rules/deposit-state.ts'
export { personalData } from './personal-data.ts'
export { verifyPayments } from './verify-payments.ts'

export interface PaymentRouteDeps extends ConsultantDeps {
  /** Whether a player may be shown what promotes play (limits). */
  mayPromote?(playerId: number): Promise<boolean>
  /** The provider that payments by a way go to. */
  provider: ProviderChoice
  /** The guard of money calls (auth). */
  requireMoneySession(ctx: Ctx): Promise<unknown>
  /** The guard of what takes money away: a confirmation of the last minutes (SES-09). */
  requireStepUp(ctx: Ctx): unknown
  /** After a credit has committed: composition pushes the balance to the player's stream topic. */
  onBalanceChanged?(playerId: number, accountId: number): void
}

export function paymentRoutes(app: FastifyInstance, deps: PaymentRouteDeps): void {
  playerRoutes(app, deps)
  withdrawalRoutes(app, deps)
  besideRoutes(app, deps)
  consultantRoutes(app, deps)
  spendingRoutes(app, deps)
  callbackRoute(app, deps)
}

function playerRoutes(app: FastifyInstance, deps: PaymentRouteDeps): void {
  route(app, contract.rechargeDataCall, async (ctx, { body }) => {
    const account = await payableAccount(deps, ctx.player!.id, body.account_id)
    if (isProblem(account)) return account
    const { code, exponent } = account.currency
    const methods = boundedMethods(ctx.country, account.currency, ctx.config.cashier).map((bounds) => methodItem(ctx, bounds, exponent))
    if (methods.length === 0) return problem('payments.closed', { wire: 60 })
    return {
      frame_url: `/${ctx.lng}/office/recharge`,
      min: Math.min(...methods.map((m) => m.min)),
      max: Math.max(...methods.map((m) => m.max)),
      currency: code,
      methods,
      nextStep: 'none',
    }
  })

  route(app, contract.startDepositCall, async (ctx, { body }) => {
    const session = await deps.requireMoneySession(ctx)
    if (isProblem(session)) return session
    const started = await startDeposit(deps, {
      playerId: ctx.player!.id,
      brand: ctx.brand,
      country: ctx.country,
      lng: ctx.lng,
      accountId: body.account_id,
      methodId: body.method_id,
      sum: body.sum,
      requestKey: body.request_key,
      provider: deps.provider,
      cashier: ctx.config.cashier,
      config: ctx.config,
      tax: taxInForce(ctx, 'deposit'),
    })
    if (isProblem(started)) return started
    const { ref, ...page } = started
    return { id: ref, ...page }
  })

  route(app, contract.depositStateCall, async (ctx, { body }): Promise<unknown> => {
    const deposit = await selectDepositOptional(deps.db, body.id)
    // A foreign deposit and an unknown one are the same answer (WEB-01).
    if (!deposit || deposit.player_id !== ctx.player!.id) return unknownDeposit()
    const { code, exponent } = currencyById(deposit.currency_id)
    return {
      id: deposit.ref,
      state: deposit.state,
      sum: wireMoney(deposit.amount_minor, exponent),
      fee: wireMoney(deposit.fee_minor, exponent),
      ...taxItem(deposit, taxOfDeposit(deposit), exponent),
      currency: code,
      is_first: await isFirstDeposit(deps.db, deposit),
      ...(await openDeposits(deps, ctx, [deposit]))(deposit),
    }
  })

  route(app, contract.callOffDepositCall, async (ctx, { body }): Promise<unknown> => {
    const row = await callOffDeposit(deps, { playerId: ctx.player!.id, brand: ctx.brand, ref: body.id })
    return isProblem(row) ? row : { id: row.ref, state: row.state }
  })

  route(app, contract.historyCall, async (ctx, { body }) => {
    const { date_from: from, date_to: to } = body
    // As the history of bets says it.
    if (from && to && from > to) return problem('history.bad_order', { wire: 10, field: 'date_from' })
    const { rows, pages } = await listPayments(deps, {
      playerId: ctx.player!.id,
      page: body.page_number,
      archive: body.is_include_archive,
      ...(from ? { fromMs: from * 1000 } : {}),
      ...(to ? { toMs: to * 1000 } : {}),
    })
    const open = await openDeposits(deps, ctx, rows)
    const items = rows.map((row) => {
      const { code, exponent } = currencyById(row.currency_id)
      return {
        id: Number(row.id),
        date: unixSeconds(row.created_at.getTime()),
        type: row.kind,
        sum: wireMoney(row.amount_minor, exponent),
        balance_after: wireMoney(row.balance_after ?? 0n, exponent),
        currency: code,
        status: row.state,
        system: methodName(ctx, row.method),
        ...taxItem(row, taxOf(row), exponent),
        ...(isTakenBack(row) ? { taken_back: true } : {}),
        ...open(row),
        ...(row.state === 'held' && row.claim_url !== null ? { claim_url: row.claim_url } : {}),
        ...(row.returned_at
          ? {
              returned_sum: wireMoney(returnedOf(chargeOf(row)), exponent),
              returned_date: unixSeconds(row.returned_at.getTime()),
            }
          : {}),
      }
    })
    return { items, page_number: body.page_number, pages }
  })
}

/** In a scope of its own: the signature is over the bytes, so nothing may parse them first. */
function callbackRoute(app: FastifyInstance, deps: PaymentRouteDeps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 64 * 1024 }, (_request, body, done) => done(null, body))
    scope.post<{ Params: { provider: string } }>('/payments/callback/:provider', async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const answer = await handleCallback(deps, request.params.provider, {
        raw,
        headers: request.headers,
        ip: request.ip,
        now: deps.clock.now(),
      })
      reply.header('cache-control', 'no-store')
      if (answer.kind === 'ignored') return reply.code(200).send({ status: 'ok' })
      if (answer.kind === 'refused') {
        request.log.warn({ provider: request.params.provider, fault: answer.fault }, 'payment callback refused')
        return reply.code(answer.status).send({ status: 'refused', reason: answer.fault })
      }
      if (answer.balanceChanged) deps.onBalanceChanged?.(answer.playerId, answer.accountId)
      return reply.code(200).send({ status: 'ok', state: answer.outcome })
    })
  })
}

/** What of a line of the history is, or will be, taken as a tax. */
function taxOf(row: PaymentRow): Minor {
  if (row.kind === 'withdrawal') return taxOfWithdrawal({ ...row, state: row.state as WithdrawalState })
  return taxOfDeposit({ ...row, state: row.state as DepositState })
}

/** Whether it had come to the balance: what was refunded before it was credited never did. */
const isTakenBack = ({ kind, state, balance_after: credited }: PaymentRow) =>
  kind === 'deposit' && credited !== null && (state === 'returned' || state === 'charged_back')

/** "12.50 EUR": what the provider takes for a deposit, with the fee, or pays out, without fee and tax. */
export function depositSum(row: DepositRow | GuestDepositRow | WithdrawalRow): { amount: string; currency: string } {
  const currency = currencyById(row.currency_id)
  return { amount: minorText(providerMinor(row), currency.exponent), currency: currency.code }
}

/** What of a deposit has not gone back to its payer, or the half of it, as a provider names it. */
export function depositLeft(row: DepositRow, share: 'whole' | 'half'): string {
  const left = leftOf(chargeOf(row))
  return minorText(share === 'half' && left > 1n ? left / 2n : left, currencyById(row.currency_id).exponent)
}

/** The same sum as people read it: on the provider's page and at the desks. */
export function depositSumText(row: DepositRow | GuestDepositRow | WithdrawalRow, lng: string): string {
  return moneyInSentence(providerMinor(row), currencyById(row.currency_id), lng)
}

function providerMinor(row: DepositRow | GuestDepositRow | WithdrawalRow): bigint {
  return 'approvals_needed' in row ? sentMinor(row) : row.amount_minor + row.fee_minor
}

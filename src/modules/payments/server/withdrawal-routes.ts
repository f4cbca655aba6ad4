/** Calls of withdrawals: what may be asked for, the asking, the steps, the taking back. */
import type { FastifyInstance } from 'fastify'
import { wireMoney } from '#lib/money.ts'
import { unixSeconds } from '#lib/time.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { selectLastSecurityChange } from '#modules/auth/server/index.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import * as contract from '../contract.ts'
import { METHODS } from '../rules/methods.ts'
import { taxOfWithdrawal } from '../rules/transfer-tax.ts'
import { SECURITY_HOLD_MS, withdrawalStep } from '../rules/withdrawal-state.ts'
import { HISTORY_PAGE, methodItem, methodName, payableAccount } from './deposits.ts'
import type { PaymentRouteDeps } from './index.ts'
import { listSteps, listWithdrawals, waitForCover } from './payouts.ts'
import { taxInForce, taxItem } from './transfer-tax.ts'
import { withdrawalMethods } from './withdrawal-terms.ts'
import { cancelWithdrawal, requestWithdrawal, type WithdrawalRow } from './withdrawals.ts'

export function withdrawalRoutes(app: FastifyInstance, deps: PaymentRouteDeps): void {
  const items = async (ctx: Ctx, rows: readonly WithdrawalRow[]) => {
    const steps = await listSteps(
      deps.db,
      rows.map(({ id }) => id),
    )
    const uncovered = await waitForCover(deps.db, rows)
    return rows.map((row) => ({ ...itemOf(ctx, row, steps.get(row.id) ?? []), waits_for_cover: uncovered.has(row.id) }))
  }

  route(app, contract.withdrawDataCall, async (ctx, { body }) => {
    const account = await payableAccount(deps, ctx.player!.id, body.account_id)
    if (isProblem(account)) return account
    const { code, exponent } = account.currency
    const changedAt = await selectLastSecurityChange(deps.db, ctx.player!.id)
    const heldUntil = changedAt ? changedAt.getTime() + SECURITY_HOLD_MS : 0
    const bounds = await withdrawalMethods(deps.db, account, ctx.config.cashier)
    return {
      frame_url: `/${ctx.lng}/office/withdraw`,
      available: wireMoney(account.balanceMinor, exponent),
      currency: code,
      methods: bounds.map((one) => ({
        ...methodItem(ctx, one, exponent),
        fee: one.method.feeOutPermille / 10,
        hours: one.method.payoutHours,
        needs_address: one.method.needsAddress,
      })),
      held_until: heldUntil > ctx.now ? unixSeconds(heldUntil) : 0,
      can_cancel: ctx.config.withdrawals.playerCanCancel,
    }
  })

  route(app, contract.withdrawCall, async (ctx, { body }): Promise<unknown> => {
    for (const proof of [await deps.requireMoneySession(ctx), deps.requireStepUp(ctx)]) if (isProblem(proof)) return proof
    const row = await requestWithdrawal(deps, {
      playerId: ctx.player!.id,
      brand: ctx.brand,
      accountId: body.account_id,
      methodId: body.method_id,
      sum: body.sum,
      requestKey: body.request_key,
      provider: deps.provider,
      terms: ctx.config.withdrawals,
      cashier: ctx.config.cashier,
      tax: taxInForce(ctx, 'withdrawal'),
      destination: body.destination,
    })
    if (isProblem(row)) return row
    deps.onBalanceChanged?.(row.player_id, row.account_id)
    return (await items(ctx, [row]))[0]
  })

  route(app, contract.withdrawalsCall, async (ctx, { body }) => {
    const { rows, count } = await listWithdrawals(deps.db, {
      playerId: ctx.player!.id,
      limit: HISTORY_PAGE,
      offset: (body.page_number - 1) * HISTORY_PAGE,
    })
    return { items: await items(ctx, rows), page_number: body.page_number, pages: Math.ceil(count / HISTORY_PAGE) }
  })

  route(app, contract.cancelWithdrawalCall, async (ctx, { body }): Promise<unknown> => {
    const row = await cancelWithdrawal(deps, { playerId: ctx.player!.id, ref: body.id, terms: ctx.config.withdrawals })
    if (isProblem(row)) return row
    deps.onBalanceChanged?.(row.player_id, row.account_id)
    return (await items(ctx, [row]))[0]
  })
}

function itemOf(ctx: Ctx, row: WithdrawalRow, steps: readonly { state: string; at: Date }[]) {
  const { code, exponent } = currencyById(row.currency_id)
  return {
    id: row.ref,
    number: Number(row.id),
    date: unixSeconds(row.created_at.getTime()),
    sum: wireMoney(row.amount_minor, exponent),
    fee: wireMoney(row.fee_minor, exponent),
    ...taxItem(row, taxOfWithdrawal(row), exponent),
    currency: code,
    system: methodName(ctx, row.method),
    state: row.state,
    reason: row.reason ? ctx.text(`payments:reason_${row.reason}`) : '',
    send_after: row.send_after.getTime() > ctx.now ? unixSeconds(row.send_after.getTime()) : 0,
    hours: METHODS.find(({ key }) => key === row.method)?.payoutHours ?? 0,
    can_cancel: ctx.config.withdrawals.playerCanCancel && withdrawalStep(row.state, 'cancel') !== null,
    steps: steps.map(({ state, at }) => ({ state, date: unixSeconds(at.getTime()) })),
  }
}

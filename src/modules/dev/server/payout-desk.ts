/**
 * Payouts at the cashier's desk: two stand-in officers agree or refuse, then the sandbox says what became of the money.
 * Agreements go through the same use case as an operator's office would call; the sandbox's word is a signed callback.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Ctx } from '#platform/server/http.ts'
import type { Db } from '#platform/server/db.ts'
import {
  decideWithdrawal,
  depositSumText,
  listWithdrawals,
  waitForCover,
  REFUSAL_REASONS,
  type OfficerAnswer,
  type PaymentsDeps,
  type WithdrawalRow,
} from '#modules/payments/server/index.ts'
import { escapeHtml, tableOr } from './page.ts'

export const OFFICERS = ['officer-a', 'officer-b'] as const
const bodySchema = z.object({
  officer: z.enum(OFFICERS).default(OFFICERS[0]),
  decision: z.enum(['agree', 'refuse']),
  reason: z.enum(REFUSAL_REASONS).optional(),
})

export interface PayoutDeskDeps {
  payments: PaymentsDeps
}

type Decided = Extract<OfficerAnswer, { kind: 'done' }>

export function payoutRoutes(app: FastifyInstance, deps: PayoutDeskDeps): void {
  /** Null: the refusal is on its way. A reply is no value to wait for: whoever awaits it gets nothing. */
  const decide = async (ref: string, given: unknown, reply: FastifyReply): Promise<Decided | null> => {
    const body = bodySchema.safeParse(given)
    if (!body.success) {
      reply.code(400).send({ field: body.error.issues[0]?.path.join('.') ?? 'decision' })
      return null
    }
    const { reason, ...decision } = body.data
    const answer = await decideWithdrawal(deps.payments, { ref, ...decision, ...(reason ? { reason } : {}) })
    if (answer.kind === 'done') return answer
    reply.code(answer.kind === 'unknown' ? 404 : 409).send({ field: 'id', reason: answer.kind })
    return null
  }

  app.post<{ Params: { ref: string } }>('/dev/api/cashier/payout/:ref', async (request, reply) => {
    const answer = await decide(request.params.ref, request.body, reply)
    return answer ? { state: answer.row.state, approvals: answer.approvals } : reply
  })

  app.post<{ Params: { ref: string } }>('/dev/cashier/payout/:ref', async (request, reply) => {
    const answer = await decide(request.params.ref, request.body, reply)
    return answer ? reply.redirect(`/dev/cashier?lng=${request.ctx.lng}`, 303) : reply
  })
}

/** The part of the desk's page that lists payouts with what can be done to each. */
export async function payoutDesk(ctx: Ctx, db: Db): Promise<string> {
  const { rows } = await listWithdrawals(db, { limit: 50 })
  const text = (key: string) => escapeHtml(ctx.text(`payments:${key}`))
  const uncovered = await waitForCover(db, rows)
  const list = rows.map((row) => {
    const sum = escapeHtml(depositSumText(row, ctx.lng))
    const state = text(`withdrawal_state_${row.state}`) + (uncovered.has(row.id) ? ` · ${text('cashier_in_debt')}` : '')
    return `<tr><td>${row.created_at.toISOString()}</td><td>${row.player_id}</td><td>${sum}</td><td>${state}</td><td>${row.approvals_needed}</td><td>${actionsOf(ctx, row)}</td></tr>`
  })
  return `<h2>${text('cashier_payouts')}</h2>${tableOr(list, text('cashier_none'))}`
}

function actionsOf(ctx: Ctx, row: WithdrawalRow): string {
  const text = (key: string) => escapeHtml(ctx.text(`payments:${key}`))
  const lng = escapeHtml(ctx.lng)
  if (row.state === 'requested') {
    const officers = OFFICERS.map((officer) => `<option>${officer}</option>`).join('')
    return `<form method="post" action="/dev/cashier/payout/${row.ref}?lng=${lng}"><select name="officer">${officers}</select><button name="decision" value="agree" class="main">${text('cashier_agree')}</button><button name="decision" value="refuse">${text('cashier_decline')}</button></form>`
  }
  if (row.state === 'approved') {
    return `<form method="post" action="/dev/cashier/payout/${row.ref}?lng=${lng}"><button name="decision" value="refuse">${text('cashier_decline')}</button></form>`
  }
  if (row.state !== 'sent') return ''
  return `<form method="post" action="/dev/cashier/pay/${row.ref}?lng=${lng}"><button name="outcome" value="success" class="main">${text('cashier_paid_out')}</button><button name="outcome" value="decline">${text('cashier_decline')}</button></form>`
}

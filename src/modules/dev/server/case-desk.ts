/** Cases about the money of weeks (PAY-13) at the cashier's desk: an officer closes one with a note of what he found. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Ctx } from '#platform/server/http.ts'
import { closeMoneyCase, euroText, listMoneyCases } from '#modules/payments/server/index.ts'
import { escapeHtml, tableOr } from './page.ts'
import { OFFICERS, type PayoutDeskDeps } from './payout-desk.ts'

const bodySchema = z.object({ officer: z.enum(OFFICERS).default(OFFICERS[0]), note: z.string().trim().min(1).max(500) })

interface Params {
  Params: { id: string }
}

export function caseRoutes(app: FastifyInstance, { payments }: PayoutDeskDeps): void {
  /** False: the refusal is on its way. */
  const close = async (id: string, given: unknown, reply: FastifyReply): Promise<boolean> => {
    const body = bodySchema.safeParse(given)
    if (!body.success) {
      reply.code(400).send({ field: body.error.issues[0]?.path.join('.') ?? 'note' })
      return false
    }
    if (/^\d{1,15}$/.test(id) && (await closeMoneyCase(payments, { id: BigInt(id), ...body.data }))) return true
    reply.code(404).send({ field: 'id' })
    return false
  }
  app.get('/dev/api/cashier/cases', async () =>
    (await listMoneyCases(payments.db)).map(({ id, playerId, inCents, outCents, openedAt }) => ({
      id: Number(id),
      player: playerId,
      in_eur_cents: Number(inCents),
      out_eur_cents: Number(outCents),
      opened: openedAt.toISOString(),
    })),
  )
  app.post<Params>('/dev/api/cashier/cases/:id', async (request, reply) =>
    (await close(request.params.id, request.body, reply)) ? { done: true } : reply,
  )
  app.post<Params>('/dev/cashier/cases/:id', async (request, reply) =>
    (await close(request.params.id, request.body, reply)) ? reply.redirect(`/dev/cashier?lng=${request.ctx.lng}`, 303) : reply,
  )
}

/** The part of the desk's page. */
export async function caseDesk(ctx: Ctx, { payments }: PayoutDeskDeps): Promise<string> {
  const text = (key: string) => escapeHtml(ctx.text(`payments:${key}`))
  const officers = OFFICERS.map((officer) => `<option>${officer}</option>`).join('')
  const rows = (await listMoneyCases(payments.db)).map(({ id, playerId, inCents, outCents, openedAt }) => {
    const sum = (cents: bigint) => escapeHtml(euroText(cents, ctx.lng))
    const form = `<form method="post" action="/dev/cashier/cases/${id}?lng=${escapeHtml(ctx.lng)}"><select name="officer">${officers}</select><input name="note" required maxlength="500" aria-label="${text('cashier_case_note')}" placeholder="${text('cashier_case_note')}"><button>${text('cashier_case_close')}</button></form>`
    return `<tr><td>${openedAt.toISOString()}</td><td>${playerId}</td><td>+${sum(inCents)}</td><td>−${sum(outCents)}</td><td>${form}</td></tr>`
  })
  return `<h2>${text('cashier_cases')}</h2>${tableOr(rows, text('cashier_none'))}`
}

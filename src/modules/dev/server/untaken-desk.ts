/** First payments whose payers have not come back: an officer sends their money back before its days are over. */
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#platform/server/http.ts'
import { depositSumText, listUntaken, setApart } from '#modules/payments/server/index.ts'
import { escapeHtml, tableOr } from './page.ts'
import type { PayoutDeskDeps } from './payout-desk.ts'

interface Params {
  Params: { ref: string }
}

export function untakenRoutes(app: FastifyInstance, deps: PayoutDeskDeps): void {
  const { payments } = deps
  app.get('/dev/api/cashier/untaken', async () => (await listUntaken(payments.db, new Date(payments.clock.now()))).map((row) => row.ref))
  app.post<Params>('/dev/api/cashier/untaken/:ref', async (request, reply) => {
    const done = await setApart({ ...payments, log: request.log }, request.params.ref)
    return done ? { done } : reply.code(409).send({ field: 'ref' })
  })
  app.post<Params>('/dev/cashier/untaken/:ref', async (request, reply) => {
    await setApart({ ...payments, log: request.log }, request.params.ref)
    return reply.redirect(`/dev/cashier?lng=${request.ctx.lng}`, 303)
  })
}

/** The part of the desk's page. */
export async function untakenDesk(ctx: Ctx, { payments }: PayoutDeskDeps): Promise<string> {
  const text = (key: string) => escapeHtml(ctx.text(`payments:${key}`))
  const rows = (await listUntaken(payments.db, new Date(ctx.now))).map((row) => {
    const sum = escapeHtml(depositSumText(row, ctx.lng))
    const back = `<form method="post" action="/dev/cashier/untaken/${row.ref}?lng=${escapeHtml(ctx.lng)}"><button>${text('cashier_untaken_back')}</button></form>`
    return `<tr><td>${row.created_at.toISOString()}</td><td>${row.player_id}</td><td>${sum}</td><td>${row.ref}</td><td>${back}</td></tr>`
  })
  return `<h2>${text('cashier_untaken')}</h2>${tableOr(rows, text('cashier_none'))}`
}

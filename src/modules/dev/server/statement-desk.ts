/** The sandbox's statement against the ledger: compared on demand, with errors planted in it, and officers who explain. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Ctx } from '#platform/server/http.ts'
import {
  EXPLANATIONS,
  explainDifference,
  listDifferences,
  PLANTS,
  sweepStatements,
  takeFromStatement,
  type DifferenceRow,
  type SandboxBook,
} from '#modules/payments/server/index.ts'
import { escapeHtml } from './page.ts'
import { OFFICERS, type PayoutDeskDeps } from './payout-desk.ts'

const plantBody = z.object({ ref: z.string().regex(/^[\w-]{1,60}$/), plant: z.enum(PLANTS) })
const answerBody = z.object({
  officer: z.enum(OFFICERS).default(OFFICERS[0]),
  /** `take`: what the provider has is booked here, as if it had said so. */
  answer: z.enum([...EXPLANATIONS, 'take']),
})
const idOf = (text: string): bigint | null => (/^\d{1,15}$/.test(text) ? BigInt(text) : null)

interface Params {
  Params: { id: string }
}
interface StatementDeskDeps extends PayoutDeskDeps {
  book: SandboxBook
}

export function statementRoutes(app: FastifyInstance, { payments, book }: StatementDeskDeps): void {
  /** Status of the answer: 200, 400 for a wrong one, 404 unknown or over, 409 not to be taken. */
  const answerTo = async (id: string, given: unknown): Promise<number> => {
    const body = answerBody.safeParse(given)
    const wanted = idOf(id)
    if (!body.success) return 400
    if (wanted === null) return 404
    if (body.data.answer === 'take') return (await takeFromStatement(payments, wanted))?.kind === 'accepted' ? 200 : 409
    return (await explainDifference(payments, { id: wanted, officer: body.data.officer, reason: body.data.answer })) ? 200 : 404
  }

  app.get('/dev/api/cashier/differences', async () => (await listDifferences(payments.db)).map(summary))
  app.post('/dev/api/cashier/compare', async (request) => {
    const days = await sweepStatements({ ...payments, log: request.log })
    return { days, differences: (await listDifferences(payments.db)).map(summary) }
  })
  app.post('/dev/api/cashier/plant', async (request, reply) => {
    const body = plantBody.safeParse(request.body)
    if (!body.success) return reply.code(400).send({ field: body.error.issues[0]?.path.join('.') ?? 'ref', allowed: PLANTS })
    const done = await book.plant(body.data.ref, body.data.plant)
    return done ? { planted: body.data.plant } : reply.code(404).send({ field: 'ref' })
  })
  app.post<Params>('/dev/api/cashier/differences/:id', async (request, reply) => {
    const status = await answerTo(request.params.id, request.body)
    return status === 200 ? { done: true } : reply.code(status).send({ field: status === 400 ? 'answer' : 'id' })
  })

  app.post('/dev/cashier/compare', async (request, reply) => {
    await sweepStatements({ ...payments, log: request.log })
    return reply.redirect(`/dev/cashier?lng=${request.ctx.lng}#statement`, 303)
  })
  app.post<Params>('/dev/cashier/differences/:id', async (request, reply) => {
    await answerTo(request.params.id, request.body)
    return reply.redirect(`/dev/cashier?lng=${request.ctx.lng}#statement`, 303)
  })
}

/** The part of the desk's page. */
export async function statementDesk(ctx: Ctx, { payments }: StatementDeskDeps): Promise<string> {
  const text = (key: string) => escapeHtml(ctx.text(`payments:${key}`))
  const lng = escapeHtml(ctx.lng)
  const rows = (await listDifferences(payments.db)).map((row) => {
    const takes = row.kind === 'missing_here' && row.movement !== 'back' ? (['take'] as const) : []
    const answers = [...takes, ...EXPLANATIONS]
      .map((answer) => `<option value="${answer}">${text(`statement_${answer}`)}</option>`)
      .join('')
    const form = `<form method="post" action="/dev/cashier/differences/${row.id}?lng=${lng}"><select name="answer">${answers}</select><button>${text('statement_answer')}</button></form>`
    const kind = `${text(`statement_${row.kind}`)}${row.times > 1 ? ` × ${row.times}` : ''}`
    const sums = [row.there, row.here].map((sum) => `<td style="white-space:nowrap">${escapeHtml(sum || '–')}</td>`).join('')
    return `<tr><td style="white-space:nowrap">${row.day}<br><small>${escapeHtml(row.provider)}</small></td><td>${text(`statement_${row.movement}`)}</td><td>${kind}</td>${sums}<td>${escapeHtml(row.ref)}</td><td>${form}</td></tr>`
  })
  const head = `<tr>${['day', 'movement', 'kind', 'there', 'here', 'ref', 'answer'].map((name) => `<th>${text(`statement_head_${name}`)}</th>`).join('')}</tr>`
  const list = rows.length > 0 ? `<table>${head}${rows.join('')}</table>` : `<p>${text('statement_none')}</p>`
  return `<h2 id="statement">${text('statement_title')}</h2><p>${text('statement_note')}</p>${list}
<form method="post" action="/dev/cashier/compare?lng=${lng}"><button>${text('statement_compare')}</button></form>`
}

function summary({ id, found_at, times, ...row }: DifferenceRow) {
  const { provider, day, kind, movement, ref, there, here } = row
  return { id: Number(id), provider, day, kind, movement, ref, there, here, times, foundAt: found_at.toISOString() }
}

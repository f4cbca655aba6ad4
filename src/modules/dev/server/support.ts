/** The operator's desk of support: questions and their answers, calls, messages to a player. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { plain } from '#platform/shared/wire-schema.ts'
import type { SupportDesk } from '#modules/messages/server/index.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import type { Db } from '#platform/server/db.ts'
import { appealSection } from './appeals.ts'
import { devPage, escapeHtml } from './page.ts'

const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const flag = z.union([z.boolean(), z.enum(['true', 'false', 'on']).transform((text) => text !== 'false')]).default(false)
const officer = plain(60)
  .default('')
  .transform((name) => name || 'support')
const answerSchema = z.object({
  text: plain(4000).default(''),
  officer,
  consultant: id.optional(),
  action: z.enum(['answer', 'close']).default('answer'),
})
const writeSchema = z.object({ player: id, title: plain(120), text: plain(4000), link: plain(200).default(''), promotion: flag })
const doneSchema = z.object({ officer })
/** Who looks into a file and why is noted. */
const lookSchema = z.object({
  officer,
  reason: plain(200)
    .default('')
    .transform((reason) => reason || 'answer'),
})

type Params = { Params: { id: string } }
const numberOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

export function supportPages(app: FastifyInstance, desk: SupportDesk, db: Db): void {
  apiRoutes(app, desk)
  pageRoutes(app, desk, db)
  app.get<Params>('/dev/support/file/:id', async ({ params, query }, reply) => {
    const looking = lookSchema.safeParse(query)
    if (!looking.success) return malformed(reply, looking.error)
    const file = await desk.file(numberOf(params.id), looking.data.officer, looking.data.reason)
    if (!file) return reply.code(404).send({ field: 'id' })
    return reply
      .header('content-type', file.type)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(file.bytes)
  })
}

const refused = (reply: FastifyReply, refusal: Problem) =>
  reply.code(refusal.status ?? 400).send({ field: refusal.field ?? 'id', code: refusal.code })
const malformed = (reply: FastifyReply, error: z.ZodError) => reply.code(400).send({ field: error.issues[0]?.path.join('.') ?? 'body' })

/** An answer or the end of a question, as both the page and the script ask for it. */
async function act(desk: SupportDesk, request: FastifyRequest<Params>): Promise<Problem | z.ZodError | null> {
  const body = answerSchema.safeParse(request.body ?? {})
  if (!body.success) return body.error
  const ticketId = numberOf(request.params.id)
  if (body.data.action === 'close') return desk.close(ticketId)
  const consultantId = body.data.consultant ?? request.ctx.config.support?.byLanguage['default']?.[0] ?? null
  return desk.answer({ ticketId, consultantId, officer: body.data.officer, text: body.data.text })
}

async function write(desk: SupportDesk, given: unknown): Promise<Problem | z.ZodError | null> {
  const body = writeSchema.safeParse(given ?? {})
  if (!body.success) return body.error
  return desk.write({ ...body.data, playerId: body.data.player })
}

function apiRoutes(app: FastifyInstance, desk: SupportDesk): void {
  const answer = (reply: FastifyReply, outcome: Problem | z.ZodError | null) => {
    if (isProblem(outcome)) return refused(reply, outcome)
    return outcome ? malformed(reply, outcome) : { done: true }
  }
  app.get('/dev/api/support', async () => ({
    tickets: (await desk.tickets()).map((row) => ({ ...row, id: Number(row.id), seen_line: Number(row.seen_line) })),
    calls: await desk.calls(),
  }))
  app.get<Params>('/dev/api/support/:id', async ({ params }, reply) => {
    const found = await desk.thread(numberOf(params.id))
    if (!found) return reply.code(404).send({ field: 'id' })
    const lines = found.lines.map((line) => ({
      ...line,
      id: Number(line.id),
      file_id: line.file_id === null ? null : Number(line.file_id),
    }))
    return { ticket: { ...found.ticket, id: Number(found.ticket.id), seen_line: Number(found.ticket.seen_line) }, lines }
  })
  app.post('/dev/api/support/message', async (request, reply) => answer(reply, await write(desk, request.body)))
  app.post<Params>('/dev/api/support/call/:id', async (request, reply) => {
    const body = doneSchema.safeParse(request.body ?? {})
    if (!body.success) return malformed(reply, body.error)
    return (await desk.callDone(numberOf(request.params.id), body.data.officer)) ? { done: true } : reply.code(404).send({ field: 'id' })
  })
  app.post<Params>('/dev/api/support/:id', async (request, reply) => answer(reply, await act(desk, request)))
}

function pageRoutes(app: FastifyInstance, desk: SupportDesk, db: Db): void {
  const back = (request: FastifyRequest, reply: FastifyReply, path: string, outcome: Problem | z.ZodError | null) => {
    const said = isProblem(outcome) ? outcome.code.replace('.', ':problem_') : outcome ? 'platform:problem_bad_field' : ''
    return reply.redirect(`${path}?${new URLSearchParams({ lng: request.ctx.lng, ...(said ? { said } : {}) })}`, 303)
  }
  app.get('/dev/support', (request, reply) => listPage(desk, db, request, reply))
  app.get<Params>('/dev/support/:id', (request, reply) => threadPage(desk, request, reply))
  app.post('/dev/support/message', async (request, reply) => back(request, reply, '/dev/support', await write(desk, request.body)))
  app.post<Params>('/dev/support/call/:id', async (request, reply) => {
    await desk.callDone(numberOf(request.params.id), 'support')
    return back(request, reply, '/dev/support', null)
  })
  app.post<Params>('/dev/support/:id', async (request, reply) =>
    back(request, reply, `/dev/support/${numberOf(request.params.id)}`, await act(desk, request)),
  )
}

const PROBLEM_KEY = /^[a-z]+:problem_[a-z_]+$/

function saidOf(request: FastifyRequest): string {
  const { said } = request.query as { said?: unknown }
  return typeof said === 'string' && PROBLEM_KEY.test(said) ? `<p><b>${escapeHtml(request.ctx.text(said))}</b></p>` : ''
}

async function listPage(desk: SupportDesk, db: Db, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { ctx } = request
  const lng = escapeHtml(ctx.lng)
  const text = (key: string) => escapeHtml(ctx.text(`messages:${key}`))
  const [tickets, calls] = await Promise.all([desk.tickets(), desk.calls()])
  const rows = tickets.map(
    (row) =>
      `<tr><td><a href="/dev/support/${row.id}?lng=${lng}">№ ${row.id}</a></td><td>${text(`kind_${row.kind}`)}${row.answer_due ? ` · ${text('desk_due')} <bdi dir="ltr">${row.answer_due.toISOString().slice(0, 10)}</bdi>` : ''}</td><td>${escapeHtml(row.subject)}</td><td>${row.player_id}</td><td>${row.language}</td><td><span class="mark">${text(`desk_${row.state}`)}</span></td></tr>`,
  )
  const callRows = calls.map(
    (call) =>
      `<article><p><bdi dir="ltr">+${call.phone}</bdi> ${escapeHtml(call.name)} · ${call.language} · ${call.wantedAt?.toISOString() ?? text('call_soon')}</p><form method="post" action="/dev/support/call/${call.id}?lng=${lng}"><button class="main">${text('desk_called')}</button></form></article>`,
  )
  const field = (name: string) => `<label>${text(`desk_${name}`)} <input name="${name}" required></label>`
  const content = `${saidOf(request)}<table>${rows.join('')}</table>${rows.length ? '' : `<p>${text('desk_empty')}</p>`}<h2>${text('desk_calls')}</h2>${callRows.join('') || `<p>${text('desk_empty')}</p>`}
<h2>${text('desk_message')}</h2><form method="post" action="/dev/support/message?lng=${lng}">${field('player')}${field('title')}${field('text')}<label>${text('desk_link')} <input name="link"></label><label><input type="checkbox" name="promotion"> ${text('desk_promotion')}</label><button class="main">${text('send')}</button></form>${await appealSection(ctx, db)}`
  return devPage(reply, { lng: ctx.lng, title: ctx.text('dev:tool_support'), content })
}

async function threadPage(desk: SupportDesk, request: FastifyRequest<Params>, reply: FastifyReply): Promise<FastifyReply> {
  const { ctx } = request
  const text = (key: string) => escapeHtml(ctx.text(`messages:${key}`))
  const found = await desk.thread(numberOf(request.params.id))
  if (!found) return devPage(reply, { lng: ctx.lng, title: ctx.text('messages:problem_unknown_ticket'), content: '', status: 404 })
  const { ticket, lines } = found
  const list = lines.map((line) => {
    const file = line.file_id === null ? '' : `<p><a href="/dev/support/file/${line.file_id}">${escapeHtml(line.file_name ?? '')}</a></p>`
    const who = line.author === 'player' ? `${ticket.player_id}` : escapeHtml(line.officer ?? '')
    return `<article><small>${who} · ${line.at.toISOString()}</small><p>${escapeHtml(line.body)}</p>${file}</article>`
  })
  const people = (ctx.config.support?.consultants ?? []).map(
    ({ id: number, name }) => `<option value="${number}">${escapeHtml(name)}</option>`,
  )
  const form =
    ticket.state === 'closed'
      ? `<p>${text('state_closed')}</p>`
      : `<form method="post" action="/dev/support/${ticket.id}?lng=${escapeHtml(ctx.lng)}"><textarea name="text" rows="4" cols="60" maxlength="4000" aria-label="${text('answer')}"></textarea>${people.length ? `<label>${text('desk_consultant')} <select name="consultant">${people.join('')}</select></label>` : ''}<label>${text('desk_officer')} <input name="officer" value="support"></label><button name="action" value="answer" class="main">${text('send')}</button><button name="action" value="close">${text('close_ticket')}</button></form>`
  const content = `${saidOf(request)}<p><a href="/dev/support?lng=${escapeHtml(ctx.lng)}">/dev/support</a> · № ${ticket.id} · ${text(`kind_${ticket.kind}`)} · ${ticket.language}${ticket.bet && ticket.answer_due ? ` · <a href="/dev/inspect?what=bet&amp;id=${escapeHtml(ticket.bet)}">№ ${escapeHtml(ticket.bet)}</a> · ${text('desk_due')} <bdi dir="ltr">${ticket.answer_due.toISOString()}</bdi>` : ''}</p>${list.join('')}${form}`
  return devPage(reply, { lng: ctx.lng, title: ticket.subject, content })
}

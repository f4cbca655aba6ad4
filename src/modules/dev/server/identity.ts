/** The officer's desk of identification, and the mood of the simulated provider. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { plain } from '#platform/shared/wire-schema.ts'
import { REFUSAL_REASONS, type IdentityDesk } from '#modules/identity/server/index.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import { devPage, escapeHtml } from './page.ts'

const officer = plain(60)
  .default('')
  .transform((name) => name || 'officer')
const reason = z.enum(REFUSAL_REASONS).default('photo')
const decideSchema = z.object({ action: z.enum(['accept', 'refuse', 'revoke']), reason, comment: plain(500).default(''), officer })
const sessionSchema = z.object({ action: z.enum(['pass', 'refuse']), reason })
const lookSchema = z.object({ officer, reason: plain(200).min(1) })
const moodSchema = z.object({
  answers: z.enum(['desk', 'pass', 'refuse']).optional(),
  delayMs: z.coerce.number().int().min(0).max(60_000).optional(),
  away: z.coerce.number().int().min(0).max(100).optional(),
})

type Params = { Params: { id: string } }
const numberOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

export function identityPages(app: FastifyInstance, desk: IdentityDesk): void {
  apiRoutes(app, desk)
  pageRoutes(app, desk)
  app.get<Params>('/dev/identity/open/:id', async ({ params }, reply) => {
    const file = await desk.open(params.id)
    if (!file) return reply.code(404).send({ field: 'id' })
    return reply
      .header('content-type', file.type)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'no-store')
      .send(file.bytes)
  })
}

type Outcome = Problem | z.ZodError | null

async function decide(desk: IdentityDesk, request: FastifyRequest<Params>): Promise<Outcome> {
  const body = decideSchema.safeParse(request.body ?? {})
  if (!body.success) return body.error
  const { action, ...given } = body.data
  const requestId = numberOf(request.params.id)
  return action === 'revoke' ? desk.revoke({ ...given, requestId }) : desk.decide({ ...given, requestId, accept: action === 'accept' })
}

/** False: no such session waits. */
async function answer(desk: IdentityDesk, request: FastifyRequest<Params>): Promise<boolean | z.ZodError> {
  const body = sessionSchema.safeParse(request.body ?? {})
  if (!body.success) return body.error
  return (await desk.provider?.answer(request.params.id, body.data.action === 'pass' ? 'ok' : 'refused', body.data.reason)) ?? false
}

function apiRoutes(app: FastifyInstance, desk: IdentityDesk): void {
  const malformed = (reply: FastifyReply, error: z.ZodError) => reply.code(400).send({ field: error.issues[0]?.path.join('.') ?? 'body' })
  app.get('/dev/api/identity', async () => ({
    requests: await desk.requests(),
    provider: desk.provider && { simulated: true, ...(await desk.provider.mood()), sessions: await desk.provider.sessions() },
    reasons: REFUSAL_REASONS,
  }))
  app.post<Params>('/dev/api/identity/:id', async (request, reply) => {
    const outcome = await decide(desk, request)
    if (isProblem(outcome)) return reply.code(outcome.status ?? 400).send({ field: outcome.field ?? 'id', code: outcome.code })
    return outcome ? malformed(reply, outcome) : { done: true }
  })
  app.get<Params>(
    '/dev/api/identity/:id',
    async (request, reply) => (await desk.fields(numberOf(request.params.id))) ?? reply.code(404).send({ field: 'id' }),
  )
  app.post<Params>('/dev/api/identity/session/:id', async (request, reply) => {
    const done = await answer(desk, request)
    if (done instanceof z.ZodError) return malformed(reply, done)
    return done ? { done } : reply.code(404).send({ field: 'id' })
  })
  app.post<Params>('/dev/api/identity/file/:id', async (request, reply) => {
    const body = lookSchema.safeParse(request.body ?? {})
    if (!body.success) return malformed(reply, body.error)
    return { url: `/dev/identity/open/${desk.link(numberOf(request.params.id), body.data.officer, body.data.reason)}`, seconds: 60 }
  })
  app.post('/dev/api/identity', async (request, reply) => {
    const body = moodSchema.safeParse(request.body ?? {})
    if (!body.success) return malformed(reply, body.error)
    return desk.provider ? desk.provider.setMood(definedOf(body.data)) : reply.code(404).send({ field: 'provider' })
  })
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
function definedOf<T extends object>(given: T): Given<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given<T>
}

function pageRoutes(app: FastifyInstance, desk: IdentityDesk): void {
  const back = (request: FastifyRequest, reply: FastifyReply, outcome: Outcome | boolean) => {
    const said = isProblem(outcome)
      ? outcome.code.replace('.', ':problem_')
      : outcome && outcome !== true
        ? 'platform:problem_bad_field'
        : ''
    return reply.redirect(`/dev/identity?${new URLSearchParams({ lng: request.ctx.lng, ...(said ? { said } : {}) })}`, 303)
  }
  app.get('/dev/identity', (request, reply) => listPage(desk, request, reply))
  app.post<Params>('/dev/identity/:id', async (request, reply) => back(request, reply, await decide(desk, request)))
  app.post<Params>('/dev/identity/session/:id', async (request, reply) => back(request, reply, await answer(desk, request)))
  app.post<Params>('/dev/identity/file/:id', async (request, reply) => {
    const body = lookSchema.safeParse(request.body ?? {})
    if (!body.success) return back(request, reply, body.error)
    return reply.redirect(`/dev/identity/open/${desk.link(numberOf(request.params.id), body.data.officer, body.data.reason)}`, 303)
  })
  app.post('/dev/identity', async (request, reply) => {
    const body = moodSchema.safeParse(request.body ?? {})
    if (body.success) await desk.provider?.setMood(definedOf(body.data))
    return back(request, reply, body.success ? null : body.error)
  })
}

const PROBLEM_KEY = /^[a-z]+:problem_[a-z_]+$/

async function listPage(desk: IdentityDesk, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { ctx } = request
  const lng = escapeHtml(ctx.lng)
  const text = (key: string) => escapeHtml(ctx.text(`identity:${key}`))
  const { said, session } = request.query as { said?: unknown; session?: unknown }
  const problem = typeof said === 'string' && PROBLEM_KEY.test(said) ? `<p><b>${escapeHtml(ctx.text(said))}</b></p>` : ''
  const reasons = `<label>${text('desk_reason')} <select name="reason">${REFUSAL_REASONS.map((key) => `<option value="${key}">${text(`reason_${key}`)}</option>`).join('')}</select></label>`
  const typedOf = new Map(
    await Promise.all(
      (await desk.requests()).map(async (row) => [row.id, row.state === 'pending' ? ((await desk.fields(row.id)) ?? {}) : {}] as const),
    ),
  )
  const rows = (await desk.requests()).map((row) => {
    const typed = Object.entries(typedOf.get(row.id) ?? {}).map(
      ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd dir="auto">${escapeHtml(value)}</dd>`,
    )
    const files = row.files.map(
      (file) =>
        `<form method="post" action="/dev/identity/file/${file.id}?lng=${lng}"><label>${text('desk_why')} <input name="reason" value="${text('desk_why_review')}" required maxlength="200"></label><button>${escapeHtml(file.field || String(file.id))}</button></form>`,
    )
    const actions =
      row.state === 'pending'
        ? `<label>${text('desk_comment')} <input name="comment" maxlength="500"></label><button name="action" value="accept" class="main">${text('desk_accept')}</button>${reasons}<button name="action" value="refuse">${text('desk_refuse')}</button>`
        : row.state === 'approved'
          ? `${reasons}<button name="action" value="revoke">${text('desk_revoke')}</button>`
          : ''
    return `<article><h2>№ ${row.id} · ${text(`kind_${row.kind}`)} · ${text('desk_player')} ${row.playerId} <span class="mark">${text(`request_${row.state}`)}</span></h2><small>${row.brand} · <bdi dir="ltr">${row.createdAt.toISOString()}</bdi>${row.reason ? ` · ${text(`reason_${row.reason}`)}` : ''}</small><dl>${typed.join('')}</dl>${files.join('')}${actions ? `<form method="post" action="/dev/identity/${row.id}?lng=${lng}">${actions}</form>` : ''}</article>`
  })
  const content = `${problem}${await providerPart(desk, { lng, text, reasons, session: typeof session === 'string' ? session : '' })}<h2>${text('desk_requests')}</h2>${rows.join('') || `<p>${text('desk_empty')}</p>`}`
  return devPage(reply, { lng: ctx.lng, title: ctx.text('dev:tool_identity'), content })
}

async function providerPart(
  { provider }: IdentityDesk,
  { lng, text, reasons, session }: { lng: string; text(key: string): string; reasons: string; session: string },
): Promise<string> {
  if (!provider) return ''
  const [mood, sessions] = await Promise.all([provider.mood(), provider.sessions()])
  const option = (value: string) =>
    `<option value="${value}"${mood.answers === value ? ' selected' : ''}>${text(`desk_answers_${value}`)}</option>`
  const waiting = sessions.map(
    (one) =>
      `<article><h2>${text(`kind_${one.kind}`)}${one.id === session ? ' ←' : ''}</h2><small><bdi dir="ltr">${escapeHtml(one.id)}</bdi> ${escapeHtml(Object.values(one.asked).join(' · '))}</small><form method="post" action="/dev/identity/session/${escapeHtml(one.id)}?lng=${lng}"><button name="action" value="pass" class="main">${text('desk_pass')}</button>${reasons}<button name="action" value="refuse">${text('desk_refuse')}</button></form></article>`,
  )
  return `<h2>${text('desk_provider')} <span class="mark">${text('simulated_mark')}</span></h2><form method="post" action="/dev/identity?lng=${lng}"><label>${text('desk_answers')} <select name="answers">${option('desk')}${option('pass')}${option('refuse')}</select></label><label>${text('desk_delay')} <input name="delayMs" value="${mood.delayMs}" inputmode="numeric"></label><label>${text('desk_away')} <input name="away" value="${mood.away}" inputmode="numeric"></label><button class="main">${text('desk_set')}</button></form>${waiting.join('') || `<p>${text('desk_no_sessions')}</p>`}`
}

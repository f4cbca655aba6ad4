/** The operator's answers to appeals of blocked players; the list stands on the desk of support. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { plain } from '#platform/shared/wire-schema.ts'
import { answerAppeal, listAppeals } from '#modules/auth/server/index.ts'
import type { Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import { escapeHtml } from './page.ts'

const answerSchema = z.object({
  text: z.string().trim().max(2000),
  officer: plain(60).default('support'),
})

type Params = { Params: { id: string } }
const numberOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

export function appealPages(app: FastifyInstance, deps: { db: Db; clock: Clock }): void {
  app.get('/dev/api/support/appeals', async () => ({ appeals: await listAppeals(deps.db) }))
  app.post<Params>('/dev/api/support/appeals/:id', async (request, reply) => {
    const body = answerSchema.safeParse(request.body ?? {})
    if (!body.success) return reply.code(400).send({ field: 'text' })
    const refused = await answerAppeal(deps, { id: numberOf(request.params.id), ...body.data })
    return refused ? reply.code(refused.status ?? 400).send({ field: refused.field, code: refused.code }) : { done: true }
  })
  app.post<Params>('/dev/support/appeals/:id', async (request, reply) => {
    const body = answerSchema.safeParse(request.body ?? {})
    if (body.success) await answerAppeal(deps, { id: numberOf(request.params.id), ...body.data })
    return reply.redirect(`/dev/support?lng=${request.ctx.lng}`, 303)
  })
}

/** The list and its forms, for the page of support. */
export async function appealSection(ctx: Pick<Ctx, 'lng' | 'text'>, db: Db): Promise<string> {
  const text = (key: string) => escapeHtml(ctx.text(`auth:${key}`))
  const items = (await listAppeals(db)).map((appeal) => {
    const who = `№ ${appeal.id} · ${escapeHtml(appeal.login)}${appeal.playerId === null ? '' : ` (${appeal.playerId})`} · ${escapeHtml(appeal.replyTo)} · ${appeal.language}`
    const end =
      appeal.answer === null
        ? `<form method="post" action="/dev/support/appeals/${appeal.id}?lng=${escapeHtml(ctx.lng)}"><textarea name="text" rows="3" cols="60" maxlength="2000" required aria-label="${text('appeal_answer')}"></textarea><button class="main">${text('appeal_reply')}</button></form>`
        : `<p><b>${text('appeal_answer')}:</b> ${escapeHtml(appeal.answer)}</p>`
    return `<article><small>${who}</small><p>${escapeHtml(appeal.text)}</p>${end}</article>`
  })
  return `<h2>${text('appeal_title')}</h2>${items.join('') || `<p>${text('appeal_none')}</p>`}`
}

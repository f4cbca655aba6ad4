/** The local inbox: every letter and SMS of the product, for people and scripts (design §7). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Db } from '#platform/server/db.ts'
import { devPage, escapeHtml } from './page.ts'

export interface InboxMessage {
  id: number
  brand: string
  channel: 'mail' | 'sms' | 'app'
  to: string
  template: string
  subject: string
  body: string
  at: string
  /** The first address in the body, for scripts. */
  link: string | null
  /** The first run of 4 to 8 digits of an SMS, for scripts. */
  code: string | null
}

/** Newest first; `to` is an e-mail or a phone, left out = everybody's. */
export async function listInbox(db: Db, given: { to?: string; limit?: number }): Promise<InboxMessage[]> {
  let query = db
    .selectFrom('dev_inbox')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(given.limit ?? 50)
  if (given.to) query = query.where('recipient', '=', given.to)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: Number(row.id),
    brand: row.brand,
    channel: row.channel,
    to: row.recipient,
    template: row.template,
    subject: row.subject,
    body: row.body,
    at: row.at.toISOString(),
    link: /https?:\/\/[^\s<>"]+/.exec(row.body)?.[0] ?? null,
    code: row.channel !== 'mail' ? (/\b\d{4,8}\b/.exec(row.body)?.[0] ?? null) : null,
  }))
}

const querySchema = z.object({
  to: z
    .string()
    .max(254)
    .regex(/^[^\u0000]*$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

/** To be registered in development only. */
export function inboxRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  app.get('/dev/api/inbox', async (request, reply) => {
    const query = querySchema.safeParse(request.query)
    if (!query.success) return reply.code(400).send({ field: query.error.issues[0]?.path.join('.') ?? 'query' })
    const { to, limit } = query.data
    return { messages: await listInbox(db, { limit, ...(to ? { to } : {}) }) }
  })

  app.get('/dev/inbox', async (request, reply) => {
    const query = querySchema.safeParse(request.query)
    const to = query.success ? query.data.to : undefined
    const messages = await listInbox(db, to ? { to } : {})
    const { ctx } = request
    const items = messages.map((message) => {
      const head = `${escapeHtml(message.channel)} · ${escapeHtml(message.to)} · ${escapeHtml(message.at)}`
      const body = escapeHtml(message.body).replaceAll(/https?:\/\/[^\s<>"]+/g, (link) => `<a href="${link}">${link}</a>`)
      return `<article><small>${head}</small><h2 dir="auto">${escapeHtml(message.subject)}</h2><p dir="auto">${body}</p></article>`
    })
    return devPage(reply, {
      lng: ctx.lng,
      title: ctx.text('auth:inbox_title'),
      content: items.join('') || `<p>${escapeHtml(ctx.text('auth:inbox_empty'))}</p>`,
    })
  })
}

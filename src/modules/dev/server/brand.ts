/** Switch brand, country, partner, or override any configuration key, for one's own browser. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { BrandError, DEV_COOKIE, type Brands, type DevOverride } from '#modules/brand/server/index.ts'
import { devPage, escapeHtml } from './page.ts'

const bodySchema = z.object({
  brand: z.string().max(40).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  partner: z.coerce.number().int().min(1).max(999_999).optional(),
  set: z.record(z.string(), z.unknown()).optional(),
  reset: z.boolean().optional(),
})

export function brandPages(app: FastifyInstance, brands: Brands): void {
  function change(
    request: FastifyRequest,
    reply: FastifyReply,
    body: z.output<typeof bodySchema>,
  ): { override: DevOverride | null } | { field: string; message: string } {
    const { reset, ...asked } = body
    const id = request.cookies[DEV_COOKIE] ?? randomUUID()
    try {
      const override = brands.override(
        id,
        reset ? null : (Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as DevOverride),
      )
      reply.setCookie(DEV_COOKIE, id, { path: '/', httpOnly: true, sameSite: 'lax' })
      return { override }
    } catch (error) {
      if (error instanceof BrandError) return { field: 'set', message: error.message }
      throw error
    }
  }

  app.post('/dev/api/brand', async (request, reply) => {
    const body = bodySchema.safeParse(request.body)
    if (!body.success) return reply.code(400).send({ field: body.error.issues[0]?.path.join('.') ?? 'body' })
    const done = change(request, reply, body.data)
    return 'field' in done ? reply.code(400).send(done) : done
  })
  app.get('/dev/api/brand', async (request) => ({
    brand: request.ctx.brand,
    country: request.ctx.country,
    partner: request.ctx.partner,
    config: request.ctx.config,
  }))

  app.get('/dev/brand', async (request, reply) => {
    const { ctx } = request
    const options = brands
      .list()
      .map(
        ({ config }) =>
          `<option value="${config.id}"${config.id === ctx.brand ? ' selected' : ''}>${escapeHtml(config.customize.name)}</option>`,
      )
    const content = `<form method="post" action="/dev/brand">
<label>brand <select name="brand">${options.join('')}</select></label>
<label>country <input name="country" value="${ctx.country}" maxlength="2" pattern="[A-Z]{2}"></label>
<label>partner <input name="partner" value="${ctx.partner}" inputmode="numeric"></label>
<label>set <textarea name="set" rows="5" cols="60" placeholder='{"features":{"casino":true}}'></textarea></label>
<button class="main">${escapeHtml(ctx.text('dev:apply'))}</button><button name="reset" value="1">${escapeHtml(ctx.text('dev:reset'))}</button></form>
<h2>config</h2><p><small>${escapeHtml(JSON.stringify(ctx.config, null, 1))}</small></p>`
    return devPage(reply, { lng: ctx.lng, title: ctx.text('dev:tool_brand'), content })
  })
  app.post('/dev/brand', async (request, reply) => {
    const { set, reset, ...rest } = (request.body ?? {}) as Record<string, string>
    let parsed: unknown
    try {
      parsed = set?.trim() ? JSON.parse(set) : undefined
    } catch {
      return devPage(reply, { status: 400, lng: request.ctx.lng, title: 'set', content: '<p>JSON</p>' })
    }
    const body = bodySchema.safeParse({ ...rest, ...(parsed ? { set: parsed } : {}), ...(reset ? { reset: true } : {}) })
    const done = body.success ? change(request, reply, body.data) : { field: body.error.issues[0]?.path.join('.') ?? 'body', message: '' }
    if ('field' in done)
      return devPage(reply, { status: 400, lng: request.ctx.lng, title: done.field, content: `<p>${escapeHtml(done.message)}</p>` })
    return reply.redirect('/dev/brand', 303)
  })
}

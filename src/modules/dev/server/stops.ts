/**
 * Stops of betting on demand (WAG-11): everything, a sport, game, market, provider, player or brand; who, when and why.
 * `/dev/api/trust`: how far the house trusts a player.
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { plain } from '#platform/shared/wire-schema.ts'
import { STOP_SCOPES, type Limits, type StopRecord } from '#modules/limits/server/index.ts'
import { inTx, type Db } from '#platform/server/db.ts'
import { devPage, escapeHtml } from './page.ts'

const SHOWN = 100
const stopped = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
const bodySchema = z
  .object({
    scope: z.enum(STOP_SCOPES),
    target: plain(80).default(''),
    stopped,
    actor: plain(60).min(1),
    reason: plain(300).min(1),
  })
  .refine((body) => (body.scope === 'all') === (body.target === ''), { path: ['target'], message: 'needed unless everything is meant' })

const trustSchema = z.object({
  player: z.coerce.number().int().min(1).max(2_147_483_647),
  /** 1 = the usual limits. */
  factor: z.coerce.number().min(0).max(100),
  actor: plain(60).min(1),
  reason: plain(300).min(1),
})

export function stopPages(app: FastifyInstance, { stops, setTrust }: Pick<Limits, 'stops' | 'setTrust'>, db: Db): void {
  const wire = (record: StopRecord) => ({ ...record, id: Number(record.id), inForce: stops.has(record) })
  const list = async () => ({ version: Number(stops.version()), stops: (await stops.list(SHOWN)).map(wire) })

  app.get('/dev/api/stops', list)
  app.post('/dev/api/stops', async (request, reply) => {
    const body = bodySchema.safeParse(request.body)
    if (!body.success) return reply.code(400).send({ field: body.error.issues[0]?.path.join('.') ?? 'scope' })
    const { scope, target, actor, reason } = body.data
    await stops.set({ scope, target }, body.data.stopped, actor, reason)
    return list()
  })

  app.post('/dev/api/trust', async (request, reply) => {
    const body = trustSchema.safeParse(request.body)
    if (!body.success) return reply.code(400).send({ field: body.error.issues[0]?.path.join('.') ?? 'player' })
    const { player, factor, actor, reason } = body.data
    await inTx(db, (tx) => setTrust(tx, { playerId: player, factorMilli: Math.round(factor * 1000), actor, reason }))
    return { player, factor }
  })

  app.get('/dev/stops', async ({ ctx }, reply) => {
    const text = (key: string) => escapeHtml(ctx.text(`dev:${key}`))
    const scopes = STOP_SCOPES.map((scope) => `<option>${scope}</option>`).join('')
    const rows = (await stops.list(SHOWN)).map(
      ({ at, scope, target, stopped: isStop, actor, reason }) =>
        `<tr><td>${at.toISOString()}</td><td>${isStop ? text('act_suspend') : text('act_reopen')}</td><td>${scope} ${escapeHtml(target)}</td><td>${escapeHtml(actor)}</td><td>${escapeHtml(reason)}</td></tr>`,
    )
    const field = (name: string) => `<label>${text(`stop_${name}`)} <input name="${name}"></label>`
    const content = `<form method="post" action="/dev/stops?lng=${escapeHtml(ctx.lng)}"><label>${text('stop_scope')} <select name="scope">${scopes}</select></label>${field('target')}${field('actor')}${field('reason')}<button name="stopped" value="true" class="main">${text('act_suspend')}</button><button name="stopped" value="false">${text('act_reopen')}</button></form><table>${rows.join('')}</table>`
    return devPage(reply, { lng: ctx.lng, title: ctx.text('dev:tool_stops'), content })
  })
  app.post('/dev/stops', async (request, reply) => {
    const body = bodySchema.safeParse(request.body)
    if (body.success) await stops.set(body.data, body.data.stopped, body.data.actor, body.data.reason)
    return reply.redirect(`/dev/stops?lng=${request.ctx.lng}`, 303)
  })
}

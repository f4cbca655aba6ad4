/** See the product's clock and move it forward; it never runs back. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AdjustableClock } from '#platform/server/clock.ts'
import { devPage, escapeHtml } from './page.ts'

const MAX_STEP_MS = 400 * 86_400_000
const bodySchema = z.object({ advanceMs: z.coerce.number().int().min(0).max(MAX_STEP_MS) })
const STEPS: [label: string, ms: number][] = [
  ['1 min', 60_000],
  ['15 min', 900_000],
  ['30 min', 1_800_000],
  ['1 h', 3_600_000],
  ['1 d', 86_400_000],
]

export function clockPages(app: FastifyInstance, clock: AdjustableClock): void {
  const state = () => ({ now: clock.now(), iso: new Date(clock.now()).toISOString(), offsetMs: clock.offsetMs() })
  app.get('/dev/api/clock', async () => state())
  app.post('/dev/api/clock', async (request, reply) => {
    const body = bodySchema.safeParse(request.body)
    if (!body.success) return reply.code(400).send({ field: 'advanceMs', max: MAX_STEP_MS })
    clock.advance(body.data.advanceMs)
    return state()
  })
  app.get('/dev/clock', async (request, reply) => {
    const { ctx } = request
    const buttons = STEPS.map(([label, ms]) => `<button name="advanceMs" value="${ms}">+ ${label}</button>`).join('')
    const content = `<p class="sum">${escapeHtml(state().iso)}</p><p><small>${escapeHtml(ctx.text('dev:clock_offset', { seconds: Math.round(clock.offsetMs() / 1000) }))}</small></p><form method="post" action="/dev/clock">${buttons}</form>`
    return devPage(reply, { lng: ctx.lng, title: ctx.text('dev:tool_clock'), content })
  })
  app.post('/dev/clock', async (request, reply) => {
    const body = bodySchema.safeParse(request.body)
    if (body.success) clock.advance(body.data.advanceMs)
    return reply.redirect('/dev/clock', 303)
  })
}

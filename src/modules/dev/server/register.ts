/** The simulated register of self-exclusions: who stands in it, and whether it answers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SimulatedRegister } from '#modules/protection/server/index.ts'
import { devPage, escapeHtml } from './page.ts'

const plain = z
  .string()
  .trim()
  .max(120)
  .optional()
  .transform((value) => value || null)
const wishSchema = z.object({
  action: z.enum(['add', 'remove', 'away', 'back']),
  email: plain,
  phone: plain,
  firstName: plain,
  lastName: plain,
  birthDate: plain,
  /** Days until the entry ends; 0 = it names no end. */
  days: z.coerce.number().int().min(0).max(3_660).default(0),
})

export interface RegisterDeskDeps {
  register: SimulatedRegister
  now(): number
}

export function registerPages(app: FastifyInstance, { register, now }: RegisterDeskDeps): void {
  async function carryOut(request: FastifyRequest): Promise<{ away: boolean; listed?: number } | { field: string }> {
    const body = wishSchema.safeParse(request.body ?? {})
    if (!body.success) return { field: body.error.issues[0]?.path.join('.') ?? 'body' }
    const { action, days, ...known } = body.data
    const person = { ...known, national: null }
    switch (action) {
      case 'away':
      case 'back':
        register.setAway(action === 'away')
        return { away: register.isAway() }
      case 'remove':
        await register.remove(person)
        return { away: register.isAway() }
      case 'add':
        return { away: register.isAway(), listed: await register.add(person, days === 0 ? null : now() + days * 86_400_000) }
    }
  }

  app.get('/dev/api/register', () => ({ simulated: true, away: register.isAway() }))
  app.post('/dev/api/register', async (request, reply) => {
    const done = await carryOut(request)
    return 'field' in done ? reply.code(400).send(done) : done
  })
  app.post('/dev/register', async (request, reply) => {
    const done = await carryOut(request)
    const said = 'field' in done ? 'bad' : 'done'
    return reply.redirect(`/dev/register?${new URLSearchParams({ lng: request.ctx.lng, said })}`, 303)
  })
  app.get('/dev/register', (request, reply) => page(register, request, reply))
}

function page(register: SimulatedRegister, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { ctx } = request
  const text = (key: string) => escapeHtml(ctx.text(`dev:register_${key}`))
  const { said } = request.query as { said?: unknown }
  const field = (name: string, type = 'text') =>
    `<label>${text(name)} <input name="${name}" type="${type}" maxlength="120" dir="auto"></label>`
  const button = (action: string) => `<button name="action" value="${action}">${text(action)}</button>`
  const action = `/dev/register?lng=${escapeHtml(ctx.lng)}`
  const content = `<p><span class="mark">${text('simulated')}</span></p><p>${text('lead')}</p>
${said === 'done' || said === 'bad' ? `<p><b>${text(`said_${said}`)}</b></p>` : ''}
<form method="post" action="${action}">${field('email', 'email')}${field('phone', 'tel')}${field('lastName')}${field('firstName')}${field('birthDate', 'date')}<label>${text('days')} <input name="days" type="number" min="0" max="3660" value="0"></label>${button('add')}${button('remove')}</form>
<p>${text(register.isAway() ? 'is_away' : 'answers')}</p><form method="post" action="${action}">${button(register.isAway() ? 'back' : 'away')}</form>`
  return devPage(reply, { lng: ctx.lng, title: ctx.text('dev:tool_register'), content })
}

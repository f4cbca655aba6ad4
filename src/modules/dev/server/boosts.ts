/** Boosted prices (XT-09): an officer raises an outcome, says how much may be staked on it and until when. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { plain } from '#platform/shared/wire-schema.ts'
import { HOUR } from '#lib/time.ts'
import type { Boosts } from '#modules/promo/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import { devPage, escapeHtml } from './page.ts'

const bodySchema = z.object({
  /** Constant id of the game or its part, type and parameter of the outcome. */
  ci: z.coerce.number().int().min(1).max(2_147_483_647),
  t: z.coerce.number().int().min(0).max(2_147_483_647),
  p: z.coerce.number().min(-200_000).max(200_000).default(0),
  player: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
  /** 0 ends the boost. */
  percent: z.coerce.number().min(0).max(100),
  maxStakeEur: z.coerce.number().min(0.01).max(100_000).default(20),
  hours: z.coerce.number().min(0.01).max(720).default(24),
  actor: plain(60).min(1),
  reason: plain(300).min(1),
})

const PARAM_STEP = 10_000

export function boostPages(app: FastifyInstance, { boosts, clock }: { boosts: Boosts; clock: Clock }): void {
  const list = () => ({
    boosts: boosts.list().map(({ ci, t, p, playerId, permille, maxStakeCents, endsAt }) => ({
      ci,
      t,
      p: p / PARAM_STEP,
      player: playerId,
      percent: permille / 10,
      maxStakeEur: Number(maxStakeCents) / 100,
      endsAt: new Date(endsAt).toISOString(),
    })),
  })

  async function set(given: unknown): Promise<{ field: string } | null> {
    const body = bodySchema.safeParse(given)
    if (!body.success) return { field: body.error.issues[0]?.path.join('.') ?? 'ci' }
    const { ci, t, p, player, percent, maxStakeEur, hours, actor, reason } = body.data
    await boosts.set(
      {
        ci,
        t,
        p: Math.round(p * PARAM_STEP),
        playerId: player,
        permille: Math.round(percent * 10),
        maxStakeCents: BigInt(Math.round(maxStakeEur * 100)),
        endsAt: clock.now() + hours * HOUR,
      },
      { actor, reason },
    )
    return null
  }

  app.get('/dev/api/boosts', list)
  app.post('/dev/api/boosts', async (request, reply) => {
    const wrong = await set(request.body)
    return wrong ? reply.code(400).send(wrong) : list()
  })
  app.get('/dev/boosts', async (request, reply) => {
    const { ctx } = request
    const text = (key: string) => escapeHtml(ctx.text(`dev:${key}`))
    const field = (name: string, value = '') => `<label>${text(`boost_${name}`)} <input name="${name}" value="${value}"></label>`
    const rows = list().boosts.map(
      (one) =>
        `<tr><td>${one.ci}</td><td>${one.t} ${one.p}</td><td>+${one.percent} %</td><td>${one.maxStakeEur} EUR</td><td>${one.endsAt}</td></tr>`,
    )
    const content = `<form method="post" action="/dev/boosts?lng=${escapeHtml(ctx.lng)}">${field('ci')}${field('t', '1')}${field('p', '0')}${field('percent', '10')}${field('maxStakeEur', '20')}${field('hours', '24')}${field('actor')}${field('reason')}<button class="main">${text('boost_set')}</button></form><table>${rows.join('')}</table>`
    return devPage(reply, { lng: ctx.lng, title: ctx.text('dev:tool_boosts'), content })
  })
  app.post('/dev/boosts', async (request, reply) => {
    await set(request.body)
    return reply.redirect(`/dev/boosts?lng=${request.ctx.lng}`, 303)
  })
}

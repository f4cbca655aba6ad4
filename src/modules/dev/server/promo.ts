/** Gives a player a promo code, so that a person can bet with one. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parseMinor } from '#lib/money.ts'
import { DAY } from '#lib/time.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import type { Promo } from '#modules/promo/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import { devPage, escapeHtml } from './page.ts'

const bodySchema = z.object({
  player: z.coerce.number().int().positive().max(2_147_483_647),
  sum: z.string().trim().min(1).max(20),
  minPrice: z.coerce.number().min(0).max(1000).default(0),
  days: z.coerce.number().min(0.001).max(365).default(30),
  name: z.string().trim().max(80).default(''),
})

export interface PromoPages {
  db: Db
  clock: Clock
  promo: Promo
}

export function promoPages(app: FastifyInstance, { db, clock, promo }: PromoPages): void {
  async function give(given: unknown): Promise<{ code: string } | { field: string }> {
    const body = bodySchema.safeParse(given)
    if (!body.success) return { field: body.error.issues[0]?.path.join('.') ?? 'player' }
    const { player, sum, minPrice, days, name } = body.data
    const account = await db
      .selectFrom('account')
      .select('currency_id')
      .where('player_id', '=', player)
      .where('is_active', '=', true)
      .where('closed_at', 'is', null)
      .executeTakeFirst()
    if (!account) return { field: 'player' }
    const minor = parseMinor(sum, currencyById(account.currency_id).exponent)
    if (minor === null || minor <= 0n) return { field: 'sum' }
    const validUntil = clock.now() + days * DAY
    const minMilli = Math.round(minPrice * 1000)
    return { code: await promo.give({ playerId: player, currencyId: account.currency_id, minor, minPrice: minMilli, name, validUntil }) }
  }

  app.post('/dev/api/promo', async (request, reply) => {
    const given = await give(request.body)
    return 'field' in given ? reply.code(400).send(given) : given
  })
  app.get('/dev/promo', async (request, reply) => {
    const { ctx } = request
    const { code, field } = request.query as { code?: string; field?: string }
    const text = (key: string) => escapeHtml(ctx.text(`dev:${key}`))
    const input = (name: string, value: string) =>
      `<label>${text(`promo_${name}`)} <input name="${name}" value="${escapeHtml(value)}"></label>`
    const told = code ? `<p class="sum">${escapeHtml(code)}</p>` : field ? `<p>${text('promo_wrong')}: ${escapeHtml(field)}</p>` : ''
    const mine = ctx.player ? String(ctx.player.id) : ''
    const content = `${told}<form method="post" action="/dev/promo?lng=${escapeHtml(ctx.lng)}">${input('player', mine)}${input('sum', '10')}${input('minPrice', '0')}${input('days', '30')}${input('name', '')}<button class="main">${text('promo_give')}</button></form>`
    return devPage(reply, { lng: ctx.lng, title: ctx.text('dev:tool_promo'), content })
  })
  app.post('/dev/promo', async (request, reply) => {
    const given = await give(request.body)
    const asked = new URLSearchParams({ lng: request.ctx.lng, ...('code' in given ? { code: given.code } : { field: given.field }) })
    return reply.redirect(`/dev/promo?${asked}`, 303)
  })
}

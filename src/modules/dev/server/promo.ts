/** Promo codes at the desk: what a player has, what was taken back too late, and giving one so that a person can bet with it. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { plain } from '#platform/shared/wire-schema.ts'
import { minorText, parseMinor } from '#lib/money.ts'
import { DAY } from '#lib/time.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import type { ListedCode, Promo } from '#modules/promo/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import { devPage, escapeHtml } from './page.ts'

const bodySchema = z.object({
  player: z.coerce.number().int().positive().max(2_147_483_647),
  sum: plain(20).min(1),
  minPrice: z.coerce.number().min(0).max(1000).default(0),
  days: z.coerce.number().min(0.001).max(365).default(30),
  name: plain(80).default(''),
})

const playerSchema = z.coerce.number().int().positive().max(2_147_483_647)

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

  app.get<{ Querystring: { player?: string } }>('/dev/api/promo', async (request, reply) => {
    const { player } = request.query
    const asked = player === undefined ? null : playerSchema.safeParse(player)
    if (asked && !asked.success) return reply.code(400).send({ field: 'player' })
    return { codes: (await promo.list(asked?.data ?? null)).map(wire) }
  })
  app.post('/dev/api/promo', async (request, reply) => {
    const given = await give(request.body)
    return 'field' in given ? reply.code(400).send(given) : given
  })
  app.get('/dev/promo', async (request, reply) => {
    const { ctx } = request
    const { code, field, player } = request.query as { code?: string; field?: string; player?: string }
    const text = (key: string) => escapeHtml(ctx.text(`dev:${key}`))
    const input = (name: string, value: string) =>
      `<label>${text(`promo_${name}`)} <input name="${name}" value="${escapeHtml(value)}"></label>`
    const told = code ? `<p class="sum">${escapeHtml(code)}</p>` : field ? `<p>${text('promo_wrong')}: ${escapeHtml(field)}</p>` : ''
    const asked = playerSchema.safeParse(player ?? ctx.player?.id)
    const mine = asked.success ? String(asked.data) : ''
    const late = codeTable(await promo.list(null), text)
    const own = asked.success ? codeTable(await promo.list(asked.data), text) : ''
    const lists = `<h2>${text('promo_late')}</h2><p><small>${text('promo_late_about')}</small></p>${late}
<h2>${text('promo_codes')} ${mine}</h2><form><input type="hidden" name="lng" value="${escapeHtml(ctx.lng)}">${input('player', mine)}<button>${text('promo_show')}</button></form>${own}`
    const content = `${told}<form method="post" action="/dev/promo?lng=${escapeHtml(ctx.lng)}">${input('player', mine)}${input('sum', '10')}${input('minPrice', '0')}${input('days', '30')}${input('name', '')}<button class="main">${text('promo_give')}</button></form>${lists}`
    return devPage(reply, { lng: ctx.lng, title: ctx.text('dev:tool_promo'), content })
  })
  app.post('/dev/promo', async (request, reply) => {
    const given = await give(request.body)
    const asked = new URLSearchParams({ lng: request.ctx.lng, ...('code' in given ? { code: given.code } : { field: given.field }) })
    return reply.redirect(`/dev/promo?${asked}`, 303)
  })
}

function wire({ playerId, currencyId, minor, betId, givenFor, ...code }: ListedCode): object {
  const { exponent, code: currency } = currencyById(currencyId)
  const number = (id: bigint | null) => (id === null ? null : Number(id))
  return { ...code, player: playerId, sum: minorText(minor, exponent), currency, betId: number(betId), givenFor: number(givenFor) }
}

/** A code a row: whose it is, what it stands for, what has become of it and of which bets it knows. */
function codeTable(codes: readonly ListedCode[], text: (key: string) => string): string {
  if (codes.length === 0) return `<p>${text('promo_none')}</p>`
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
  const bet = (name: string, id: bigint | null) =>
    id === null ? '' : `<br>${text(name)} <a href="/dev/inspect?what=bet&amp;id=${id}">${id}</a>`
  const rows = codes.map((code) => {
    const { exponent, code: currency } = currencyById(code.currencyId)
    const until =
      code.takenBackAt === null ? `${text('promo_until')} ${day(code.validUntil)}` : `${text('promo_taken')} ${day(code.takenBackAt)}`
    return `<tr data-state="${code.state}"><td><b>${escapeHtml(code.code)}</b><br>${escapeHtml(code.name)}</td>
<td><a href="/dev/inspect?what=player&amp;id=${code.playerId}">${code.playerId}</a></td><td>${minorText(code.minor, exponent)} ${currency}</td>
<td><span class="mark">${text(`promo_state_${code.state}`)}</span><br><small>${day(code.givenAt)}; ${until}${bet('promo_used_by', code.betId)}${bet('promo_given_for', code.givenFor)}</small></td></tr>`
  })
  return `<table>${rows.join('')}</table>`
}

/** The trader's desk of bids: what players ask for, and the word that answers it. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { minorText, parseMinor, wireMoney } from '#lib/money.ts'
import { parsePrice, priceText, wirePrice } from '#lib/price.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import type { Orders, TraderDecision } from '#modules/orders/server/index.ts'
import { devPage, escapeHtml } from './page.ts'

const bodySchema = z.object({
  decision: z.enum(['accept', 'counter', 'refuse']),
  sum: z.coerce.string().max(25).optional(),
  coef: z.coerce.string().max(12).optional(),
})

type Queue = Awaited<ReturnType<Orders['traderQueue']>>[number]

export function bidPages(app: FastifyInstance, orders: Orders): void {
  async function decide(id: string, given: unknown, reply: FastifyReply): Promise<FastifyReply | boolean> {
    const body = bodySchema.safeParse(given)
    if (!body.success) return reply.code(400).send({ field: body.error.issues[0]?.path.join('.') ?? 'decision' })
    const row = (await orders.traderQueue('en')).find(({ bid }) => String(bid.id) === id)
    if (!row) return reply.code(404).send({ field: 'id' })
    const decision = decisionOf(row, body.data)
    return typeof decision === 'string' ? reply.code(400).send({ field: decision }) : orders.decideBid(row.bid.id, decision)
  }

  app.get('/dev/api/bids', async (request) => (await orders.traderQueue(request.ctx.lng)).map(wire))
  app.post<{ Params: { id: string } }>('/dev/api/bids/:id', async (request, reply) => {
    const decided = await decide(request.params.id, request.body, reply)
    return typeof decided === 'boolean' ? { decided } : decided
  })
  app.post<{ Params: { id: string } }>('/dev/bids/:id', async (request, reply) => {
    const decided = await decide(request.params.id, request.body, reply)
    return typeof decided === 'boolean' ? reply.redirect(`/dev/bids?lng=${request.ctx.lng}`, 303) : decided
  })
  app.get('/dev/bids', async (request, reply) => {
    const { ctx } = request
    const text = (key: string) => escapeHtml(ctx.text(`orders:${key}`))
    const queue = await orders.traderQueue(ctx.lng)
    const list = queue.map((row) => bidRow(row, ctx.lng, text))
    return devPage(reply, { lng: ctx.lng, title: ctx.text('orders:desk_title'), content: list.join('') || `<p>${text('desk_empty')}</p>` })
  })
}

/** The name of the field that is wrong, instead of a decision. */
function decisionOf({ bid }: Queue, { decision, sum, coef }: z.output<typeof bodySchema>): TraderDecision | string {
  if (decision !== 'counter') return { kind: decision }
  const stakeMinor = sum ? parseMinor(sum, currencyById(bid.currencyId).exponent) : bid.stakeMinor
  const price = coef && bid.wantedMilli > 0 ? parsePrice(coef) : bid.wantedMilli
  if (stakeMinor === null || stakeMinor <= 0n) return 'sum'
  return price === null || (price <= 1000 && bid.wantedMilli > 0) ? 'coef' : { kind: 'counter', stakeMinor, price }
}

function wire({ bid, events }: Queue): object {
  const { exponent, code } = currencyById(bid.currencyId)
  const { id, playerId, status, isVip, isAgreed } = bid
  const sums = { sum: wireMoney(bid.stakeMinor, exponent), maximum: wireMoney(bid.maxMinor, exponent), currency: code }
  return { id, playerId, status, isVip, isAgreed, ...sums, wanted: wirePrice(bid.wantedMilli), line: wirePrice(bid.lineMilli), events }
}

function bidRow({ bid, events }: Queue, lng: string, text: (key: string) => string): string {
  const { exponent, code } = currencyById(bid.currencyId)
  const legs = events.map(({ game, outcome, coef }) => `${escapeHtml(game)}: ${escapeHtml(outcome)} <b>${coef}</b>`).join('<br>')
  const sum = minorText(bid.stakeMinor, exponent)
  const facts = `№ ${bid.id} · ${bid.playerId} · ${text('stake')} <b>${sum} ${code}</b> · ${text('wanted')} <b>${priceText(bid.wantedMilli)}</b>`
  const isWaiting = bid.status === 0 && !bid.isAgreed
  const form = `<form method="post" action="/dev/bids/${bid.id}?lng=${escapeHtml(lng)}"><button name="decision" value="accept" class="main">${text('desk_accept')}</button>
<input name="sum" size="8" value="${sum}" aria-label="${text('stake')}"><input name="coef" size="6" value="${priceText(bid.wantedMilli)}" aria-label="${text('wanted')}"><button name="decision" value="counter">${text('desk_counter')}</button><button name="decision" value="refuse">${text('desk_refuse')}</button></form>`
  return `<article><p>${facts}</p><p>${legs}</p>${isWaiting ? form : ''}</article>`
}

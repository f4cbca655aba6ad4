/** Players' money in total: counted every day, and what an officer reads off the account where it lies apart. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parseMinor, type Minor } from '#lib/money.ts'
import type { Clock } from '#lib/time.ts'
import { moneyInSentence } from '#lib/number-format.ts'
import type { Db } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import { plain } from '#platform/shared/wire-schema.ts'
import {
  countFunds,
  coverMinor,
  currencyByCode,
  currencyById,
  listFunds,
  owedMinor,
  stateFunds,
  type Funds,
} from '#modules/ledger/server/index.ts'
import { escapeHtml } from './page.ts'
import { OFFICERS } from './payout-desk.ts'

const body = z.object({
  officer: z.enum(OFFICERS).default(OFFICERS[0]),
  day: z.iso.date(),
  currency: plain(10),
  amount: plain(30),
})

interface FundsDeskDeps {
  db: Db
  clock: Clock
}

export function fundsRoutes(app: FastifyInstance, { db, clock }: FundsDeskDeps): void {
  /** Field that is wrong, or null when it is stated. */
  const state = async (given: unknown): Promise<string | null> => {
    const read = body.safeParse(given)
    if (!read.success) return read.error.issues[0]?.path.join('.') ?? 'amount'
    const { day, officer, amount } = read.data
    const currency = currencyByCode(read.data.currency)
    if (!currency) return 'currency'
    const statedMinor = parseMinor(amount, currency.exponent)
    if (statedMinor === null || statedMinor < 0n) return 'amount'
    return (await stateFunds({ db, clock }, { day, currencyId: currency.id, statedMinor, officer })) ? null : 'day'
  }

  app.get('/dev/api/cashier/funds', async () => (await listFunds(db)).map(summary))
  app.post('/dev/api/cashier/funds', async (request, reply) => {
    const field = await state(request.body)
    return field ? reply.code(400).send({ field }) : { done: true }
  })
  app.post('/dev/cashier/funds', async (request, reply) => {
    const field = await state(request.body)
    return field ? reply.code(400).send({ field }) : reply.redirect(`/dev/cashier?lng=${request.ctx.lng}#funds`, 303)
  })
  app.post('/dev/cashier/funds/count', async (request, reply) => {
    await countFunds({ db, clock, log: request.log })
    return reply.redirect(`/dev/cashier?lng=${request.ctx.lng}#funds`, 303)
  })
}

/** The part of the desk's page. */
export async function fundsDesk(ctx: Ctx, { db }: FundsDeskDeps): Promise<string> {
  const text = (key: string) => escapeHtml(ctx.text(`payments:${key}`))
  const lng = escapeHtml(ctx.lng)
  const rows = (await listFunds(db)).map(({ last, stated }) => {
    const currency = currencyById(last.currency_id)
    const { code } = currency
    const sum = (minor: Minor) => escapeHtml(moneyInSentence(minor, currency, ctx.lng))
    const cover = stated && coverMinor(stated)
    const said = stated ? `${sum(stated.stated_minor!)} · ${stated.day} · ${escapeHtml(stated.stated_by!)}` : text('funds_unstated')
    const verdict = cover === null ? '' : cover < 0n ? `<strong>${text('funds_short')} ${sum(-cover)}</strong>` : text('funds_covered')
    const form = `<form method="post" action="/dev/cashier/funds?lng=${lng}"><input type="hidden" name="day" value="${last.day}"><input type="hidden" name="currency" value="${escapeHtml(code)}"><label>${text('funds_apart')} <input name="amount" size="12"></label><button>${text('funds_state')}</button></form>`
    return `<tr><td>${last.day}</td><td>${sum(owedMinor(last))}<br><small>${sum(last.balances_minor)} + ${sum(last.staked_minor)} + ${sum(last.leaving_minor)}</small></td><td>${said}<br>${verdict}</td><td>${form}</td></tr>`
  })
  const head = `<tr><th>${text('funds_day')}</th><th>${text('funds_owed')}</th><th>${text('funds_apart')}</th><th></th></tr>`
  return `<h2 id="funds">${text('funds_title')}</h2><p>${text('funds_note')}</p>${rows.length > 0 ? `<table>${head}${rows.join('')}</table>` : `<p>${text('funds_none')}</p>`}
<form method="post" action="/dev/cashier/funds/count?lng=${lng}"><button>${text('funds_count')}</button></form>`
}

function summary({ last, stated }: Funds) {
  const { code } = currencyById(last.currency_id)
  const minor = { balances: last.balances_minor, staked: last.staked_minor, leaving: last.leaving_minor, received: last.received_minor }
  const cover = stated && coverMinor(stated)
  return {
    day: last.day,
    currency: code,
    minor: Object.fromEntries(Object.entries(minor).map(([name, value]) => [name, String(value)])),
    owedMinor: String(owedMinor(last)),
    stated: stated ? { day: stated.day, minor: String(stated.stated_minor), coverMinor: String(cover), officer: stated.stated_by } : null,
  }
}

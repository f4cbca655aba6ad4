/** The cashier's desk beyond payouts: paper checks and points, given by stand-in officers. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { plain } from '#platform/shared/wire-schema.ts'
import { parseMinor } from '#lib/money.ts'
import type { Ctx } from '#platform/server/http.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { currencyByCode } from '#modules/ledger/server/index.ts'
import { givePoints, issuePaycheck, type PaymentsDeps } from '#modules/payments/server/index.ts'
import { escapeHtml } from './page.ts'

const MOST = 1_000_000n

const checkBody = z.object({
  amount: plain(30),
  currency: plain(10),
  officer: plain(40).min(1).default('officer-a'),
})
const pointsBody = z.object({
  player: z.coerce.number().int().min(1).max(2_147_483_647),
  points: z.coerce.number().int().min(1).max(1_000_000),
  key: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .optional(),
})

export interface CheckDeskDeps {
  payments: PaymentsDeps
  /** After points have come: composition tells the player's screens. */
  onBalanceChanged?(playerId: number, accountId: number): void
}

export function checkRoutes(app: FastifyInstance, { payments, onBalanceChanged }: CheckDeskDeps): void {
  const issue = async (brand: string, given: unknown, reply: FastifyReply): Promise<{ id: number; code: string } | null> => {
    const body = checkBody.safeParse(given)
    const currency = body.success ? currencyByCode(body.data.currency) : undefined
    const amountMinor = body.success && currency ? parseMinor(body.data.amount, currency.exponent) : null
    if (!body.success || !currency || amountMinor === null || amountMinor <= 0n || amountMinor > MOST * 10n ** BigInt(currency.exponent)) {
      reply.code(400)
      return null
    }
    const made = await issuePaycheck(payments, { brand, currencyId: currency.id, amountMinor, officer: body.data.officer })
    return { id: Number(made.id), code: made.code }
  }

  app.post('/dev/api/cashier/paycheck', async (request, reply) => {
    return (await issue(request.ctx.brand, request.body, reply)) ?? { field: 'amount' }
  })

  app.post('/dev/cashier/paycheck', async (request, reply) => {
    const made = await issue(request.ctx.brand, request.body, reply)
    return made ? reply.redirect(`/dev/cashier?lng=${request.ctx.lng}&code=${made.code}`, 303) : { field: 'amount' }
  })

  const points = async (given: unknown, now: number, reply: FastifyReply): Promise<{ given: boolean } | { field: string }> => {
    const body = pointsBody.safeParse(given)
    if (!body.success) {
      reply.code(400)
      return { field: body.error.issues[0]?.path.join('.') ?? 'points' }
    }
    const { player: playerId, key } = body.data
    const done = await givePoints(payments, { playerId, points: BigInt(body.data.points), key: key ?? `desk-${now}` })
    if (isProblem(done)) {
      reply.code(done.status ?? 400)
      return { field: done.field ?? 'points' }
    }
    if (!done.repeated) onBalanceChanged?.(playerId, done.accountId)
    return { given: !done.repeated }
  }

  app.post('/dev/api/cashier/points', async (request, reply) => points(request.body, request.ctx.now, reply))
  app.post('/dev/cashier/points', async (request, reply) => {
    const done = await points(request.body, request.ctx.now, reply)
    return 'given' in done ? reply.redirect(`/dev/cashier?lng=${request.ctx.lng}`, 303) : done
  })
}

/** The part of the desk's page with both forms. `code`: the check that was just issued. */
export function checkDesk(ctx: Ctx, code: string): string {
  const text = (key: string) => escapeHtml(ctx.text(`payments:${key}`))
  const lng = escapeHtml(ctx.lng)
  const shown = /^[0-9A-Z-]{19}$/.test(code) ? `<p class="sum">${code}</p><p><small>${text('cashier_code_once')}</small></p>` : ''
  return `<h2>${text('cashier_checks')}</h2>${shown}
<form method="post" action="/dev/cashier/paycheck?lng=${lng}"><label>${text('cashier_amount')} <input name="amount" value="10" size="8"></label><label>${text('cashier_currency')} <input name="currency" value="KZT" size="5"></label><button class="main">${text('cashier_issue')}</button></form>
<h2>${text('cashier_points')}</h2>
<form method="post" action="/dev/cashier/points?lng=${lng}"><label>${text('cashier_player')} <input name="player" size="9"></label><label>${text('cashier_amount')} <input name="points" value="100" size="7"></label><button class="main">${text('cashier_give')}</button></form>`
}

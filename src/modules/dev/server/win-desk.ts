/** Wins that wait, at the settlement desk: two stand-in officers let them go (standards SET-14). */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { plain } from '#platform/shared/wire-schema.ts'
import { minorText } from '#lib/money.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import { decideWin, listWaitingWins, type ReleaseAnswer, type Settlement, type StaffPlayersOf } from '#modules/settlement/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import { escapeHtml, tableOr } from './page.ts'

export interface WinDeskDeps {
  db: Db
  clock: Clock
  settlement: Settlement
  staffPlayersOf: StaffPlayersOf
}

const SHOWN = 50
const bodySchema = z.object({
  decision: z.enum(['agree', 'refuse']),
  officer: plain(40).min(1).default('officer-a'),
  note: plain(500).default(''),
})

export function winRoutes(app: FastifyInstance, deps: WinDeskDeps): void {
  const decide = async (ref: string, given: unknown, reply: FastifyReply): Promise<ReleaseAnswer | null> => {
    const body = bodySchema.safeParse(given)
    if (!body.success || !/^\d{1,18}$/.test(ref)) {
      void reply.code(400).send({ field: body.success ? 'id' : (body.error.issues[0]?.path.join('.') ?? 'decision') })
      return null
    }
    const answer = await decideWin(deps, { id: BigInt(ref), ...body.data })
    if (answer.kind === 'done') return answer
    void reply
      .code(answer.kind === 'unknown' ? 404 : 409)
      .send({ field: 'id', reason: answer.kind === 'conflict' ? answer.why : 'unknown' })
    return null
  }
  app.get('/dev/api/settlement/wins', async () =>
    (await listWaitingWins(deps.db, SHOWN)).map((win) => ({
      ...win,
      id: String(win.id),
      bet_id: String(win.bet_id),
      payout_minor: String(win.payout_minor),
    })),
  )
  app.post<{ Params: { ref: string } }>('/dev/api/settlement/win/:ref', async (request, reply) => {
    const answer = await decide(request.params.ref, request.body, reply)
    return answer?.kind === 'done' ? { id: String(answer.id), state: answer.state } : reply
  })
  app.post<{ Params: { ref: string } }>('/dev/settlement/win/:ref', async (request, reply) => {
    const answer = await decide(request.params.ref, request.body, reply)
    return answer ? reply.redirect(`/dev/settlement?lng=${encodeURIComponent(request.ctx.lng)}`, 303) : reply
  })
}

/** The part of the desk's page with the wins; `officers` is the choice of who decides. */
export async function winDesk(ctx: Ctx, db: Db, officers: string): Promise<string> {
  const text = (key: string) => escapeHtml(ctx.text(`payout:${key}`))
  const rows = (await listWaitingWins(db, SHOWN)).map((win) => {
    const { code, exponent } = currencyById(win.currency_id)
    const late = win.due_at.getTime() < ctx.now ? ` <b>${text('desk_overdue')}</b>` : ''
    const signed = win.first_by ? `${text('desk_signed')}: ${escapeHtml(win.first_by)}` : ''
    const form = `<form method="post" action="/dev/settlement/win/${win.id}?lng=${escapeHtml(ctx.lng)}">${officers}<button name="decision" value="agree" class="main">${text('desk_agree')}</button><button name="decision" value="refuse">${text('desk_refuse')}</button></form>`
    return `<tr><td>${win.bet_id}</td><td>${minorText(win.payout_minor, exponent)} ${code}</td><td>${text('desk_until')} ${win.due_at.toISOString().slice(0, 16).replace('T', ' ')} UTC${late}<br><small>${signed}</small></td><td>${form}</td></tr>`
  })
  return `<h2>${text('desk_wins')}</h2>${tableOr(rows, text('desk_none'))}`
}

/**
 * The settlement desk: two stand-in officers declare bets void or refuse to, and see pay-outs that were stopped because
 * two calculations differ, and great wins that wait for them. The decisions go through the use cases that an operator's office would call.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { plain } from '#platform/shared/wire-schema.ts'
import {
  askVoid,
  decideVoid,
  listAlarms,
  listVoids,
  VOID_REASONS,
  type VoidAnswer,
  type VoidRow,
} from '#modules/settlement/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import { devPage, escapeHtml, tableOr } from './page.ts'
import { winDesk, winRoutes, type WinDeskDeps } from './win-desk.ts'

export const OFFICERS = ['officer-a', 'officer-b', 'officer-c'] as const
const officer = plain(40).min(1).default(OFFICERS[0])
const id = z.string().regex(/^\d{1,18}$/)
const askBody = z.object({ bet: id, reason: z.enum(VOID_REASONS), note: plain(500).default(''), officer })
const decideBody = z.object({ decision: z.enum(['agree', 'refuse']), officer })

export function settlementPages(app: FastifyInstance, deps: WinDeskDeps): void {
  winRoutes(app, deps)
  const ask = async (body: unknown, reply: FastifyReply): Promise<VoidAnswer | null> => {
    const given = askBody.safeParse(body)
    if (!given.success) return refused(reply, 400, given.error.issues[0]?.path.join('.') ?? 'bet')
    return told(reply, await askVoid(deps, { ...given.data, betId: BigInt(given.data.bet) }))
  }
  const decide = async (ref: string, body: unknown, reply: FastifyReply): Promise<VoidAnswer | null> => {
    const given = decideBody.safeParse(body)
    if (!given.success || !id.safeParse(ref).success) return refused(reply, 400, 'decision')
    return told(reply, await decideVoid(deps, { id: BigInt(ref), ...given.data }))
  }

  app.get('/dev/api/settlement', async () => ({
    voids: (await listVoids(deps.db, 50)).map(plainRow),
    alarms: (await listAlarms(deps.db, 50)).map((row) => ({ ...row, bet_id: String(row.bet_id) })),
  }))
  app.post('/dev/api/settlement/void', async (request, reply) => jsonOf(await ask(request.body, reply), reply))
  app.post<{ Params: { ref: string } }>('/dev/api/settlement/void/:ref', async (request, reply) =>
    jsonOf(await decide(request.params.ref, request.body, reply), reply),
  )
  app.post<{ Params: { bet: string } }>('/dev/api/settlement/again/:bet', async (request, reply) => {
    if (!id.safeParse(request.params.bet).success) return reply.code(400).send({ field: 'bet' })
    await deps.settlement.again([BigInt(request.params.bet)])
    return { again: request.params.bet }
  })

  const back = (answer: VoidAnswer | null, lng: string, reply: FastifyReply) =>
    answer ? reply.redirect(`/dev/settlement?lng=${encodeURIComponent(lng)}`, 303) : reply
  app.get('/dev/settlement', async (request, reply) =>
    devPage(reply, { lng: request.ctx.lng, title: request.ctx.text('payout:desk_title'), content: await deskPage(request.ctx, deps.db) }),
  )
  app.post('/dev/settlement/void', async (request, reply) => back(await ask(request.body, reply), request.ctx.lng, reply))
  app.post<{ Params: { ref: string } }>('/dev/settlement/void/:ref', async (request, reply) =>
    back(await decide(request.params.ref, request.body, reply), request.ctx.lng, reply),
  )
}

function told(reply: FastifyReply, answer: VoidAnswer): VoidAnswer | null {
  if (answer.kind === 'done') return answer
  return refused(reply, answer.kind === 'unknown' ? 404 : 409, 'bet', answer.kind === 'conflict' ? answer.why : 'unknown')
}

function refused(reply: FastifyReply, status: number, field: string, reason = 'invalid'): null {
  void reply.code(status).send({ field, reason })
  return null
}

function jsonOf(answer: VoidAnswer | null, reply: FastifyReply): unknown {
  return answer?.kind === 'done' ? { id: String(answer.id), state: answer.state } : reply
}

function plainRow(row: VoidRow) {
  return { ...row, id: String(row.id), bet_id: String(row.bet_id) }
}

function moment(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ')
}

async function deskPage(ctx: Ctx, db: Db): Promise<string> {
  const text = (key: string) => escapeHtml(ctx.text(`payout:${key}`))
  const lng = escapeHtml(ctx.lng)
  const officers = `<select name="officer" aria-label="${text('desk_officer')}">${OFFICERS.map((name) => `<option>${name}</option>`).join('')}</select>`
  const reasons = VOID_REASONS.map((reason) => `<option value="${reason}">${text(`void_${reason}`)}</option>`).join('')
  const voids = (await listVoids(db, 50)).map((row) => {
    const actions =
      row.state === 0
        ? `<form method="post" action="/dev/settlement/void/${row.id}?lng=${lng}">${officers}<button name="decision" value="agree" class="main">${text('desk_agree')}</button><button name="decision" value="refuse">${text('desk_refuse')}</button></form>`
        : text(`desk_state_${row.state}`)
    return `<tr><td>${moment(row.asked_at)}</td><td>${row.bet_id}</td><td>${text(`void_${row.reason}`)}<br><small>${escapeHtml(row.note)}</small></td><td>${escapeHtml([row.asked_by, row.decided_by].filter(Boolean).join(', '))}</td><td>${actions}</td></tr>`
  })
  const alarms = (await listAlarms(db, 50)).map(
    (row) =>
      `<tr><td>${moment(row.at)}</td><td>${row.bet_id}</td><td>${text(`desk_alarm_${row.about}`)}</td><td><small>${escapeHtml(JSON.stringify(row.detail))}</small></td></tr>`,
  )
  return `<form method="post" action="/dev/settlement/void?lng=${lng}"><input name="bet" required inputmode="numeric" placeholder="${text('desk_bet')}" aria-label="${text('desk_bet')}"><select name="reason" aria-label="${text('desk_reason')}">${reasons}</select><input name="note" maxlength="500" placeholder="${text('desk_note')}" aria-label="${text('desk_note')}">${officers}<button class="main">${text('desk_ask')}</button></form>
${await winDesk(ctx, db, officers)}<h2>${text('desk_voids')}</h2>${tableOr(voids, text('desk_none'))}<h2>${text('desk_alarms')}</h2>${tableOr(alarms, text('desk_none'))}`
}

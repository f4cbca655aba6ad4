/** Appeals of blocked players: taken from visitors, answered at the operator's desk, read by the browser that sent them. */
import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#lib/time.ts'
import type { Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import { route } from '#platform/server/http.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { readAppealCall, sendAppealCall } from '../contract/appeal.ts'
import { checkAppeal } from '../rules/appeal.ts'
import { readIdentifier } from '../rules/identifier.ts'
import type { AuthDeps } from './deps.ts'
import { selectPlayerOptional } from './player-store.ts'
import { digest, newSecret } from './secret.ts'
import './tables.ts'

const COOKIE = '__Host-appeal'
const KEPT_S = 90 * 86_400
const NONE = { state: 'none' as const, number: 0, text: '', answer: '', sent: 0, answered: 0 }

export function appealRoutes(app: FastifyInstance, deps: AuthDeps): void {
  route(app, sendAppealCall, async (ctx, { body }, reply) => {
    const [issue] = checkAppeal(body)
    if (issue) return problem(`auth.${issue.key}`, { field: issue.field })
    const limited = await deps.limits.count('message', ctx.ip)
    if (limited) return limited
    const who = readIdentifier(body.login)
    const player = who ? await selectPlayerOptional(deps.db, ctx.brand, who) : null
    const secret = newSecret()
    const row = await deps.db
      .insertInto('block_appeal')
      .values({
        brand: ctx.brand,
        secret_hash: digest(secret),
        player_id: player?.id ?? null,
        login: body.login,
        reply_to: body.reply_to,
        body: body.text,
        language: ctx.lng,
        answer: null,
        officer: null,
        created_at: new Date(ctx.now),
        answered_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    reply.setCookie(COOKIE, secret, { path: '/', httpOnly: true, secure: true, sameSite: 'lax', maxAge: KEPT_S })
    return { number: Number(row.id), authId: secret }
  })

  route(app, readAppealCall, async (ctx, { body }) => {
    const secret = body.authId || ctx.request.cookies[COOKIE]
    if (!secret || secret.length > 100) return NONE
    const row = await deps.db
      .selectFrom('block_appeal')
      .selectAll()
      .where('secret_hash', '=', digest(secret))
      .where('brand', '=', ctx.brand)
      .executeTakeFirst()
    if (!row) return NONE
    const { answer, answered_at: at } = row
    const state = at === null ? ('sent' as const) : ('answered' as const)
    const times = { sent: unixSeconds(row.created_at.getTime()), answered: at === null ? 0 : unixSeconds(at.getTime()) }
    return { state, number: Number(row.id), text: row.body, answer: answer ?? '', ...times }
  })
}

export interface AppealRow {
  id: number
  brand: string
  playerId: number | null
  login: string
  replyTo: string
  text: string
  language: string
  answer: string | null
}

const SHOWN = 50

/** For the operator: those without an answer first, the one that has waited longest before all others; then the newest. */
export async function listAppeals(db: Db): Promise<AppealRow[]> {
  const rows = await db
    .selectFrom('block_appeal')
    .selectAll()
    .orderBy((eb) => eb('answered_at', 'is not', null))
    .orderBy((eb) => eb.case().when('answered_at', 'is', null).then(eb.ref('id')).end())
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ id, brand, player_id: playerId, login, reply_to: replyTo, body: text, language, answer }) => ({
    id: Number(id),
    brand,
    playerId,
    login,
    replyTo,
    text,
    language,
    answer,
  }))
}

/** Answered once. Problems: auth.appeal_text_short (field text), auth.appeal_unknown (404). */
export async function answerAppeal(
  { db, clock }: { db: Db; clock: Clock },
  given: { id: number; text: string; officer: string },
): Promise<Problem | null> {
  if (given.text.trim() === '') return problem('auth.appeal_text_short', { field: 'text' })
  const done = await db
    .updateTable('block_appeal')
    .set({ answer: given.text.trim(), officer: given.officer, answered_at: new Date(clock.now()) })
    .where('id', '=', BigInt(given.id))
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  return Number(done.numUpdatedRows) === 1 ? null : problem('auth.appeal_unknown', { status: 404, field: 'id' })
}

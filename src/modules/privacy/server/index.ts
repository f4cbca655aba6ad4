/** Door of privacy: consents, copies, erasing and keeping time of what names a player. */
import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#lib/time.ts'
import { proveAgain, type AuthDeps } from '#modules/auth/server/index.ts'
import { inTx, type Db } from '#platform/server/db.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import type { Logger } from '#platform/server/log.ts'
import type { PersonalPart } from '#platform/server/personal-data.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import * as contract from '../contract.ts'
import { KEPT_YEARS, RETENTION_RULES } from '../rules/retention.ts'
import { askForCopy, askToErase, listRequests, readCopy, takeBack, workOnce, type PrivacyDeps, type RequestRow } from './requests.ts'
import { deleteWhatIsDue, selectRetention } from './retention.ts'
import './tables.ts'

export const personalData: PersonalPart = {
  name: 'privacy',
  tables: [{ table: 'privacy_request', by: 'player_id', secret: ['sealed', 'tries'], erase: 'keep', keptBy: 'protection' }],
}

export interface PrivacyOptions extends Omit<PrivacyDeps, 'auth'> {
  auth: AuthDeps
}

export interface Privacy {
  routes(app: FastifyInstance): void
  /** Carries out what is due; gives how many. What fails is logged and tried again later, after all others. */
  work(log: Pick<Logger, 'error'>): Promise<number>
  /** The nightly deletion. A rule that fails is logged, and the others are carried out. */
  deleteWhatIsDue(log: Pick<Logger, 'error'>): Promise<Record<string, number>>
}

export function createPrivacy(deps: PrivacyOptions): Privacy {
  const { db, clock } = deps.auth
  return {
    routes: (app) => privacyRoutes(app, deps),
    async work(log) {
      let done = 0
      for (let end = await workOnce(deps, log); end; end = await workOnce(deps, log)) if (end === 'done') done += 1
      return done
    },
    deleteWhatIsDue: (log) => deleteWhatIsDue({ db, clock, log }),
  }
}

const me = (ctx: Ctx) => ctx.player!.id
const secondsOf = (at: Date | null) => (at ? unixSeconds(at.getTime()) : 0)

function replyOf(row: RequestRow): contract.PrivacyRequest {
  return {
    id: row.id,
    state: row.state,
    askedAt: secondsOf(row.asked_at),
    dueAt: secondsOf(row.due_at),
    doneAt: secondsOf(row.done_at),
    expiresAt: secondsOf(row.expires_at),
    size: row.size ?? 0,
    reason: row.reason,
  }
}

const WRONG_PASSWORD = 'privacy.wrong_password'

function privacyRoutes(app: FastifyInstance, deps: PrivacyOptions): void {
  const { auth } = deps
  const shown = (row: RequestRow | Problem) => (isProblem(row) ? row : replyOf(row))

  route(app, contract.overviewCall, async (ctx) => {
    const requests = await listRequests(auth.db, me(ctx))
    const days = await selectRetention(auth.db)
    return {
      consents: await listConsents(auth.db, me(ctx)),
      exports: requests.filter(({ kind }) => kind === 'export').map(replyOf),
      erasure: requests.filter(({ kind }) => kind === 'erasure').map(replyOf)[0] ?? null,
      kept: keptOf(deps.parts),
      retention: RETENTION_RULES.map((rule) => ({ rule, days: days[rule] })),
    }
  })

  route(app, contract.exportCall, async (ctx) => shown(await askForCopy(deps, me(ctx), ctx.lng)))

  route(app, contract.downloadCall, async (ctx, { body }, reply) => {
    const unproven = await proveAgain(auth, ctx, body, WRONG_PASSWORD)
    if (unproven) return unproven
    const bytes = await readCopy(deps, me(ctx), body.id)
    if (isProblem(bytes)) return bytes
    await reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="my-data-${body.id}.zip"`)
      .header('cache-control', 'no-store')
      .send(bytes)
    return null
  })

  route(app, contract.eraseCall, async (ctx, { body }) => {
    const unproven = await proveAgain(auth, ctx, body, WRONG_PASSWORD)
    return unproven ?? shown(await askToErase(deps, me(ctx), ctx.lng))
  })

  route(app, contract.cancelEraseCall, async (ctx) => shown(await takeBack(deps, me(ctx))))
}

/** Parts of which something stays, by the law that asks for it. */
function keptOf(parts: readonly PersonalPart[]) {
  return Object.entries(KEPT_YEARS).map(([law, years]) => ({
    law,
    years,
    parts: parts.filter(({ tables }) => tables.some(({ keptBy }) => keptBy === law)).map(({ name }) => name),
  }))
}

/** Every yes and no of the player, the newest first. */
async function listConsents(db: Db, playerId: number) {
  return inTx(db, async (tx) => {
    const cookies = await tx
      .selectFrom('cookie_consent')
      .selectAll()
      .where('player_id', '=', playerId)
      .orderBy('id', 'desc')
      .limit(50)
      .execute()
    const mailing = await tx
      .selectFrom('mailing_choice')
      .selectAll()
      .where('player_id', '=', playerId)
      .orderBy('id', 'desc')
      .limit(50)
      .execute()
    const documents = await tx.selectFrom('terms_acceptance').selectAll().where('player_id', '=', playerId).execute()
    return [
      ...cookies.map(({ level, version, received_at }) => ({
        kind: 'cookies' as const,
        what: String(level),
        accepted: level > 0,
        version,
        at: unixSeconds(received_at.getTime()),
      })),
      ...mailing.map(({ channel, accepted, wording, at }) => ({
        kind: 'mailing' as const,
        what: channel,
        accepted,
        version: wording,
        at: unixSeconds(at.getTime()),
      })),
      ...documents.map(({ document, version, accepted_at }) => ({
        kind: 'document' as const,
        what: document,
        accepted: true,
        version,
        at: unixSeconds(accepted_at.getTime()),
      })),
    ].sort((a, b) => b.at - a.at)
  })
}

/** Door of content: the log of cookie choices, and the popups of a brand. */
import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/server/db.ts'
import { route } from '#platform/server/http.ts'
import { consentCall, popupsCall } from '../contract.ts'
import { appFiles } from './app-files.ts'
import { informationLinks } from './information-links.ts'
import { publicCalls } from './public-calls.ts'
import { popupsFor } from './popups.ts'
import './tables.ts'
export { personalData } from './personal-data.ts'
export { registerStatus } from './status.ts'

/** Version of the banner's wording; raise it when its meaning changes. */
export const CONSENT_VERSION = '2026-11'

export interface ContentDeps {
  db: Db
  /**
   * Whether a player may be shown advertising: false for whoever has excluded or limited himself. Without an answer
   * to this question no player is shown any.
   */
  mayPromote?: (playerId: number) => Promise<boolean>
}

export function registerContent(app: FastifyInstance, { db, mayPromote = async () => false }: ContentDeps): void {
  appFiles(app)
  publicCalls(app)
  informationLinks(app)
  route(app, consentCall, async (ctx, { body }, reply) => {
    const { level, cookiesAgreeTime } = body.data.attributes
    const row = await db
      .insertInto('cookie_consent')
      .values({
        brand: ctx.brand,
        player_id: ctx.player?.id ?? null,
        level,
        version: CONSENT_VERSION,
        agreed_at: new Date(agreedAt(cookiesAgreeTime ?? 0, ctx.now)),
        received_at: new Date(ctx.now),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const year = 31_536_000
    reply.setCookie('cookies_agree_type', String(level), { path: '/', secure: true, sameSite: 'lax', maxAge: year })
    return { data: { type: 'cookie-agreement' as const, id: String(row.id), attributes: { level } } }
  })

  route(app, popupsCall, async (ctx) => {
    if (ctx.player && !(await mayPromote(ctx.player.id))) return []
    return popupsFor(ctx.config, ctx.lng, ctx.player !== null)
  })
}

/** Seconds or milliseconds, as clients send both; a time that has not come yet is ours instead. */
function agreedAt(given: number, now: number): number {
  const ms = given < 100_000_000_000 ? given * 1000 : given
  return ms > 0 && ms <= now ? ms : now
}

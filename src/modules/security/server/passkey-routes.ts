/** The wire of passkeys. */
import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#lib/time.ts'
import { inTx } from '#platform/server/db.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem } from '#platform/shared/problem.ts'
import {
  deviceName,
  isBrowser,
  originOf,
  requireStepUp,
  sessionOf,
  setSessionCookie,
  signedInReply,
  visitorOf,
  type AuthDeps,
} from '#modules/auth/server/index.ts'
import * as contract from '../contract/passkey.ts'
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  listPasskeys,
  provePasskey,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  type PasskeyRow,
} from './passkeys.ts'

const shown = (row: PasskeyRow) => ({
  id: row.id,
  name: row.name,
  created: unixSeconds(row.created_at.getTime()),
  used: row.used_at ? unixSeconds(row.used_at.getTime()) : 0,
  synced: row.backed_up,
})

export function passkeyRoutes(app: FastifyInstance, deps: AuthDeps): void {
  const notOffered = problem('security.passkey_not_offered', { status: 404 })
  const isOffered = (ctx: Ctx) => ctx.config.auth.passkeys
  const placeOf = (ctx: Ctx) => ({ brand: ctx.brand, origin: new URL(originOf(ctx)).origin })
  const ownerOf = (ctx: Ctx) => ({ ...placeOf(ctx), playerId: ctx.player!.id, ip: ctx.ip, lng: ctx.lng })
  const stepUp = (ctx: Ctx) => requireStepUp(deps.sessions, ctx)

  route(app, contract.listCall, async (ctx) => ({
    passkeys: (await listPasskeys(deps, ctx.player!.id)).map(shown),
    offered: isOffered(ctx),
  }))

  route(app, contract.addOptionsCall, async (ctx) => {
    if (!isOffered(ctx)) return notOffered
    return stepUp(ctx) ?? beginPasskey(deps, placeOf(ctx), { playerId: ctx.player!.id, title: ctx.config.customize.name })
  })

  route(app, contract.addCall, async (ctx, { body }) => {
    if (!isOffered(ctx)) return notOffered
    const added = await addPasskey(deps, ownerOf(ctx), { ...body, name: body.name.trim() || deviceName(ctx.userAgent) })
    return isProblem(added) ? added : shown(added)
  })

  route(app, contract.renameCall, async (ctx, { body }) => (await renamePasskey(deps, ctx.player!.id, body)) ?? { renamed: true as const })

  route(app, contract.removeCall, async (ctx, { body }) => {
    return stepUp(ctx) ?? (await removePasskey(deps, ownerOf(ctx), body.id)) ?? { removed: true as const }
  })

  route(app, contract.signInOptionsCall, (ctx) => (isOffered(ctx) ? askPasskey(deps, placeOf(ctx)) : notOffered))

  route(app, contract.signInCall, async (ctx, { body }, reply) => {
    if (!isOffered(ctx)) return notOffered
    const given = { ...body, visitor: visitorOf(ctx), browser: isBrowser(ctx), lng: ctx.lng }
    const outcome = await signInByPasskey(deps, placeOf(ctx), given)
    return isProblem(outcome) ? outcome : signedInReply(ctx, reply, outcome, body.remember)
  })

  route(app, contract.confirmCall, async (ctx, { body }, reply) => {
    const session = sessionOf(ctx)
    const playerId = await provePasskey(deps, placeOf(ctx), body)
    if (isProblem(playerId)) return playerId
    // A key of somebody else proves nothing about this player.
    if (!session || playerId !== session.playerId) return problem('security.passkey_refused', { wire: 58, status: 401 })
    const secret = await inTx(deps.db, (tx) => deps.sessions.renew(tx, session, 'two_factor'))
    deps.sessions.reread(session.playerId)
    reply.raw.once('finish', () => deps.sessions.renewed(session.id))
    setSessionCookie(reply, secret, session.expiresAt - ctx.now)
    return { confirmed: true as const }
  })
}

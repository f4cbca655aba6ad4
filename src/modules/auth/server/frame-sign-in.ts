/**
 * Sign-in of a frame (AU-13): the page lends a token that counts once and a minute long. What it opens is a session of
 * its own under the page's: listed with the others, without a cookie, and over as soon as the page's is.
 */
import type { FastifyInstance } from 'fastify'
import { MINUTE, SECOND, unixSeconds } from '#lib/time.ts'
import { inTx } from '#platform/server/db.ts'
import { route } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { SignedInReply } from '../contract.ts'
import { frameSignInCall, frameTokenCall } from '../contract/xframe.ts'
import { sessionOf } from './authenticate.ts'
import type { AuthDeps } from './deps.ts'
import type { Visitor } from './sessions.ts'
import { visitorOf } from './visit.ts'

const PURPOSE = 'xframe'
const LIFE_MS = MINUTE

export function frameRoutes(app: FastifyInstance, deps: AuthDeps): void {
  route(app, frameTokenCall, async (ctx) => {
    const session = sessionOf(ctx)
    if (!session || session.kind !== 'site') return problem('auth.sign_in', { status: 401 })
    const given = { purpose: PURPOSE, brand: ctx.brand, playerId: session.playerId, data: { sessionId: session.id }, lifeMs: LIFE_MS }
    return { xframe_token: await inTx(deps.db, (tx) => deps.challenges.open(tx, given)), expires_in: LIFE_MS / SECOND }
  })

  route(app, frameSignInCall, (ctx, { body }) => signInFrame(deps, body.xframe_token, visitorOf(ctx)))
}

/** Problem: auth.frame_token (47) for used, old, foreign and unknown tokens, and for those of sessions that are over. */
export async function signInFrame(deps: AuthDeps, token: string, visitor: Visitor): Promise<SignedInReply | Problem> {
  const limited = await deps.limits.count('sign_in', visitor.ip)
  if (limited) return limited
  const invalid = problem('auth.frame_token', { wire: 47, field: 'xframe_token', status: 401 })
  const opened = await inTx(deps.db, async (tx) => {
    const lent = await deps.challenges.redeem(tx, PURPOSE, visitor.brand, token)
    const id = lent?.data['sessionId']
    const session = typeof id === 'string' ? await deps.sessions.appSession(tx, id, visitor) : null
    if (!session) return invalid
    return { session, token: await deps.sessions.issueToken(tx, session, 'app') }
  })
  if (isProblem(opened)) return opened
  return {
    userId: opened.session.playerId,
    type: 25,
    token: opened.token.token,
    refreshToken: '',
    expireDate: unixSeconds(opened.token.expiresAt),
    authId: '',
    nextStep: 'none',
    mustChangePassword: opened.session.mustChangePassword,
  }
}

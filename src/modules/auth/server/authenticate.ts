/** Who calls (wire 2.4, C3): the platform asks for every request, so a visit without proof costs nothing. */
import type { FastifyRequest } from 'fastify'
import type { Ctx, Identity } from '#platform/server/http.ts'
import type { Clock } from '#lib/time.ts'
import { isActiveForMoney } from '../rules/session.ts'
import type { AuthSession, Sessions } from './sessions.ts'

export const SESSION_COOKIE = '__Host-session'
export const TOKEN_COOKIE = 'user_token'

/** The platform's identity with the sessions behind the proofs that were good. */
export interface ProvenIdentity extends Identity {
  /** Of tokens in headers first, then of the cookie. */
  proofs: readonly AuthSession[]
  cookieProof: AuthSession | null
}

const NOBODY: ProvenIdentity = {
  session: null,
  bearer: null,
  extended: null,
  cookieToken: null,
  badToken: false,
  blocked: false,
  proofs: [],
  cookieProof: null,
}

/** Calls that a page repeats by itself: they do not show that the player is there. */
const POLLS = /balance|updatecoupon|getcoupon|getavance|gettoken|getuserconfig|history|telemetry|-log|\/log|token\/refresh/i

export function createAuthenticate({
  sessions,
  clock,
}: {
  sessions: Sessions
  clock: Clock
}): (request: FastifyRequest) => Promise<ProvenIdentity> {
  return async (request) => {
    const { authorization, cookie } = request.headers
    const xAuth = request.headers['x-auth']
    if (authorization === undefined && xAuth === undefined && cookie === undefined) return NOBODY
    const { brand } = request.ctx
    const bySecret = await sessionOfCookie(sessions, request, brand)
    const read = async (token: string | null) => {
      const found = token === null ? null : await sessions.byToken(token)
      if (!found || found.session.brand !== brand) return null
      // A token of the site is worth nothing away from the cookie of its own session.
      return found.scope === 'app' || found.session.id === bySecret?.id ? found.session : null
    }
    const bearerText = bearerOf(authorization)
    const extendedText = bearerOf(xAuth)
    const cookieText = request.cookies[TOKEN_COOKIE] ?? null
    const bearer = await read(bearerText)
    const extended = await read(extendedText)
    const badToken = (bearerText !== null && !bearer) || (extendedText !== null && !extended)
    // A bad token in a header is told to the client (401), not papered over by the cookie.
    const cookieToken = bySecret && !badToken ? await read(cookieText) : null
    const proofs = [bearer, extended, bySecret].filter((session) => session !== null)
    if (proofs[0]) await note(sessions, proofs[0], request, clock)
    return {
      session: bySecret ? { id: bySecret.id, playerId: bySecret.playerId, brand } : null,
      bearer: playerOf(bearer),
      extended: playerOf(extended),
      cookieToken: playerOf(cookieToken),
      badToken,
      blocked: [bearer, extended, cookieToken, bySecret].some((session) => session?.blocked === true),
      proofs,
      cookieProof: bySecret,
    }
  }
}

async function sessionOfCookie(sessions: Sessions, request: FastifyRequest, brand: string): Promise<AuthSession | null> {
  const secret = request.cookies[SESSION_COOKIE]
  if (secret === undefined || secret.length > 64) return null
  const session = await sessions.bySecret(secret)
  return session?.brand === brand ? session : null
}

/** An idle session is never woken by a call: only a new proof of the player does that (SES-03). */
async function note(sessions: Sessions, session: AuthSession, request: FastifyRequest, clock: Clock): Promise<void> {
  const isAction = request.method === 'GET' ? request.headers['sec-fetch-mode'] === 'navigate' : !POLLS.test(request.url)
  if (isAction && isActiveForMoney(session, clock.now())) await sessions.noteAction(session)
}

function bearerOf(header: string | string[] | undefined): string | null {
  const match = typeof header === 'string' ? /^Bearer ([A-Za-z0-9_-]{10,100})$/i.exec(header) : null
  return match?.[1] ?? null
}

function playerOf(session: AuthSession | null): { id: number; brand: string } | null {
  return session && { id: session.playerId, brand: session.brand }
}

/**
 * The session of the player that this call acts for; null for visitors. One request may carry proofs of two
 * players (a program's token beside somebody's cookie): the platform has chosen, and the session follows it.
 */
export function sessionOf(ctx: Ctx): AuthSession | null {
  const { proofs = [] } = ctx.identity as Partial<ProvenIdentity>
  return proofs.find((session) => session.playerId === ctx.player?.id) ?? null
}

/** The session of the cookie alone: what signing out ends and what tokens of the site hang on. */
export function cookieSessionOf(ctx: Ctx): AuthSession | null {
  return (ctx.identity as Partial<ProvenIdentity>).cookieProof ?? null
}

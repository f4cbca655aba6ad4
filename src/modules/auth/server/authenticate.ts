/** Who calls (wire 2.4, C3): the platform asks for every request, so a visit without proof costs nothing. */
import type { Ctx, Identity, KnownRequest } from '#platform/server/http.ts'
import type { Clock } from '#lib/time.ts'
import { isActiveForMoney } from '../rules/session.ts'
import type { AuthSession, Sessions, TokenProof } from './sessions.ts'

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
const POLLS =
  /balance|updatecoupon|getcoupon|getavance|gettoken|getuserconfig|history|telemetry|-log|\/log|token\/refresh|(autobet|bid)\/list|sale-info|groups\/(get|find)|getdeposit|getwithdrawals/i

/** What a call carries as proof, and who stands behind each. */
interface Found {
  bySecret: AuthSession | null
  bearer: TokenProof | null
  extended: TokenProof | null
  cookieToken: TokenProof | null
}

export function createAuthenticate({
  sessions,
  clock,
}: {
  sessions: Sessions
  clock: Clock
}): (request: KnownRequest) => Promise<ProvenIdentity> | ProvenIdentity {
  function identityOf(request: KnownRequest, given: GivenProofs, found: Found): Promise<ProvenIdentity> | ProvenIdentity {
    const { brand } = request.ctx
    const bySecret = found.bySecret?.brand === brand ? found.bySecret : null
    const worth = (proof: TokenProof | null) => {
      if (!proof || proof.session.brand !== brand) return null
      // A token of the site is worth nothing away from the cookie of its own session.
      return proof.scope === 'app' || proof.session.id === bySecret?.id ? proof.session : null
    }
    const bearer = worth(found.bearer)
    const extended = worth(found.extended)
    const badToken = (given.bearer !== null && !bearer) || (given.extended !== null && !extended)
    // A bad token in a header is told to the client (401), not papered over by the cookie.
    const cookieToken = bySecret && !badToken ? worth(found.cookieToken) : null
    const proofs = [bearer, extended, bySecret].filter((session) => session !== null)
    const identity: ProvenIdentity = {
      session: bySecret ? { id: bySecret.id, playerId: bySecret.playerId, brand } : null,
      bearer: playerOf(bearer),
      extended: playerOf(extended),
      cookieToken: playerOf(cookieToken),
      badToken,
      blocked: isBlocked(bearer) || isBlocked(extended) || isBlocked(cookieToken) || isBlocked(bySecret),
      proofs,
      cookieProof: bySecret,
    }
    const noted = proofs[0] ? note(sessions, proofs[0], request, clock) : null
    return noted ? noted.then(() => identity) : identity
  }

  return (request) => {
    const given = givenProofs(request)
    if (!given) return NOBODY
    const byToken = (token: string | null) => (token === null ? null : sessions.byToken(token))
    const found = {
      bySecret: given.secret === null ? null : sessions.bySecret(given.secret),
      bearer: byToken(given.bearer),
      extended: byToken(given.extended),
      cookieToken: byToken(given.cookieToken),
    }
    // Known from a moment ago, as nearly always under load: nobody waits.
    if (isKnown(found)) return identityOf(request, given, found)
    return Promise.all([found.bySecret, found.bearer, found.extended, found.cookieToken]).then(
      ([bySecret, bearer, extended, cookieToken]) => identityOf(request, given, { bySecret, bearer, extended, cookieToken }),
    )
  }
}

type Pending<T> = { [K in keyof T]: T[K] | Promise<T[K]> }

function isKnown(found: Pending<Found>): found is Found {
  const { bySecret, bearer, extended, cookieToken } = found
  return !(bySecret instanceof Promise || bearer instanceof Promise || extended instanceof Promise || cookieToken instanceof Promise)
}

interface GivenProofs {
  secret: string | null
  bearer: string | null
  extended: string | null
  cookieToken: string | null
}

/** Null: the call carries no proof at all. */
function givenProofs(request: KnownRequest): GivenProofs | null {
  const { authorization, cookie } = request.headers
  const xAuth = request.headers['x-auth']
  if (authorization === undefined && xAuth === undefined && cookie === undefined) return null
  const secret = request.cookies[SESSION_COOKIE]
  return {
    secret: secret === undefined || secret.length > 64 ? null : secret,
    bearer: bearerOf(authorization),
    extended: bearerOf(xAuth),
    // Worth something beside its session only.
    cookieToken: secret === undefined ? null : (request.cookies[TOKEN_COOKIE] ?? null),
  }
}

/** An idle session is never woken by a call: only a new proof of the player does that (SES-03). */
function note(sessions: Sessions, session: AuthSession, request: KnownRequest, clock: Clock): Promise<void> | null {
  if (!sessions.isNoteDue(session)) return null
  const isAction = request.method === 'GET' ? request.headers['sec-fetch-mode'] === 'navigate' : !POLLS.test(request.url)
  return isAction && isActiveForMoney(session, clock.now()) ? sessions.noteAction(session) : null
}

function isBlocked(session: AuthSession | null): boolean {
  return session?.blocked === true
}

const BEARER = /^Bearer [A-Za-z0-9_-]{10,100}$/i

function bearerOf(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && BEARER.test(header) ? header.slice('Bearer '.length) : null
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

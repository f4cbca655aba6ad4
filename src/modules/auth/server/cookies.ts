/** Cookies of the session (SES-02, wire 2.3). All are host-bound and secure; scripts can read user_token only. */
import type { FastifyReply } from 'fastify'
import { DAY, SECOND } from '#lib/time.ts'
import { CODE_LIFE_MS } from '../rules/session.ts'
import { SESSION_COOKIE, TOKEN_COOKIE } from './authenticate.ts'
import { newSecret } from './secret.ts'
import type { IssuedToken } from './sessions.ts'

/** By this a browser is known again at a sign-in (SES-10). It outlives the session and opens nothing. */
const DEVICE_COOKIE = '__Host-device'
const DEVICE_LIFE_MS = 400 * DAY
/** The step by a code that this browser has begun: who comes back to the form goes on with it instead of asking for another. */
const STEP_COOKIE = '__Host-sign-in'
const STEP = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const

interface Asking {
  cookies: Readonly<Record<string, string | undefined>>
}
const deviceSecrets = new WeakMap<Asking, string>()

/** The mark of the browser that asks; a new one, the same for the whole request, where it has none. */
export function deviceSecretOf(request: Asking): string {
  const kept = request.cookies[DEVICE_COOKIE]
  if (kept !== undefined && /^[\w-]{32}$/.test(kept)) return kept
  const made = deviceSecrets.get(request) ?? newSecret()
  deviceSecrets.set(request, made)
  return made
}

export const codeStepOf = (request: Asking): string => (request.cookies[STEP_COOKIE] ?? '').slice(0, 100)

export function setCodeStep(reply: FastifyReply, authId: string): void {
  reply.setCookie(STEP_COOKIE, authId, { ...STEP, maxAge: CODE_LIFE_MS / SECOND })
}

export function clearCodeStep(reply: FastifyReply): void {
  if (codeStepOf(reply.request) !== '') reply.setCookie(STEP_COOKIE, '', { ...STEP, maxAge: 0 })
}

/** `maxAgeMs` left out: the cookie ends with the browser, the session by its own life. */
export function setSessionCookie(reply: FastifyReply, secret: string, maxAgeMs?: number): void {
  reply.setCookie(SESSION_COOKIE, secret, {
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
    ...(maxAgeMs === undefined ? {} : { maxAge: Math.floor(maxAgeMs / SECOND) }),
  })
  const device = deviceSecretOf(reply.request)
  const maxAge = DEVICE_LIFE_MS / SECOND
  reply.setCookie(DEVICE_COOKIE, device, { path: '/', httpOnly: true, secure: true, sameSite: 'lax', maxAge })
}

export function setTokenCookie(reply: FastifyReply, token: IssuedToken, now: number): void {
  const maxAge = Math.max(0, Math.floor((token.expiresAt - now) / SECOND))
  reply.setCookie(TOKEN_COOKIE, token.token, { path: '/', secure: true, sameSite: 'lax', maxAge })
}

export function clearSessionCookies(reply: FastifyReply): void {
  reply.setCookie(SESSION_COOKIE, '', { path: '/', httpOnly: true, secure: true, sameSite: 'lax', maxAge: 0 })
  for (const name of [TOKEN_COOKIE, 'ua', 'uhash']) reply.setCookie(name, '', { path: '/', secure: true, sameSite: 'lax', maxAge: 0 })
  // What the office left in the browser goes too (SES-11); cookies stay, they are cleared one by one above.
  reply.header('clear-site-data', '"cache"')
}

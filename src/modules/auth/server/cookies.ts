/** Cookies of the session (SES-02, wire 2.3). All are host-bound and secure; scripts can read user_token only. */
import type { FastifyReply } from 'fastify'
import { SECOND } from '#lib/time.ts'
import { SESSION_COOKIE, TOKEN_COOKIE } from './authenticate.ts'
import type { IssuedToken } from './sessions.ts'

/** `maxAgeMs` left out: the cookie ends with the browser, the session by its own life. */
export function setSessionCookie(reply: FastifyReply, secret: string, maxAgeMs?: number): void {
  reply.setCookie(SESSION_COOKIE, secret, {
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
    ...(maxAgeMs === undefined ? {} : { maxAge: Math.floor(maxAgeMs / SECOND) }),
  })
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

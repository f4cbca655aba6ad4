/** What a call asks beyond being signed in. */
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { Ctx } from '#platform/server/http.ts'
import { sessionOf } from './authenticate.ts'
import { isActiveForMoney } from '../rules/session.ts'
import type { AuthSession, Sessions } from './sessions.ts'

/**
 * Money moves only for a player who is there (SES-03, C6) and who has replaced a generated password (C8).
 * Problems: auth.session_idle (401, 403 of envelope A), auth.change_password (403).
 */
export function requireMoneySession(ctx: Ctx): AuthSession | Problem {
  const session = sessionOf(ctx)
  // What the proof tells held less than half a second ago (SES-04), so a bet costs no further look-up.
  if (!session || !isActiveForMoney(session, ctx.now)) return problem('auth.session_idle', { status: 401, wire: 403 })
  if (session.mustChangePassword) return problem('auth.change_password', { status: 403, wire: 403 })
  return session
}

/** Settings of security need a sign-in or confirmation of the last five minutes (ACC-15, SES-09). Problem: auth.confirm (error_code 48). */
export function requireStepUp(sessions: Sessions, ctx: Ctx): Problem | null {
  const session = sessionOf(ctx)
  return session && sessions.isStepUpFresh(session) ? null : problem('auth.confirm', { wire: 48 })
}

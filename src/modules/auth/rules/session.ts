/** Life of sessions and tokens (standards SES-03, SES-05, SES-09, C3, C6). */
import { DAY, HOUR, MINUTE, SECOND, type Millis } from '#lib/time.ts'

/** Without an action of the player for so long, money actions ask for a new sign-in. */
export const IDLE_FOR_MONEY_MS = 30 * MINUTE
/** How long a sign-in counts as fresh for the settings that matter (two-factor, password, limits). */
export const STEP_UP_MS = 5 * MINUTE
export const TOKEN_LIFE_MS = 15 * MINUTE
/** A session that is asked to be remembered, one that is not, and one made with a second factor. */
export const REMEMBERED_LIFE_MS = 30 * DAY
export const SESSION_LIFE_MS = DAY
export const TWO_FACTOR_LIFE_MS = DAY
/** The last action is written at most so often. */
export const TOUCH_EVERY_MS = 30 * SECOND

export const CODE_LIFE_MS = 10 * MINUTE
export const ACTIVATION_LIFE_MS = 3 * DAY
export const RESET_LIFE_MS = 30 * MINUTE
/** The first password of a one-click registration must be replaced within this time (C8). */
export const FIRST_PASSWORD_LIFE_MS = 72 * HOUR
export const CODE_TRIES = 5

export type AuthGrade = 'password' | 'two_factor'

export interface SessionTimes {
  createdAt: Millis
  lastActionAt: Millis
  authenticatedAt: Millis
  expiresAt: Millis
  closedAt: Millis | null
}

export function isOpen(session: SessionTimes, now: Millis): boolean {
  return session.closedAt === null && now < session.expiresAt
}

/** True when money may move: the player has acted within the last 30 minutes. */
export function isActiveForMoney(session: SessionTimes, now: Millis): boolean {
  return isOpen(session, now) && now - session.lastActionAt < IDLE_FOR_MONEY_MS
}

export function isStepUpFresh(session: SessionTimes, now: Millis): boolean {
  return isOpen(session, now) && now - session.authenticatedAt < STEP_UP_MS
}

export function sessionLifeMs(grade: AuthGrade, remember: boolean): number {
  if (grade === 'two_factor') return TWO_FACTOR_LIFE_MS
  return remember ? REMEMBERED_LIFE_MS : SESSION_LIFE_MS
}

/** Bets with friends (XT-28): states, bounds and who may do what when. */
import { unreachable } from '#lib/assert.ts'
import type { Minor } from '#lib/money.ts'
import { DAY, MINUTE, type Millis } from '#lib/time.ts'

export const GROUP = { open: 0, placed: 1, ended: 2 } as const
export type GroupStatus = (typeof GROUP)[keyof typeof GROUP]

export const MEMBER = { held: 0, placed: 1, returned: 2 } as const
export type MemberState = (typeof MEMBER)[keyof typeof MEMBER]

/** Why a group has ended without a bet. */
export type EndReason = 'admin' | 'time' | 'started' | 'removed'

/** Why a member's stake has gone back: with the group, by his own wish, or because he may not bet now. */
export type ReturnReason = 'left' | 'closed' | EndReason

export const CODE_LENGTH = 6
export const MOST_MEMBERS = 20
/** Open groups that a player may be the admin of, and may have a stake in. */
export const MOST_LED = 5
export const MOST_JOINED = 20
/** Codes that are none, by one player in an hour. */
export const MOST_MISSES = 10
export const LONGEST_MS = 7 * DAY
export const SHORTEST_MS = MINUTE
export const NAME_LENGTH = 40
export const NICK_LENGTH = 20

/** Letters, digits and what stands between them: no signs that turn or hide the text around them. */
const NAME = /^[\p{L}\p{M}\p{N} ._’'"!?&#+():/-]+$/u
const NICK = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]*$/u
/** So many digits in a row are a telephone or an account. */
const NUMBER = /\p{N}{5}/u

/** Spaces at the ends and in a row are none. */
export function tidied(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}

export function isName(text: string): boolean {
  return text.length >= 2 && [...text].length <= NAME_LENGTH && NAME.test(text)
}

/** What members call each other; never what finds somebody elsewhere. */
export function isNick(text: string): boolean {
  return [...text].length >= 2 && [...text].length <= NICK_LENGTH && NICK.test(text) && !NUMBER.test(text)
}

/** Until when one may join at most: the first start of a leg, and a week. */
export function latestClose(now: Millis, starts: readonly Millis[]): Millis {
  return Math.min(now + LONGEST_MS, ...starts)
}

export type CloseFault = 'soon' | 'late'

export function closeFault(closesAt: Millis, now: Millis, starts: readonly Millis[]): CloseFault | null {
  if (closesAt < now + SHORTEST_MS) return 'soon'
  return closesAt > latestClose(now, starts) ? 'late' : null
}

export type Action = 'join' | 'leave' | 'end' | 'place'

export interface Standing {
  status: GroupStatus
  closesAt: Millis
  now: Millis
  isAdmin: boolean
  /** Has a stake in it. */
  isMember: boolean
  members: number
}

export type Refusal = 'over' | 'late' | 'already' | 'full' | 'not_member' | 'not_admin'

/** Why it may not be done, null when it may. Checked under the lock of the group. */
export function refusalOf(action: Action, { status, closesAt, now, isAdmin, isMember, members }: Standing): Refusal | null {
  if (status !== GROUP.open) return 'over'
  switch (action) {
    case 'join':
      if (now >= closesAt) return 'late'
      if (isMember) return 'already'
      return members >= MOST_MEMBERS ? 'full' : null
    // The admin does not leave his group: he ends it.
    case 'leave':
      return isMember && !isAdmin ? null : 'not_member'
    case 'end':
      return isAdmin ? null : 'not_admin'
    case 'place':
      if (!isAdmin) return 'not_admin'
      return now >= closesAt ? 'late' : null
    default:
      return unreachable(action, 'action in a group')
  }
}

/** Why an open group has come to its end by itself; null: it goes on. */
export function endOf(of: { now: Millis; closesAt: Millis; hasStarted: boolean; hasEnded: boolean }): EndReason | null {
  if (of.hasEnded) return 'removed'
  if (of.hasStarted) return 'started'
  return of.now >= of.closesAt ? 'time' : null
}

export function pooledMinor(stakes: readonly Minor[]): Minor {
  return stakes.reduce((sum, stake) => sum + stake, 0n)
}

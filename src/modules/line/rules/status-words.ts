/** What a game's status says beyond its clock: put off, stopped for rain, won without play (XT-59). */
import type { GameStatus, StatusNote, StopReason } from '#modules/feeds/rules/fact.ts'
import { validityRules } from '#modules/feeds/rules/validity.ts'

export type { GameStatus, StatusNote }

export const STATUS_WORDS = [
  'state_delayed',
  'state_postponed',
  'state_suspended',
  'state_interrupted',
  'state_abandoned',
  'state_cancelled',
  'state_rain',
  'state_walkover',
  'state_retired',
  'state_defaulted',
  'state_awarded',
] as const
export type StatusWord = (typeof STATUS_WORDS)[number]

/** As readers are told it: a game that a person has voided in play is cancelled, by whatever way its states allow that (feeds 3). */
export function toldStatus(status: GameStatus, note: StatusNote | undefined): GameStatus {
  return note === 'called_off' ? 'cancelled' : status
}

/** Key of the words; null while the game goes its usual way. A note says more than the status that it stands beside. */
export function statusWord(status: GameStatus, note: StatusNote | undefined): StatusWord | null {
  const isWaiting = status === 'delayed' || status === 'interrupted' || status === 'suspended'
  switch (note) {
    case 'walkover':
    case 'retired':
    case 'defaulted':
    case 'awarded':
      return `state_${note}`
    case 'called_off':
      return 'state_cancelled'
    case 'rain':
      if (isWaiting) return 'state_rain'
      break
    case 'after_extra_time':
    case 'after_shootout':
    case undefined:
      break
  }
  return isWaiting || status === 'postponed' || status === 'abandoned' || status === 'cancelled' ? `state_${status}` : null
}

/** Bets before a game stand when it begins so many hours later at most (rules 3.5). */
export function mayMoveHours(sportId: number): number {
  return validityRules(sportId).maxMovedHours
}

const STOP_LOCKS = {
  goal: 'lock_goal',
  review: 'lock_var',
  penalty: 'lock_penalty',
  red_card: 'lock_card',
  provider_lost: 'lock_feed',
  stale: 'lock_stale',
  match_ended: 'lock_closed',
  season_match: 'lock_season',
} as const satisfies Partial<Record<StopReason, string>>

export type StopLock = (typeof STOP_LOCKS)[keyof typeof STOP_LOCKS] | 'lock_trader'

/** The feed's reason of a stop as a key of the kit's texts. */
export function stopLock(reason: string | undefined): StopLock {
  return (reason && Object.hasOwn(STOP_LOCKS, reason) && STOP_LOCKS[reason as keyof typeof STOP_LOCKS]) || 'lock_trader'
}

/** Why nothing of a game that takes no bets can be taken (XT-52): keys of the kit's texts. A late start takes bets still. */
export type StateLock = Exclude<StatusWord, 'state_delayed'> extends `state_${infer State}` ? `lock_${State}` : never

const STATE_LOCKS: ReadonlySet<string> = new Set(STATUS_WORDS.filter((word) => word !== 'state_delayed').map(lockOfWord))

function lockOfWord(word: string): string {
  return word.replace('state_', 'lock_')
}

export function isStateLock(reason: string | null): reason is StateLock {
  return reason !== null && STATE_LOCKS.has(reason)
}

/** Null while the status has no words of its own. */
export function stateLock(status: GameStatus, note: StatusNote | undefined): StateLock | null {
  const word = statusWord(status, note)
  return word === null || word === 'state_delayed' ? null : (lockOfWord(word) as StateLock)
}

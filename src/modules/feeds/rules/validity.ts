import { HOUR, MINUTE, type Millis } from '#lib/time.ts'

/** When a bet stands although the game did not run as planned (rules 3.5); thresholds are data by sport. */
export interface ValidityRules {
  /** Minutes that must have been played for open markets to count; null = the sport has no such rule. */
  minMinutes: number | null
  /** A pre-match game may move by this much. */
  maxMovedHours: number
  /** An interrupted live game must go on this long after its start at the latest. */
  maxResumeHours: number
}

export const FOOTBALL_VALIDITY: ValidityRules = { minMinutes: 80, maxMovedHours: 48, maxResumeHours: 5 }
export const DEFAULT_VALIDITY: ValidityRules = { minMinutes: null, maxMovedHours: 48, maxResumeHours: 5 }

const BY_SPORT: Readonly<Record<number, ValidityRules>> = { 1: FOOTBALL_VALIDITY }

export function validityRules(sportId: number): ValidityRules {
  return BY_SPORT[sportId] ?? DEFAULT_VALIDITY
}

export interface Circumstances {
  live?: boolean
  /** The outcome was settled by what had been played before. */
  decided?: boolean
  minutesPlayed?: number
  movedHours?: number
  /** null = never resumed; undefined = was not interrupted. */
  resumedHoursAfterStart?: number | null
  participantWithdrew?: boolean
  /** false: the player of a player market did not take part. */
  playerTookPart?: boolean
  /** Seconds after the real start at which a pre-match bet was taken. */
  placedSecondsAfterStart?: number
}

export type Validity = 'STANDS' | 'VOID'

export function validity(rules: ValidityRules, c: Circumstances): Validity {
  if (c.participantWithdrew || c.playerTookPart === false) return 'VOID'
  if (c.live === false && (c.placedSecondsAfterStart ?? 0) > 0) return 'VOID'
  if (c.decided) return 'STANDS'
  if (c.movedHours !== undefined && c.movedHours > rules.maxMovedHours) return 'VOID'
  if (c.resumedHoursAfterStart === null) return 'VOID'
  if (c.resumedHoursAfterStart !== undefined && c.resumedHoursAfterStart > rules.maxResumeHours) return 'VOID'
  if (c.minutesPlayed !== undefined && rules.minMinutes !== null && c.minutesPlayed < rules.minMinutes) return 'VOID'
  return 'STANDS'
}

/** The first moment whose bets of the line are late, on clocks of milliseconds: that of the start itself is not. */
export function firstLate(beganAt: Millis): Millis {
  return beganAt + 1
}

/** Bets taken under the start `announced` fall when the game now begins at `startsAt`: later or earlier by too much. */
export function isMovedTooFar(rules: ValidityRules, announced: Millis, startsAt: Millis): boolean {
  return validity(rules, { live: false, movedHours: Math.abs(startsAt - announced) / HOUR }) === 'VOID'
}

export interface Stop {
  /** When the game went live. */
  beganAt: Millis
  stoppedAt: Millis
  clockSec: number
}

/**
 * Until when a stopped game has to go on; null: it has been played long enough to count. A stop that comes later than that, in a
 * match that lasts for long, is given as much time of its own (our decision).
 */
export function resumesUntil(rules: ValidityRules, { beganAt, stoppedAt, clockSec }: Stop): Millis | null {
  if (rules.minMinutes !== null && clockSec * 1000 >= rules.minMinutes * MINUTE) return null
  const until = (from: Millis) => from + rules.maxResumeHours * HOUR
  return stoppedAt < until(beganAt) ? until(beganAt) : until(stoppedAt)
}

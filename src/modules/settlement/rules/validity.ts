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

/** Own goals count for the score of the match and for nobody's own tally. */
export function ownGoalCounts(market: 'matchTotal' | 'goalscorer' | 'individualTotal'): boolean {
  return market === 'matchTotal'
}

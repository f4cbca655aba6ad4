/** How much of the time that a player allows himself is used, and when there is some again (RG-01). */
import type { Millis } from '#lib/time.ts'

/** A session that nothing was done in for so long is not time at play. */
export const ACTIVE_WITHIN_MS = 5 * 60_000

/** Milliseconds of play by number of the day in the player's calendar. */
export type UsedByDay = ReadonlyMap<number, number>

/** A day, week or month of the player's calendar that is running. */
export interface Window {
  firstDay: number
  restartsAt: Millis
}

export function usedInWindow(used: UsedByDay, { firstDay }: Window): number {
  let sum = 0
  for (const [day, ms] of used) if (day >= firstDay) sum += ms
  return sum
}

/** The moment at which there is room again; null = there is room now. A limit of no time at all is looked at again then. */
export function timeFreeFrom(used: UsedByDay, window: Window, limitMs: number): Millis | null {
  return usedInWindow(used, window) < limitMs ? null : window.restartsAt
}

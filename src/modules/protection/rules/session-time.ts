/** How much of the time that a player allows himself is used, and when there is some again (RG-01). */
import { DAY, type Millis } from '#lib/time.ts'

/** A session that nothing was done in for so long is not time at play. */
export const ACTIVE_WITHIN_MS = 5 * 60_000

/** Milliseconds of play by number of the UTC day. */
export type UsedByDay = ReadonlyMap<number, number>

export const dayOf = (ms: Millis) => Math.floor(ms / DAY)

export function usedInWindow(used: UsedByDay, days: number, today: number): number {
  let sum = 0
  for (let day = today - days + 1; day <= today; day += 1) sum += used.get(day) ?? 0
  return sum
}

/** The first moment at which the window has room again when nothing more is played; null = there is room now. */
export function timeFreeFrom(used: UsedByDay, days: number, limitMs: number, now: Millis): Millis | null {
  const today = dayOf(now)
  if (usedInWindow(used, days, today) < limitMs) return null
  for (let day = today + 1; day <= today + days; day += 1) if (usedInWindow(used, days, day) < limitMs) return day * DAY
  // A limit of no time at all never has room; it is looked at again after its window.
  return (today + days) * DAY
}

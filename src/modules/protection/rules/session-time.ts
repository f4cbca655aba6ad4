/** How much of the time that a player allows himself is used, and when there is some again (RG-01). */
import { HOUR, type Millis } from '#lib/time.ts'

/** A session that nothing was done in for so long is not time at play. */
export const ACTIVE_WITHIN_MS = 5 * 60_000

/** Time at play of an hour of a day; days are numbered in the player's calendar, from 1970-01-01. */
export interface PlayedHour {
  day: number
  hour: number
  ms: number
}

/** A day, week or month of the player's calendar that is running; or the hours since a moment (then his calendar is UTC). */
export type Window = { kind: 'calendar'; firstDay: number; restartsAt: Millis } | { kind: 'rolling'; since: Millis; lengthMs: number }

const endOfHour = ({ day, hour }: PlayedHour): Millis => (day * 24 + hour + 1) * HOUR

/** An hour that a rolling window has left in part counts until it has left it wholly. */
function hoursIn(used: readonly PlayedHour[], window: Window): PlayedHour[] {
  return used.filter((one) => (window.kind === 'calendar' ? one.day >= window.firstDay : endOfHour(one) > window.since))
}

const sumOf = (hours: readonly PlayedHour[]) => hours.reduce((sum, { ms }) => sum + ms, 0)

export function usedInWindow(used: readonly PlayedHour[], window: Window): number {
  return sumOf(hoursIn(used, window))
}

/** The moment at which there is room again; null = there is room now. A limit of no time at all is looked at again then. */
export function timeFreeFrom(used: readonly PlayedHour[], window: Window, limitMs: number): Millis | null {
  const hours = hoursIn(used, window).sort((a, b) => endOfHour(a) - endOfHour(b))
  let left = sumOf(hours)
  if (left < limitMs) return null
  if (window.kind === 'calendar') return window.restartsAt
  let freeAt = window.since + window.lengthMs
  for (const hour of hours) {
    if (left < limitMs) break
    left -= hour.ms
    freeAt = endOfHour(hour) + window.lengthMs
  }
  return freeAt
}

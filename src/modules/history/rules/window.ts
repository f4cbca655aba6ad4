/** The time that a history is about. */
import { DAY, SECOND, type Millis } from '#lib/time.ts'

export const LONGEST_DAYS = 90
const USUAL_DAYS = 7

export interface Window {
  fromMs: Millis
  /** Not included. */
  toMs: Millis
}

/** The moment that names the last day of a window: its end is the midnight after it. */
export function lastMoment(toMs: Millis): Millis {
  return toMs - 1
}

/** Days of the first request: what is no number in the configuration is 7 (BH-02). */
export function usualDays(configured: unknown): number {
  const days = Number(configured)
  return Number.isFinite(days) && days > 0 ? Math.min(LONGEST_DAYS, Math.floor(days) || 1) : USUAL_DAYS
}

/** Why dates name no window. Keys `problem_<name>` of locales/<lng>/history.json. */
export type WindowFault = 'bad_order' | 'bad_dates'

/** Unix seconds as asked, else a number of days until now. Faults: out of order, further apart than 90 days. */
export function windowOf(
  asked: { from?: number | undefined; to?: number | undefined; days?: number | undefined },
  now: Millis,
  configured: unknown,
): Window | WindowFault {
  const toMs = asked.to ? asked.to * SECOND : now + SECOND
  const fromMs = asked.from ? asked.from * SECOND : toMs - (asked.days ?? usualDays(configured)) * DAY
  if (fromMs > toMs) return 'bad_order'
  return toMs - fromMs > LONGEST_DAYS * DAY ? 'bad_dates' : { fromMs, toMs }
}

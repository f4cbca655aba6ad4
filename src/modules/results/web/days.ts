/** Days of the results page. Its calls take windows whose ends are multiples of five minutes (wire 7). */
import type { Window } from './queries.ts'

const STEP_SEC = 300
const DAY_SEC = 86_400

/** `2026-11-21` of a date in the given offset. */
export function dayText(unixSec: number, offsetMin: number): string {
  return new Date((unixSec - offsetMin * 60) * 1000).toISOString().slice(0, 10)
}

/** Whether a text names a day that exists. */
export function isDay(text: string | null): text is string {
  if (!text || !/^20\d\d-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The day in the reader's zone; `offsetMin` as `Date.getTimezoneOffset` gives it. */
export function windowOf(day: string, offsetMin: number): Window {
  const from = Date.parse(`${day}T00:00:00Z`) / 1000 + offsetMin * 60
  const start = Math.floor(from / STEP_SEC) * STEP_SEC
  return { from: start, to: start + DAY_SEC }
}

export function before(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_SEC * 1000).toISOString().slice(0, 10)
}

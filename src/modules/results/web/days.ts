/** Days of the results page, in the reader's own time zone. Its calls take windows whose ends are multiples of five minutes (wire 7). */
import type { Window } from './queries.ts'

const STEP_SEC = 300
const DAY_MS = 86_400_000

/** `2026-11-21` of a moment. */
export function dayText(unixSec: number): string {
  const date = new Date(unixSec * 1000)
  return textOf(date.getFullYear(), date.getMonth(), date.getDate())
}

function textOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}

function exists(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Whether a text names a day that exists, of this century: nothing is older. */
export function isDay(text: string | null): text is string {
  return text !== null && text.startsWith('20') && exists(text)
}

export type DayFault = 'day_unknown' | 'day_ahead' | 'day_old'

/** Why no results can be shown for what somebody wrote as a day; null when they can. */
export function dayFault(text: string, today: string): DayFault | null {
  if (!exists(text)) return 'day_unknown'
  if (text > today) return 'day_ahead'
  return isDay(text) ? null : 'day_old'
}

/** From midnight to midnight: the day of a change of summer time has an hour less or more. */
export function windowOf(day: string): Window {
  return { from: midnight(day, 0), to: midnight(day, 1) }
}

function midnight(day: string, later: number): number {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const at = new Date(year, month - 1, date + later).getTime() / 1000
  return Math.floor(at / STEP_SEC) * STEP_SEC
}

export function before(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)
}

/** Calendar dates without time zone (spec §5): a birthday is the same day everywhere. */
import { readDay } from '#lib/calendar.ts'

export interface Day {
  year: number
  /** 1 to 12. */
  month: number
  day: number
}

/** Reads what the fields of dates read (lib/calendar.ts), and the first part of an ISO moment; null when it is no day of the calendar. */
export function parseDay(text: string): Day | null {
  const found = readDay(text.trim().replace(/^(\d{4}-\d{2}-\d{2})T.*$/, '$1'))
  if (!found) return null
  const [year, month, day] = found.split('-').map(Number) as [number, number, number]
  return { year, month, day }
}

/** "2008-02-29": sorts as text. */
export function dayText({ year, month, day }: Day): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Days of the Gregorian calendar as text, "2026-11-21": they sort as text and know no time zone. Pure. */
import { asciiDigits } from './ascii-digits.ts'
import { DAY } from './time.ts'

export type DayText = string

const DAY_TEXT = /^(\d{4})-(\d{2})-(\d{2})$/

function atOf(day: DayText): number {
  const match = DAY_TEXT.exec(day)
  return match ? Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) : Number.NaN
}

function textOf(at: number): DayText {
  return new Date(at).toISOString().slice(0, 10)
}

/** True for a day that exists: the 30th of February does not. */
export function isDayText(text: string): boolean {
  const at = atOf(text)
  return Number.isFinite(at) && textOf(at) === text
}

export function addDays(day: DayText, days: number): DayText {
  return textOf(atOf(day) + days * DAY)
}

/** The same day of another month, or that month's last one: a month after January 31st is February 28th or 29th. */
export function addMonths(day: DayText, months: number): DayText {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return textOf(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

/** 0 Sunday to 6 Saturday. */
export function weekdayOf(day: DayText): number {
  return new Date(atOf(day)).getUTCDay()
}

/** The first day of the week that this day lies in; `weekStart` 0 Sunday, 1 Monday, 6 Saturday. */
export function startOfWeek(day: DayText, weekStart: number): DayText {
  return addDays(day, -((weekdayOf(day) - weekStart + 7) % 7))
}

/** Six weeks that hold the month of this day: the height of a calendar never changes. */
export function weeksOf(day: DayText, weekStart: number): DayText[][] {
  const first = startOfWeek(`${day.slice(0, 7)}-01`, weekStart)
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, index) => addDays(first, week * 7 + index)))
}

/** Moves a day into the bounds, both included. */
export function clampDay(day: DayText, min: DayText | undefined, max: DayText | undefined): DayText {
  if (min !== undefined && day < min) return min
  return max !== undefined && day > max ? max : day
}

export type DayFault = 'date_invalid' | 'date_min' | 'date_max'

/** What is wrong with a typed day once all of it is there (spec §5), or `isLeft`: nobody types on. Both bounds are good days. */
export function dayFault(
  typed: string,
  { min, max, isLeft = false }: { min?: DayText | undefined; max?: DayText | undefined; isLeft?: boolean },
): DayFault | null {
  const day = readDay(typed)
  if (!day) return typed.length >= 10 || (isLeft && typed !== '') ? 'date_invalid' : null
  if (min !== undefined && day < min) return 'date_min'
  return max !== undefined && day > max ? 'date_max' : null
}

/** "21.11.2026", as it is typed and read; empty for no day. */
export function typedDay(day: DayText | ''): string {
  return day === '' ? '' : day.split('-').reverse().join('.')
}

/** Reads dd.MM.yyyy, dd-MM-yyyy and yyyy-MM-dd; null when it is no day. */
export function readDay(text: string): DayText | null {
  const typed = /^(\d{1,2})[.-](\d{1,2})[.-](\d{4})$/.exec(text.trim())
  const day = typed ? `${typed[3]}-${typed[2]!.padStart(2, '0')}-${typed[1]!.padStart(2, '0')}` : text.trim()
  return isDayText(day) ? day : null
}

/**
 * "17051990" and "17.05.19" while it is typed, in digits of any script: dots come by themselves, nothing else gets in.
 * `before` is what stood there: a dot that is deleted does not come back at once. What is typed or pasted over it is cleaned.
 */
export function typedDate(typed: string, before = ''): string {
  const text = asciiDigits(typed).trim()
  if (isLeftOf(before, text)) return text
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return typedDay(text)
  const parts = text.replaceAll(/[^\d.\-/]/g, '').split(/[.\-/]/)
  if (parts.length > 1) {
    const [day = '', month = '', ...rest] = parts
    // A third digit of the month is the first of the year: the dot before it is ours to write.
    const behindDay = day.slice(2) + month
    const year = (behindDay.slice(2) + rest.join('')).slice(0, 4)
    return [day.slice(0, 2), behindDay.slice(0, 2), ...(year !== '' || rest.length > 0 ? [year] : [])].join('.')
  }
  const digits = parts[0]!.slice(0, 8)
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part, index) => index === 0 || part !== '').join('.')
}

/** Whether a text is another one with signs taken out. */
function isLeftOf(before: string, text: string): boolean {
  let at = 0
  return [...text].every((sign) => (at = before.indexOf(sign, at) + 1) > 0)
}

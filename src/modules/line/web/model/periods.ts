/** The chips over a list: which times a choice covers and in which groups the list is shown (LN-24, LN-25). */

/** `3h` the next hours, `d2` a day after today, `2026-11-25` a date of the calendar. */
export type PeriodKey = 'all' | `${number}h` | 'today' | 'tomorrow' | `d${number}` | `${number}-${number}-${number}`

export interface Segment {
  id: 'soon' | 'next' | 'later' | 'events'
  query: Readonly<Record<string, number>>
}

/** Days after tomorrow that have a chip of their own. */
export const FURTHER_DAYS = [2, 3, 4] as const
/** Hours that have a chip of their own; the slider reaches the others. */
export const CHIP_HOURS = [1, 3] as const
export const MAX_HOURS = 48

export function readPeriod(text: string | null): PeriodKey {
  if (text === 'today' || text === 'tomorrow') return text
  if (text === null) return 'all'
  if (hoursOf(text) !== null || dateOf(text) !== null || /^d[2-4]$/.test(text)) return text as PeriodKey
  return 'all'
}

/** Hours of a period like `3h`, 1 to 48; null for others. */
export function hoursOf(period: string): number | null {
  const match = /^([1-9]\d?)h$/.exec(period)
  const hours = match ? Number(match[1]) : 0
  return hours >= 1 && hours <= MAX_HOURS ? hours : null
}

/** Year, month from 0 and day of `2026-11-25`; null for others and for days that do not exist. */
export function dateOf(period: string): readonly [number, number, number] | null {
  const match = /^(20\d\d)-(\d\d)-(\d\d)$/.exec(period)
  if (!match) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]) - 1, Number(match[3])]
  const date = new Date(Date.UTC(year, month, day))
  return date.getUTCMonth() === month && date.getUTCDate() === day ? [year, month, day] : null
}

/** Midnight that begins the day `days` from now, in the reader's own time zone. Unix seconds. */
export function dayStart(now: number, days: number): number {
  const date = new Date(now)
  return midnight(date.getFullYear(), date.getMonth(), date.getDate() + days)
}

function midnight(year: number, month: number, day: number): number {
  return Math.floor(new Date(year, month, day).getTime() / 1000)
}

const SOON_MIN = 120
const NEXT_MIN = 240

/** Queries of the list in the order in which it shows them. The hours 0–2 and 2–4 stand apart wherever they are covered. */
export function segmentsOf(period: PeriodKey, now: number): readonly Segment[] {
  if (period === 'all') return withHours({})
  if (period === 'today') return withHours({ tsTo: dayStart(now, 1) - 1 })
  if (period === 'tomorrow') return [{ id: 'events', query: { tsFrom: dayStart(now, 1), tsTo: dayStart(now, 2) - 1 } }]
  const hours = hoursOf(period)
  if (hours !== null) return withinHours(hours * 60)
  const date = dateOf(period)
  if (date) {
    const [year, month, day] = date
    return [{ id: 'events', query: { tsFrom: midnight(year, month, day), tsTo: midnight(year, month, day + 1) - 1 } }]
  }
  const days = Number(period.slice(1))
  return [{ id: 'events', query: { tsFrom: dayStart(now, days), tsTo: dayStart(now, days + 1) - 1 } }]
}

/** All of a period in one question: the numbers beside sports are of the same times as the lists behind them (XT-64). */
export function spanOf(period: PeriodKey, now: number): Readonly<Record<string, number>> {
  const { minOffset: _groupOnly, ...span } = segmentsOf(period, now).at(-1)!.query
  return span
}

function withinHours(minutes: number): readonly Segment[] {
  const segments: Segment[] = [{ id: 'soon', query: { tf: Math.min(minutes, SOON_MIN) } }]
  if (minutes > SOON_MIN) segments.push({ id: 'next', query: { minOffset: SOON_MIN, tf: Math.min(minutes, NEXT_MIN) } })
  if (minutes > NEXT_MIN) segments.push({ id: 'later', query: { minOffset: NEXT_MIN, tf: minutes } })
  return segments
}

function withHours(rest: Readonly<Record<string, number>>): readonly Segment[] {
  return [
    { id: 'soon', query: { ...rest, tf: SOON_MIN } },
    { id: 'next', query: { ...rest, minOffset: SOON_MIN, tf: NEXT_MIN } },
    { id: 'later', query: { ...rest, minOffset: NEXT_MIN } },
  ]
}

/** Whether a list of the period is shown in groups of hours under heads of their own. */
export function hasGroups(period: PeriodKey): boolean {
  return period === 'all' || period === 'today' || (hoursOf(period) ?? 0) > 2
}

/** Whether the server can ask for it too: days depend on the reader's time zone. */
export function isZoneFree(period: PeriodKey): boolean {
  return period === 'all' || hoursOf(period) !== null
}

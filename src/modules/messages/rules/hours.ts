/** Hours of support: open from a time of day to another, in the time zone of the brand. */
import { DAY, HOUR, MINUTE, type Millis } from '#lib/time.ts'

/** "09:00" to "21:00"; the same time twice means round the clock. A later start than end runs over midnight. */
export interface SupportHours {
  start: string
  end: string
  timeZone: string
}

/** Minutes since midnight of "HH:mm". */
export function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Minutes since midnight in the zone. */
function localMinutes(at: Millis, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
    formats.set(timeZone, format)
  }
  return minutesOf(format.format(at))
}

export function isOpen(hours: SupportHours, at: Millis): boolean {
  const start = minutesOf(hours.start)
  const end = minutesOf(hours.end)
  if (start === end) return true
  const now = localMinutes(at, hours.timeZone)
  return start < end ? now >= start && now < end : now >= start || now < end
}

/** The next moment at which it opens, to the minute; `at` itself while it is open. */
export function opensAt(hours: SupportHours, at: Millis): Millis {
  if (isOpen(hours, at)) return at
  const missing = (minutesOf(hours.start) - localMinutes(at, hours.timeZone) + 1440) % 1440
  const next = Math.floor(at / MINUTE) * MINUTE + missing * MINUTE
  // A night in which the clocks are changed moves the opening by an hour.
  for (const guess of [next - HOUR, next, next + HOUR]) if (guess > at && isOpen(hours, guess)) return guess
  return next
}

/** Half hours of the next days at which a call can be asked for: the first lies half an hour ahead at least. */
export function callTimes(hours: SupportHours, now: Millis, most = 24): Millis[] {
  const half = 30 * MINUTE
  const times: Millis[] = []
  const first = Math.ceil((now + half) / half) * half
  for (let at = first; at < now + 3 * DAY && times.length < most; at += half) if (isOpen(hours, at)) times.push(at)
  return times
}

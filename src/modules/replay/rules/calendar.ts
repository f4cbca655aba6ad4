/**
 * Rolling calendar (feeds 11): real calendars end, the line must not. The newest season of a championship is
 * moved by 364 k days, k the least whole number for which its last match is not in the past.
 */
export interface CalendarRow {
  seasonId: string
  round: string
  /** 'YYYY-MM-DD', local. */
  date: string
  /** 'HH:MM' local, '' when unknown. */
  time: string
  home: string
  homeCountry: string
  away: string
  awayCountry: string
  ft: string
  ht: string
  note: string
}

export interface MovedRow extends CalendarRow {
  tournamentId: string
  /** Date after the move. */
  movedDate: string
  /** Days moved; 0 is the true calendar. */
  movedDays: number
}

const DAY_MS = 86_400_000
const STEP_DAYS = 364

export function dayNumber(date: string): number {
  return Math.round(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / DAY_MS)
}

export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** 'gb.eng1.2025-26' → 'gb.eng1'. */
export function tournamentOf(seasonId: string): string {
  const at = seasonId.lastIndexOf('.')
  return at < 0 ? seasonId : seasonId.slice(0, at)
}

function groupedBySeason(rows: readonly CalendarRow[]): Map<string, CalendarRow[]> {
  const seasons = new Map<string, CalendarRow[]>()
  for (const row of rows) {
    const list = seasons.get(row.seasonId)
    if (list) list.push(row)
    else seasons.set(row.seasonId, [row])
  }
  return seasons
}

/** The most frequent known time of each weekday in a season; 15:00 where none is known. */
function usualTimes(rows: readonly CalendarRow[]): (weekday: number) => string {
  const counts = new Map<string, number>()
  for (const row of rows) {
    if (row.time === '') continue
    for (const key of [`${weekdayOf(row.date)} ${row.time}`, `* ${row.time}`]) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const best = (prefix: string): string | undefined => {
    let found: string | undefined
    let most = 0
    for (const [key, count] of counts) {
      if (!key.startsWith(`${prefix} `)) continue
      const time = key.slice(prefix.length + 1)
      if (count > most || (count === most && found !== undefined && time < found)) {
        found = time
        most = count
      }
    }
    return found
  }
  return (weekday) => best(String(weekday)) ?? best('*') ?? '15:00'
}

function weekdayOf(date: string): number {
  return (dayNumber(date) + 4) % 7
}

/** Rows of the newest season of each championship, moved so that the season is not over on `today`. */
export function rolledCalendar(rows: readonly CalendarRow[], today: string): MovedRow[] {
  const newest = new Map<string, { seasonId: string; last: number; rows: CalendarRow[] }>()
  for (const [seasonId, list] of groupedBySeason(rows)) {
    const last = Math.max(...list.map((row) => dayNumber(row.date)))
    const known = newest.get(tournamentOf(seasonId))
    if (!known || last > known.last) newest.set(tournamentOf(seasonId), { seasonId, last, rows: list })
  }
  const now = dayNumber(today)
  const moved: MovedRow[] = []
  for (const [tournamentId, season] of newest) {
    const movedDays = STEP_DAYS * Math.max(0, Math.ceil((now - season.last) / STEP_DAYS))
    const usual = usualTimes(season.rows)
    for (const row of season.rows) {
      if (row.note === 'cancelled') continue
      const movedDate = dateOfDay(dayNumber(row.date) + movedDays)
      moved.push({ ...row, tournamentId, movedDate, movedDays, time: row.time === '' ? usual(weekdayOf(movedDate)) : row.time })
    }
  }
  return moved
}

/** Local date and time in a zone → unix ms. */
export function localToUtc(date: string, time: string, tz: string): number {
  const wall = Date.parse(`${date}T${time}:00Z`)
  const first = wall - offsetOf(tz, wall)
  return wall - offsetOf(tz, first)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far the zone is ahead of UTC at a moment, ms. */
function offsetOf(tz: string, at: number): number {
  let format = formats.get(tz)
  if (!format) {
    const options: Intl.DateTimeFormatOptions = {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    }
    try {
      format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: tz })
    } catch {
      // A zone that this machine does not know is read as UTC.
      format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
    }
    formats.set(tz, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map((part) => [part.type, Number(part.value)]))
  const wall = Date.UTC(parts['year']!, parts['month']! - 1, parts['day']!, parts['hour']!, parts['minute']!, parts['second']!)
  return wall - Math.floor(at / 1000) * 1000
}

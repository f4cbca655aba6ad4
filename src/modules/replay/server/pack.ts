/** Reads the data pack. Shelves may be missing one by one: what is not there is simply not offered. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CalendarRow } from '../rules/calendar.ts'
import { clubPlaces } from '../rules/clubs.ts'
import type { MinuteEvent } from '../rules/minutes.ts'
import type { Strengths } from '../rules/prior.ts'
import type { Recording } from '../rules/recording.ts'

export interface Tournament {
  id: string
  country: string
  tz: string
  name: string
  type: 'league' | 'cup' | 'international_club'
}
export interface IndexRow {
  id: string
  shelf: string
  file: string
  sport: string
  tournament: string
  season: string
  date: string
  home: string
  away: string
  length_s: number
}

const SHELVES = ['open', 'attributed', 'republished', 'gpl']

export function packShelves(dir: string | null): string[] {
  return dir === null ? [] : SHELVES.filter((shelf) => existsSync(join(dir, shelf)))
}

/** One line of CSV; quotes where needed. */
export function csvFields(line: string): string[] {
  if (!line.includes('"')) return line.split(',')
  const fields: string[] = []
  let field = ''
  let quoted = false
  for (let k = 0; k < line.length; k += 1) {
    const sign = line[k]!
    if (sign === '"') {
      if (quoted && line[k + 1] === '"') {
        field += '"'
        k += 1
      } else quoted = !quoted
    } else if (sign === ',' && !quoted) {
      fields.push(field)
      field = ''
    } else field += sign
  }
  return [...fields, field]
}

/** Rows of the football calendar; `breathe` gives the loop back between slices. */
export async function readCalendar(dir: string, breathe: () => Promise<void> = async () => {}): Promise<CalendarRow[]> {
  const file = join(dir, 'open/fixtures/football.csv')
  if (!existsSync(file)) return []
  const rows: CalendarRow[] = []
  const lines = readFileSync(file, 'utf8').split('\n')
  for (let at = 1; at < lines.length; at += 1) {
    if (at % 500 === 0) await breathe()
    const line = lines[at]!
    if (line === '') continue
    const [seasonId, round, date, time, home, homeCountry, away, awayCountry, ft, ht, , , note] = csvFields(line) as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string?,
    ]
    rows.push({ seasonId, round, date, time, home, homeCountry, away, awayCountry, ft, ht, note: note?.trim() ?? '' })
  }
  return rows
}

export function readTournaments(dir: string): Map<string, Tournament> {
  const file = join(dir, 'open/fixtures/football_tournaments.json')
  if (!existsSync(file)) return new Map()
  return new Map((JSON.parse(readFileSync(file, 'utf8')) as Tournament[]).map((t) => [t.id, t]))
}

/** Recordings on hand: the union of the indexes found. */
export function readIndex(dir: string): IndexRow[] {
  return packShelves(dir).flatMap((shelf) => {
    const file = join(dir, shelf, 'replay-index.json')
    if (!existsSync(file)) return []
    return (JSON.parse(readFileSync(file, 'utf8')) as Omit<IndexRow, 'shelf'>[]).map((row) => ({ ...row, shelf }))
  })
}

export function readRecording(dir: string, row: IndexRow): Recording {
  return JSON.parse(readFileSync(join(dir, row.shelf, row.file), 'utf8')) as Recording
}

export function minuteKey(seasonId: string, date: string, home: string, away: string): string {
  return `${seasonId}|${date}|${home}|${away}`
}

/** Timelines by the minute as text, by season, date and teams; parsed when their match is played. */
export async function readMinutes(dir: string, breathe: () => Promise<void> = async () => {}): Promise<Map<string, string>> {
  const folder = join(dir, 'republished/replay/football_minutes')
  const found = new Map<string, string>()
  if (!existsSync(folder)) return found
  for (const file of readdirSync(folder).sort()) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      if (line === '') continue
      const row = JSON.parse(line) as { season_id: string | null; date: string; home: string; away: string }
      if (row.season_id) found.set(minuteKey(row.season_id, row.date, row.home, row.away), line)
      await breathe()
    }
  }
  return found
}

export function parseMinutes(line: string): { score: [number, number]; events: MinuteEvent[] } {
  return JSON.parse(line) as { score: [number, number]; events: MinuteEvent[] }
}

type TableRow = [
  key: string,
  country: string,
  tz: string,
  name: string,
  kind: string,
  c: number,
  h: number,
  teams: [string, number, number][],
]

/** Strengths of the shipped table (feeds 5.1); none when it is not built. */
export function readStrengths(file: string): Strengths {
  if (!existsSync(file)) return { get: () => undefined }
  const table = JSON.parse(readFileSync(file, 'utf8')) as { leagues: TableRow[]; levels: [unit: string, level: number][] }
  const leagues = new Map(table.leagues.map(([key, , , , , c, h, teams]) => [key, { c, h, teams: teamsOf(teams) }]))
  const levels = new Map(table.levels)
  const places = clubPlaces(table.leagues.map(([unit, country, , , , , , clubs]) => ({ unit, country, clubs })))
  return {
    get: (tournament) => leagues.get(tournament),
    standing(country, name) {
      const place = places(country, name)
      if (place) return { level: levels.get(place.unit) ?? 0, own: place.own }
      const level = levels.get(country)
      return level === undefined ? undefined : { level, own: null }
    },
  }
}

function teamsOf(rows: TableRow[7]): ReadonlyMap<string, readonly [attack: number, defence: number]> {
  return new Map(rows.map(([name, attack, defence]) => [name, [attack, defence] as const]))
}

/** Football matches with closing prices from the data pack: results, counts and the prices that were quoted. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export interface QuotedMatch {
  division: string
  /** First year of the season: 2020 is 2020-21. */
  season: number
  date: string
  home: string
  away: string
  goals: [number, number]
  shotsOn: [number, number] | null
  /** Average of many books some days before; null where one of the three markets was not quoted. */
  average: Quotes | null
  /** At the close: result of one sharp book, total and handicap as the average of many. */
  closing: Quotes | null
  /** Result alone at the close, in more seasons than the other two. */
  closingResult: [number, number, number] | null
}

/** Decimal prices of three markets of one match. */
export interface Quotes {
  result: [number, number, number]
  /** Over and under 2.5. */
  total: [number, number]
  /** Line of the home side, its price and the other one's. */
  asian: [line: number, home: number, away: number]
}

const pack = process.env['POLOSA_DATA'] ?? resolve(import.meta.dirname, '../../../shared/data')
export const ODDS_FILE = resolve(pack, 'republished/odds/football_odds_2012_2021.csv')
export const hasOdds = (): boolean => existsSync(ODDS_FILE)

/** All matches in the order in which they were played. */
export function readMatches(): QuotedMatch[] {
  const [head, ...lines] = readFileSync(ODDS_FILE, 'utf8').trim().split('\n')
  const columns = head!.trim().split(',')
  const column = (name: string): number => columns.indexOf(name)
  const at = Object.fromEntries(columns.map((name) => [name, column(name)]))
  const all: QuotedMatch[] = []
  for (const text of lines) {
    const cells = text.trim().split(',')
    const number = (name: string): number => {
      const cell = cells[at[name]!]
      return cell === undefined || cell === '' ? Number.NaN : Number(cell)
    }
    const list = <T extends number[]>(names: readonly string[], least: number): T | null => {
      const values = names.map(number)
      return values.every((value) => value > least) ? (values as T) : null
    }
    const date = cells[at['date']!]!
    const goals = list<[number, number]>(['fthg', 'ftag'], -1)
    if (!goals) continue
    const quotes = (result: [number, number, number] | null, totals: string[], line: string, sides: string[]): Quotes | null => {
      const total = list<[number, number]>(totals, 1)
      const asian = list<[number, number]>(sides, 1)
      const handicap = number(line)
      return result && total && asian && Number.isFinite(handicap) ? { result, total, asian: [handicap, ...asian] } : null
    }
    const closingResult = list<[number, number, number]>(['psc_h', 'psc_d', 'psc_a'], 1)
    all.push({
      division: cells[at['div']!]!,
      season: Number(date.slice(0, 4)) - (Number(date.slice(5, 7)) < 7 ? 1 : 0),
      date,
      home: cells[at['home']!]!,
      away: cells[at['away']!]!,
      goals,
      shotsOn: list(['hst', 'ast'], -1),
      average: quotes(list(['avg_h', 'avg_d', 'avg_a'], 1), ['avg_o25', 'avg_u25'], 'ah_line', ['avg_ah_h', 'avg_ah_a']),
      closing: quotes(closingResult, ['avgc_o25', 'avgc_u25'], 'ahc_line', ['avgc_ah_h', 'avgc_ah_a']),
      closingResult,
    })
  }
  return all.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

export interface PlayedMatch {
  league: string
  season: number
  date: string
  home: string
  away: string
  goals: [number, number]
  shotsOn: null
}

export const RESULTS_FILE = resolve(pack, 'open/fixtures/football.csv')
export const hasResults = (): boolean => existsSync(RESULTS_FILE)

/** Cups and continental games bring sides together that no table compares. */
const CUPS = /cup|europe|africa|america|copas/

/** League matches of many countries in the order in which they were played. */
export function readLeagueMatches(): PlayedMatch[] {
  const [head, ...lines] = readFileSync(RESULTS_FILE, 'utf8').trim().split('\n')
  const columns = head!.trim().split(',')
  const [id, date, home, away, score] = ['season_id', 'date', 'home', 'away', 'ft'].map((name) => columns.indexOf(name)) as number[]
  const all: PlayedMatch[] = []
  for (const text of lines) {
    const cells = text.split(',')
    const season = /^(.*)\.(\d{4})(-\d\d)?$/.exec(cells[id!] ?? '')
    const goals = /^(\d+)-(\d+)$/.exec(cells[score!] ?? '')
    if (!season || !goals || CUPS.test(season[1]!)) continue
    all.push({
      league: season[1]!,
      // A season of one calendar year counts with the one that began in the autumn before.
      season: Number(season[2]) - (season[3] ? 0 : 1),
      date: cells[date!]!,
      home: cells[home!]!,
      away: cells[away!]!,
      goals: [Number(goals[1]), Number(goals[2])],
      shotsOn: null,
    })
  }
  return all.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

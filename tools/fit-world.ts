/**
 * Fits strengths of football leagues from the data pack's open shelf and writes seed/world-table.json (feeds §5.1).
 * Run: node tools/fit-world.ts. Only names and fitted figures leave the pack, never its rows.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clubPlaces } from '#modules/replay/rules/clubs.ts'
import { csvFields } from '#modules/replay/server/pack.ts'

export interface Row {
  season: string
  home: string
  away: string
  /** Of the home side, and of its guest. */
  country: string
  awayCountry: string
  score: [number, number] | null
}
export interface Fit {
  c: number
  h: number
  goals: number
  matches: number
  attack: Map<string, number>
  defence: Map<string, number>
}
interface Tournament {
  id: string
  country: string
  tz: string
  name: string
  type: string
  seasons: { id: string; matches: number; with_result: number; first: string; last: string }[]
}

const PRIOR_SD = 0.18
const HOME_PRIOR = { mean: 0.21, sd: 0.08 }
const OLDER_WEIGHT = 0.5
/** A name seen less often in a season is a guest of the play-offs or a slip of the source. */
const LEAST_ROWS = 4
/** Spread of levels of leagues, log of goals. */
const LEVEL_SD = 0.5
const LEAST_LEVEL_ROWS = 3

/** The pack's folder, null when there is none (data pack rule 2). */
export function packFolder(): string | null {
  const path = process.env['POLOSA_DATA'] ?? join(import.meta.dirname, '../../shared/data')
  return existsSync(join(path, 'open/fixtures/football.csv')) ? path : null
}

/** Rows by season. */
export function readRows(pack: string): Map<string, Row[]> {
  const lines = readFileSync(join(pack, 'open/fixtures/football.csv'), 'utf8').split('\n').slice(1)
  const seasons = new Map<string, Row[]>()
  for (const line of lines) {
    const [season = '', , , , home = '', country = '', away = '', awayCountry = '', ft = '', , , , note = ''] = csvFields(line).map(
      (field) => field.trim(),
    )
    if (!season || note === 'cancelled') continue
    const [h, a] = ft.split('-').map(Number)
    const list = seasons.get(season) ?? []
    list.push({ season, home, away, country, awayCountry, score: ft && note !== 'awarded' ? [h!, a!] : null })
    seasons.set(season, list)
  }
  return seasons
}

export function readTournaments(pack: string): Tournament[] {
  return JSON.parse(readFileSync(join(pack, 'open/fixtures/football_tournaments.json'), 'utf8')) as Tournament[]
}

/**
 * Poisson regression log mean = c + h [home] + attack(own) − defence(opponent), normal prior sd 0.18 on attack and
 * defence, optionally a prior on h, by Newton's method.
 */
export function fit(rows: readonly { row: Row; weight: number }[], homePrior: boolean): Fit {
  const played = rows.filter(({ row }) => row.score)
  const teams = [...new Set(played.flatMap(({ row }) => [row.home, row.away]))].toSorted()
  const index = new Map(teams.map((name, i) => [name, i]))
  const n = 2 + 2 * teams.length
  const beta = new Float64Array(n)
  const weightSum = played.reduce((sum, { weight }) => sum + weight, 0)
  const goalSum = played.reduce((sum, { row, weight }) => sum + weight * (row.score![0] + row.score![1]), 0)
  beta[0] = Math.log(Math.max(0.05, goalSum / weightSum / 2))
  for (let round = 0; round < 30; round++) {
    const { gradient, hessian } = derivatives(played, index, beta, n, teams.length, homePrior)
    const step = solve(hessian, gradient)
    let largest = 0
    for (let i = 0; i < n; i++) {
      beta[i]! += step[i]!
      largest = Math.max(largest, Math.abs(step[i]!))
    }
    if (largest < 1e-9) break
  }
  return {
    c: beta[0]!,
    h: beta[1]!,
    goals: goalSum / weightSum,
    matches: played.length,
    attack: new Map(teams.map((name, i) => [name, beta[2 + i]!])),
    defence: new Map(teams.map((name, i) => [name, beta[2 + teams.length + i]!])),
  }
}

function derivatives(
  played: readonly { row: Row; weight: number }[],
  index: Map<string, number>,
  beta: Float64Array,
  n: number,
  teams: number,
  homePrior: boolean,
) {
  const gradient = new Float64Array(n)
  const hessian = Array.from({ length: n }, () => new Float64Array(n))
  for (const { row, weight } of played) {
    for (const side of [0, 1]) {
      const own = index.get(side === 0 ? row.home : row.away)!
      const opponent = index.get(side === 0 ? row.away : row.home)!
      const x: [number, number][] = [
        [0, 1],
        [2 + own, 1],
        [2 + teams + opponent, -1],
      ]
      if (side === 0) x.push([1, 1])
      const mean = Math.exp(x.reduce((sum, [i, v]) => sum + beta[i]! * v, 0))
      for (const [i, v] of x) {
        gradient[i]! += weight * v * (row.score![side]! - mean)
        for (const [j, w] of x) hessian[i]![j]! += weight * v * w * mean
      }
    }
  }
  for (let i = 2; i < n; i++) {
    gradient[i]! -= beta[i]! / PRIOR_SD ** 2
    hessian[i]![i]! += 1 / PRIOR_SD ** 2
  }
  if (homePrior) {
    gradient[1]! -= (beta[1]! - HOME_PRIOR.mean) / HOME_PRIOR.sd ** 2
    hessian[1]![1]! += 1 / HOME_PRIOR.sd ** 2
  }
  return { gradient, hessian }
}

/** Gaussian elimination with pivoting; the matrix is positive definite. */
function solve(matrix: Float64Array[], right: Float64Array): Float64Array {
  const n = right.length
  const a = matrix.map((row) => Float64Array.from(row))
  const b = Float64Array.from(right)
  for (let k = 0; k < n; k++) {
    const pivot = a[k]![k]! || 1e-12
    for (let i = k + 1; i < n; i++) {
      const f = a[i]![k]! / pivot
      if (f === 0) continue
      for (let j = k; j < n; j++) a[i]![j]! -= f * a[k]![j]!
      b[i]! -= f * b[k]!
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let j = k + 1; j < n; j++) b[k]! -= a[k]![j]! * b[j]!
    b[k]! /= a[k]![k]! || 1e-12
  }
  return b
}

const round3 = (x: number) => Math.round(x * 1000) / 1000

type TeamRow = [name: string, attack: number, defence: number]

/** One league of the table: [key, country, tz, name, calendar, c, h, [[team, attack, defence] …]]. */
function leagueRow(
  tournament: Tournament,
  seasons: Map<string, Row[]>,
): [string, string, string, string, string, number, number, TeamRow[]] | null {
  const withResults = tournament.seasons.filter((season) => season.with_result > 0).toSorted((a, b) => (a.first < b.first ? 1 : -1))
  const newest = withResults[0]
  if (!newest) return null
  const weighted = withResults
    .slice(0, 2)
    .flatMap((season, age) => (seasons.get(season.id) ?? []).map((row) => ({ row, weight: age === 0 ? 1 : OLDER_WEIGHT })))
  const result = fit(weighted, true)
  const counts = new Map<string, number>()
  for (const row of seasons.get(newest.id) ?? []) for (const name of [row.home, row.away]) counts.set(name, (counts.get(name) ?? 0) + 1)
  const most = Math.max(...counts.values())
  const names = [...counts]
    .filter(([, n]) => n >= Math.min(LEAST_ROWS, most))
    .map(([name]) => name)
    .toSorted()
  if (names.length < 6) return null
  const month = Number(newest.first.slice(5, 7))
  const calendar = month >= 6 && month <= 10 ? 'autumn-spring' : 'spring-autumn'
  const teams = names.map((name): TeamRow => [name, round3(result.attack.get(name) ?? 0), round3(result.defence.get(name) ?? 0)])
  return [tournament.id, tournament.country, tournament.tz, tournament.name, calendar, round3(result.c), round3(result.h), teams]
}

type LeagueRow = NonNullable<ReturnType<typeof leagueRow>>

type Places = ReturnType<typeof clubPlaces>

export const placesOf = (leagues: readonly LeagueRow[]): Places =>
  clubPlaces(leagues.map(([unit, country, , , , , , clubs]) => ({ unit, country, clubs })))

/**
 * What leagues are worth beside each other, from the cups in which their clubs meet: log mean = c + h [home] + attack(own) + level(own)
 * − defence(opponent) − level(opponent), where attack and defence are those of the tables; normal prior on levels, by Newton's method.
 */
export function fitLevels(rows: readonly Row[], places: Places): [unit: string, level: number][] {
  // A country whose leagues have no table of the club has a level of its own.
  const place = (country: string, name: string) => places(country, name) ?? { unit: country, own: [0, 0] as const }
  const met = rows.flatMap(({ score, country, awayCountry, home, away }) => {
    if (!score) return []
    const sides = [place(country, home), place(awayCountry, away)] as const
    return sides[0].unit === sides[1].unit ? [] : [{ score, sides }]
  })
  const counts = new Map<string, number>()
  for (const { sides } of met) for (const { unit } of sides) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  const units = [...counts.keys()].toSorted()
  const index = new Map(units.map((unit, i) => [unit, 2 + i]))
  const n = 2 + units.length
  const beta = new Float64Array(n)
  for (let round = 0; round < 20; round += 1) {
    const gradient = new Float64Array(n)
    const hessian = Array.from({ length: n }, () => new Float64Array(n))
    for (const { score, sides } of met) {
      for (const side of [0, 1] as const) {
        const own = sides[side]
        const opponent = sides[side === 0 ? 1 : 0]
        const x: [number, number][] = [
          [0, 1],
          [index.get(own.unit)!, 1],
          [index.get(opponent.unit)!, -1],
        ]
        if (side === 0) x.push([1, 1])
        const mean = Math.exp(x.reduce((sum, [i, v]) => sum + beta[i]! * v, own.own[0] - opponent.own[1]))
        for (const [i, v] of x) {
          gradient[i]! += v * (score[side] - mean)
          for (const [j, w] of x) hessian[i]![j]! += v * w * mean
        }
      }
    }
    for (let i = 2; i < n; i += 1) {
      gradient[i]! -= beta[i]! / LEVEL_SD ** 2
      hessian[i]![i]! += 1 / LEVEL_SD ** 2
    }
    const step = solve(hessian, gradient)
    for (let i = 0; i < n; i += 1) beta[i]! += step[i]!
    if (Math.max(...step.map(Math.abs)) < 1e-9) break
  }
  return units.filter((unit) => counts.get(unit)! >= LEAST_LEVEL_ROWS).map((unit) => [unit, round3(beta[index.get(unit)!]!)])
}

/** Matches of national and international cups. */
export function cupRows(tournaments: readonly Tournament[], seasons: Map<string, Row[]>): Row[] {
  return tournaments.filter((t) => t.type !== 'league').flatMap((t) => t.seasons.flatMap(({ id }) => seasons.get(id) ?? []))
}

function main(): void {
  const pack = packFolder()
  if (!pack) {
    console.error('The data pack was not found: set POLOSA_DATA.')
    process.exitCode = 1
    return
  }
  const seasons = readRows(pack)
  const tournaments = readTournaments(pack)
  const rows = tournaments
    .filter((t) => t.type === 'league')
    .map((t) => leagueRow(t, seasons))
    .filter((row) => row !== null)
  const teams = rows.reduce((sum, row) => sum + row[7].length, 0)
  const levels = fitLevels(cupRows(tournaments, seasons), placesOf(rows))
  const text =
    `{ "version": 1, "leagues": [\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n],\n` +
    `"levels": [\n${levels.map((row) => JSON.stringify(row)).join(',\n')}\n] }\n`
  writeFileSync(join(import.meta.dirname, '../seed/world-table.json'), text)
  console.log(`${rows.length} leagues, ${teams} teams, ${Buffer.byteLength(text)} bytes`)
}

if (process.argv[1] === import.meta.filename) main()

/** Names of recorded matches: what a tournament and its sides are called, and the league of the world table that one belongs to. */
import type { Names } from '#modules/feeds/rules/fact.ts'
import { countryNames, displayNames, leagueNames, under } from '#modules/feeds/rules/names/display.ts'
import countryFile from '#seed/names-countries.json' with { type: 'json' }
import recorded from '#seed/names-recorded.json' with { type: 'json' }
import leagues from '#seed/world-leagues.json' with { type: 'json' }

type Row = [country: string, en: string, ru: string, ar: string, league?: string]

const CHAMPIONSHIPS = recorded.championships as unknown as Readonly<Record<string, Row>>
const ANYWHERE = '001'
const EUROPE = '150'

/** Codes by the English name of a country: sides of national teams. */
const CODES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(countryFile).map(([code, [en]]) => [en!, code] as const),
  ...Object.entries(recorded.countries),
])
const TEAMS: ReadonlyMap<string, string> = new Map([
  ...leagues.flatMap(({ teams }) => teams.map(([en, ru]) => [en, ru] as [string, string])),
  ...Object.entries(recorded.teams),
])

const PERSONS: Readonly<Record<string, readonly string[]>> = recorded.persons

export interface RecordedChampionship {
  country: string
  names: Names
  /** That was recorded: "2018", "2017/18". */
  season: string
  /** Its key in the table of strengths. */
  league?: string | undefined
}

/** A tournament is told with its season, which is long over: its league of today may stand beside it. */
export function recordedChampionship(sport: string, tournament: string, season: string): RecordedChampionship {
  const ownYear = /^(.*) (\d{4})$/.exec(tournament)
  const [name, told] = ownYear ? [ownYear[1]!, ownYear[2]!] : [tournament, season.replace('-', '/')]
  const row = CHAMPIONSHIPS[`${sport}:${name}`]
  if (!row) return { country: ANYWHERE, season: told, names: leagueNames(tournament, ANYWHERE, tournament) }
  const [country, en, ru, ar, league] = row
  return { country, league, season: told, names: under(country, { en: `${en} ${told}`, ru: `${ru} ${told}`, ar: `${ar} ${told}` }) }
}

/** A side of a recorded match: a country, a team of our tables, or what its letters sound like. */
export function recordedSide(name: string, championship: RecordedChampionship, isPerson: boolean): { country: string; names: Names } {
  // Where a person plays is not where he is from.
  if (isPerson) {
    const [ru, ar] = (Object.hasOwn(PERSONS, name) && PERSONS[name]) || []
    return { country: ANYWHERE, names: ru && ar ? { en: name, ru, ar } : displayNames(name, ANYWHERE, 'person') }
  }
  const { country } = championship
  const code = country !== ANYWHERE && country !== EUROPE ? undefined : CODES.get(name)
  if (code) return { country: code, names: countryNames(code) }
  const ru = TEAMS.get(name)
  return { country, names: ru ? { en: name, ru } : displayNames(name, country, 'club') }
}

/** Championships and competitors of the world: the fitted table, other leagues, and lanes of short games. */
import { countryNames, displayNames, leagueNames, under } from '#modules/feeds/rules/names/display.ts'
import { shortNames } from '#modules/feeds/rules/names/short-name.ts'
import type { ChampionshipAbout, Names, Ref } from '#modules/feeds/rules/fact.ts'
import leagues from '#seed/world-leagues.json' with { type: 'json' }
import table from '#seed/world-table.json' with { type: 'json' }
import { worldLanes } from './lanes.ts'
import { pairChampionships } from './race-pairs.ts'
import type { MixedKind } from './mixed.ts'
import { hash32, lotNormal } from '#lib/random.ts'
import { engineOf } from './types.ts'
import type { Engine, Pace, Variant } from './types.ts'

export interface WorldCompetitor {
  ref: Ref
  type: 'team' | 'player' | 'pair' | 'runner'
  country: string
  names: Names
  /** Football: fitted attack and defence (log scale). Others: `attack` is the strength in standard deviations. */
  attack: number
  defence: number
}

export interface WorldChampionship {
  key: string
  ref: Ref
  sportId: number
  engine: Engine
  variant: Variant
  country: string
  tz: string
  names: Names
  competitors: WorldCompetitor[]
  /** Pre-match games are published this long before their start, ms. */
  aheadMs: number
  season: Season | null
  lane: Lane | null
  /** Football: log mean goals and home advantage. */
  fitted: { c: number; h: number } | null
  about?: ChampionshipAbout
  pace?: Pace
  /** Its games set sides of different matches of these leagues against each other. */
  mixed?: { kind: MixedKind; leagues: readonly WorldChampionship[]; others: readonly WorldChampionship[] }
  /** Its games are pairs of runners of this one's races. */
  pairsOf?: WorldChampionship
  /** Ties over two legs, drawn anew every eight weeks. */
  cup?: true
  /** Long-term bets only: it has no games of its own. */
  outright?: true
  /** Its statistics and players are bet on. */
  rich?: true
}

export interface Season {
  from: number
  to: number
  fromDay: number
  toDay: number
  perWeek: number
  winterBreak: boolean
  /** Seasons that begin in this year or later are whole tours; earlier ones fill every free day, as the world once did. */
  toursFrom: number
}

/** Games at equal distances. */
export interface Lane {
  everyMin: number
  offsetMin: number
  bestOf: number
  periodMin: number
  /** Local hours from and to; empty: round the clock. */
  hours: readonly number[]
  /** Days of the week, 0 is Monday; empty: all. */
  days: readonly number[]
  runners: number
  /** So many of the runners win. */
  winners: number
  /** Goals or points a game where they are not the variant's usual ones; 0 otherwise. */
  total: number
}

const HOUR = 3_600_000

/** The football leagues that everybody follows. */
export const GREAT_LEAGUES: readonly string[] = [
  'gb-eng.1-premierleague',
  'gb-eng.2-championship',
  'es.1-liga',
  'it.1-seriea',
  'de.1-bundesliga',
  'fr.fr1',
  'pt.pt1',
  'nl.nl1',
  'ru.ru1',
  'tr.tr1',
  'br.br1',
]
/** Leagues with statistics and players of their own. */
const RICH: ReadonlySet<string> = new Set([...GREAT_LEAGUES, 'nba', 'euroleague'])

function footballLeague(row: readonly unknown[]): WorldChampionship {
  const [key, country, tz, name, calendar, c, h, teams] = row as [
    string,
    string,
    string,
    string,
    string,
    number,
    number,
    [string, number, number][],
  ]
  const short = shortNames(teams.map(([team]) => team))
  const autumn = calendar === 'autumn-spring'
  return {
    key,
    ref: `l:${key}`,
    sportId: 1,
    engine: 'goals',
    variant: 'football',
    country,
    tz,
    names: leagueNames(key, country, name),
    competitors: teams.map(([team, attack, defence]) => ({
      ref: `c:1:${country}:${team}`,
      type: 'team',
      country,
      names: displayNames(team, country, 'club', short.get(team)),
      attack,
      defence,
    })),
    aheadMs: 30 * 24 * HOUR,
    season: autumn
      ? { from: 8, fromDay: 8, to: 5, toDay: 28, perWeek: 1.24, winterBreak: !country.startsWith('GB'), toursFrom: 0 }
      : { from: 2, fromDay: 20, to: 12, toDay: 8, perWeek: 1.2, winterBreak: false, toursFrom: 0 },
    lane: null,
    fitted: { c, h },
    ...(RICH.has(key) ? { rich: true as const } : {}),
  }
}

/** Leagues that are played a second time by a computer, round the clock (simulated reality), and how often, minutes. */
const SIMULATED: readonly [key: string, everyMin: number][] = [
  ['gb-eng.1-premierleague', 90],
  ['es.1-liga', 120],
  ['de.1-bundesliga', 150],
  ['it.1-seriea', 180],
]

function simulatedLeague(league: WorldChampionship, everyMin: number): WorldChampionship {
  const marked = (names: Names): Names => Object.fromEntries(Object.entries(names).map(([lng, name]) => [lng, `${name} SRL`]))
  const key = `srl-${league.key}`
  const { rich: _rich, ...rest } = league
  return {
    ...rest,
    key,
    ref: `l:${key}`,
    tz: 'UTC',
    names: marked(league.names),
    competitors: league.competitors.map((side) => ({ ...side, ref: `${side.ref}:srl`, names: marked(side.names) })),
    aheadMs: 12 * HOUR,
    season: null,
    lane: { everyMin, offsetMin: hash32(key) % everyMin, bestOf: 0, periodMin: 0, hours: [], days: [], runners: 2, winners: 1, total: 0 },
    about: { section: 'simulated' },
  }
}

function otherLeague(row: (typeof leagues)[number], seed: string): WorldChampionship {
  const variant = row.variant as Variant
  return {
    key: row.key,
    ref: `l:${row.key}`,
    sportId: row.sport,
    engine: engineOf(variant),
    variant,
    country: row.country,
    tz: row.tz,
    names: under(row.country, row.names),
    competitors: row.teams.map((team) => {
      const national = typeof team === 'string'
      const name = national ? countryNames(team.slice(1)).en! : team[0]!
      const country = national ? team.slice(1) : row.country
      return {
        ref: `c:${row.sport}:${row.key}:${name}`,
        type: 'team' as const,
        country,
        names: national ? countryNames(country) : { en: team[0]!, ru: team[1]! },
        attack: Math.max(-2.2, Math.min(2.2, lotNormal(`${seed}|strength|${row.key}|${name}`))),
        defence: 0,
      }
    }),
    aheadMs: 30 * 24 * HOUR,
    season: { from: row.from, fromDay: 1, to: row.to, toDay: 28, perWeek: row.perWeek, winterBreak: false, toursFrom: 0 },
    lane: null,
    fitted: null,
    ...(RICH.has(row.key) ? { rich: true as const } : {}),
  }
}

const CUP_LEAGUES: ReadonlySet<string> = new Set(['GB-ENG', 'ES', 'IT', 'DE', 'FR', 'PT', 'NL', 'RU', 'TR', 'BE', 'GB-SCT', 'GR'])
/** Keys of first divisions, as the fitted table has them. */
const TOP_DIVISION = /\.(?:1-|1$|[a-z]{2,3}1$)/

const MIXED: readonly [kind: MixedKind, key: string, names: Names, aheadHours: number][] = [
  // From the last matches of a weekend to the first of the next one: the section is never without games.
  ['alternative', 'alt1', { en: 'Alternative. Teams of different matches', ru: 'Альтернатива. Команды разных матчей' }, 120],
  // What one side has scored is known: the other's match has to run.
  ['aftermatch', 'aft1', { en: 'After-match vs live', ru: 'После матча против live' }, 0],
]

function mixedLeagues(football: readonly WorldChampionship[], simulated: readonly WorldChampionship[]): WorldChampionship[] {
  const leagues = football.filter((league) => league.rich)
  return MIXED.map(([kind, key, names, aheadHours]) => {
    // Hours in which no great league plays: all leagues for games at once, and those played round the clock for one after the other.
    const others = kind === 'alternative' ? football.filter((league) => !league.rich) : simulated
    return {
      key,
      ref: `l:${key}`,
      sportId: 1,
      engine: 'goals',
      variant: 'football',
      country: '001',
      tz: 'UTC',
      names,
      competitors: [...leagues, ...others].flatMap((league) => league.competitors),
      aheadMs: aheadHours * HOUR,
      season: null,
      lane: null,
      fitted: null,
      about: { section: kind },
      mixed: { kind, leagues, others },
    }
  })
}

const CUP_SIDES_OF_A_LEAGUE = 2

/** The best sides of the best-known leagues, as they are fitted: who of them takes part is drawn for every edition. */
function cupOf(football: readonly WorldChampionship[]): WorldChampionship {
  const key = 'eu-cup1'
  const leagues = football.filter((league) => CUP_LEAGUES.has(league.country) && TOP_DIVISION.test(league.key))
  return {
    key,
    ref: `l:${key}`,
    sportId: 1,
    engine: 'goals',
    variant: 'football',
    country: '150',
    tz: 'UTC',
    names: under('150', { en: 'Champions Cup', ru: 'Кубок чемпионов' }),
    competitors: leagues.flatMap(({ competitors }) =>
      competitors.toSorted((a, b) => b.attack + b.defence - a.attack - a.defence).slice(0, CUP_SIDES_OF_A_LEAGUE),
    ),
    // A round is known when the one before it is over: from Wednesday night to Tuesday evening.
    aheadMs: 5 * 24 * HOUR,
    season: null,
    lane: null,
    fitted: { c: 0.2, h: 0.24 },
    rich: true,
    cup: true,
  }
}

let made: { seed: string; toursFrom: number; list: readonly WorldChampionship[] } | undefined

/** All championships. The seed decides strengths that are not fitted; `toursFrom` see `Season`. The same call again is the same list. */
export function worldCatalogue(seed: string, toursFrom = 0): readonly WorldChampionship[] {
  if (made?.seed !== seed || made.toursFrom !== toursFrom) made = { seed, toursFrom, list: makeCatalogue(seed, toursFrom) }
  return made.list
}

function makeCatalogue(seed: string, toursFrom: number): WorldChampionship[] {
  const since = (league: WorldChampionship): WorldChampionship =>
    toursFrom > 0 && league.season ? { ...league, season: { ...league.season, toursFrom } } : league
  const football = table.leagues.map((row) => since(footballLeague(row)))
  const simulated = SIMULATED.flatMap(([key, everyMin]) =>
    football.filter((league) => league.key === key).map((league) => simulatedLeague(league, everyMin)),
  )
  const lanes = worldLanes(seed)
  return [
    ...football,
    cupOf(football),
    ...simulated,
    ...leagues.map((row) => since(otherLeague(row, seed))),
    ...mixedLeagues(football, simulated),
    ...lanes,
    ...pairChampionships(lanes),
  ]
}

/** Championships and competitors of the world: the fitted table, other leagues, and lanes of short games. */
import { displayNames, countryNames, leagueNames, under } from '#modules/feeds/rules/names/display.ts'
import { shortNames } from '#modules/feeds/rules/names/short-name.ts'
import type { Names, Ref } from '#modules/feeds/rules/fact.ts'
import leagues from '#seed/world-leagues.json' with { type: 'json' }
import lanesFile from '#seed/world-lanes.json' with { type: 'json' }
import table from '#seed/world-table.json' with { type: 'json' }
import { hash32, lotNormal } from './random.ts'
import type { Engine, Variant } from './types.ts'

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
  season: { from: number; to: number; fromDay: number; toDay: number; perWeek: number; winterBreak: boolean } | null
  lane: { everyMin: number; offsetMin: number; bestOf: number; periodMin: number; hours: readonly number[]; runners: number } | null
  /** Football: log mean goals and home advantage. */
  fitted: { c: number; h: number } | null
}

const ENGINE_OF: Record<Variant, Engine> = {
  football: 'goals',
  'cyber-football': 'goals',
  'ice-hockey': 'periods',
  'cyber-hockey': 'periods',
  handball: 'periods',
  floorball: 'periods',
  futsal: 'periods',
  'beach-soccer': 'periods',
  'water-polo': 'periods',
  'field-hockey': 'periods',
  basketball: 'points',
  'cyber-basketball': 'points',
  afl: 'points',
  rugby: 'points',
  'american-football': 'points',
  tennis: 'rally',
  badminton: 'rally',
  volleyball: 'rally',
  'beach-volleyball': 'rally',
  'table-tennis': 'rally',
  squash: 'rally',
  cricket: 'balls',
  baseball: 'balls',
  darts: 'frames',
  snooker: 'frames',
  esports: 'frames',
  chess: 'frames',
  boxing: 'bout',
  mma: 'bout',
  formula1: 'field',
  horses: 'field',
  greyhounds: 'field',
}

export function engineOf(variant: Variant): Engine {
  return ENGINE_OF[variant]
}

const HOUR = 3_600_000
const RUNNERS: Partial<Record<Variant, number>> = { horses: 8, greyhounds: 6, formula1: 20 }

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
      ? { from: 8, fromDay: 8, to: 5, toDay: 28, perWeek: 1.24, winterBreak: !country.startsWith('GB') }
      : { from: 2, fromDay: 20, to: 12, toDay: 8, perWeek: 1.2, winterBreak: false },
    lane: null,
    fitted: { c, h },
  }
}

function otherLeague(row: (typeof leagues)[number], seed: string): WorldChampionship {
  const variant = row.variant as Variant
  return {
    key: row.key,
    ref: `l:${row.key}`,
    sportId: row.sport,
    engine: ENGINE_OF[variant],
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
    season: { from: row.from, fromDay: 1, to: row.to, toDay: 28, perWeek: row.perWeek, winterBreak: false },
    lane: null,
    fitted: null,
  }
}

type Pool = {
  given?: string
  givenRu?: string
  roots?: string
  rootsRu?: string
  ends?: string
  endsRu?: string
  pair?: boolean
  list?: string
  handle?: boolean
  words?: string
  words2?: string
  wordsRu?: string
  words2Ru?: string
}
const HANDLES =
  'Razor Milo Zen Kite Falco Dex Nero Pixel Orbit Juno Blitz Cobra Drift Echo Hawk Ivory Jinx Koda Lynx Mako Onyx Quill Rune Viper'.split(
    ' ',
  )

function parts(text: string | undefined): string[] {
  return (text ?? '').split(' ')
}

/** The n-th made-up person, pair, squad or animal of a pool. Nobody real plays in a simulated contest. */
function madeUp(key: string, pool: Pool, n: number): { names: Names; country?: string } {
  if (pool.list) {
    const entries = pool.list.split(';')
    const entry = pool.list.startsWith('@') ? entries[n % entries.length]!.replace('@', '') : entries[n % entries.length]!
    const national = pool.list.startsWith('@')
    const [en = '', ru = en] = national ? [countryNames(entry).en!, countryNames(entry).ru!] : entry.split('=')
    const handle = pool.handle ? ` (${HANDLES[(n * 7 + hash32(key)) % HANDLES.length]})` : ''
    return { names: { en: en + handle, ru: ru + handle } }
  }
  if (pool.words) {
    const [a, b] = [parts(pool.words), parts(pool.words2)]
    const i = n % a.length
    const j = (Math.floor(n / a.length) + n * 3) % b.length
    return { names: { en: `${a[i]} ${b[j]}`, ru: `${parts(pool.wordsRu)[i]} ${parts(pool.words2Ru)[j]}` } }
  }
  const person = (salt: string): { en: string; ru: string; last: { en: string; ru: string } } => {
    const roots = parts(pool.roots)
    const ends = parts(pool.ends)
    const given = parts(pool.given)
    const r = hash32(`${key}|${salt}|root|${n}`)
    const [i, j, k] = [(n + hash32(key + (salt === 'a' ? '' : salt))) % roots.length, (r >>> 8) % ends.length, (r >>> 16) % given.length]
    const en = roots[i]! + ends[j]!
    const ru = parts(pool.rootsRu)[i]! + parts(pool.endsRu)[j]!
    return { en: `${en} ${given[k]}.`, ru: `${ru} ${parts(pool.givenRu)[k]}.`, last: { en, ru } }
  }
  const one = person('a')
  if (!pool.pair) return { names: { en: one.en, ru: one.ru } }
  let two = person('b')
  for (const salt of ['c', 'd', 'e']) if (two.last.en.slice(0, 3) === one.last.en.slice(0, 3)) two = person(salt)
  return { names: { en: `${one.last.en} / ${two.last.en}`, ru: `${one.last.ru} / ${two.last.ru}` } }
}

function lane(row: (typeof lanesFile.lanes)[number], seed: string): WorldChampionship {
  const variant = row.variant as Variant
  const pool = (lanesFile.pools as Record<string, Pool>)[row.pool]!
  const person = !pool.list && !pool.words
  const used = new Set<string>()
  return {
    key: row.key,
    ref: `l:${row.key}`,
    sportId: row.sport,
    engine: ENGINE_OF[variant],
    variant,
    country: row.country,
    tz: row.tz,
    names: row.country === '001' ? row.names : under(row.country, row.names),
    competitors: Array.from({ length: row.size }, (_, n) => {
      let made = madeUp(row.key, pool, n)
      for (let again = 1; used.has(made.names.en!) && again < 20; again++) made = madeUp(`${row.key}${again}`, pool, n)
      used.add(made.names.en!)
      return {
        ref: `c:${row.key}:${n}`,
        type: pool.pair
          ? ('pair' as const)
          : pool.words || variant === 'formula1'
            ? ('runner' as const)
            : person
              ? ('player' as const)
              : ('team' as const),
        country: row.country,
        names: made.names,
        attack: Math.max(-2.2, Math.min(2.2, lotNormal(`${seed}|strength|${row.key}|${n}`))),
        defence: 0,
      }
    }),
    aheadMs: row.aheadHours * HOUR,
    season: null,
    lane: {
      everyMin: row.everyMin,
      offsetMin: hash32(row.key) % row.everyMin,
      bestOf: row.bestOf,
      periodMin: row.periodMin,
      hours: row.hours as number[],
      runners: RUNNERS[variant] ?? 2,
    },
    fitted: null,
  }
}

export const TABLE_VERSION = table.version

/** All championships. The seed decides strengths that are not fitted. */
export function worldCatalogue(seed: string): WorldChampionship[] {
  return [
    ...table.leagues.map(footballLeague),
    ...leagues.map((row) => otherLeague(row, seed)),
    ...lanesFile.lanes.map((row) => lane(row, seed)),
  ]
}

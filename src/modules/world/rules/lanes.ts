/** Lanes: championships whose games follow one another at equal distances, and the made-up people who play in them. */
import type { Names, Section } from '#modules/feeds/rules/fact.ts'
import { countryNames, under } from '#modules/feeds/rules/names/display.ts'
import cyberFile from '#seed/world-cyber.json' with { type: 'json' }
import lanesFile from '#seed/world-lanes.json' with { type: 'json' }
import tvFile from '#seed/world-tv.json' with { type: 'json' }
import sports from '#seed/sports.json' with { type: 'json' }
import type { WorldChampionship } from './catalogue.ts'
import { hash32, lotNormal } from '#lib/random.ts'
import { engineOf } from './types.ts'
import type { Pace, Variant } from './types.ts'

const HOUR = 3_600_000
const RUNNERS: Partial<Record<Variant, number>> = { horses: 8, greyhounds: 6, formula1: 20, track: 8 }
const RUNNER_VARIANTS: ReadonlySet<Variant> = new Set(['horses', 'greyhounds', 'formula1', 'track', 'draw'])

interface LaneRow {
  key: string
  sport: number
  variant: string
  country: string
  tz: string
  names: { en: string; ru: string }
  everyMin: number
  pool: string
  size: number
  bestOf: number
  periodMin: number
  aheadHours: number
  hours: number[]
  days?: number[]
  runners?: number
  /** So many of the runners win: numbers drawn. */
  winners?: number
  total?: number
  pace?: Pace
  section?: string
  /** Sport number of the discipline. */
  sub?: number
}

const SPORT_NAMES = new Map((sports as unknown as [number, string, string][]).map(([id, en, ru]) => [id, { en, ru: ru || en }]))

function aboutOf({ section, sub }: LaneRow): Pick<WorldChampionship, 'about'> {
  const subNames = sub === undefined ? undefined : SPORT_NAMES.get(sub)
  if (!section && !subNames) return {}
  return {
    about: { ...(section ? { section: section as Section } : {}), ...(subNames ? { subSport: { id: sub!, names: subNames } } : {}) },
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

const split = new Map<string, string[]>()

function parts(text = ''): string[] {
  let words = split.get(text)
  if (!words) split.set(text, (words = text.split(' ')))
  return words
}

/** The n-th made-up person, pair, squad or animal of a pool. Nobody real plays in a simulated contest. */
export function madeUp(key: string, pool: Pool, n: number): { names: Names; country?: string } {
  if (pool.list) {
    const entries = pool.list.split(';')
    const entry = pool.list.startsWith('@') ? entries[n % entries.length]!.replace('@', '') : entries[n % entries.length]!
    const national = pool.list.startsWith('@')
    const [en = '', ru = en] = national ? [countryNames(entry).en!, countryNames(entry).ru!] : entry.split('=')
    const handle = pool.handle ? ` (${HANDLES[(n * 7 + hash32(key)) % HANDLES.length]})` : ''
    return { names: { en: en + handle, ru: ru + handle }, ...(national ? { country: entry } : {}) }
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

function lane(row: LaneRow, seed: string): WorldChampionship {
  const variant = row.variant as Variant
  const pool = POOLS[row.pool]!
  const person = !pool.list && !pool.words
  const used = new Set<string>()
  return {
    key: row.key,
    ref: `l:${row.key}`,
    sportId: row.sport,
    engine: engineOf(variant),
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
          : RUNNER_VARIANTS.has(variant)
            ? ('runner' as const)
            : person
              ? ('player' as const)
              : ('team' as const),
        country: made.country ?? row.country,
        names: made.names,
        // A draw has no favourites.
        attack: variant === 'draw' ? 0 : Math.max(-2.2, Math.min(2.2, lotNormal(`${seed}|strength|${row.key}|${n}`))),
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
      hours: row.hours,
      days: row.days ?? [],
      runners: row.runners ?? RUNNERS[variant] ?? 2,
      total: row.total ?? 0,
      winners: row.winners ?? 1,
    },
    fitted: null,
    ...aboutOf(row),
    ...(row.pace ? { pace: row.pace } : {}),
  }
}

export const POOLS: Readonly<Record<string, Pool>> = { ...lanesFile.pools, ...cyberFile.pools, ...tvFile.pools }
const ROWS = [...lanesFile.lanes, ...cyberFile.lanes, ...tvFile.lanes] as unknown as readonly LaneRow[]

/** The n-th made-up person of a trade. */
export function personOf(trade: string, n: number): Names {
  return madeUp(trade, POOLS['english']!, n).names
}

/** All lanes; the seed decides strengths. */
export function worldLanes(seed: string): WorldChampionship[] {
  return ROWS.map((row) => lane(row, seed))
}

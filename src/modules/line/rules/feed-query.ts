/**
 * The query of a feed call (wire §3): any order, any case, unknown ones ignored, wrong values mean the default
 * and never an error (wire rule 19). The result is small and canonical, so that equal questions share an answer.
 */
import { priceFormatOf, type PriceFormat } from '#lib/price-format.ts'
import { LINE_PRODUCTS, type LineProduct } from './left-out.ts'

export interface FeedQuery {
  lng: string
  format: PriceFormat
  countryId: number
  count: number
  page: number
  limit: number
  sports: readonly number[]
  antisports: readonly number[]
  /** Products whose games are left out, sorted. Ours, not of the wire. */
  without: readonly LineProduct[]
  champs: readonly number[]
  games: readonly number[]
  teams: readonly number[]
  groupChamps: boolean
  /** 4 all but cyber, 1 cyber only, 0 both. */
  cyberFlag: number
  /** Virtual sports too; cyber sports stand in every list without it. */
  virtualSports: boolean
  getEmpty: boolean
  blockedToo: boolean
  top: boolean
  countryFirst: boolean
  countryOnly: boolean
  /** Only championships of Europe and of its countries. Ours, not of the wire. */
  europe: boolean
  /** Games that start within this many minutes; 0 = no limit. */
  withinMinutes: number
  tsFrom: number
  tsTo: number
  minOffset: number
  subGames: boolean
  subGameOutcomes: boolean
  grouped: boolean
  builder: boolean
  countEvents: number
  marketTab: number
  /** Market sets asked of a list (MS, specification §5): sorted, known ones only. */
  marketSets: readonly number[]
  globalChampId: number
  /** Section of the site (`simulated`, `long` …); '' = the usual line. Ours, not of the wire. */
  section: string
  subSports: readonly number[]
  topGroups: readonly number[]
  id: number
  text: string
  strict: boolean
  /** No answer rather than one of a line that is still being told after a start. Ours, not of the wire. */
  whole: boolean
  /** Also the fields of an answer that are ours and in no table of the wire. Ours. */
  own: boolean
}

export interface FeedDefaults {
  lng: string
  format: number
  countryId: number
  /** How many rows the call has when none are asked; left out: as all feeds. */
  count?: number
  limit?: number
}

const ROWS = 50
const MAX_LIST = 500
const SECTIONS: ReadonlySet<string> = new Set(['virtual', 'marble', 'simulated', 'aftermatch', 'alternative', 'tv', 'long'])
/** Numbers of market sets that may be asked for (specification §9). */
const MARKET_SETS: ReadonlySet<number> = new Set([3, 7, 8, 9, 11, 13, 28, ...Array.from({ length: 12 }, (_, k) => 1001 + k)])
const NO_LIMIT_MINUTES = 1_000_000

export type RawQuery = Record<string, string | undefined>

/** Keys of `raw` in lower case. */
export function feedQuery(raw: RawQuery, defaults: FeedDefaults): FeedQuery {
  const sports = ids(raw['sports'] ?? raw['filtersports'])
  const sport = whole(raw['sport'] ?? raw['sportid'], 0, 1, 1e6)
  const champs = ids(raw['champs'])
  const champ = whole(raw['champ'] ?? raw['champid'], 0, 1, 2 ** 31)
  const games = [...ids(raw['games']), ...ids(raw['subgames'])]
  const teams = ids(raw['teams'] ?? raw['oppid'])
  const wide = champs.length > 0 || champ > 0 || teams.length > 0 || games.length > 0
  const tf = whole(raw['tf'], 0, 0, 2 ** 31)
  return {
    lng: language(raw['lng'], defaults.lng),
    format: priceFormatOf(whole(raw['cfview'] ?? raw['coefviewid'], defaults.format, 0, 99)),
    countryId: whole(raw['country'] ?? raw['fcountry'], defaults.countryId, 0, 2 ** 31 - 1),
    count: Math.min(whole(raw['count'], defaults.count ?? ROWS, 1, 1000), wide ? 1000 : ROWS),
    page: whole(raw['page'], 1, 1, 10_000),
    limit: whole(raw['limit'], defaults.limit ?? ROWS, 1, 200),
    sports: sorted(sport ? [...new Set([...sports, sport])] : sports),
    antisports: sorted(ids(raw['antisports'])),
    without: LINE_PRODUCTS.filter((one) => raw['without']?.split(',', LINE_PRODUCTS.length).includes(one)),
    champs: champ ? [...new Set([...champs, champ])] : champs,
    games,
    teams,
    groupChamps: flag(raw['groupchamps']),
    cyberFlag: whole(raw['cyberflag'], 0, 0, 99),
    virtualSports: flag(raw['virtualsports']),
    getEmpty: flag(raw['getempty']),
    blockedToo: flag(raw['nofilterblockevent']),
    top: flag(raw['top']),
    countryFirst: flag(raw['countryfirst']),
    countryOnly: flag(raw['countryonly']),
    europe: flag(raw['europe']),
    withinMinutes: tf >= NO_LIMIT_MINUTES ? 0 : tf,
    tsFrom: whole(raw['tsfrom'], 0, 0, 2 ** 33),
    tsTo: whole(raw['tsto'], 0, 0, 2 ** 33),
    minOffset: whole(raw['minoffset'], 0, 0, 1e6),
    subGames: flag(raw['issubgames']) && !flag(raw['mainevents']),
    subGameOutcomes: flag(raw['alleventsgroupsubgames']),
    grouped: flag(raw['groupevents']),
    builder: flag(raw['isnewbuilder']),
    countEvents: whole(raw['countevents'], 250, 1, 5000),
    marketTab: whole(raw['markettype'], 1, 1, 1000),
    marketSets: sorted(ids(raw['markettype']).filter((set) => MARKET_SETS.has(set))),
    section: SECTIONS.has(raw['section'] ?? '') ? raw['section']! : '',
    // `filterSubSports` is accepted and ignored (wire 3).
    subSports: sorted(ids(raw['subsport'])),
    globalChampId: whole(raw['globalchampid'], 0, 1, 2 ** 31 - 1),
    topGroups: ids(raw['topgroups']).slice(0, 50),
    id: whole(raw['id'] ?? raw['gameid'], 0, 1, 2 ** 31 - 1),
    text: (raw['text'] ?? '').trim().slice(0, 100),
    strict: flag(raw['strict']),
    whole: flag(raw['whole']),
    own: flag(raw['own']),
  }
}

/** Key names as the wire compares them. Only the first value of a repeated key counts. */
export function lowerKeys(query: Iterable<[string, unknown]>): RawQuery {
  const raw: RawQuery = Object.create(null) as RawQuery
  for (const [key, value] of query) {
    const first = Array.isArray(value) ? (value[0] as unknown) : value
    const name = key.toLowerCase()
    if (raw[name] === undefined && (typeof first === 'string' || typeof first === 'number' || typeof first === 'boolean'))
      raw[name] = String(first)
  }
  return raw
}

function whole(text: string | undefined, fallback: number, min: number, max: number): number {
  if (text === undefined || !/^\d{1,12}$/.test(text.trim())) return fallback
  const value = Number(text)
  return value < min ? fallback : Math.min(value, max)
}

function flag(text: string | undefined): boolean {
  return text === '1' || text?.toLowerCase() === 'true'
}

function ids(text: string | undefined): readonly number[] {
  if (!text) return []
  const list: number[] = []
  for (const word of text.slice(0, 8000).split(',')) {
    const value = whole(word, 0, 1, 2 ** 31 - 1)
    if (value && !list.includes(value)) list.push(value)
    if (list.length === MAX_LIST) break
  }
  return list
}

/** Sports and market types in one order: equal questions share an answer (RQ-07). */
function sorted(list: readonly number[]): readonly number[] {
  return list.toSorted((a, b) => a - b)
}

/** The language that a parameter names; what is none means the fallback. */
export function language(text: string | undefined, fallback: string): string {
  const lng = text?.trim().toLowerCase() ?? ''
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})?$/.test(lng) ? lng : fallback
}

/**
 * Which parts a game may have, and their numbers on the wire (wire 19.4). Parts get ids when the game is
 * created, so that a market of any part can appear later without touching the database.
 */
export interface PartShape {
  part: string
  /** P of the wire: number of the period, 0 for the match itself and for statistics. */
  p: number
  /** TI of the wire, 0 when the part is a period. */
  ti: number
  /** Locale keys of the module feeds: `part_half` with {{n}} and so on; '' for the match. */
  nameKey: string
}

export const TI_PLAYERS = 52
export const TI_CORNERS = 201
export const TI_CARDS = 202
const TI_SHOTS = 203
const TI_FOULS = 204
const TI_OFFSIDES = 205

const full: PartShape = { part: 'full', p: 0, ti: 0, nameKey: '' }

/** Seconds of a round in boxing and in martial arts. */
export function roundSeconds(boxing: boolean): number {
  return boxing ? 180 : 300
}

/** Seconds of an overtime of basketball, and where its quarters are short. */
export const OVERTIME_SECONDS = { usual: 300, short: 120 } as const
/** With the first score an overtime of American football ends: a field goal, or a touchdown without its kick. */
export const OVERTIME_SCORES: readonly number[] = [3, 6]

function numbered(prefix: string, count: number, nameKey: string, from = 1): PartShape[] {
  return Array.from({ length: count }, (_, k) => ({ part: `${prefix}${k + from}`, p: k + from, ti: 0, nameKey }))
}

const halves = numbered('h', 2, 'part_half')
const quarters = numbered('q', 4, 'part_quarter')
/** Halves of a game of quarters stand under 11 and 12, because 1 to 4 are the quarters. */
const halvesOfQuarters: PartShape[] = [
  { part: 'h1', p: 11, ti: 0, nameKey: 'part_half' },
  { part: 'h2', p: 12, ti: 0, nameKey: 'part_half' },
]
const corners: PartShape = { part: 'corners', p: 0, ti: TI_CORNERS, nameKey: 'part_corners' }
const cards: PartShape = { part: 'cards', p: 0, ti: TI_CARDS, nameKey: 'part_cards' }
/** Statistics of football besides corners and cards, and the corners of each half (wire 19.4). */
const statistics: PartShape[] = [
  { part: 'shots', p: 0, ti: TI_SHOTS, nameKey: 'part_shots' },
  { part: 'fouls', p: 0, ti: TI_FOULS, nameKey: 'part_fouls' },
  { part: 'offsides', p: 0, ti: TI_OFFSIDES, nameKey: 'part_offsides' },
  { part: 'corners-h1', p: 1, ti: TI_CORNERS, nameKey: 'part_corners' },
  { part: 'corners-h2', p: 2, ti: TI_CORNERS, nameKey: 'part_corners' },
]
const players: PartShape = { part: 'players', p: 0, ti: TI_PLAYERS, nameKey: 'part_players' }
const firstFive: PartShape = { part: 'inn15', p: 15, ti: 0, nameKey: 'part_first_five_innings' }

function sets(bestOf: number | undefined, usual: number, most: number): PartShape[] {
  return numbered('set', Math.min(most, Math.max(1, bestOf ?? usual)), 'part_set')
}

type Format = { bestOf?: number; periods?: number; statistics?: boolean } | undefined

const bySport: Record<number, (format: Format) => PartShape[]> = {
  1: (f) => (f?.statistics === false ? halves : [...halves, corners, cards, ...(f?.statistics ? statistics : [])]),
  2: () => numbered('p', 3, 'part_period'),
  3: () => [...quarters, ...halvesOfQuarters, players],
  4: (f) => sets(f?.bestOf, 3, 5),
  5: () => [...numbered('inn', 9, 'part_inning'), firstFive],
  6: (f) => sets(f?.bestOf, 5, 5),
  7: () => halves,
  8: () => halves,
  10: (f) => sets(f?.bestOf, 5, 7),
  13: () => [...quarters, ...halvesOfQuarters],
  14: () => halves,
  16: (f) => sets(f?.bestOf, 3, 3),
  17: () => quarters,
  27: () => halves,
  28: () => quarters,
  29: (f) => sets(f?.bestOf, 3, 3),
  40: (f) => numbered('map', Math.min(5, Math.max(1, f?.bestOf ?? 3)), 'part_map'),
  66: (f) => numbered('inn', Math.min(4, Math.max(1, f?.periods ?? 2)), 'part_innings'),
}

/** All parts of a game of this sport; the match itself comes first. */
export function partsOf(sportId: number, type: 'match' | 'race' | 'outright' | 'draw', format?: Format): PartShape[] {
  if (type !== 'match') return [full]
  return [full, ...(bySport[sportId]?.(format) ?? [])]
}

const shapes: PartShape[] = [
  full,
  ...halves,
  ...quarters,
  ...numbered('p', 3, 'part_period'),
  ...numbered('set', 7, 'part_set'),
  ...numbered('inn', 9, 'part_inning'),
  ...numbered('map', 5, 'part_map'),
  corners,
  cards,
  ...statistics,
  players,
  firstFive,
]
const byPart = new Map(shapes.map((shape) => [shape.part, shape]))

/** Of how many parts of a kind a game is made, also in sports whose parts have no ids. */
const WHOLE: Readonly<Record<string, number>> = { h: 2, p: 3, q: 4, inn: 2 }

/** True when a part that the game has is not among those that have been told. Overtime is told by itself and never lacks. */
export function lacksPart(parts: readonly { part: string }[], told: readonly { code: string }[]): boolean {
  const kind = told.map(({ code }) => /^(h|p|q|inn)\d+$/.exec(code)?.[1]).find((one) => one !== undefined)
  if (kind === undefined) return false
  const own = new Set(parts.map(({ part }) => part))
  let last = 0
  while (own.has(`${kind}${last + 1}`)) last += 1
  const most = Math.max(last, WHOLE[kind]!)
  return Array.from({ length: most }, (_, k) => `${kind}${k + 1}`).some((one) => !told.some(({ code }) => code === one))
}

/** Parts that count something else than the score, and the statistic that holds the count. */
export const STATISTICS: Readonly<Record<string, string>> = {
  corners: 'corners',
  cards: 'yellow',
  shots: 'shots_on',
  fouls: 'fouls',
  offsides: 'offsides',
}

/** Phases and parts that follow regular time. */
export const BEYOND = /^(et|ot|so|pen|aet)/

/** What was told of a game up to some moment, or up to its end. */
export interface Told {
  score: readonly [number, number]
  periods: readonly { code: string; score: readonly [number, number] }[]
  stats: Readonly<Record<string, readonly [number, number]>>
}

/** Parts that are always played where a sport has them, unlike a third set or a ninth inning. */
const PLAYED = /^[hpq]\d$/

/**
 * False of a game that is over while nothing was told of some part that was played: whoever told the end knew no more than the score.
 * What is counted of it (corners, cards) is then less than there was.
 */
export function isToldWhole(sportId: number, periods: Told['periods']): boolean {
  const own = partsOf(sportId, 'match').filter(({ part }) => PLAYED.test(part))
  const told = periods.filter(({ code }) => PLAYED.test(code))
  return told.length === 0 ? own.length === 0 : !lacksPart(own, told)
}

/** Parts that add up to one that is not told by itself. */
const MADE_OF: Readonly<Record<string, readonly string[]>> = {
  h1: ['q1', 'q2'],
  h2: ['q3', 'q4'],
  inn15: ['inn1', 'inn2', 'inn3', 'inn4', 'inn5'],
}

/** Score of a part, count of a statistic; undefined while nobody has told it. */
export function partScore(part: string, { score, periods, stats }: Told): readonly [number, number] | undefined {
  if (part === 'full') return score
  const stat = STATISTICS[part]
  if (stat) return stats[stat]
  const codes = periods.some(({ code }) => code === part) ? [part] : (MADE_OF[part] ?? [part])
  const own = codes.map((code) => periods.find((one) => one.code === code)?.score)
  if (own.some((one) => one === undefined)) return undefined
  return own.reduce<readonly [number, number]>((sum, one) => [sum[0] + one![0], sum[1] + one![1]], [0, 0])
}

/** A game that is over. */
export interface ToldEnd extends Told {
  status: string
  note: string | null
}

/** Ends before or without the whole game: what was not played cannot be told. */
const NOT_PLAYED_OUT: ReadonlySet<string> = new Set(['walkover', 'retired', 'defaulted', 'called_off'])

/** Nobody has told how this part of a game that was played to its end ended. */
export function isUntold(sportId: number, part: string, told: ToldEnd): boolean {
  if (told.status === 'abandoned' || NOT_PLAYED_OUT.has(told.note ?? '')) return false
  if (STATISTICS[part] || part.startsWith('corners-')) return !isToldWhole(sportId, told.periods)
  return PLAYED.test(part) && partScore(part, told) === undefined
}

/** At what a part ended; undefined where nobody has told it. */
export function finalScore(sportId: number, part: string, told: ToldEnd): readonly [number, number] | undefined {
  return isUntold(sportId, part, told) ? undefined : partScore(part, told)
}

/** Numbers of a part in a sport, also of one that the format does not foresee; undefined when nobody knows it. */
export function partShape(sportId: number, part: string): PartShape | undefined {
  return partsOf(sportId, 'match').find((shape) => shape.part === part) ?? byPart.get(part)
}

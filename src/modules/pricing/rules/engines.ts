/**
 * Which model prices a sport, and how the sport is divided. Data, so that a new sport is a row here. What a
 * market counts follows wire 18.7.
 */
import { OVERTIME_SCORES, OVERTIME_SECONDS } from '#modules/feeds/rules/parts.ts'
import { marketKeys } from '#modules/line/rules/market-book.ts'
import type { Steps } from './steps.ts'

export const ENGINES = ['goals', 'points', 'diamond', 'cricket', 'tennis', 'rally', 'frames', 'bout', 'board', 'field'] as const
export type Engine = (typeof ENGINES)[number]

export interface SportShape {
  engine: Engine
  /** Codes of the parts in playing order; sets and maps are numbered as far as the format goes. */
  segments: readonly string[]
  /** Main markets count overtime too (basketball); else only the segments (football, hockey). */
  withOvertime: boolean
  /** Minutes of all segments together, 0 when there is no clock. */
  minutes: number
  draw: boolean
  /** Standard deviations of margin and total for the points model, when the model fact has none (feeds 10.4). */
  sd?: number
  totalSd?: number
  /** Level scores of the match, of its parts: how many times more often than a normal margin says (feeds 10.4). */
  level?: readonly [match: number, part: number]
  /** Correlation of the totals and of the margins of two parts of a game (feeds 10.4: quarters vary more than a game says). */
  together?: readonly [total: number, margin: number]
  /** Points come in a few sizes, which parts of a game show. */
  steps?: Steps
  /** How a level match goes on: for so many seconds again and again, or until the first score, which has so many points. */
  overtime?: { seconds: number } | { firstScore: readonly number[] }
  /** Unit of the market book that the match is, 'match' where left out. */
  unit?: string
  /** The sport whose market book this one uses (cyber versions). */
  book?: number
  /** Points of a set, of the last set, and the usual number of sets. */
  setTo?: number
  lastSetTo?: number
  bestOf?: number
}

const HALVES = ['h1', 'h2'] as const
const PERIODS = ['p1', 'p2', 'p3'] as const
const QUARTERS = ['q1', 'q2', 'q3', 'q4'] as const
const INNINGS = ['inn1', 'inn2', 'inn3', 'inn4', 'inn5', 'inn6', 'inn7', 'inn8', 'inn9'] as const
const SETS = ['set1', 'set2', 'set3', 'set4', 'set5', 'set6', 'set7'] as const
const MAPS = ['map1', 'map2', 'map3', 'map4', 'map5', 'map6', 'map7'] as const

const goals = (minutes: number, segments: readonly string[] = HALVES): SportShape => ({
  engine: 'goals',
  segments,
  withOvertime: false,
  minutes,
  draw: true,
})
const points = (
  minutes: number,
  segments: readonly string[],
  withOvertime: boolean,
  draw: boolean,
  sd: number,
  totalSd: number,
): SportShape => ({ engine: 'points', segments, withOvertime, minutes, draw, sd, totalSd })
const rally = (setTo: number, lastSetTo: number, bestOf: number): SportShape => ({
  engine: 'rally',
  segments: SETS,
  withOvertime: true,
  minutes: 0,
  draw: false,
  setTo,
  lastSetTo,
  bestOf,
})
const plain = (engine: Engine, draw = false, segments: readonly string[] = []): SportShape => ({
  engine,
  segments,
  withOvertime: true,
  minutes: 0,
  draw,
})

const BASKETBALL = [0.156, -0.05] as const
const TOUCHDOWNS: Steps = {
  sizes: [
    [7, 0.4],
    [3, 0.52],
    [6, 0.035],
    [8, 0.03],
    [2, 0.015],
  ],
  spread: 0.56,
  even: 0.6,
}
const TRIES: Steps = {
  sizes: [
    [7, 0.4],
    [5, 0.25],
    [3, 0.35],
  ],
  spread: 0.71,
  even: 0.9,
}

const shapes: Readonly<Record<number, SportShape>> = {
  1: goals(90),
  2: goals(60, PERIODS),
  3: {
    ...points(40, QUARTERS, true, false, 12, 18),
    level: [2.15, 1],
    together: BASKETBALL,
    overtime: { seconds: OVERTIME_SECONDS.usual },
  },
  4: { engine: 'tennis', segments: SETS, withOvertime: true, minutes: 0, draw: false, bestOf: 3 },
  5: plain('diamond', false, INNINGS),
  6: rally(25, 15, 5),
  7: { ...points(80, HALVES, false, true, 14, 15), steps: TRIES, together: [0.13, 0.15] },
  8: goals(60),
  9: plain('bout', true),
  10: rally(11, 11, 5),
  11: plain('board', true),
  13: { ...points(60, QUARTERS, true, false, 13, 13.5), level: [1.7, 2.2], steps: TOUCHDOWNS, overtime: { firstScore: OVERTIME_SCORES } },
  14: goals(40),
  15: goals(90),
  16: rally(21, 21, 3),
  17: goals(32, QUARTERS),
  18: plain('field'),
  19: plain('field'),
  20: plain('field'),
  22: plain('field'),
  23: plain('field'),
  24: plain('field'),
  26: plain('field'),
  36: plain('field'),
  41: plain('field'),
  44: plain('field'),
  68: plain('field'),
  92: plain('field'),
  2999: plain('field'),
  129: plain('field'),
  245: plain('field'),
  246: plain('field'),
  248: plain('field'),
  249: plain('field'),
  253: plain('field'),
  258: plain('field'),
  264: plain('field'),
  21: plain('frames'),
  25: goals(36, PERIODS),
  27: goals(60, QUARTERS),
  28: { ...points(80, QUARTERS, false, true, 36, 29), together: [0.08, 0.2] },
  29: rally(21, 15, 3),
  30: plain('frames'),
  34: { engine: 'tennis', segments: SETS, withOvertime: true, minutes: 0, draw: false, bestOf: 3 },
  40: plain('frames', false, MAPS),
  39: rally(11, 11, 5),
  56: plain('bout'),
  66: plain('cricket', false, ['inn1', 'inn2']),
  67: goals(60, PERIODS),
  79: { ...plain('bout'), book: 56 },
  85: goals(8),
  89: { ...goals(12, PERIODS), book: 2 },
  90: { ...plain('bout'), book: 56 },
  94: { engine: 'tennis', segments: SETS, withOvertime: true, minutes: 0, draw: false, bestOf: 3, book: 4 },
  99: { ...plain('cricket', false, ['inn1', 'inn2']), book: 66 },
  91: { ...points(20, QUARTERS, true, false, 8, 10), together: BASKETBALL, overtime: { seconds: OVERTIME_SECONDS.short }, book: 3 },
  103: plain('frames'),
  109: { ...goals(10), book: 85 },
  115: {
    ...points(60, QUARTERS, true, false, 13, 13.5),
    level: [1.7, 2.2],
    steps: TOUCHDOWNS,
    overtime: { firstScore: OVERTIME_SCORES },
    book: 13,
  },
  144: { ...goals(8), book: 85 },
  158: { ...rally(11, 11, 5), book: 10 },
  189: plain('bout'),
  200: { ...rally(25, 15, 5), book: 6 },
  211: { ...goals(8), book: 85 },
  265: { ...rally(25, 15, 5), book: 6 },
  266: { ...points(20, QUARTERS, true, false, 8, 10), together: BASKETBALL, overtime: { seconds: OVERTIME_SECONDS.short }, book: 3 },
}

/** Two of a field: who is higher (wire 19.2, unit pair). */
export const PAIR_OF_FIELD: SportShape = { ...plain('frames'), bestOf: 1, unit: 'pair' }

const STRETCH: Readonly<Record<number, number>> = {
  2: 1.9,
  3: 2.1,
  7: 1.15,
  8: 1.2,
  13: 2.9,
  14: 1.9,
  17: 2,
  25: 1.4,
  27: 1.2,
  28: 1.5,
  67: 1.5,
}

/** Real seconds in which the game's clock moves one second on average (1 where it never stops). */
export function clockStretch(sportId: number): number {
  return STRETCH[sportId] ?? 1
}

/** A sport that is not listed is a match with or without a draw, as its model says (wire 19.2, last paragraph). */
export function sportShape(sportId: number, total = 0): SportShape {
  const known = shapes[sportId]
  if (known) return known
  if (total <= 0) return plain('frames')
  if (total < 15) return goals(60)
  return { ...points(40, QUARTERS, true, false, 12, 18), overtime: { seconds: OVERTIME_SECONDS.usual } }
}

const UNLISTED_WITH_DRAW = ['result_1x2', 'double_chance', 'handicap', 'total'] as const
const UNLISTED = ['result_2way', 'handicap', 'total'] as const

/** Market keys of the match, or of a part of it. */
export function keysOf(sportId: number, unit: string, draw: boolean): readonly string[] {
  const book = shapes[sportId]?.book
  if (book !== undefined) return unit === 'part' ? [] : keysOf(book, unit, draw)
  const keys = marketKeys(sportId, unit)
  if (keys.length > 0 || unit === 'part') return keys
  for (const other of ['fight', 'game', 'race', 'tournament', 'outright']) {
    const found = marketKeys(sportId, other)
    if (unit === 'match' && found.length > 0) return found
  }
  return unit === 'match' ? (draw ? UNLISTED_WITH_DRAW : UNLISTED) : []
}

/** What games outside the top championships carry: the markets people look for, not the whole book. */
const USUAL: Readonly<Record<string, ReadonlySet<string>>> = {
  match: new Set([
    'result_1x2',
    'double_chance',
    'total',
    'handicap',
    'asian_total',
    'asian_handicap',
    'team1_total',
    'team2_total',
    'btts',
    'result_and_btts',
    'ht_ft',
    'odd_even',
    'next_goal',
    'euro_handicap',
    'period_match',
    'winner_with_ot',
    'result_regular',
    'result_2way',
    'overtime',
    'margin_points',
    'ht_ft_with_ot',
    'best_period',
    'suspension_total',
    'tries_total',
    'touchdown_total',
    'extra_inning',
    'toss',
    'scorer',
  ]),
  part: new Set([
    'result_1x2',
    'double_chance',
    'total',
    'handicap',
    'result_2way',
    'correct_score',
    'race_to_points',
    'over_runs_1',
    'over_runs_2',
  ]),
}
const NONE: ReadonlySet<string> = new Set()
const usualKeys = new Map<string, readonly string[]>()

/** Keys that a game offers: all of the book for top championships, the usual ones for others. */
export function offeredKeys(sportId: number, unit: string, draw: boolean, top: boolean): readonly string[] {
  const all = keysOf(sportId, unit, draw)
  if (top) return all
  const id = `${sportId}/${unit}/${draw}`
  const known = usualKeys.get(id)
  if (known) return known
  const usual = USUAL[unit] ?? NONE
  const chosen = all.filter((key) => usual.has(key) && !(unit === 'part' && key === 'correct_score' && draw))
  usualKeys.set(id, chosen)
  return chosen
}

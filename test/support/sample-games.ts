/** A game of every kind that is priced, for tests that look at all sports: played by the world's engines, at any moment of it. */
import { timelineOf } from '#modules/world/rules/engines.ts'
import { incidentOf, stateAt } from '#modules/world/rules/state.ts'
import type { Engine, Timeline, Variant, WorldGame } from '#modules/world/rules/types.ts'
import { DEFAULT_MARGINS } from '#modules/pricing/rules/margin-table.ts'
import type { PriceInput } from '#modules/pricing/rules/price-input.ts'

type Extra = Record<string, number>
type Row = [variant: Variant, engine: Engine, sportId: number, supremacy: number, total: number, extra: Extra, bestOf?: number]

/** The world is held against the prices of these (world-fair.test.ts). */
export const FAIR_GAMES: readonly Row[] = [
  ['football', 'goals', 1, 0.4, 2.7, { cornersShare: 0.546, cardsShare: 0.465 }],
  ['ice-hockey', 'periods', 2, 0.4, 6.1, { otWin: 0.64, penalties: 5.9 }],
  ['handball', 'periods', 8, 2, 58, {}],
  ['basketball', 'points', 3, 4, 160, { sdMargin: 12.2, sdTotal: 17 }],
  ['american-football', 'points', 13, 3, 45, { sdMargin: 12.5, sdTotal: 13 }],
  ['rugby', 'points', 7, 5, 49, { sdMargin: 14, sdTotal: 14 }],
  ['tennis', 'rally', 4, 0.03, 22.6, { pServe1: 0.645, pServe2: 0.615, bestOf: 3 }, 3],
  ['volleyball', 'rally', 6, 0.02, 45.5, { pServe1: 0.44, pServe2: 0.42, bestOf: 5 }, 5],
  ['table-tennis', 'rally', 10, 0.03, 18.6, { pServe1: 0.535, pServe2: 0.505, bestOf: 5 }, 5],
  ['baseball', 'balls', 5, 0.5, 9.66, { nbR: 0.4 }],
  ['cricket', 'balls', 66, 8, 314, { sdSide: 30 }],
  ['snooker', 'frames', 30, 0.1, 9, { p: 0.55, bestOf: 9, pDraw: 0 }, 9],
  ['boxing', 'bout', 9, 0.12, 9, { p1: 0.55, p2: 0.43, pDraw: 0.02, rounds: 12, pDecision: 0.55 }],
  ['mma', 'bout', 79, 0.11, 2.2, { p1: 0.55, p2: 0.444, pDraw: 0.006, rounds: 3, pDecision: 0.5 }],
]

const BOUT = { p1: 0.55, p2: 0.444, pDraw: 0.006, rounds: 3, pDecision: 0.5, pKo: 0.3 }
const TOP_FOOTBALL = {
  cornersShare: 0.546,
  cardsShare: 0.465,
  corners: 9.8,
  cards: 4.1,
  shotsOn: 9,
  shotsOnShare: 0.55,
  fouls: 23,
  foulsShare: 0.49,
  offsides: 3.6,
  offsidesShare: 0.52,
  pPenalty: 0.27,
  'goal1@101': 0.4,
  'goal1@102': 0.2,
  'goal2@201': 0.5,
  'card1@101': 0.2,
  'card2@201': 0.2,
  tie: 1,
  first1: 1,
  first2: 1,
}

/** Every other sport with a book of its own, and those with all that a model may name. */
const OTHER_GAMES: readonly Row[] = [
  ['football', 'goals', 1, 0.4, 2.7, TOP_FOOTBALL],
  ['handball', 'periods', 8, 2, 58, { suspensions: 7 }],
  ['basketball', 'points', 3, 4, 160, { sdMargin: 12.2, sdTotal: 17, 'pts1@101': 21, 'pts2@201': 18, 'thr1@101': 2.4, 'thr2@201': 1.8 }],
  ['tennis', 'rally', 4, 0.03, 22.6, { pServe1: 0.645, pServe2: 0.615, bestOf: 3, aces: 0.12 }, 3],
  ['cricket', 'balls', 66, 8, 314, { sdSide: 30, toss: 1, wicketWays: 1 }],
  ['snooker', 'frames', 30, 0.1, 9, { p: 0.55, bestOf: 9, pDraw: 0, pCentury: 0.1 }, 9],
  ['chess', 'frames', 11, 0.1, 1, { p: 0.55, p1: 0.35, p2: 0.25, pDraw: 0.4, bestOf: 1 }, 1],
  ['futsal', 'periods', 14, 0.5, 5.6, {}],
  ['badminton', 'rally', 16, 0.02, 37.5, { pServe1: 0.52, pServe2: 0.5, bestOf: 3 }, 3],
  ['water-polo', 'periods', 17, 1, 20, {}],
  ['darts', 'frames', 21, 0.1, 9, { p: 0.55, bestOf: 9, pDraw: 0, s180: 0.5 }, 9],
  ['beach-soccer', 'periods', 25, 0.5, 8, {}],
  ['field-hockey', 'periods', 27, 0.4, 4.6, {}],
  ['afl', 'points', 28, 6, 165, { sdMargin: 36, sdTotal: 29 }],
  ['beach-volleyball', 'rally', 29, 0.02, 37.5, { pServe1: 0.42, pServe2: 0.4, bestOf: 3 }, 3],
  ['esports', 'frames', 40, 0.1, 0, { p: 0.55, bestOf: 3, pDraw: 0 }, 3],
  ['moba', 'frames', 40, 0.1, 0, { p: 0.55, bestOf: 3, pDraw: 0, pFirst: 0.55 }, 3],
  ['mma', 'bout', 56, 0.11, 2.2, BOUT],
  ['cyber-football', 'goals', 85, 0.4, 3.9, { periodMin: 4 }],
  ['duel', 'frames', 103, 0.1, 0, { p: 0.55, bestOf: 5, pDraw: 0 }, 5],
  ['mma', 'bout', 189, 0.11, 2.2, BOUT],
]

export const SAMPLE_GAMES: readonly Row[] = [...FAIR_GAMES, ...OTHER_GAMES]

export function inputBefore([, , sportId, supremacy, total, extra, bestOf]: Row): PriceInput {
  return {
    sportId,
    status: 'scheduled',
    model: { supremacy, total, rho: sportId === 1 ? -0.05 : 0, extra },
    margins: DEFAULT_MARGINS,
    top: true,
    redCards: false,
    ...(bestOf === undefined ? {} : { bestOf }),
  }
}

/** One course of the game: the same name, the same course. */
export function courseOf(row: Row, name: string): Timeline {
  const [variant, engine, sportId, , , , bestOf] = row
  const format = bestOf === undefined ? {} : { bestOf }
  const game: WorldGame = { ref: name, sportId, engine, variant, model: inputBefore(row).model, sides: 2, format, mishaps: false }
  return timelineOf('fair', game)
}

/** The game as it stands after a share of its course. */
export function inputAfter(row: Row, course: Timeline, share: number): PriceInput {
  const at = course.endsAtMs * share
  return {
    ...inputBefore(row),
    status: 'live',
    live: stateAt(course, at),
    incidents: course.items.filter((item) => item.kind === 'incident' && item.at <= at).map((item) => incidentOf(course.game, item)),
  }
}

const FIELD_SPORTS = [18, 19, 20, 26, 36, 41, 44, 68, 92]
const QUESTION_SPORTS = [87, 176, 202]

/** Races, pairs, competitions that last, questions: before they begin. */
export function fieldInputs(strengths: readonly number[]): PriceInput[] {
  const runners = strengths.map((strength, n) => ({ id: n + 1, strength, number: n + 1 }))
  const named = Object.fromEntries(runners.map(({ number, strength }) => [`f${number}`, Math.exp(strength / 2)]))
  const field = (sportId: number, kind: 'race' | 'outright', extra: Extra = {}, count = runners.length): PriceInput => ({
    ...inputBefore(['track', 'field', sportId, 0, 0, extra]),
    kind,
    runners: runners.slice(0, count),
  })
  return [
    ...FIELD_SPORTS.flatMap((sportId) => [field(sportId, 'race', { ...named, pSafetyCar: 0.56 }), field(sportId, 'race', {}, 2)]),
    field(2999, 'outright'),
    ...QUESTION_SPORTS.flatMap((sportId) => [field(sportId, 'outright'), field(sportId, 'outright', { yesNo: 1, p1: 0.3 }, 2)]),
  ]
}

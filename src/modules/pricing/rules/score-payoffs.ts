/**
 * Payoffs of outcome types that look at one pair of counts: goals, points, games, corners, cards … of a match
 * or of a part. Keyed by outcome type T of the market book (wire 19.1). P is in wire form.
 */
import { unpackThousandths } from '#modules/line/rules/param.ts'
import { linePayoff, REFUND, yes } from './payoff.ts'
import type { PayoffValue } from './payoff.ts'

/** h, a: counts of side 1 and side 2; p: parameter in wire form; max: largest listed score of correct score. */
export type ScorePayoff = (h: number, a: number, p: number, max: number) => PayoffValue

const over: ScorePayoff = (h, a, p) => linePayoff(h + a - p)
const under: ScorePayoff = (h, a, p) => linePayoff(p - h - a)
const homeOver: ScorePayoff = (h, _a, p) => linePayoff(h - p)
const homeUnder: ScorePayoff = (h, _a, p) => linePayoff(p - h)
const awayOver: ScorePayoff = (_h, a, p) => linePayoff(a - p)
const awayUnder: ScorePayoff = (_h, a, p) => linePayoff(p - a)
const homeHandicap: ScorePayoff = (h, a, p) => linePayoff(h + p - a)
const awayHandicap: ScorePayoff = (h, a, p) => linePayoff(a + p - h)
const exact: ScorePayoff = (h, a, p) => {
  const [x, y] = unpackThousandths(p)
  return yes(h === x && a === y)
}
const between = (n: number, p: number): boolean => {
  const [from, to] = unpackThousandths(p)
  return n >= from && n <= to
}
/** European handicap: P above 0 starts P:0, below 0 starts 0:|P|. */
const euro = (h: number, a: number, p: number): number => h + p - a
const bothAtLeast = (h: number, a: number, n: number): boolean => h >= n && a >= n

/** The scores of correct_score_17 beside the draws 0:0 … 3:3 (wire 19.3). */
export const SEVENTEEN_WINS: readonly (readonly [number, number])[] = [
  [1, 0],
  [2, 0],
  [2, 1],
  [3, 0],
  [3, 1],
  [3, 2],
]
function isSeventeen(h: number, a: number): boolean {
  return Math.max(h, a) <= 3
}

const results: [number, ScorePayoff][] = [
  [1, (h, a) => yes(h > a)],
  [2, (h, a) => yes(h === a)],
  [3, (h, a) => yes(h < a)],
  [4, (h, a) => yes(h >= a)],
  [5, (h, a) => yes(h !== a)],
  [6, (h, a) => yes(h <= a)],
  [3653, (h, a) => yes(h > a)],
  [3654, (h, a) => yes(h === a)],
  [3655, (h, a) => yes(h < a)],
  [3656, (h, a) => yes(h >= a)],
  [3657, (h, a) => yes(h !== a)],
  [3658, (h, a) => yes(h <= a)],
  // A winner has no draw: a level result gives the stake back.
  [401, (h, a) => (h === a ? REFUND : yes(h > a))],
  [402, (h, a) => (h === a ? REFUND : yes(h < a))],
  [424, (h, a, p) => yes(euro(h, a, p) > 0)],
  [425, (h, a, p) => yes(euro(h, a, p) === 0)],
  [426, (h, a, p) => yes(euro(h, a, p) < 0)],
  [200, (h, a) => yes(h > a && a === 0)],
  [205, (h, a) => yes(!(h > a && a === 0))],
  [195, (h, a) => yes(a > h && h === 0)],
  [210, (h, a) => yes(!(a > h && h === 0))],
  [1808, (h, a) => yes(h !== a && Math.min(h, a) === 0)],
  [1809, (h, a) => yes(h === a || Math.min(h, a) > 0)],
  [179, (h, a) => yes(h === a && h > 0)],
  [216, (h, a) => yes(h !== a || h === 0)],
  [4850, (h, a, p) => yes(Math.abs(h - a) === p)],
  [4851, (h, a, p) => yes(Math.abs(h - a) !== p)],
  [1828, (h, a, p) => yes(h - a === p)],
  [1829, (h, a, p) => yes(h - a !== p)],
  [1834, (h, a, p) => yes(a - h === p)],
  [1835, (h, a, p) => yes(a - h !== p)],
  [1830, (h, a, p) => yes(between(h - a, p))],
  [1831, (h, a, p) => yes(!between(h - a, p))],
  [1836, (h, a, p) => yes(between(a - h, p))],
  [1837, (h, a, p) => yes(!between(a - h, p))],
  [2314, (h, a, p) => yes(between(h - a, p))],
  [2315, (h, a, p) => yes(between(a - h, p))],
  [2316, (h, a, p) => yes(h - a >= p)],
  [2317, (h, a, p) => yes(a - h >= p)],
  [6490, (h, a, p) => yes(between(h - a, p))],
  [6492, (h, a, p) => yes(between(a - h, p))],
  [6491, (h, a, p) => yes(h - a >= p)],
  [6493, (h, a, p) => yes(a - h >= p)],
]

const lines: [number, ScorePayoff][] = [
  [7, homeHandicap],
  [8, awayHandicap],
  [3829, homeHandicap],
  [3830, awayHandicap],
  [732, homeHandicap],
  [733, awayHandicap],
  [5749, homeHandicap],
  [5750, awayHandicap],
  [2826, homeHandicap],
  [2827, awayHandicap],
  [9, over],
  [10, under],
  [3827, over],
  [3828, under],
  [971, over],
  [972, under],
  [3150, over],
  [3151, under],
  [2824, over],
  [2825, under],
  [1850, over],
  [1851, under],
  [1417, over],
  [1416, under],
  [11, homeOver],
  [12, homeUnder],
  [7778, homeOver],
  [7779, homeUnder],
  [13, awayOver],
  [14, awayUnder],
  [7780, awayOver],
  [7781, awayUnder],
  [739, (h, a, p) => yes(h + a > p)],
  [741, (h, a, p) => yes(h + a === p)],
  [743, (h, a, p) => yes(h + a < p)],
  [749, (h, _a, p) => yes(h > p)],
  [751, (h, _a, p) => yes(h === p)],
  [753, (h, _a, p) => yes(h < p)],
  [763, (_h, a, p) => yes(a > p)],
  [764, (_h, a, p) => yes(a === p)],
  [765, (_h, a, p) => yes(a < p)],
]

const counts: [number, ScorePayoff][] = [
  [182, (h, a) => yes((h + a) % 2 === 0)],
  [183, (h, a) => yes((h + a) % 2 === 1)],
  [755, (h) => yes(h % 2 === 0)],
  [757, (h) => yes(h % 2 === 1)],
  [766, (_h, a) => yes(a % 2 === 0)],
  [767, (_h, a) => yes(a % 2 === 1)],
  [4548, (h, a, p) => yes(h + a === p)],
  [4549, (h, a, p) => yes(h + a !== p)],
  [4546, (h, a, p) => yes(h + a <= p)],
  [4547, (h, a, p) => yes(h + a > p)],
  [4552, (h, a, p) => yes(h + a >= p)],
  [4553, (h, a, p) => yes(h + a < p)],
  [4550, (h, a, p) => yes(between(h + a, p))],
  [4551, (h, a, p) => yes(!between(h + a, p))],
  [731, exact],
  [3786, (h, a, _p, max) => yes(Math.max(h, a) > max)],
  [8617, exact],
  [8618, (h, a) => yes(!isSeventeen(h, a))],
  [5606, (h) => yes(h > 0)],
]

const both: [number, ScorePayoff][] = [
  [180, (h, a) => yes(bothAtLeast(h, a, 1))],
  [181, (h, a) => yes(!bothAtLeast(h, a, 1))],
  [11273, (h, a, p) => yes(bothAtLeast(h, a, p))],
  [11274, (h, a, p) => yes(!bothAtLeast(h, a, p))],
  [15770, (h, a) => yes(h > a && bothAtLeast(h, a, 1))],
  [15773, (h, a) => yes(h > a && !bothAtLeast(h, a, 1))],
  [15772, (h, a) => yes(h === a && bothAtLeast(h, a, 1))],
  [15775, (h, a) => yes(h === a && !bothAtLeast(h, a, 1))],
  [15771, (h, a) => yes(h < a && bothAtLeast(h, a, 1))],
  [15774, (h, a) => yes(h < a && !bothAtLeast(h, a, 1))],
  [15776, (h, a, p) => yes(h > a && bothAtLeast(h, a, p))],
  [15778, (h, a, p) => yes(h === a && bothAtLeast(h, a, p))],
  [15777, (h, a, p) => yes(h < a && bothAtLeast(h, a, p))],
  [16259, (h, a) => yes(h >= a && bothAtLeast(h, a, 1))],
  [16258, (h, a) => yes(h !== a && bothAtLeast(h, a, 1))],
  [16260, (h, a) => yes(h <= a && bothAtLeast(h, a, 1))],
  [16262, (h, a) => yes(h >= a && !bothAtLeast(h, a, 1))],
  [16261, (h, a) => yes(h !== a && !bothAtLeast(h, a, 1))],
  [16263, (h, a) => yes(h <= a && !bothAtLeast(h, a, 1))],
  [16265, (h, a, p) => yes(h >= a && bothAtLeast(h, a, p))],
  [16264, (h, a, p) => yes(h !== a && bothAtLeast(h, a, p))],
  [16266, (h, a, p) => yes(h <= a && bothAtLeast(h, a, p))],
  [16268, (h, a, p) => yes(h >= a && !bothAtLeast(h, a, p))],
  [16267, (h, a, p) => yes(h !== a && !bothAtLeast(h, a, p))],
  [16269, (h, a, p) => yes(h <= a && !bothAtLeast(h, a, p))],
]

/** Result and total: lines are halves, so nothing is ever refunded. Pairs are [yes, no]. */
function resultAndTotal(
  result: (h: number, a: number) => boolean,
  overYes: number,
  overNo: number,
  underYes: number,
  underNo: number,
): [number, ScorePayoff][] {
  return [
    [overYes, (h, a, p) => yes(result(h, a) && h + a > p)],
    [overNo, (h, a, p) => yes(!(result(h, a) && h + a > p))],
    [underYes, (h, a, p) => yes(result(h, a) && h + a < p)],
    [underNo, (h, a, p) => yes(!(result(h, a) && h + a < p))],
  ]
}

const combined: [number, ScorePayoff][] = [
  ...resultAndTotal((h, a) => h > a, 197, 207, 196, 206),
  ...resultAndTotal((h, a) => h >= a, 199, 209, 198, 208),
  ...resultAndTotal((h, a) => h < a, 192, 212, 191, 211),
  ...resultAndTotal((h, a) => h <= a, 194, 214, 193, 213),
  ...resultAndTotal((h, a) => h === a, 203, 204, 201, 202),
  ...resultAndTotal((h, a) => h > 0 && a > 0, 3523, 3524, 3525, 3526),
]

const payoffs = new Map<number, ScorePayoff>([...results, ...lines, ...counts, ...both, ...combined])

/** The payoff of an outcome type on one pair of counts; undefined when the type needs more than that. */
export function scorePayoff(t: number): ScorePayoff | undefined {
  return payoffs.get(t)
}

/** result_2way shares T 1 and 3 with the three-way result, but has no draw: level gives the stake back. */
export function scorePayoffOf(key: string, t: number): ScorePayoff | undefined {
  if (key === 'result_2way') return payoffs.get(t === 1 ? 401 : 402)
  return payoffs.get(t)
}

/**
 * Markets on one pair of counts: the same code prices football goals, halves, corners, cards, hockey periods
 * and the like. `keys` comes from the market book, so the order and the choice are data.
 */
import { packThousandths } from '#modules/line/rules/param.ts'
import { differenceRow, scoreProbability, sideRow, totalRow, winProbability } from './goals/count-grid.ts'
import type { CountGrid, Row } from './goals/count-grid.ts'
import { canonicalLine, linesAround, quarterLines } from './lines.ts'
import type { Line } from './lines.ts'
import { must } from '#lib/assert.ts'
import { scorePayoff, SEVENTEEN_WINS } from './score-payoffs.ts'
import { addLine, addPair, addSet, addSingle, openMarket, outcome } from './sheet.ts'
import type { PricedMarket, Sheet } from './sheet.ts'

export interface ScoreScope {
  grid: CountGrid
  total: Row
  difference: Row
  home: Row
  away: Row
  /** Lines to each side of the main one. */
  each: number
  /** More of everything: scores up to 10:10, more totals. */
  top: boolean
}

export function scoreScope(grid: CountGrid, top: boolean, each = top ? 3 : 1): ScoreScope {
  return { grid, total: totalRow(grid), difference: differenceRow(grid), home: sideRow(grid, 1), away: sideRow(grid, 2), each, top }
}

function prob(scope: ScoreScope, t: number, p = 0, max = 4): number {
  return winProbability(scope.grid, must(scorePayoff(t), `type ${t} has no payoff on a score`), p, max)
}

type LineMarket = { row: 'total' | 'difference' | 'home' | 'away'; over: number; under: number; quarter: boolean }
const LINE_MARKETS: Readonly<Record<string, LineMarket>> = {
  total: { row: 'total', over: 9, under: 10, quarter: false },
  asian_total: { row: 'total', over: 3827, under: 3828, quarter: true },
  team1_total: { row: 'home', over: 11, under: 12, quarter: false },
  team2_total: { row: 'away', over: 13, under: 14, quarter: false },
  asian_team1_total: { row: 'home', over: 7778, under: 7779, quarter: true },
  asian_team2_total: { row: 'away', over: 7780, under: 7781, quarter: true },
  handicap: { row: 'difference', over: 7, under: 8, quarter: false },
  asian_handicap: { row: 'difference', over: 3829, under: 3830, quarter: true },
}

/** Totals carry the same line on both sides; handicaps the line of each side, the specifier that of side 1. */
export function putLines(sheet: Sheet, key: string, over: number, under: number, lines: readonly Line[], handicap: boolean): void {
  for (const { line, states, main } of lines) {
    // A count without a chance left has no middle: such a line is none, and it would bear the name of another one.
    if (!Number.isFinite(line)) continue
    const own = canonicalLine(handicap ? -line : line)
    const market = openMarket(sheet, key, `line=${own}`, main)
    addLine(sheet, market, outcome(over, own), outcome(under, canonicalLine(handicap ? line : own)), states)
  }
}

function lineMarket(sheet: Sheet, scope: ScoreScope, key: string, shape: LineMarket): void {
  const row = scope[shape.row]
  const side = shape.row === 'home' || shape.row === 'away'
  const each = side ? Math.max(1, scope.each - 1) : scope.each
  const lines = shape.quarter ? quarterLines(row, scope.top ? (side ? 1 : 2) : 1) : linesAround(row, each)
  const counts = shape.row === 'difference' ? lines : lines.filter((l) => l.line > 0)
  putLines(sheet, key, shape.over, shape.under, counts, shape.row === 'difference')
}

function setMarket(sheet: Sheet, scope: ScoreScope, key: string, ts: readonly number[], p = 0, spec = '', winners = 1, main = true): void {
  const market = openMarket(sheet, key, spec, main)
  addSet(
    sheet,
    market,
    ts.map((t) => outcome(t, p)),
    ts.map((t) => prob(scope, t, p)),
    winners,
  )
}

function pairs(sheet: Sheet, scope: ScoreScope, market: PricedMarket, ts: readonly (readonly [yes: number, no: number])[], p = 0): void {
  for (const [yes, no] of ts) addPair(sheet, market, outcome(yes, p), outcome(no, p), prob(scope, yes, p))
}

function pairMarket(sheet: Sheet, scope: ScoreScope, key: string, yes: number, no: number): void {
  pairs(sheet, scope, openMarket(sheet, key), [[yes, no]])
}

function correctScore(sheet: Sheet, scope: ScoreScope): void {
  const max = scope.top ? 10 : 4
  const market = openMarket(sheet, 'correct_score', scope.top ? 'max=10' : 'max=4')
  const keys: string[] = []
  const probs: number[] = []
  for (let h = 0; h <= max; h++) {
    for (let a = 0; a <= max; a++) {
      keys.push(outcome(731, packThousandths(h, a)))
      probs.push(scoreProbability(scope.grid, h, a))
    }
  }
  keys.push(outcome(3786))
  probs.push(prob(scope, 3786, 0, max))
  addSet(sheet, market, keys, probs)
}

function correctScore17(sheet: Sheet, scope: ScoreScope): void {
  const scores: [number, number][] = []
  for (const [x, y] of SEVENTEEN_WINS) scores.push([x, y])
  for (let n = 0; n <= 3; n++) scores.push([n, n])
  for (const [x, y] of SEVENTEEN_WINS) scores.push([y, x])
  const keys = scores.map(([h, a]) => outcome(8617, packThousandths(h, a)))
  const probs = scores.map(([h, a]) => scoreProbability(scope.grid, h, a))
  keys.push(outcome(8618, packThousandths(3, 3)))
  probs.push(prob(scope, 8618))
  addSet(sheet, openMarket(sheet, 'correct_score_17'), keys, probs)
}

function resultAndBoth(sheet: Sheet, scope: ScoreScope): void {
  setMarket(sheet, scope, 'result_and_btts', [15770, 15773, 15772, 15775, 15771, 15774])
  for (let n = 2; n <= (scope.top ? 3 : 2); n++) {
    const market = openMarket(sheet, 'result_and_btts', `n=${n}`, false)
    for (const t of [15776, 15778, 15777]) addSingle(sheet, market, outcome(t, n), prob(scope, t, n))
  }
}

function chanceAndBoth(sheet: Sheet, scope: ScoreScope): void {
  setMarket(sheet, scope, 'dc_and_btts', [16259, 16262, 16258, 16261, 16260, 16263], 0, '', 2)
  for (let n = 2; n <= (scope.top ? 3 : 2); n++) {
    const ts = [16265, 16268, 16264, 16267, 16266, 16269]
    const market = openMarket(sheet, 'dc_and_btts', `n=${n}`, false)
    addSet(
      sheet,
      market,
      ts.map((t) => outcome(t, n)),
      ts.map((t) => prob(scope, t, n)),
      2,
    )
  }
}

const WITH_TOTAL: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  win1_and_total: [
    [197, 207],
    [196, 206],
    [199, 209],
    [198, 208],
  ],
  win2_and_total: [
    [192, 212],
    [191, 211],
    [194, 214],
    [193, 213],
  ],
  draw_and_total: [
    [203, 204],
    [201, 202],
  ],
  btts_and_total: [
    [3523, 3524],
    [3525, 3526],
  ],
}

function withTotal(sheet: Sheet, scope: ScoreScope, key: string): void {
  const main = mainHalf(scope)
  for (let n = scope.top ? -1 : 0; n <= (scope.top ? 1 : 0); n++) {
    const line = main + n
    if (line < 0.5) continue
    // "Both score and under 1.5" can never happen: such a pair is not written at all.
    const possible = WITH_TOTAL[key]!.filter(([yes]) => prob(scope, yes, line) > 1e-12)
    if (possible.length > 0) pairs(sheet, scope, openMarket(sheet, key, `line=${line}`, n === 0), possible, line)
  }
}

/** Half line of the total nearest to even money: the centre of result and total. */
export function mainHalf(scope: ScoreScope): number {
  const lines = linesAround(scope.total, 0, 1, 0.5)
  return Math.max(0.5, lines[0]!.line)
}

function threeWay(sheet: Sheet, scope: ScoreScope, key: string, ts: readonly number[], row: Row): void {
  const centre = Math.max(1, Math.round(linesAround(row, 0, 1, 0)[0]!.line))
  for (let n = scope.top ? -1 : 0; n <= (scope.top ? 1 : 0); n++) {
    if (centre + n >= 1) setMarket(sheet, scope, key, ts, centre + n, `line=${centre + n}`, 1, n === 0)
  }
}

function euroHandicap(sheet: Sheet, scope: ScoreScope): void {
  const reach = scope.top ? 3 : 1
  // The stronger side gives a goal away: that start is the main one.
  const main = prob(scope, 1) >= prob(scope, 3) ? -1 : 1
  for (let p = -reach; p <= reach; p++) {
    if (p !== 0) setMarket(sheet, scope, 'euro_handicap', [424, 425, 426], p, `line=${p}`, 1, p === main)
  }
}

function exactGoals(sheet: Sheet, scope: ScoreScope): void {
  const market = openMarket(sheet, 'exact_goals')
  const most = scope.top ? 6 : 4
  for (let n = 0; n <= most; n++) pairs(sheet, scope, market, [[4548, 4549]], n)
  for (let n = 1; n <= most - 2; n++) pairs(sheet, scope, market, [[4546, 4547]], n)
  for (let n = 2; n <= most; n++) pairs(sheet, scope, market, [[4552, 4553]], n)
  if (scope.top)
    for (const [from, to] of [
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ] as const)
      pairs(sheet, scope, market, [[4550, 4551]], packThousandths(from, to))
}

function winByGoals(sheet: Sheet, scope: ScoreScope): void {
  const market = openMarket(sheet, 'win_by_goals')
  for (let n = 1; n <= (scope.top ? 3 : 2); n++)
    pairs(
      sheet,
      scope,
      market,
      [
        [1828, 1829],
        [1834, 1835],
      ],
      n,
    )
  for (const range of scope.top ? [1.002, 2.003] : [1.002])
    pairs(
      sheet,
      scope,
      market,
      [
        [1830, 1831],
        [1836, 1837],
      ],
      range,
    )
}

function eachN(sheet: Sheet, scope: ScoreScope, key: string, yes: number, no: number, from: number, to: number): void {
  for (let n = from; n <= to; n++) pairs(sheet, scope, openMarket(sheet, key, `n=${n}`, n === from), [[yes, no]], n)
}

/** Yes and no of one question about the counts. */
const PAIRS: Readonly<Record<string, readonly [number, number]>> = {
  btts: [180, 181],
  odd_even: [182, 183],
  team1_odd_even: [755, 757],
  team2_odd_even: [766, 767],
  team1_to_nil: [200, 205],
  team2_to_nil: [195, 210],
  any_to_nil: [1808, 1809],
  score_draw: [179, 216],
}

/** All outcomes of a market of one winner, and of two. */
const SETS: Readonly<Record<string, readonly [ts: readonly number[], winners: number]>> = {
  result_1x2: [[1, 2, 3], 1],
  result_regular: [[3653, 3654, 3655], 1],
  double_chance: [[4, 5, 6], 2],
  double_chance_regular: [[3656, 3657, 3658], 2],
}

const THREE_WAY: Readonly<Record<string, readonly [ts: readonly number[], row: 'total' | 'home' | 'away']>> = {
  total_3way: [[739, 741, 743], 'total'],
  team1_total_3way: [[749, 751, 753], 'home'],
  team2_total_3way: [[763, 764, 765], 'away'],
}

const OTHERS: Readonly<Record<string, (sheet: Sheet, scope: ScoreScope) => void>> = {
  btts_n: (sheet, scope) => eachN(sheet, scope, 'btts_n', 11273, 11274, 2, scope.top ? 3 : 2),
  result_and_btts: resultAndBoth,
  dc_and_btts: chanceAndBoth,
  correct_score: correctScore,
  correct_score_17: correctScore17,
  euro_handicap: euroHandicap,
  exact_goals: exactGoals,
  any_win_by: (sheet, scope) => eachN(sheet, scope, 'any_win_by', 4850, 4851, 1, scope.top ? 3 : 2),
  win_by_goals: winByGoals,
}

/** Prices one market of the book on this pair of counts; false when the key needs more than the counts. */
export function priceScoreMarket(sheet: Sheet, scope: ScoreScope, key: string): boolean {
  const [line, pair, set, three, other] = [LINE_MARKETS[key], PAIRS[key], SETS[key], THREE_WAY[key], OTHERS[key]]
  if (line) lineMarket(sheet, scope, key, line)
  else if (WITH_TOTAL[key]) withTotal(sheet, scope, key)
  else if (pair) pairMarket(sheet, scope, key, ...pair)
  else if (set) setMarket(sheet, scope, key, set[0], 0, '', set[1])
  else if (three) threeWay(sheet, scope, key, three[0], scope[three[1]])
  else if (other) other(sheet, scope)
  else return false
  return true
}

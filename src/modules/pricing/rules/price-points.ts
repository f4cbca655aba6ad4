/** Basketball, handball and other sports of points: normal margin and total, split evenly over the parts. */
import { packThousandths } from '#modules/line/rules/param.ts'
import { afterPlay } from './basketball.ts'
import { keysOf, offeredKeys } from './engines.ts'
import { touchdownsSoFar, triesSoFar } from './grade-points.ts'
import type { CountFacts, GameFacts } from './game-facts.ts'
import { canonicalLine } from './lines.ts'
import { isDecided, leftOf, leftToPlay, overtimeEnds } from './overtime.ts'
import { evenChance, finalSpreads, resultOf, sideOneWins, spreadOf, statesOf, wonBy } from './points-scope.ts'
import type { Counted, PointsScope } from './points-scope.ts'
import { addLine, addPair, addSet, openMarket, openSheet, outcome } from './sheet.ts'
import type { PricedMarket, Sheet } from './sheet.ts'
import type { PriceInput } from './price-input.ts'
import { priceScoreMarket, scoreScope } from './score-markets.ts'
import { oddByPoint, stepsGrid } from './steps.ts'
import { pricePlayerPoints } from './price-player-points.ts'
import { priceEvents, priceQuarters, priceRaces } from './price-quarters.ts'
import { effectiveProbability } from './payoff.ts'

/** Threes, single free throws, behinds: by point, where scores have no sizes of their own. */
const ODD_BY_POINT = 0.25

function scopeOf(input: PriceInput, facts: GameFacts, indexes: readonly number[], count: CountFacts, noDraw: boolean): PointsScope {
  const shape = facts.shape
  const parts = shape.segments.length
  const [sd, totalSd] = deviationsOf(input, facts)
  const left = noDraw ? leftToPlay(input, facts) : indexes.reduce((sum, index) => sum + leftOf(input, facts, index), 0) / parts
  const step = input.model.total * (indexes.length / parts) > 60 ? 1 : 0.5
  const [ofTotal, ofMargin] = shape.together ?? [0, 0]
  // Parts that go together are narrower than their share of the game, parts that make up for each other are wider.
  const wide = (r: number): number => Math.sqrt((1 + (indexes.length - 1) * r) / (1 + (parts - 1) * r))
  const margin = { mean: input.model.supremacy, sd: sd * wide(ofMargin) }
  const total = { mean: input.model.total, sd: totalSd * wide(ofTotal) }
  const level = shape.level?.[indexes.length === parts ? 0 : 1] ?? 1
  const odd = shape.steps ? oddByPoint(shape.steps) : ODD_BY_POINT
  const own = { noDraw, top: input.top, step, level, so: [count.h, count.a] as const, odd }
  const so = { margin: count.h - count.a, total: count.h + count.a }
  const plain = { ...own, margin: afterPlay(margin, so.margin, left), total: { ...afterPlay(total, so.total, left), atLeast: so.total } }
  if (!noDraw || facts.stage !== 'running') return plain
  const overtime = overtimeEnds(input, shape, margin, total)
  // The model's total holds the overtimes of games that have one; in play they are added where they are seen to come.
  const usual = finalSpreads({ ...own, margin, total, overtime }).total.mean - total.mean
  return { ...plain, total: { ...plain.total, mean: plain.total.mean - usual * left }, overtime }
}

/** Margin and total of the match or of one of its parts, as its markets are priced; null when the part is no part of points. */
export function pointsScope(input: PriceInput, facts: GameFacts, part: string): PointsScope | null {
  const { shape } = facts
  const all = shape.segments.map((_, n) => n)
  const halves = shape.segments.length === 4 && shape.withOvertime ? { h1: [0, 1], h2: [2, 3] } : null
  const at = shape.segments.indexOf(part)
  const indexes = part === 'full' ? all : at >= 0 ? [at] : (halves?.[part as 'h1' | 'h2'] ?? null)
  const count = facts.counts.get(part)
  // Parts of sports whose points come in sizes are priced on another grid.
  if (!indexes || !count || count.done || (part !== 'full' && shape.steps)) return null
  if (part === 'full' ? isDecided(input, facts) : indexes.every((index) => leftOf(input, facts, index) === 0)) return null
  return scopeOf(input, facts, indexes, count, part === 'full' && shape.withOvertime)
}

function deviationsOf(input: PriceInput, facts: GameFacts): [margin: number, total: number] {
  const shape = facts.shape
  const { sdMargin, sdTotal } = input.model.extra
  return [sdMargin ?? shape.sd ?? 12, sdTotal ?? shape.totalSd ?? 18]
}

export function priceMatchRows(input: PriceInput, facts: GameFacts, out: PricedMarket[], only?: ReadonlySet<string>): void {
  const shape = facts.shape
  const full = facts.counts.get('full')!
  if (full.done || isDecided(input, facts)) return
  const all = shape.segments.map((_, n) => n)
  const scope = scopeOf(input, facts, all, full, shape.withOvertime)
  const sheet = openSheet('full', input.margins, facts.stage === 'running', out)
  const regularOpen = !facts.counts.get('regular')!.done && all.some((n) => leftOf(input, facts, n) > 0)
  const parts = only ? undefined : partsOf(input, facts)
  const final = finalSpreads(scope)
  for (const key of offeredKeys(input.sportId, 'match', shape.draw, input.top)) {
    if ((only && !only.has(key)) || (!regularOpen && ONLY_REGULAR.has(key))) continue
    if (pricePointsMarket(sheet, scope, key) || !parts) continue
    const { segments, halves } = parts
    if (key === 'race_to_points') priceRaces(sheet, final, [full.h, full.a], input.model.total)
    else if (!priceQuarters(sheet, segments, halves, scope, shape.together, key)) priceEventsOf(sheet, facts, final, key)
  }
}

/** Markets on regular time and its parts. */
const ONLY_REGULAR: ReadonlySet<string> = new Set([
  'result_regular',
  'double_chance_regular',
  'overtime',
  'best_half',
  'best_period',
  'each_quarter_over',
  'each_quarter_under',
  'each_half_over',
  'each_half_under',
  'best_quarter_total',
  'worst_quarter_total',
  'quarter1_match',
  'ht_ft_with_ot',
])

function partsOf(input: PriceInput, facts: GameFacts): { segments: PointsScope[]; halves: PointsScope[] } {
  const { segments: codes } = facts.shape
  const scope = (indexes: number[], code: string) => scopeOf(input, facts, indexes, facts.counts.get(code)!, false)
  const segments = codes.map((code, n) => scope([n], code))
  return { segments, halves: codes.length === 4 && facts.counts.has('h1') ? [scope([0, 1], 'h1'), scope([2, 3], 'h2')] : segments }
}

/** Touchdowns and tries a point, and what their number varies beside the points (from the weights of scores in the world). */
const TOUCHDOWNS = { perPoint: 0.0963, slope: 0.113, spread: 0.74 }
const TRIES = { perPoint: 0.1168, slope: 0.128, spread: 1.1 }

function priceEventsOf(sheet: Sheet, facts: GameFacts, { margin, total }: Pick<PointsScope, 'margin' | 'total'>, key: string): void {
  const full = facts.counts.get('ot')!
  const points = full.h + full.a
  if (key === 'touchdown_total') priceEvents(sheet, key, [2627, 2626], TOUCHDOWNS, total, points, touchdownsSoFar(facts))
  else if (key === 'tries_total') priceEvents(sheet, key, [1955, 1956], TRIES, total, points, triesSoFar(facts))
  else if (key === 'next_touchdown') {
    const n = touchdownsSoFar(facts) + 1
    const left = total.mean - points
    // A touchdown that may not come any more is not offered.
    if (left * TOUCHDOWNS.perPoint < 1.5) return
    const home = (left + margin.mean - (full.h - full.a)) / (2 * left)
    addPair(sheet, openMarket(sheet, key, `n=${n}`), outcome(2496, n), outcome(2497, n), Math.min(0.95, Math.max(0.05, home)))
  }
}

export function pricePoints(input: PriceInput, facts: GameFacts, out: PricedMarket[]): void {
  if (!input.parts || input.parts.includes('full')) priceMatchRows(input, facts, out)
  const shape = facts.shape
  const keys = offeredKeys(input.sportId, 'part', true, input.top)
  if (keys.length === 0) return
  const parts: [string, number[]][] = shape.segments.map((code, n) => [code, [n]])
  if (shape.segments.length === 4 && shape.withOvertime) parts.push(['h1', [0, 1]], ['h2', [2, 3]])
  for (const [part, indexes] of parts) {
    const count = facts.counts.get(part)!
    if (count.done || indexes.every((index) => leftOf(input, facts, index) === 0)) continue
    if (input.parts && !input.parts.includes(part)) continue
    const scope = { ...scopeOf(input, facts, indexes, count, false), top: false }
    const sheet = openSheet(part, input.margins, facts.stage === 'running', out)
    const whole = (input.model.total * indexes.length) / shape.segments.length
    const left = { margin: scope.margin.mean - count.h + count.a, total: scope.total.mean - count.h - count.a }
    const means = [(left.total + left.margin) / 2, (left.total - left.margin) / 2] as const
    const share = (left.total / Math.max(1, whole)) * (indexes.length / shape.segments.length)
    const sizes = shape.steps && scoreScope(stepsGrid([count.h, count.a], means, share, shape.steps), false)
    for (const key of keys) {
      if (sizes) priceScoreMarket(sheet, sizes, key)
      else if (key === 'race_to_points') priceRaces(sheet, scope, [count.h, count.a], whole)
      else pricePointsMarket(sheet, scope, key)
    }
  }
  if (keysOf(input.sportId, 'players', true).length > 0 && !isDecided(input, facts)) {
    pricePlayerPoints(input, facts, Math.max(0.01, leftToPlay(input, facts)), out)
  }
}

/** Lines round the middle of a normal count; the main line is a half. */
function lines(sheet: Sheet, key: string, [over, under, what]: PointsLine, scope: PointsScope): void {
  const handicap = what === 'margin'
  const quarter = key.startsWith('asian')
  const { mean } = spreadOf(finalSpreads(scope), what)
  const centre = quarter ? Math.round(mean * 2) / 2 + 0.25 : Math.round(mean - 0.5) + 0.5
  const each = quarter ? 1 : scope.top ? 4 : key.startsWith('team') ? 1 : 2
  for (let n = -each; n <= each; n++) {
    const line = centre + n * (quarter ? 0.5 : scope.step)
    if (!handicap && line <= 0) continue
    // With overtime nobody ends level, so lines inside ±1 are the money line again.
    if (handicap && scope.noDraw && Math.abs(line) < 1) continue
    const states = statesOf(scope, what, line)
    const prob = effectiveProbability(states)
    if (prob < 0.03 || prob > 0.97) continue
    const own = canonicalLine(handicap ? -line : line)
    const market = openMarket(sheet, key, `line=${own}`, n === 0)
    addLine(sheet, market, outcome(over, own), outcome(under, canonicalLine(handicap ? line : own)), states)
  }
}

/** Two outcomes, and the probability of the first. */
const PAIRS: Readonly<Record<string, readonly [number, number, (scope: PointsScope) => number]>> = {
  winner_with_ot: [401, 402, sideOneWins],
  result_2way: [1, 3, sideOneWins],
  overtime: [759, 761, (scope) => resultOf(scope)[1]],
  odd_even: [182, 183, (scope) => evenChance(scope, 'total')],
  team1_odd_even: [755, 757, (scope) => evenChance(scope, 'team1')],
  team2_odd_even: [766, 767, (scope) => evenChance(scope, 'team2')],
}

/** Outcomes of the first, the draw and the second; of two of them together. */
const RESULTS: Readonly<Record<string, readonly number[]>> = { result_1x2: [1, 2, 3], result_regular: [3653, 3654, 3655] }
const CHANCES: Readonly<Record<string, readonly number[]>> = { double_chance: [4, 5, 6], double_chance_regular: [3656, 3657, 3658] }

/** Outcomes above and below a line, and what is counted. */
type PointsLine = readonly [over: number, under: number, what: Counted]
const LINES: Readonly<Record<string, PointsLine>> = {
  handicap: [7, 8, 'margin'],
  asian_handicap: [3829, 3830, 'margin'],
  total: [9, 10, 'total'],
  asian_total: [3827, 3828, 'total'],
  team1_total: [11, 12, 'team1'],
  team2_total: [13, 14, 'team2'],
  asian_team1_total: [7778, 7779, 'team1'],
  asian_team2_total: [7780, 7781, 'team2'],
}

interface MarginBands {
  /** The first and the second within a band, the first and the second beyond the last. */
  ts: readonly [number, number, number, number]
  bands: readonly (readonly [number, number])[]
  beyond: number
}

const BANDS: Readonly<Record<string, MarginBands>> = {
  margin_points: {
    ts: [2314, 2315, 2316, 2317],
    bands: [
      [1, 2],
      [3, 6],
      [7, 9],
    ],
    beyond: 10,
  },
  win_by_points: {
    ts: [6490, 6492, 6491, 6493],
    bands: [
      [1, 10],
      [11, 20],
    ],
    beyond: 21,
  },
}

/** False when the key needs more than margin and total of this part. */
function pricePointsMarket(sheet: Sheet, scope: PointsScope, key: string): boolean {
  const [pair, line, bands] = [PAIRS[key], LINES[key], BANDS[key]]
  if (pair) addPair(sheet, openMarket(sheet, key), outcome(pair[0]), outcome(pair[1]), pair[2](scope))
  else if (line) lines(sheet, key, line, scope)
  else if (bands) marginBands(sheet, scope, key, bands)
  else if (key === 'win1_and_total' || key === 'win2_and_total') resultAndTotal(sheet, scope, key)
  else return resultSet(sheet, scope, key)
  return true
}

function resultSet(sheet: Sheet, scope: PointsScope, key: string): boolean {
  const ts = RESULTS[key] ?? CHANCES[key]
  if (!ts) return false
  const [home, draw, away] = resultOf(scope)
  const keys = ts.map((t) => outcome(t))
  if (RESULTS[key]) addSet(sheet, openMarket(sheet, key), keys, [home, draw, away])
  else addSet(sheet, openMarket(sheet, key), keys, [home + draw, home + away, draw + away], 2)
  return true
}

/** Margin and total are independent in this model, so the joint is the product. */
function resultAndTotal(sheet: Sheet, scope: PointsScope, key: string): void {
  const line = Math.round(finalSpreads(scope).total.mean - 0.5) + 0.5
  if (line <= 0 || !scope.noDraw) return
  const first = key === 'win1_and_total'
  // Who wins has more than the other one has already.
  const over = 2 * scope.so[first ? 1 : 0] + 1 > line ? 1 : statesOf(scope, 'total', line)[0]
  const win = first ? sideOneWins(scope) : 1 - sideOneWins(scope)
  const market = openMarket(sheet, key, `line=${line}`)
  addPair(sheet, market, outcome(first ? 197 : 192, line), outcome(first ? 207 : 212, line), win * over)
  addPair(sheet, market, outcome(first ? 196 : 191, line), outcome(first ? 206 : 211, line), win * (1 - over))
}

function marginBands(sheet: Sheet, scope: PointsScope, key: string, { ts, bands, beyond }: MarginBands): void {
  const keys: string[] = []
  const probs: number[] = []
  for (const [from, to] of bands) {
    const p = packThousandths(from, to)
    keys.push(outcome(ts[0], p), outcome(ts[1], p))
    probs.push(...wonBy(scope, from, to))
  }
  keys.push(outcome(ts[2], beyond), outcome(ts[3], beyond))
  probs.push(...wonBy(scope, beyond, Infinity))
  addSet(sheet, openMarket(sheet, key), keys, probs)
}

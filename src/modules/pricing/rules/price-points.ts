/** Basketball, handball and other sports of points: normal margin and total, split evenly over the parts. */
import { packThousandths } from '#modules/line/rules/param.ts'
import { afterPlay, normalBetween, normalStates, teamSpread, winProbabilityOf } from './basketball.ts'
import type { Spread } from './basketball.ts'
import { keysOf, offeredKeys } from './engines.ts'
import { touchdownsSoFar, triesSoFar } from './grade-points.ts'
import type { SportShape } from './engines.ts'
import type { CountFacts, GameFacts } from './game-facts.ts'
import { canonicalLine } from './lines.ts'
import { addLine, addPair, addSet, openMarket, openSheet, outcome } from './sheet.ts'
import type { PricedMarket, Sheet } from './sheet.ts'
import type { PriceInput } from './price-input.ts'
import { priceScoreMarket, scoreScope } from './score-markets.ts'
import { stepsGrid } from './steps.ts'
import { pricePlayerPoints } from './price-player-points.ts'
import { priceEvents, priceQuarters, priceRaces } from './price-quarters.ts'
import { effectiveProbability } from './payoff.ts'

export interface PointsScope {
  margin: Spread
  total: Spread
  /** Level scores go to overtime and never end so. */
  noDraw: boolean
  top: boolean
  step: number
  level: number
}

/** Share of a segment still to play. */
function leftOf(shape: SportShape, facts: GameFacts, index: number, periodMin: number | undefined): number {
  if (facts.stage === 'before' || facts.segment < index + 1) return 1
  if (facts.segment > index + 1 || facts.pause) return 0
  const length = (periodMin ?? shape.minutes / shape.segments.length) * 60
  return Math.min(1, Math.max(0.004, 1 - (facts.clockSec - index * length) / length))
}

function scopeOf(input: PriceInput, facts: GameFacts, indexes: readonly number[], count: CountFacts, noDraw: boolean): PointsScope {
  const shape = facts.shape
  const parts = shape.segments.length
  const [sd, totalSd] = deviationsOf(input, facts)
  let left = 0
  for (const index of indexes) left += leftOf(shape, facts, index, input.model.extra['periodMin']) / parts
  // Past the last segment only overtime is left: a tenth of a part.
  if (facts.segment > parts && facts.stage === 'running' && indexes.length === parts) left = 0.1 / parts
  const step = input.model.total * (indexes.length / parts) > 60 ? 1 : 0.5
  const [ofTotal, ofMargin] = shape.together ?? [0, 0]
  // Parts that go together are narrower than their share of the game, parts that make up for each other are wider.
  const wide = (r: number): number => Math.sqrt((1 + (indexes.length - 1) * r) / (1 + (parts - 1) * r))
  return {
    margin: afterPlay({ mean: input.model.supremacy, sd: sd * wide(ofMargin) }, count.h - count.a, left),
    total: afterPlay({ mean: input.model.total, sd: totalSd * wide(ofTotal) }, count.h + count.a, left),
    noDraw,
    top: input.top,
    step,
    level: shape.level?.[indexes.length === parts ? 0 : 1] ?? 1,
  }
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
  if (full.done) return
  const all = shape.segments.map((_, n) => n)
  const scope = scopeOf(input, facts, all, full, shape.withOvertime)
  const sheet = openSheet('full', input.margins, facts.stage === 'running', out)
  const regularOpen = !facts.counts.get('regular')!.done
  const parts = only ? undefined : partsOf(input, facts)
  for (const key of offeredKeys(input.sportId, 'match', shape.draw, input.top)) {
    if ((only && !only.has(key)) || (!regularOpen && ONLY_REGULAR.has(key))) continue
    if (pricePointsMarket(sheet, scope, key) || !parts) continue
    const { segments, halves } = parts
    if (key === 'race_to_points') priceRaces(sheet, scope, [full.h, full.a], input.model.total)
    else if (!priceQuarters(sheet, segments, halves, scope, shape.together, key)) priceEventsOf(sheet, facts, scope, key)
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

function priceEventsOf(sheet: Sheet, facts: GameFacts, { margin, total }: PointsScope, key: string): void {
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
    if (count.done || (input.parts && !input.parts.includes(part))) continue
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
  if (keysOf(input.sportId, 'players', true).length > 0) {
    const played = shape.segments.reduce((sum, _, n) => sum + 1 - leftOf(shape, facts, n, input.model.extra['periodMin']), 0)
    pricePlayerPoints(input, facts, Math.max(0.01, 1 - played / shape.segments.length), out)
  }
}

/** Lines round the middle of a normal count; the main line is a half. */
function lines(sheet: Sheet, key: string, over: number, under: number, s: Spread, scope: PointsScope, handicap: boolean): void {
  const quarter = key.startsWith('asian')
  const centre = quarter ? Math.round(s.mean * 2) / 2 + 0.25 : Math.round(s.mean - 0.5) + 0.5
  const each = quarter ? 1 : scope.top ? 4 : key.startsWith('team') ? 1 : 2
  for (let n = -each; n <= each; n++) {
    const line = centre + n * (quarter ? 0.5 : scope.step)
    if (!handicap && line <= 0) continue
    // With overtime nobody ends level, so lines inside ±1 are the money line again.
    if (handicap && scope.noDraw && Math.abs(line) < 1) continue
    const states = normalStates(s, line)
    const prob = effectiveProbability(states)
    if (prob < 0.03 || prob > 0.97) continue
    const own = canonicalLine(handicap ? -line : line)
    const market = openMarket(sheet, key, `line=${own}`, n === 0)
    addLine(sheet, market, outcome(over, own), outcome(under, canonicalLine(handicap ? line : own)), states)
  }
}

function result(scope: PointsScope): [number, number, number] {
  const plain = normalBetween(scope.margin, 0, 0)
  const draw = 1 - (1 - plain) ** scope.level
  const home = normalStates(scope.margin, 0.5)[0] - (draw - plain) * winProbabilityOf(scope.margin)
  return [home, draw, 1 - home - draw]
}

/** Two outcomes, and the probability of the first. */
const PAIRS: Readonly<Record<string, readonly [number, number, (scope: PointsScope) => number]>> = {
  winner_with_ot: [401, 402, ({ margin }) => winProbabilityOf(margin)],
  result_2way: [1, 3, ({ margin }) => winProbabilityOf(margin)],
  overtime: [759, 761, (scope) => result(scope)[1]],
  odd_even: [182, 183, () => 0.5],
  team1_odd_even: [755, 757, () => 0.5],
  team2_odd_even: [766, 767, () => 0.5],
}

/** Outcomes of the first, the draw and the second; of two of them together. */
const RESULTS: Readonly<Record<string, readonly number[]>> = { result_1x2: [1, 2, 3], result_regular: [3653, 3654, 3655] }
const CHANCES: Readonly<Record<string, readonly number[]>> = { double_chance: [4, 5, 6], double_chance_regular: [3656, 3657, 3658] }

/** Outcomes above and below a line, and what is counted. */
const LINES: Readonly<Record<string, readonly [number, number, 'margin' | 'total' | 'team1' | 'team2']>> = {
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
  else if (line) lines(sheet, key, line[0], line[1], spreadOf(scope, line[2]), scope, line[2] === 'margin')
  else if (bands) marginBands(sheet, scope, key, bands)
  else if (key === 'win1_and_total' || key === 'win2_and_total') resultAndTotal(sheet, scope, key)
  else return resultSet(sheet, scope, key)
  return true
}

function spreadOf({ margin, total }: PointsScope, what: 'margin' | 'total' | 'team1' | 'team2'): Spread {
  if (what === 'margin') return margin
  return what === 'total' ? total : teamSpread(margin, total, what === 'team1' ? 1 : 2)
}

function resultSet(sheet: Sheet, scope: PointsScope, key: string): boolean {
  const ts = RESULTS[key] ?? CHANCES[key]
  if (!ts) return false
  const [home, draw, away] = result(scope)
  const keys = ts.map((t) => outcome(t))
  if (RESULTS[key]) addSet(sheet, openMarket(sheet, key), keys, [home, draw, away])
  else addSet(sheet, openMarket(sheet, key), keys, [home + draw, home + away, draw + away], 2)
  return true
}

/** Margin and total are independent in this model, so the joint is the product. */
function resultAndTotal(sheet: Sheet, scope: PointsScope, key: string): void {
  const line = Math.round(scope.total.mean - 0.5) + 0.5
  if (line <= 0 || !scope.noDraw) return
  const over = normalStates(scope.total, line)[0]
  const first = key === 'win1_and_total'
  const win = first ? winProbabilityOf(scope.margin) : 1 - winProbabilityOf(scope.margin)
  const market = openMarket(sheet, key, `line=${line}`)
  addPair(sheet, market, outcome(first ? 197 : 192, line), outcome(first ? 207 : 212, line), win * over)
  addPair(sheet, market, outcome(first ? 196 : 191, line), outcome(first ? 206 : 211, line), win * (1 - over))
}

/** Bands of the winning margin; a level score is won narrowly in overtime, in the proportion of the two sides. */
function marginBands(sheet: Sheet, scope: PointsScope, key: string, { ts, bands, beyond }: MarginBands): void {
  const keys: string[] = []
  const probs: number[] = []
  const level = normalBetween(scope.margin, 0, 0)
  const overtimeHome = winProbabilityOf(scope.margin) - normalStates(scope.margin, 0.5)[0]
  for (const [from, to] of bands) {
    const p = packThousandths(from, to)
    const narrow = from === 1
    keys.push(outcome(ts[0], p), outcome(ts[1], p))
    probs.push(
      normalBetween(scope.margin, from, to) + (narrow ? overtimeHome : 0),
      normalBetween(scope.margin, -to, -from) + (narrow ? level - overtimeHome : 0),
    )
  }
  keys.push(outcome(ts[2], beyond), outcome(ts[3], beyond))
  probs.push(normalStates(scope.margin, beyond - 0.5)[0], normalStates(scope.margin, -beyond + 0.5)[4])
  addSet(sheet, openMarket(sheet, key), keys, probs)
}

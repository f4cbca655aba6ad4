/**
 * Markets on the parts of a game of points: every part has its share of the margin and the total, both normal and independent
 * of each other and of the other parts. Sums are whole numbers, so the totals of parts are rows.
 */
import { normalBelow } from './counting.ts'
import { normalBetween, normalStates } from './basketball.ts'
import type { Spread } from './basketball.ts'
import type { Row } from './goals/count-grid.ts'
import { linesAround } from './lines.ts'
import { finalSpreads, resultOf, sideOneWins, wonBy } from './points-scope.ts'
import type { PointsScope } from './points-scope.ts'
import { putLines } from './score-markets.ts'
import { addLine, addPair, addSet, addSingle, openMarket, outcome } from './sheet.ts'
import type { Sheet } from './sheet.ts'

export interface PartScope {
  margin: Spread
  total: Spread
}

/** Whole numbers of a total, as far as they matter. */
function rowOf({ mean, sd, atLeast = 0 }: Spread): Row {
  const from = Math.max(atLeast, Math.floor(mean - 5 * sd))
  const to = Math.max(from, Math.ceil(mean + 5 * sd)) + 1
  const p = new Float64Array(to - from + 1)
  let below = 0
  for (let n = from; n <= to; n++) {
    const now = normalBelow(n + 0.5, mean, sd)
    p[n - from] = now - below
    below = now
  }
  return { from, p }
}

/** Points of the normal distribution at which what the parts have in common is looked at, with their weights. */
const COMMON: readonly (readonly [at: number, weight: number])[] = [-2.4, -1.6, -0.8, 0, 0.8, 1.6, 2.4].map((at) => [
  at,
  normalBelow(at + 0.4, 0, 1) - normalBelow(at - 0.4, 0, 1),
])

/** A row made from the rows of parts, over what they have in common (a fast game is fast in every part). */
function mixed(parts: readonly Spread[], together: number, make: (rows: Row[]) => Row): Row {
  if (together <= 0) return make(parts.map(rowOf))
  const sum = COMMON.reduce((s, [, weight]) => s + weight, 0)
  const rows = COMMON.map(([at, weight]) => {
    const own = parts.map(({ mean, sd, ...so }) =>
      rowOf({ ...so, mean: mean + at * Math.sqrt(together) * sd, sd: sd * Math.sqrt(1 - together) }),
    )
    return { row: make(own), weight: weight / sum }
  })
  const from = Math.min(...rows.map(({ row }) => row.from))
  const p = new Float64Array(Math.max(...rows.map(({ row }) => row.from + row.p.length)) - from)
  for (const { row, weight } of rows) row.p.forEach((q, n) => (p[row.from - from + n]! += weight * q))
  return { from, p }
}

/** The largest (or the smallest) of independent counts. */
export function extremeRow(rows: readonly Row[], largest: boolean): Row {
  const from = Math.min(...rows.map((row) => row.from))
  const to = Math.max(...rows.map((row) => row.from + row.p.length))
  const p = new Float64Array(to - from)
  const below = rows.map(() => 0)
  let before = 0
  for (let n = from; n < to; n++) {
    let all = 1
    rows.forEach((row, k) => {
      below[k]! += row.p[n - row.from] ?? 0
      all *= largest ? below[k]! : 1 - below[k]!
    })
    const now = largest ? all : 1 - all
    p[n - from] = Math.max(0, now - before)
    before = now
  }
  return { from, p }
}

/** Chance of each count to be the largest; with several equal ones each is a part of the winner (dead heat). */
export function largestOf(rows: readonly Row[]): number[] {
  const to = Math.max(...rows.map((row) => row.from + row.p.length))
  const from = Math.min(...rows.map((row) => row.from))
  const at = new Float64Array(rows.length)
  const below = new Float64Array(rows.length)
  const chance = new Float64Array(rows.length)
  // Coefficient k: chance that exactly k others are level and the rest lower. One array for all: this runs with every price.
  const level = new Float64Array(rows.length)
  for (let n = from; n < to; n++) {
    for (const [k, row] of rows.entries()) at[k] = row.p[n - row.from] ?? 0
    for (let own = 0; own < rows.length; own++) {
      if (at[own] === 0) continue
      level.fill(0)
      level[0] = 1
      let others = 0
      for (let other = 0; other < rows.length; other++) {
        if (other === own) continue
        others++
        for (let k = others; k > 0; k--) level[k] = level[k]! * below[other]! + level[k - 1]! * at[other]!
        level[0]! *= below[other]!
      }
      for (let k = 0; k <= others; k++) chance[own]! += (at[own]! * level[k]!) / (k + 1)
    }
    for (let k = 0; k < rows.length; k++) below[k]! += at[k]!
  }
  const sum = chance.reduce((s, p) => s + p, 0)
  return [...chance].map((p) => p / sum)
}

export function priceBestPeriod(sheet: Sheet, rows: readonly Row[]): void {
  addSet(
    sheet,
    openMarket(sheet, 'best_period'),
    rows.map((_, n) => outcome(989, n + 1)),
    largestOf(rows),
  )
}

const EXTREMES: Readonly<Record<string, readonly [over: number, under: number, largest: boolean]>> = {
  each_quarter_over: [4015, 4016, false],
  each_quarter_under: [4018, 4017, true],
  best_quarter_total: [13908, 13907, true],
  worst_quarter_total: [13910, 13909, false],
}
const EXTREME_HALVES: typeof EXTREMES = {
  each_half_over: [4019, 4020, false],
  each_half_under: [4022, 4021, true],
}

const extremes = new WeakMap<readonly PartScope[], [smallest?: Row, largest?: Row]>()

/** Several markets look at the same smallest and largest part. */
function extremeOf(parts: readonly PartScope[], together: number, largest: boolean): Row {
  let known = extremes.get(parts)
  if (!known) extremes.set(parts, (known = []))
  return (known[largest ? 1 : 0] ??= mixed(
    parts.map((part) => part.total),
    together,
    (rows) => extremeRow(rows, largest),
  ))
}

/** False when the key is not about quarters and halves. */
export function priceQuarters(
  sheet: Sheet,
  quarters: readonly PartScope[],
  halves: readonly PartScope[],
  full: PointsScope,
  together: readonly [total: number, margin: number] | undefined,
  key: string,
): boolean {
  const [ofTotal, ofMargin] = together ?? [0, 0]
  const ofHalves = (2 * ofTotal) / (1 + ofTotal)
  const extreme = EXTREMES[key] ?? EXTREME_HALVES[key]
  if (extreme) {
    const row = extremeOf(EXTREMES[key] ? quarters : halves, EXTREMES[key] ? ofTotal : ofHalves, extreme[2])
    putLines(sheet, key, extreme[0], extreme[1], linesAround(row, 1, 1, 0.5), false)
    return true
  }
  switch (key) {
    case 'best_period':
      priceBestPeriod(
        sheet,
        quarters.map((part) => rowOf(part.total)),
      )
      return true
    case 'best_half': {
      const [one, two] = halves.map((part) => part.total) as [Spread, Spread]
      const difference = { mean: one.mean - two.mean, sd: Math.hypot(one.sd, two.sd) * Math.sqrt(1 - ofHalves) }
      addLine(sheet, openMarket(sheet, key), outcome(1050), outcome(1051), normalStates(difference, 0))
      return true
    }
    case 'ht_ft_with_ot':
      halfAndWinner(sheet, key, resultsAfter(halves[0]!.margin, full, (2 * ofMargin) / (1 + ofMargin)), full)
      return true
    case 'quarter1_match':
      quarterAndMatch(sheet, key, resultsAfter(quarters[0]!.margin, full, 3 * ofMargin))
      return true
    case 'ht_ft':
      addSet(
        sheet,
        openMarket(sheet, key),
        [15, 16, 17, 18, 19, 20, 21, 22, 23].map((t) => outcome(t)),
        resultsAfter(halves[0]!.margin, full, ofMargin).flat(),
      )
      return true
    case 'euro_handicap':
      euroHandicap(sheet, key, full)
      return true
    default:
      return false
  }
}

/** Starts that take the expected margin away, and two points less and more; never level. */
export function startsAround(mean: number): { starts: number[]; main: number } {
  const main = -Math.round(mean) || -1
  return { starts: [main - 2, main, main + 2].filter((line) => line !== 0), main }
}

/** Three-way on the final margin with the start added, of sports in which nobody ends level. */
function euroHandicap(sheet: Sheet, key: string, full: PointsScope): void {
  const { starts, main } = startsAround(finalSpreads(full).margin.mean)
  for (const line of starts) {
    const by = Math.abs(line)
    const side = line < 0 ? 0 : 1
    const level = wonBy(full, by, by)[side]
    const ahead = wonBy(full, by + 1, Infinity)[side]
    const rest = 1 - level - ahead
    const market = openMarket(sheet, key, `line=${line}`, line === main)
    addSet(
      sheet,
      market,
      [424, 425, 426].map((t) => outcome(t, line)),
      line < 0 ? [ahead, level, rest] : [rest, level, ahead],
    )
  }
}

/** The final margin given the whole-number margin of the first part; `follows`: how much of it the rest repeats. */
function* margins(first: Spread, full: Spread, follows: number): Generator<[margin: number, chance: number, final: Spread]> {
  const slope = 1 + follows
  const sd = Math.sqrt(Math.max(0, full.sd ** 2 - (slope * first.sd) ** 2))
  const reach = Math.ceil(5 * first.sd) + 1
  const middle = Math.round(first.mean)
  for (let d = middle - reach; d <= middle + reach; d++) {
    const chance = normalBetween(first, d, d)
    if (chance > 1e-9) yield [d, chance, { mean: full.mean + slope * (d - first.mean), sd }]
  }
}

type Three = [ahead: number, level: number, behind: number]

/**
 * Rows: ahead, level, behind after the first part; columns: the same before an overtime. Each column adds up to what the result alone
 * is priced with, so that nobody buys it for less piece by piece.
 */
function resultsAfter(first: Spread, full: PointsScope, follows: number): [Three, Three, Three] {
  const rows: [Three, Three, Three] = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]
  for (const [d, chance, final] of margins(first, full.margin, follows)) {
    const row = rows[1 - Math.sign(d)]!
    resultOf({ ...full, margin: final }).forEach((p, n) => (row[n]! += chance * p))
  }
  for (const [n, p] of resultOf(full).entries()) {
    const sum = rows.reduce((s, row) => s + row[n]!, 0)
    for (const row of rows) row[n]! *= sum > 1e-12 ? p / sum : 0
  }
  return rows
}

/** First half and winner: what is level goes on, and side 1 wins as much of it as of all level matches. */
function halfAndWinner(sheet: Sheet, key: string, rows: readonly Three[], full: PointsScope): void {
  const [home, draw] = resultOf(full)
  const share = draw > 1e-12 ? Math.min(1, Math.max(0, (sideOneWins(full) - home) / draw)) : 0
  addSet(
    sheet,
    openMarket(sheet, key),
    [2457, 2455, 2454, 2461, 2459, 2458].map((t) => outcome(t)),
    rows.flatMap(([ahead, level, behind]) => [ahead + level * share, behind + level * (1 - share)]),
  )
}

/** First quarter and regular time; nothing is offered on a level match, nor on side 1 after a level quarter. */
function quarterAndMatch(sheet: Sheet, key: string, [ahead, level, behind]: readonly [Three, Three, Three]): void {
  const market = openMarket(sheet, key)
  for (const [t, p] of [
    [11663, ahead[0]],
    [11665, behind[0]],
    [11669, ahead[2]],
    [11670, level[2]],
    [11671, behind[2]],
  ] as const)
    addSingle(sheet, market, outcome(t), p)
}

const RACES = [10, 15, 20, 25, 30, 40, 60, 80]

/**
 * First to N points: side 1 is first when it needs less time at its pace; how sure that is follows from the spread of the
 * margin up to then. Nobody is when the winner has fewer at the end.
 */
export function priceRaces(sheet: Sheet, scope: PartScope, so: readonly [number, number], whole: number): void {
  const left = { margin: scope.margin.mean - (so[0] - so[1]), total: scope.total.mean - so[0] - so[1] }
  const pace = [Math.max(0.5, (left.total + left.margin) / 2), Math.max(0.5, (left.total - left.margin) / 2)] as const
  let main = true
  for (const target of RACES) {
    if (target <= Math.max(...so) || target < whole / 12) continue
    const nobody = nobodyHas(scope, target)
    if (nobody > 0.9) break
    const times = [(target - so[0]) / pace[0], (target - so[1]) / pace[1]] as const
    const at = Math.min(1, (times[0] + times[1]) / 2)
    const sd = scope.margin.sd * Math.sqrt(at)
    const home = 1 - normalBelow(0, ((times[1] - times[0]) * (pace[0] + pace[1])) / 2, sd)
    addSet(
      sheet,
      openMarket(sheet, 'race_to_points', `n=${target}`, main),
      [1868, 1869, 1870].map((t) => outcome(t, target)),
      [home * (1 - nobody), (1 - home) * (1 - nobody), nobody],
    )
    main = false
  }
}

/** Both sides end below the target: the total is less than twice the target by more than the margin. */
function nobodyHas({ margin, total }: PartScope, target: number): number {
  if (total.mean - 5 * total.sd > 2 * target) return 0
  const reach = Math.ceil(4.5 * margin.sd)
  let chance = 0
  for (let d = Math.round(margin.mean) - reach; d <= margin.mean + reach; d++) {
    chance += normalBetween(margin, d, d) * normalBelow(2 * target - Math.abs(d) - 1, total.mean, total.sd)
  }
  return chance
}

/** Events that bring points: touchdowns, tries. Their number goes with the points. */
export interface Events {
  perPoint: number
  /** Events that one more point brings, and the variance that is left when the points are known. */
  slope: number
  spread: number
}

export function priceEvents(
  sheet: Sheet,
  key: string,
  ts: readonly [number, number],
  events: Events,
  total: Spread,
  points: number,
  so: number,
): void {
  const share = total.sd > 0 ? (total.mean - points) / Math.max(1, total.mean) : 0
  const mean = so + (total.mean - points) * events.perPoint
  const sd = Math.sqrt((total.sd * events.slope) ** 2 + events.spread * Math.max(0, share))
  const centre = Math.round(mean - 0.5) + 0.5
  for (let n = -1; n <= 1; n++) {
    const line = centre + n
    const states = normalStates({ mean, sd }, line)
    if (line <= so || states[0] < 0.03 || states[0] > 0.97) continue
    addPair(sheet, openMarket(sheet, key, `line=${line}`, n === 0), outcome(ts[0], line), outcome(ts[1], line), states[0])
  }
}

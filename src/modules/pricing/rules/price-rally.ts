/** Volleyball, table tennis, badminton: rallies make points, points make sets (rules 7.8). */
import { normalStates } from './basketball.ts'
import { keysOf, sportShape } from './engines.ts'
import type { GameFacts } from './game-facts.ts'
import { makeGrid } from './goals/count-grid.ts'
import type { CountGrid } from './goals/count-grid.ts'
import { canonicalLine } from './lines.ts'
import { emptyStates, effectiveProbability } from './payoff.ts'
import type { FiveStates } from './payoff.ts'
import { priceFirstAndMatch, priceSetMarket, setGrid } from './set-grid.ts'
import { priceScoreMarket, scoreScope } from './score-markets.ts'
import { addLine, addPair, openMarket, openSheet, outcome } from './sheet.ts'
import type { PricedMarket, Sheet } from './sheet.ts'
import type { PriceInput } from './price-input.ts'
import { bestOfProbability, rallySetProbability } from './other.ts'

export interface RallyGame {
  input: PriceInput
  facts: GameFacts
  p: number
  to: number
  lastTo: number
  setsToWin: number
  sets: [number, number]
  points: [number, number]
  live: boolean
}

const bounded = (p: number): number => Math.min(0.98, Math.max(0.02, p))

/** Chance of side 1 in one trial (frame, bout): the model's own, or from the supremacy p1 − p2. */
export function trialChance(input: PriceInput): number {
  const { p, p1, p2 } = input.model.extra
  if (p !== undefined) return bounded(p)
  return bounded(p1 !== undefined && p2 !== undefined ? p1 / (p1 + p2) : (1 + input.model.supremacy) / 2)
}

/** Chance of side 1 in one rally: the mean over both servers. */
export function rallyChance(input: PriceInput): number {
  const { pServe1, pServe2 } = input.model.extra
  return pServe1 !== undefined && pServe2 !== undefined ? bounded((pServe1 + 1 - pServe2) / 2) : trialChance(input)
}

export function rallyGame(input: PriceInput, facts: GameFacts): RallyGame {
  const shape = sportShape(input.sportId)
  const full = facts.counts.get('full')!
  const set = facts.stage === 'running' ? facts.counts.get(`set${facts.segment}`) : undefined
  const setsToWin = (facts.bestOf + 1) / 2
  const sets: [number, number] = [Math.min(full.h, setsToWin), Math.min(full.a, setsToWin)]
  const over = !set || set.done
  return {
    input,
    facts,
    p: rallyChance(input),
    to: shape.setTo ?? 11,
    lastTo: shape.lastSetTo ?? 11,
    setsToWin,
    sets,
    points: over ? [0, 0] : [set.h, set.a],
    live: facts.stage === 'running',
  }
}

function target(game: RallyGame, played: number): number {
  return played === 2 * game.setsToWin - 2 ? game.lastTo : game.to
}

export function rallySets(game: RallyGame): CountGrid {
  const usual = rallySetProbability(game.p, game.to)
  const last = rallySetProbability(game.p, game.lastTo)
  const current = rallySetProbability(game.p, target(game, game.sets[0] + game.sets[1]), game.points)
  return setGrid(current, (i, j) => (i + j === 2 * game.setsToWin - 2 ? last : usual), game.sets, game.setsToWin)
}

/** Points beyond `to` that a set may run to in this model. */
const EXTRA = 16

/** Final points of a set from the given points. */
export function setPoints(p: number, to: number, points: readonly [number, number]): CountGrid {
  const size = to + EXTRA + 1
  const cells = new Float64Array(size * size)
  const reach = new Float64Array(size * size)
  reach[points[0] * size + points[1]] = 1
  for (let n = points[0] + points[1]; n <= 2 * size - 2; n++) {
    for (let i = Math.max(0, n - size + 1); i <= Math.min(size - 1, n); i++) {
      const j = n - i
      const here = reach[i * size + j]!
      if (here === 0) continue
      if ((Math.max(i, j) >= to && Math.abs(i - j) >= 2) || Math.max(i, j) === size - 1) {
        cells[i * size + j] = here
        continue
      }
      reach[(i + 1) * size + j]! += here * p
      reach[i * size + j + 1]! += here * (1 - p)
    }
  }
  return makeGrid(0, 0, size, size, cells)
}

interface Moments {
  totalMean: number
  totalVariance: number
  differenceMean: number
  differenceVariance: number
}

/** Moments of a set's points when side 1 wins it (or loses it). */
function momentsOf(grid: CountGrid, won: boolean): Moments {
  const sums = [0, 0, 0, 0, 0]
  for (let i = 0, n = 0; i < grid.rows; i++) {
    for (let j = 0; j < grid.columns; j++, n++) {
      const p = grid.p[n]!
      if (p === 0 || i > j !== won) continue
      sums[0]! += p
      sums[1]! += p * (i + j)
      sums[2]! += p * (i + j) * (i + j)
      sums[3]! += p * (i - j)
      sums[4]! += p * (i - j) * (i - j)
    }
  }
  const [all, t1, t2, d1, d2] = sums as [number, number, number, number, number]
  if (all === 0) return { totalMean: 0, totalVariance: 0, differenceMean: 0, differenceVariance: 0 }
  return {
    totalMean: t1 / all,
    totalVariance: t2 / all - (t1 / all) ** 2,
    differenceMean: d1 / all,
    differenceVariance: d2 / all - (d1 / all) ** 2,
  }
}

/** One component of the mixture over ways the match can go. */
interface Way {
  weight: number
  moments: Moments
}

/** Every order of set winners from here, merged by final score; sums of points are normal inside each. */
function waysOf(game: RallyGame): Way[] {
  const units = game.facts.counts.get('units')!
  const base = { h: units.h - game.points[0], a: units.a - game.points[1] }
  const usual = setPoints(game.p, game.to, [0, 0])
  const last = game.lastTo === game.to ? usual : setPoints(game.p, game.lastTo, [0, 0])
  const now = target(game, game.sets[0] + game.sets[1])
  const fresh = game.points[0] + game.points[1] === 0
  const first = fresh && now === game.to ? usual : fresh ? last : setPoints(game.p, now, game.points)
  const table = (grid: CountGrid) => [momentsOf(grid, true), momentsOf(grid, false), winOf(grid)] as const
  const usualTable = table(usual)
  const lastTable = last === usual ? usualTable : table(last)
  const tables = [first === usual ? usualTable : first === last ? lastTable : table(first), usualTable, lastTable]
  const ways = new Map<string, Way>()
  const walk = (i: number, j: number, set: number, weight: number, m: Moments, key: string): void => {
    if (weight < 1e-9) return
    if (i === game.setsToWin || j === game.setsToWin) {
      const known = ways.get(key)
      if (known) known.weight += weight
      else ways.set(key, { weight, moments: m })
      return
    }
    const own = tables[set === 0 ? 0 : i + j === 2 * game.setsToWin - 2 ? 2 : 1]!
    const mark = set === 0 ? 'f' : ''
    walk(i + 1, j, set + 1, weight * own[2], added(m, own[0]), mark ? `1${i + 1}` : bump(key, i + 1, j))
    walk(i, j + 1, set + 1, weight * (1 - own[2]), added(m, own[1]), mark ? `2${j + 1}` : bump(key, i, j + 1))
  }
  const start: Moments = { totalMean: base.h + base.a, totalVariance: 0, differenceMean: base.h - base.a, differenceVariance: 0 }
  walk(game.sets[0], game.sets[1], 0, 1, start, '')
  return [...ways.values()]
}

/** Ways with the same first set, final score and last winner have the same moments. */
function bump(key: string, i: number, j: number): string {
  return `${key[0]}:${i}:${j}`
}

function added(x: Moments, y: Moments): Moments {
  return {
    totalMean: x.totalMean + y.totalMean,
    totalVariance: x.totalVariance + y.totalVariance,
    differenceMean: x.differenceMean + y.differenceMean,
    differenceVariance: x.differenceVariance + y.differenceVariance,
  }
}

function winOf(grid: CountGrid): number {
  let win = 0
  for (let i = 0, n = 0; i < grid.rows; i++) for (let j = 0; j < grid.columns; j++, n++) if (i > j) win += grid.p[n]!
  return win
}

function mixtureStates(ways: readonly Way[], line: number, what: 'total' | 'difference'): FiveStates {
  const sum = emptyStates()
  for (const { weight, moments: m } of ways) {
    const spread =
      what === 'total'
        ? { mean: m.totalMean, sd: Math.sqrt(m.totalVariance) }
        : { mean: m.differenceMean, sd: Math.sqrt(m.differenceVariance) }
    const states = normalStates(spread, line)
    for (let n = 0; n < 5; n++) sum[n]! += weight * states[n]!
  }
  return sum
}

/** Middle of the mixture to half a point, by halving. */
function middleOf(ways: readonly Way[], what: 'total' | 'difference'): number {
  let lo = what === 'total' ? 0 : -200
  let hi = what === 'total' ? 400 : 200
  while (hi - lo > 1) {
    const middle = Math.round((lo + hi) / 2)
    if (mixtureStates(ways, middle - 0.5, what)[0] > 0.5) lo = middle
    else hi = middle
  }
  return lo - 0.5
}

function pointLines(
  sheet: Sheet,
  key: string,
  ways: readonly Way[],
  over: number,
  under: number,
  what: 'total' | 'difference',
  each: number,
): void {
  const centre = middleOf(ways, what)
  for (let n = -each; n <= each; n++) {
    const line = centre + n * (what === 'total' ? 2 : 1)
    const states = mixtureStates(ways, line, what)
    const prob = effectiveProbability(states)
    if (prob < 0.03 || prob > 0.97) continue
    const own = canonicalLine(what === 'difference' ? -line : line)
    addLine(
      sheet,
      openMarket(sheet, key, `line=${own}`, n === 0),
      outcome(over, own),
      outcome(under, canonicalLine(what === 'difference' ? line : own)),
      states,
    )
  }
}

export function priceRallyMatch(game: RallyGame, out: PricedMarket[], only?: ReadonlySet<string>): void {
  if (game.facts.counts.get('full')!.done) return
  const sheet = openSheet('full', game.input.margins, game.live, out)
  const sets = rallySets(game)
  let ways: Way[] | undefined
  for (const key of keysOf(game.input.sportId, 'match', false)) {
    if (only && !only.has(key)) continue
    if (key === 'handicap') pointLines(sheet, key, (ways ??= waysOf(game)), 7, 8, 'difference', game.input.top ? 2 : 1)
    else if (key === 'total') pointLines(sheet, key, (ways ??= waysOf(game)), 9, 10, 'total', game.input.top ? 2 : 1)
    else if (key === 'odd_even') addPair(sheet, openMarket(sheet, key), outcome(182), outcome(183), 0.5)
    else if (key === 'set_match') priceSetMatch(game, sheet, key)
    else priceSetMarket(sheet, sets, key, game.setsToWin)
  }
}

function priceSetMatch(game: RallyGame, sheet: Sheet, key: string): void {
  if (game.sets[0] + game.sets[1] > 0 || game.setsToWin < 2) return
  const first = rallySetProbability(game.p, game.to, game.points)
  const later = rallySetProbability(game.p, game.to)
  const same = game.lastTo === game.to
  const after = (sets: [number, number]): number => {
    if (same) return bestOfProbability(later, game.setsToWin, sets)
    const last = rallySetProbability(game.p, game.lastTo)
    const grid = setGrid(later, (i, j) => (i + j === 2 * game.setsToWin - 2 ? last : later), sets, game.setsToWin)
    let win = 0
    for (let j = 0; j < game.setsToWin; j++) win += grid.p[game.setsToWin * grid.columns + j]!
    return win
  }
  priceFirstAndMatch(sheet, key, [3583, 3585, 3589, 3591], first, after([1, 0]), after([0, 1]))
}

export function priceRally(game: RallyGame, out: PricedMarket[]): void {
  if (game.facts.counts.get('full')!.done) return
  const wanted = game.input.parts
  if (!wanted || wanted.includes('full')) priceRallyMatch(game, out)
  const played = game.sets[0] + game.sets[1]
  const part = `set${played + 1}`
  const keys = keysOf(game.input.sportId, 'part', false)
  if (keys.length === 0 || (wanted && !wanted.includes(part))) return
  const grid = setPoints(game.p, target(game, played), game.points)
  const sheet = openSheet(part, game.input.margins, game.live, out)
  const scope = scoreScope(grid, false)
  for (const key of keys) {
    if (key === 'result_2way') addPair(sheet, openMarket(sheet, key), outcome(1), outcome(3), winOf(grid))
    else if (key !== 'team1_total' && key !== 'team2_total') priceScoreMarket(sheet, scope, key)
  }
}

/** Volleyball, table tennis, badminton: rallies make points, points make sets (rules 7.8). */
import { normalStates } from './basketball.ts'
import type { Spread } from './basketball.ts'
import { keysOf } from './engines.ts'
import type { GameFacts } from './game-facts.ts'
import { aheadProbability } from './goals/count-grid.ts'
import type { CountGrid } from './goals/count-grid.ts'
import { canonicalLine } from './lines.ts'
import { emptyStates, effectiveProbability } from './payoff.ts'
import type { FiveStates } from './payoff.ts'
import { isMatchWon, matchWin, priceFirstAndMatch, priceSetMarket, setGrid, setsToWin as setsToWinOf } from './set-grid.ts'
import { priceScoreMarket, scoreScope } from './score-markets.ts'
import { addLine, addPair, addSet, openMarket, openSheet, outcome } from './sheet.ts'
import type { PricedMarket, Sheet } from './sheet.ts'
import type { PriceInput } from './price-input.ts'
import { setWalk } from './rally-walk.ts'
import type { RallyChances } from './rally-walk.ts'

export interface RallyGame {
  input: PriceInput
  facts: GameFacts
  chances: RallyChances
  /** Side that serves the next rally; 0 when it is not known. */
  server: 0 | 1 | 2
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

/** Sports in which the serve changes by count, not with the rally. */
const SERVE_BY_COUNT = new Set([10, 158])

/** Chances of side 1 in a rally by who serves. */
function rallyChances(input: PriceInput): RallyChances {
  const { pServe1, pServe2 } = input.model.extra
  if (pServe1 === undefined || pServe2 === undefined) {
    const p = trialChance(input)
    return { own: p, other: p }
  }
  const mean = bounded((pServe1 + 1 - pServe2) / 2)
  return SERVE_BY_COUNT.has(input.sportId) ? { own: mean, other: mean } : { own: bounded(pServe1), other: bounded(1 - pServe2) }
}

export function rallyGame(input: PriceInput, facts: GameFacts): RallyGame {
  const shape = facts.shape
  const full = facts.counts.get('full')!
  const set = facts.stage === 'running' ? facts.counts.get(`set${facts.segment}`) : undefined
  const setsToWin = setsToWinOf(facts.bestOf)
  const sets: [number, number] = [Math.min(full.h, setsToWin), Math.min(full.a, setsToWin)]
  const over = !set || set.done
  return {
    input,
    facts,
    chances: rallyChances(input),
    server: over ? 0 : facts.server,
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

/** Sets that the match can still bring, each as points: the one in play, a usual one, the last one. */
interface SetGrids {
  current: CountGrid
  usual: CountGrid
  last: CountGrid
}

function setGrids(game: RallyGame): SetGrids {
  const usual = setPoints(game, game.to)
  const last = game.lastTo === game.to ? usual : setPoints(game, game.lastTo)
  const now = target(game, game.sets[0] + game.sets[1])
  const fresh = game.points[0] + game.points[1] === 0 && game.server === 0
  const current = !fresh ? setPoints(game, now, game.points, game.server) : now === game.to ? usual : last
  return { current, usual, last }
}

function rallySets(game: RallyGame, { current, usual, last }: SetGrids): CountGrid {
  const [p, later, deciding] = [current, usual, last].map(aheadProbability) as [number, number, number]
  return setGrid(p, (i, j) => (i + j === 2 * game.setsToWin - 2 ? deciding : later), game.sets, game.setsToWin)
}

/** Final points of a set from the given points; without a server either side may have the first serve. */
function setPoints(
  game: RallyGame,
  to: number,
  points: readonly [number, number] = [0, 0],
  server: 0 | 1 | 2 = 0,
  lead: 1 | 2 = 2,
): CountGrid {
  return setWalk({ chances: game.chances, to, lead, points, server })
}

interface Moments {
  totalMean: number
  totalVariance: number
  differenceMean: number
  differenceVariance: number
  /** Of total and difference. */
  covariance: number
}

const NO_MOMENTS: Moments = { totalMean: 0, totalVariance: 0, differenceMean: 0, differenceVariance: 0, covariance: 0 }

/** Moments of a set's points when side 1 wins it (or loses it). */
function momentsOf(grid: CountGrid, won: boolean): Moments {
  const sums = [0, 0, 0, 0, 0, 0]
  for (let i = 0, n = 0; i < grid.rows; i++) {
    for (let j = 0; j < grid.columns; j++, n++) {
      const p = grid.p[n]!
      if (p === 0 || i > j !== won) continue
      sums[0]! += p
      sums[1]! += p * (i + j)
      sums[2]! += p * (i + j) * (i + j)
      sums[3]! += p * (i - j)
      sums[4]! += p * (i - j) * (i - j)
      sums[5]! += p * (i + j) * (i - j)
    }
  }
  const [all, t1, t2, d1, d2, td] = sums as [number, number, number, number, number, number]
  if (all === 0) return NO_MOMENTS
  return {
    totalMean: t1 / all,
    totalVariance: t2 / all - (t1 / all) ** 2,
    differenceMean: d1 / all,
    differenceVariance: d2 / all - (d1 / all) ** 2,
    covariance: td / all - (t1 / all) * (d1 / all),
  }
}

/** One component of the mixture over ways the match can go. */
interface Way {
  weight: number
  moments: Moments
}

/** Every order of set winners from here, merged by final score; sums of points are normal inside each. */
function waysOf(game: RallyGame, { current, usual, last }: SetGrids): Way[] {
  const units = game.facts.counts.get('units')!
  const base = { h: units.h - game.points[0], a: units.a - game.points[1] }
  const table = (grid: CountGrid) => [momentsOf(grid, true), momentsOf(grid, false), aheadProbability(grid)] as const
  const usualTable = table(usual)
  const lastTable = last === usual ? usualTable : table(last)
  const tables = [current === usual ? usualTable : current === last ? lastTable : table(current), usualTable, lastTable]
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
  const start: Moments = { ...NO_MOMENTS, totalMean: base.h + base.a, differenceMean: base.h - base.a }
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
    covariance: x.covariance + y.covariance,
  }
}

type PointsOf = 'total' | 'difference' | 'home' | 'away'

function spreadOf(m: Moments, what: PointsOf): Spread {
  if (what === 'total') return { mean: m.totalMean, sd: Math.sqrt(m.totalVariance) }
  if (what === 'difference') return { mean: m.differenceMean, sd: Math.sqrt(m.differenceVariance) }
  const sign = what === 'home' ? 1 : -1
  const variance = (m.totalVariance + m.differenceVariance + 2 * sign * m.covariance) / 4
  return { mean: (m.totalMean + sign * m.differenceMean) / 2, sd: Math.sqrt(Math.max(0, variance)) }
}

function mixtureStates(ways: readonly Way[], line: number, what: PointsOf, so: number): FiveStates {
  const sum = emptyStates()
  for (const { weight, moments } of ways) {
    const spread = spreadOf(moments, what)
    const states = normalStates(what === 'difference' ? spread : { ...spread, atLeast: so }, line)
    for (let n = 0; n < 5; n++) sum[n]! += weight * states[n]!
  }
  return sum
}

/** Middle of the mixture to half a point, by halving. */
function middleOf(ways: readonly Way[], what: PointsOf, so: number): number {
  let lo = what === 'difference' ? -200 : 0
  let hi = what === 'difference' ? 200 : 400
  while (hi - lo > 1) {
    const middle = Math.round((lo + hi) / 2)
    if (mixtureStates(ways, middle - 0.5, what, so)[0] > 0.5) lo = middle
    else hi = middle
  }
  return lo - 0.5
}

/** Outcomes above and below a line, and which points are counted. */
type PointsLine = readonly [over: number, under: number, what: PointsOf]
const LINES: Readonly<Record<string, PointsLine>> = {
  handicap: [7, 8, 'difference'],
  total: [9, 10, 'total'],
  team1_total: [11, 12, 'home'],
  team2_total: [13, 14, 'away'],
}

function pointLines(sheet: Sheet, key: string, game: RallyGame, ways: readonly Way[], [over, under, what]: PointsLine): void {
  const { h, a } = game.facts.counts.get('units')!
  const so = what === 'total' ? h + a : what === 'home' ? h : a
  const centre = middleOf(ways, what, so)
  const each = game.input.top && (what === 'total' || what === 'difference') ? 2 : 1
  for (let n = -each; n <= each; n++) {
    const line = centre + n * (what === 'total' ? 2 : 1)
    if (what !== 'difference' && line <= 0) continue
    const states = mixtureStates(ways, line, what, so)
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

function isOver({ facts, sets, setsToWin }: RallyGame): boolean {
  return facts.counts.get('full')!.done || isMatchWon(sets, setsToWin)
}

export function priceRallyMatch(game: RallyGame, out: PricedMarket[], only?: ReadonlySet<string>): void {
  if (isOver(game)) return
  const sheet = openSheet('full', game.input.margins, game.live, out)
  const grids = setGrids(game)
  const sets = rallySets(game, grids)
  let ways: Way[] | undefined
  for (const key of keysOf(game.input.sportId, 'match', false)) {
    if (only && !only.has(key)) continue
    const line = LINES[key]
    if (line) pointLines(sheet, key, game, (ways ??= waysOf(game, grids)), line)
    else if (key === 'odd_even') addPair(sheet, openMarket(sheet, key), outcome(182), outcome(183), evenChance(game, grids))
    else if (key === 'set_match') priceSetMatch(game, sheet, grids, key)
    else priceSetMarket(sheet, sets, key, game.setsToWin)
  }
}

/** Chances of a set that side 1 wins, or loses: an even number of points counts for it, an odd one against it. */
function signsOf(grid: CountGrid): [won: number, lost: number] {
  const signs: [number, number] = [0, 0]
  for (let i = 0, n = 0; i < grid.rows; i++)
    for (let j = 0; j < grid.columns; j++, n++) signs[i > j ? 0 : 1] += grid.p[n]! * ((i + j) % 2 === 0 ? 1 : -1)
  return signs
}

/** Chance of an even number of points in the match. */
function evenChance(game: RallyGame, { current, usual, last }: SetGrids): number {
  const [first, later, deciding] = [signsOf(current), signsOf(usual), signsOf(last)]
  const { setsToWin: most } = game
  const walk = (i: number, j: number, isFirst: boolean): number => {
    if (i === most || j === most) return 1
    const [won, lost] = isFirst ? first : i + j === 2 * most - 2 ? deciding : later
    return won * walk(i + 1, j, false) + lost * walk(i, j + 1, false)
  }
  const { h, a } = game.facts.counts.get('units')!
  const before = h + a - game.points[0] - game.points[1]
  return (1 + (before % 2 === 0 ? 1 : -1) * walk(game.sets[0], game.sets[1], true)) / 2
}

function priceSetMatch(game: RallyGame, sheet: Sheet, { current, usual, last }: SetGrids, key: string): void {
  if (game.sets[0] + game.sets[1] > 0 || game.setsToWin < 2) return
  const [later, deciding] = [aheadProbability(usual), aheadProbability(last)]
  const after = (sets: [number, number]): number =>
    matchWin(setGrid(later, (i, j) => (i + j === 2 * game.setsToWin - 2 ? deciding : later), sets, game.setsToWin))
  priceFirstAndMatch(sheet, key, [3583, 3585, 3589, 3591], aheadProbability(current), after([1, 0]), after([0, 1]))
}

export function priceRally(game: RallyGame, out: PricedMarket[]): void {
  if (isOver(game)) return
  const wanted = game.input.parts
  if (!wanted || wanted.includes('full')) priceRallyMatch(game, out)
  const played = game.sets[0] + game.sets[1]
  const part = `set${played + 1}`
  const keys = keysOf(game.input.sportId, 'part', false)
  if (keys.length === 0 || (wanted && !wanted.includes(part))) return
  const grid = setPoints(game, target(game, played), game.points, game.server)
  const sheet = openSheet(part, game.input.margins, game.live, out)
  const scope = scoreScope(grid, false)
  for (const key of keys) {
    if (key === 'result_2way') addPair(sheet, openMarket(sheet, key), outcome(1), outcome(3), aheadProbability(grid))
    else if (key === 'race_to_points') priceRace(sheet, game, target(game, played))
    else priceScoreMarket(sheet, scope, key)
  }
}

/** First to N points of the set: every fifth, in short sets every second from three on. */
function priceRace(sheet: Sheet, game: RallyGame, to: number): void {
  const { points, server } = game
  const step = to > 12 ? 5 : 2
  const first = to > 12 ? 5 : 3
  let main = true
  for (let n = first; n < to; n += step) {
    if (Math.max(...points) >= n) continue
    const home = aheadProbability(setPoints(game, n, points, server, 1))
    addSet(
      sheet,
      openMarket(sheet, 'race_to_points', `n=${n}`, main),
      [1868, 1869, 1870].map((t) => outcome(t, n)),
      [home, 1 - home, 0],
    )
    main = false
  }
}

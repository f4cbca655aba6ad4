/** Tennis: games and sets from the chances on serve. */
import { packThousandths } from '#modules/line/rules/param.ts'
import { keysOf } from './engines.ts'
import type { GameFacts } from './game-facts.ts'
import { makeGrid, scoreProbability } from './goals/count-grid.ts'
import type { CountGrid, Row } from './goals/count-grid.ts'
import { negativeBinomialRow } from './counting.ts'
import { linesAround } from './lines.ts'
import { isMatchWon, priceFirstAndMatch, priceSetMarket, setGrid, setsToWin as setsToWinOf } from './set-grid.ts'
import { priceScoreMarket, putLines, scoreScope } from './score-markets.ts'
import { addPair, addSet, openMarket, openSheet, outcome } from './sheet.ts'
import type { PricedMarket, Sheet } from './sheet.ts'
import type { PriceInput } from './price-input.ts'
import { freshSet, gameProbability, isSetOver, SET_SIZE, setScores, setsProbability, setWin, tieBreakProbability } from './tennis.ts'
import type { SetScores } from './tennis.ts'

export interface TennisGame {
  input: PriceInput
  facts: GameFacts
  pa: number
  pb: number
  setsToWin: number
  sets: [number, number]
  /** Games of the set in play. */
  games: [number, number]
  current: SetScores
  fresh: SetScores
  /** Side 1's chance in the game that is being played, and who serves: 0 when nobody knows. */
  game: number | undefined
  server: 0 | 1 | 2
  live: boolean
}

/** Serve chances: from the model, or an average serve moved by the supremacy (difference of the two chances). */
export function serveChances(extra: Record<string, number>, supremacy: number): [number, number] {
  const bound = (p: number) => Math.min(0.95, Math.max(0.2, p))
  return [bound(extra['pServe1'] ?? 0.635 + supremacy / 2), bound(extra['pServe2'] ?? 0.635 - supremacy / 2)]
}

const POINTS: Readonly<Record<string, number>> = { '0': 0, '15': 1, '30': 2, '40': 3, A: 4, AD: 4 }

/** Side 1's chance in the game in play when its points are told, in a tie-break too. */
function gameInPlay(pa: number, pb: number, games: readonly number[], told: GameFacts['points'], serves: boolean): number | undefined {
  if (isTieBreakOn(games)) return tieBreakInPlay(pa, pb, games, told, serves)
  const [one, two] = told?.map((p) => POINTS[p]) ?? []
  if (one === undefined || two === undefined) return undefined
  return serves ? gameProbability(pa, [one, two]) : 1 - gameProbability(pb, [two, one])
}

/** The same when a tie-break is on; its points are counted one by one. */
function tieBreakInPlay(pa: number, pb: number, games: readonly number[], told: GameFacts['points'], serves: boolean): number | undefined {
  const [one, two] = told?.map(Number) ?? []
  if (!isTieBreakOn(games) || !isCount(one) || !isCount(two)) return undefined
  return tieBreakProbability(pa, pb, [one, two], serves)
}

function isTieBreakOn(games: readonly number[]): boolean {
  return games[0] === 6 && games[1] === 6
}

function isCount(n: number | undefined): n is number {
  return n !== undefined && Number.isInteger(n) && n >= 0
}

export function tennisGame(input: PriceInput, facts: GameFacts): TennisGame {
  const [pa, pb] = serveChances(input.model.extra, input.model.supremacy)
  const full = facts.counts.get('full')!
  const running = facts.stage === 'running' && facts.segment > 0
  const set = running ? facts.counts.get(`set${facts.segment}`) : undefined
  const open = set && !set.done && !isSetOver(set.h, set.a) ? set : undefined
  const games: [number, number] = open ? [open.h, open.a] : [0, 0]
  const fresh = freshSet(pa, pb)
  let current = fresh
  let game: number | undefined
  if (open && facts.server !== 0) {
    game = gameInPlay(pa, pb, games, facts.points, facts.server === 1)
    current = setScores(pa, pb, games, facts.server === 1, game)
  } else if (open) {
    const [one, two] = [true, false].map((serves) => setScores(pa, pb, games, serves, tieBreakInPlay(pa, pb, games, facts.points, serves)))
    current = one!.map((p, n) => (p + two![n]!) / 2)
  }
  const setsToWin = setsToWinOf(facts.bestOf)
  return {
    input,
    facts,
    pa,
    pb,
    setsToWin,
    sets: [Math.min(full.h, setsToWin), Math.min(full.a, setsToWin)],
    games,
    current,
    fresh,
    game,
    server: running ? facts.server : 0,
    live: running,
  }
}

/** Games of the whole match: sets are added one by one, cells keyed by games; finished matches leave the walk. */
function gamesGrid(t: TennisGame): CountGrid {
  const units = t.facts.counts.get('units')!
  const base: [number, number] = [units.h - t.games[0], units.a - t.games[1]]
  const setsLeft = 2 * t.setsToWin - 1 - t.sets[0] - t.sets[1]
  const size = setsLeft * 7 + 1
  const done = new Float64Array(size * size)
  let layer = new Map<number, Float64Array>()
  const start = new Float64Array(size * size)
  start[0] = 1
  layer.set(t.sets[0] * 10 + t.sets[1], start)
  for (let n = 0; n < setsLeft; n++) {
    const next = new Map<number, Float64Array>()
    for (const [state, cells] of layer) addSetTo(t, n === 0 ? t.current : t.fresh, state, cells, n * 7, size, next, done)
    layer = next
  }
  return makeGrid(base[0], base[1], size, size, done)
}

const SCORES: readonly (readonly [number, number])[] = [
  [6, 0],
  [6, 1],
  [6, 2],
  [6, 3],
  [6, 4],
  [7, 5],
  [7, 6],
  [0, 6],
  [1, 6],
  [2, 6],
  [3, 6],
  [4, 6],
  [5, 7],
  [6, 7],
]

function addSetTo(
  t: TennisGame,
  set: SetScores,
  state: number,
  cells: Float64Array,
  reach: number,
  size: number,
  next: Map<number, Float64Array>,
  done: Float64Array,
): void {
  const a = Math.floor(state / 10)
  const b = state % 10
  for (const [i, j] of SCORES) {
    const p = set[i * SET_SIZE + j]!
    if (p === 0) continue
    const won = i > j
    const over = won ? a + 1 === t.setsToWin : b + 1 === t.setsToWin
    const key = won ? state + 10 : state + 1
    let target = done
    if (!over) {
      target = next.get(key) ?? new Float64Array(size * size)
      next.set(key, target)
    }
    for (let x = 0; x <= reach; x++) {
      for (let y = 0; y <= reach; y++) {
        const here = cells[x * size + y]!
        if (here !== 0) target[(x + i) * size + y + j]! += here * p
      }
    }
  }
}

export function tennisSets(t: TennisGame): CountGrid {
  const later = setWin(t.fresh)
  return setGrid(setWin(t.current), () => later, t.sets, t.setsToWin)
}

export function isTennisOver({ facts, sets, setsToWin }: TennisGame): boolean {
  return facts.counts.get('full')!.done || isMatchWon(sets, setsToWin)
}

export function priceTennis(t: TennisGame, out: PricedMarket[]): void {
  const { input } = t
  if (isTennisOver(t)) return
  if (!input.parts || input.parts.includes('full')) priceTennisMatch(t, out)
  pricePartSets(t, out)
}

export function priceTennisMatch(t: TennisGame, out: PricedMarket[], only?: ReadonlySet<string>): void {
  if (isTennisOver(t)) return
  const sheet = openSheet('full', t.input.margins, t.live, out)
  const sets = tennisSets(t)
  const scope = scoreScope(gamesGrid(t), t.input.top, t.input.top ? 3 : 2)
  for (const key of keysOf(4, 'match', false)) {
    if (only && !only.has(key)) continue
    if (priceSetMarket(sheet, sets, key, t.setsToWin)) continue
    if (key === 'ace_total') priceAces(t, sheet, scope.total)
    else if (!priceScoreMarket(sheet, scope, key)) priceOfSets(t, sheet, key)
  }
}

function priceOfSets(t: TennisGame, sheet: Sheet, key: string): void {
  const now = t.sets[0] + t.sets[1] + 1
  const later = setWin(t.fresh)
  if (key === 'set_winner') {
    // Only sets that are played for certain: the current one and those before the earliest possible end.
    const certain = t.setsToWin - Math.max(t.sets[0], t.sets[1])
    for (let n = now; n < now + certain; n++) {
      addPair(sheet, openMarket(sheet, key, `n=${n}`, n === now), outcome(58, n), outcome(59, n), n === now ? setWin(t.current) : later)
    }
  } else if (key === 'set_match' && now === 1 && t.setsToWin > 1) {
    const after = (sets: [number, number]) => setsProbability(later, later, sets, t.setsToWin)
    priceFirstAndMatch(sheet, key, [3583, 3585, 3589, 3591], setWin(t.current), after([1, 0]), after([0, 1]))
  } else if (key === 'tie_break' && now === 1) {
    addPair(sheet, openMarket(sheet, key), outcome(540), outcome(541), 1 - withoutTieBreak(t))
  }
}

/**
 * Winner of the game in play and of the one after it, which must be sure to come. A tie-break is no game of one server, and
 * it is priced as such.
 */
function priceGames(t: TennisGame, sheet: Sheet, inPlay: boolean): void {
  const [i, j] = inPlay ? t.games : [0, 0]
  const next = i + j + 1
  const holds = [gameProbability(t.pa), 1 - gameProbability(t.pb)] as const
  for (let n = next; n <= next + 1; n++) {
    // After 5:x a game can end the set; at six all there are no more games.
    if (n > next && Math.max(i, j) >= 5) continue
    if (i + j >= 12) continue
    const serves = t.server === 0 || !inPlay ? 0 : (n - next) % 2 === 0 ? t.server : 3 - t.server
    const plain = serves === 0 ? (holds[0] + holds[1]) / 2 : holds[serves - 1]!
    const prob = n === next && inPlay && t.game !== undefined ? t.game : plain
    addPair(sheet, openMarket(sheet, 'game_winner', `n=${n}`, n === next), outcome(50, n), outcome(51, n), prob)
  }
}

/** Points a game takes on average, and what aces vary beside the number of games. */
const POINTS_A_GAME = 6.3
const ACE_SPREAD = 1.05

/** Aces: a share of the points won on serve, over all games still to come. */
function priceAces(t: TennisGame, sheet: Sheet, games: Row): void {
  const share = t.input.model.extra['aces']
  const told = t.facts.stats['aces']
  if (share === undefined || (t.live && !told)) return
  const so = told ? told[0] + told[1] : 0
  const units = t.facts.counts.get('units')!
  const aGame = share * POINTS_A_GAME * ((t.pa + t.pb) / 2)
  const p = new Float64Array(Math.ceil(aGame * (games.p.length + games.from) * 2) + 30)
  for (let n = 0; n < games.p.length; n++) {
    const weight = games.p[n]!
    const left = Math.max(0, games.from + n - units.h - units.a)
    if (weight < 1e-9) continue
    negativeBinomialRow(aGame * left, aGame * left * ACE_SPREAD, p.length).forEach((q, k) => (p[k]! += weight * q))
  }
  putLines(sheet, 'ace_total', 15235, 15236, linesAround({ from: so, p }, 1, 1, 0.5), false)
}

function isTieBreak(scores: SetScores): number {
  return scores[7 * SET_SIZE + 6]! + scores[6 * SET_SIZE + 7]!
}

function withoutTieBreak(t: TennisGame): number {
  const walk = (i: number, j: number, first: boolean): number => {
    if (i === t.setsToWin || j === t.setsToWin) return 1
    const set = first ? t.current : t.fresh
    const win = setWin(set) - set[7 * SET_SIZE + 6]!
    const lose = 1 - setWin(set) - set[6 * SET_SIZE + 7]!
    return win * walk(i + 1, j, false) + lose * walk(i, j + 1, false)
  }
  return walk(t.sets[0], t.sets[1], true)
}

/** Sets that are sure to be played: the one in play, or the first before the match. */
function pricePartSets(t: TennisGame, out: PricedMarket[]): void {
  const now = t.sets[0] + t.sets[1] + 1
  const certain = t.setsToWin - Math.max(t.sets[0], t.sets[1])
  for (let n = now; n < now + Math.min(2, certain); n++) {
    const part = `set${n}`
    if (t.input.parts && !t.input.parts.includes(part)) continue
    const sheet = openSheet(part, t.input.margins, t.live, out)
    const scores = n === now ? t.current : t.fresh
    const grid = makeGrid(0, 0, SET_SIZE, SET_SIZE, Float64Array.from(scores))
    const scope = scoreScope(grid, false)
    for (const key of keysOf(4, 'part', false)) {
      if (key === 'result_2way') addPair(sheet, openMarket(sheet, key), outcome(1), outcome(3), setWin(scores))
      else if (key === 'game_winner') priceGames(t, sheet, t.live && n === now)
      else if (key === 'tie_break') addPair(sheet, openMarket(sheet, key), outcome(540), outcome(541), isTieBreak(scores))
      else if (key === 'correct_score') {
        addSet(
          sheet,
          openMarket(sheet, key),
          SCORES.map(([h, a]) => outcome(731, packThousandths(h, a))),
          SCORES.map(([h, a]) => scoreProbability(grid, h, a)),
        )
      } else priceScoreMarket(sheet, scope, key)
    }
  }
}

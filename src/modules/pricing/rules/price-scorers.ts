/**
 * Who scores and who is booked: each goal (card) of a side falls to a player with his share, independently of its time, so
 * the order of goals stays exchangeable. Own goals belong to nobody: the rest of the shares.
 */
import { outcomeKey } from '#modules/line/rules/param.ts'
import type { GoalFact } from './game-facts.ts'
import { binomial } from './counting.ts'
import { makeGrid, sideRow } from './goals/count-grid.ts'
import type { CountGrid } from './goals/count-grid.ts'
import { nthGoal } from './goals/order.ts'
import type { GoalGame } from './price-goals.ts'
import { statisticGrid } from './price-counts.ts'
import { playersOf } from './players.ts'
import type { PlayerShare } from './players.ts'
import { addSet, addSingle, openMarket } from './sheet.ts'
import type { Sheet } from './sheet.ts'

/** Probability that at least one count of the row falls to a share of it. */
function anyOf(grid: CountGrid, side: 1 | 2, share: number): number {
  const row = sideRow(grid, side)
  let none = 0
  for (let n = 0; n < row.p.length; n++) none += row.p[n]! * (1 - share) ** n
  return 1 - none
}

/** The grid of goals that have a scorer: every goal is kept with the chance of its side. */
function creditedGrid(grid: CountGrid, keep: readonly [number, number]): CountGrid {
  const thinned = (cells: Float64Array, rows: number, columns: number, chance: number, down: boolean): Float64Array => {
    const p = new Float64Array(cells.length)
    for (let i = 0, n = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++, n++) {
        const all = down ? i : j
        for (let k = 0; k <= all; k++) {
          p[down ? k * columns + j : i * columns + k]! += cells[n]! * binomial(all, k) * chance ** k * (1 - chance) ** (all - k)
        }
      }
    }
    return p
  }
  const first = thinned(grid.p, grid.rows, grid.columns, keep[0], true)
  return makeGrid(0, 0, grid.rows, grid.columns, thinned(first, grid.rows, grid.columns, keep[1], false))
}

function sharesOf(players: readonly PlayerShare[]): [number, number] {
  const sums: [number, number] = [0, 0]
  for (const { side, value } of players) sums[side - 1]! += value
  return [Math.min(1, sums[0]), Math.min(1, sums[1])]
}

const FIRST = { key: 'first_scorer', t: 833, none: 2960 } as const
const LAST = { key: 'last_scorer', t: 834, none: 2961 } as const

/** First and last scorer: a complete set with "no goals"; no-one is listed twice. */
function firstOrLast(
  sheet: Sheet,
  { key, t, none }: typeof FIRST | typeof LAST,
  players: readonly PlayerShare[],
  [home, away, nobody]: readonly [number, number, number],
  lastSoFar: number,
): void {
  const sums = sharesOf(players)
  const probs = players.map(({ id, side, value }) => {
    const next = ((side === 1 ? home : away) * value) / Math.max(1e-9, sums[side - 1]!)
    return next + (id === lastSoFar ? nobody : 0)
  })
  addSet(
    sheet,
    openMarket(sheet, key),
    [...players.map(({ id }) => outcomeKey(t, 0, id)), outcomeKey(none)],
    [...probs, lastSoFar ? 0 : nobody],
  )
}

/** False when the key is not about players. */
export function priceScorers(game: GoalGame, sheet: Sheet, grid: CountGrid, key: string): boolean {
  const { input, facts } = game
  if (key === 'player_card') {
    const cards = statisticGrid(game, 'cards', 'cards')
    const market = openMarket(sheet, key)
    const booked = new Set(facts.cards?.map((card) => card.player))
    if (cards && facts.cards) single(sheet, market, 4533, playersOf(input.model.extra, 'card'), booked, cards)
    if (market.outcomes.length === 0) sheet.markets.pop()
    return true
  }
  if (key !== 'scorer' && key !== FIRST.key && key !== LAST.key) return false
  const players = playersOf(input.model.extra, 'goal')
  const { goals } = facts
  if (players.length === 0 || !goals || !goals.every(hasScorer)) return true
  const scored = goals.filter((goal) => !goal.own)
  if (key === 'scorer') {
    single(sheet, openMarket(sheet, key), 832, players, new Set(scored.map((goal) => goal.player)), grid)
    return true
  }
  if (key === FIRST.key && scored.length > 0) return true
  const next = nthGoal(creditedGrid(grid, sharesOf(players)), 1)
  firstOrLast(sheet, key === FIRST.key ? FIRST : LAST, players, next, scored.at(-1)?.player ?? 0)
  return true
}

/** A goal whose scorer is not told leaves the players' markets closed. */
function hasScorer(goal: GoalFact): boolean {
  return goal.own === true || goal.player !== undefined
}

function single(
  sheet: Sheet,
  market: ReturnType<typeof openMarket>,
  t: number,
  players: readonly PlayerShare[],
  done: ReadonlySet<number | undefined>,
  grid: CountGrid,
): void {
  for (const { id, side, value } of players) addSingle(sheet, market, outcomeKey(t, 0, id), done.has(id) ? 1 : anyOf(grid, side, value))
}

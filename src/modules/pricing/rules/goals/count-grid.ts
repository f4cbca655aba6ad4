/**
 * Joint distribution of two counts: what the sides will still score, on top of what they have. One grid is made
 * per part and pricing call; all markets of the part are sums over it.
 */
import { emptyStates, linePayoff, stateIndex } from '../payoff.ts'
import type { FiveStates } from '../payoff.ts'
import type { ScorePayoff } from '../score-payoffs.ts'

export interface CountGrid {
  /** Counts so far. */
  readonly h: number
  readonly a: number
  /** Rows (side 1) and columns (side 2) of what is still to come. */
  readonly rows: number
  readonly columns: number
  /** Probability of row·columns + column; sums to 1. */
  readonly p: Float64Array
}

export function makeGrid(h: number, a: number, rows: number, columns: number, p: Float64Array): CountGrid {
  let sum = 0
  for (let n = 0; n < p.length; n++) sum += p[n]!
  for (let n = 0; n < p.length; n++) p[n]! /= sum
  return { h, a, rows, columns, p }
}

/** Two independent rows. */
export function productGrid(h: number, a: number, home: Float64Array, away: Float64Array): CountGrid {
  const p = new Float64Array(home.length * away.length)
  for (let i = 0, n = 0; i < home.length; i++) for (let j = 0; j < away.length; j++, n++) p[n] = home[i]! * away[j]!
  return { h, a, rows: home.length, columns: away.length, p }
}

/** Cells below this are not asked: all of them together are less than 1e-11. */
export const NOTHING = 1e-14

/** Probability that a payoff without refunds wins. */
export function winProbability(grid: CountGrid, payoff: ScorePayoff, param = 0, max = 4): number {
  let win = 0
  for (let i = 0, n = 0; i < grid.rows; i++) {
    for (let j = 0; j < grid.columns; j++, n++) {
      const p = grid.p[n]!
      if (p > NOTHING && payoff(grid.h + i, grid.a + j, param, max) === 1) win += p
    }
  }
  return win
}

/** Probability that side 1 has more. */
export function aheadProbability(grid: CountGrid): number {
  let win = 0
  for (let i = 0, n = 0; i < grid.rows; i++) for (let j = 0; j < grid.columns; j++, n++) if (grid.h + i > grid.a + j) win += grid.p[n]!
  return win
}

/** Probability of one exact score. */
export function scoreProbability(grid: CountGrid, h: number, a: number): number {
  const i = h - grid.h
  const j = a - grid.a
  if (i < 0 || j < 0 || i >= grid.rows || j >= grid.columns) return 0
  return grid.p[i * grid.columns + j]!
}

/** A distribution of whole numbers from `from` up. */
export interface Row {
  from: number
  p: Float64Array
}

export function totalRow(grid: CountGrid): Row {
  const p = new Float64Array(grid.rows + grid.columns - 1)
  for (let i = 0, n = 0; i < grid.rows; i++) for (let j = 0; j < grid.columns; j++, n++) p[i + j]! += grid.p[n]!
  return { from: grid.h + grid.a, p }
}

export function differenceRow(grid: CountGrid): Row {
  const p = new Float64Array(grid.rows + grid.columns - 1)
  const zero = grid.columns - 1
  for (let i = 0, n = 0; i < grid.rows; i++) for (let j = 0; j < grid.columns; j++, n++) p[i - j + zero]! += grid.p[n]!
  return { from: grid.h - grid.a - zero, p }
}

export function sideRow(grid: CountGrid, side: 1 | 2): Row {
  const p = new Float64Array(side === 1 ? grid.rows : grid.columns)
  for (let i = 0, n = 0; i < grid.rows; i++) for (let j = 0; j < grid.columns; j++, n++) p[side === 1 ? i : j]! += grid.p[n]!
  return { from: side === 1 ? grid.h : grid.a, p }
}

/** Five states of `count − line` over a row: over for totals; with the difference and −line for handicaps. */
export function lineStates(row: Row, line: number): FiveStates {
  const states = emptyStates()
  for (let n = 0; n < row.p.length; n++) states[stateIndex(linePayoff(row.from + n - line))]! += row.p[n]!
  return states
}

export function mirrored(s: FiveStates): FiveStates {
  return [s[4], s[3], s[2], s[1], s[0]]
}

export function rowMean(row: Row): number {
  let mean = 0
  for (let n = 0; n < row.p.length; n++) mean += row.p[n]! * (row.from + n)
  return mean
}

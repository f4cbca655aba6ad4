/**
 * Markets that depend on the order of goals. Given how many each side still scores, every order is equally
 * likely (goals lie in time independently of the side), so each probability is a count of paths. The same holds
 * for corners and cards, where the split between the sides is an urn.
 */
import { binomial } from '../counting.ts'
import { NOTHING } from './count-grid.ts'
import type { CountGrid } from './count-grid.ts'

function overGrid(grid: CountGrid, share: (i: number, j: number) => number): number {
  let sum = 0
  for (let i = 0, n = 0; i < grid.rows; i++) {
    for (let j = 0; j < grid.columns; j++, n++) {
      const p = grid.p[n]!
      if (p > NOTHING) sum += p * share(i, j)
    }
  }
  return sum
}

/** The `k`-th of the goals still to come (k from 1): side 1, side 2, none. Also the last one, with k = 1. */
export function nthGoal(grid: CountGrid, k: number): [home: number, away: number, none: number] {
  const home = overGrid(grid, (i, j) => (i + j >= k ? i / (i + j) : 0))
  const away = overGrid(grid, (i, j) => (i + j >= k ? j / (i + j) : 0))
  return [home, away, 1 - home - away]
}

/** First to `target` in all: side 1, side 2, nobody. Both must still be below it. */
export function raceTo(grid: CountGrid, target: number): [home: number, away: number, none: number] {
  const needHome = target - grid.h
  const needAway = target - grid.a
  const reaches = (own: number, other: number, need: number, stop: number): number => {
    if (own < need) return 0
    let paths = 0
    for (let v = 0; v < stop && v <= other; v++) paths += binomial(need - 1 + v, v) * binomial(own - need + other - v, other - v)
    return paths / binomial(own + other, own)
  }
  const home = overGrid(grid, (i, j) => reaches(i, j, needHome, needAway))
  const away = overGrid(grid, (i, j) => reaches(j, i, needAway, needHome))
  return [home, away, 1 - home - away]
}

/** Side 1 (or 2) wins after having been behind; `wasBehind`: it already has been. */
export function comeback(grid: CountGrid, side: 1 | 2, wasBehind: boolean): number {
  const d = side === 1 ? grid.h - grid.a : grid.a - grid.h
  return overGrid(grid, (i, j) => {
    const own = side === 1 ? i : j
    const other = side === 1 ? j : i
    if (d + own - other <= 0) return 0
    if (wasBehind || d < 0) return 1
    return binomial(own + other, other - 1 - d) / binomial(own + other, own)
  })
}

/** Side 1 (or 2) wins the match or leads by two at any time; `wasAhead`: it already led by two. */
export function winsOrTwoAhead(grid: CountGrid, side: 1 | 2, wasAhead: boolean): number {
  const d = side === 1 ? grid.h - grid.a : grid.a - grid.h
  if (wasAhead || d >= 2) return 1
  return overGrid(grid, (i, j) => {
    const own = side === 1 ? i : j
    const other = side === 1 ? j : i
    if (d + own - other > 0) return 1
    return binomial(own + other, other + 2 - d) / binomial(own + other, own)
  })
}

/** At least one goal in a window that takes a share q of everything still to come. */
export function goalInWindow(grid: CountGrid, q: number): number {
  return 1 - overGrid(grid, (i, j) => (1 - q) ** (i + j))
}

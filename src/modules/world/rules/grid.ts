/** The Dixon-Coles grid of scores (rules 7.2) and a draw from it. */
import type { Random } from '#lib/random.ts'
import { round9 } from '#lib/random.ts'
import type { Pair } from './types.ts'

const SIZE = 16

/** Home and away means of (supremacy, total), each at least 0.05. */
export function meansOf(supremacy: number, total: number): Pair {
  return [Math.max(0.05, (total + supremacy) / 2), Math.max(0.05, (total - supremacy) / 2)]
}

function poissonTerms(mean: number): number[] {
  const out = [Math.exp(-mean)]
  for (let k = 1; k < SIZE; k++) out.push((out[k - 1]! * mean) / k)
  return out
}

/** Probabilities of h:a as grid[h · 16 + a], normalised; rho is kept inside the bounds that leave no negative cell. */
export function scoreGrid(home: number, away: number, rho: number): number[] {
  const bounded = Math.max(Math.max(-1 / home, -1 / away), Math.min(rho, Math.min(1, 1 / (home * away))))
  const h = poissonTerms(home)
  const a = poissonTerms(away)
  const grid: number[] = []
  for (let i = 0; i < SIZE; i++) for (let j = 0; j < SIZE; j++) grid.push(h[i]! * a[j]!)
  grid[0]! *= 1 - home * away * bounded
  grid[1]! *= 1 + home * bounded
  grid[SIZE]! *= 1 + away * bounded
  grid[SIZE + 1]! *= 1 - bounded
  const sum = grid.reduce((s, p) => s + p, 0)
  return grid.map((p) => p / sum)
}

export function drawScore(random: Random, supremacy: number, total: number, rho: number): Pair {
  return drawFromGrid(random, scoreGrid(...meansOf(supremacy, total), rho))
}

export function drawFromGrid(random: Random, grid: readonly number[]): Pair {
  const target = round9(random.uniform())
  let sum = 0
  for (let i = 0; i < grid.length; i++) {
    sum += grid[i]!
    if (round9(sum) > target) return [Math.floor(i / SIZE), i % SIZE]
  }
  return [0, 0]
}

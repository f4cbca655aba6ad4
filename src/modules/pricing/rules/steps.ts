/**
 * Points that come in a few sizes (touchdowns, tries, goals from the field): in a part of a game their number matters, so the
 * row of a side's points is a number of scores times the sizes they have.
 */
import { binomial } from './counting.ts'
import { productGrid } from './goals/count-grid.ts'
import type { CountGrid } from './goals/count-grid.ts'

export interface Steps {
  /** Points of a score and how often it comes. */
  sizes: readonly (readonly [points: number, share: number])[]
  /** Variance of the number of a side's scores in a whole game divided by its mean. */
  spread: number
  /** The same of a small part of the game, if the whole were Poisson: scores come more evenly than by chance. */
  even: number
}

const meanOf = (steps: Steps): number => steps.sizes.reduce((sum, [points, share]) => sum + points * share, 0)

/** How many scores of an odd number of points there are by point. */
export const oddByPoint = (steps: Steps): number =>
  steps.sizes.reduce((sum, [points, share]) => sum + (points % 2) * share, 0) / meanOf(steps)

/** Number of scores with this mean; narrower than Poisson, so binomial over as many chances as that takes. */
function scoresRow(mean: number, ratio: number): number[] {
  const chances = Math.max(Math.ceil(mean / 0.95), Math.round(mean / Math.max(0.02, 1 - ratio)))
  const p = Math.min(0.95, mean / chances)
  const row: number[] = []
  for (let n = 0; n <= chances && n <= 40; n++) row.push(binomial(chances, n) * p ** n * (1 - p) ** (chances - n))
  return row
}

/** Points of one side in a share of the game. */
export function pointsRow(mean: number, share: number, steps: Steps): Float64Array {
  const scores = scoresRow(Math.max(0.01, mean) / meanOf(steps), share * steps.spread + (1 - share) * steps.even)
  const most = Math.max(...steps.sizes.map(([points]) => points))
  const out = new Float64Array(most * Math.min(scores.length, 14) + 1)
  let sums = new Float64Array(out.length)
  sums[0] = 1
  for (const chance of scores.slice(0, 14)) {
    for (let n = 0; n < out.length; n++) out[n]! += chance * sums[n]!
    const next = new Float64Array(out.length)
    for (let n = 0; n < out.length; n++) {
      if (sums[n] === 0) continue
      for (const [points, part] of steps.sizes) if (n + points < out.length) next[n + points]! += sums[n]! * part
    }
    sums = next
  }
  return out
}

export function stepsGrid(so: readonly [number, number], means: readonly [number, number], share: number, steps: Steps): CountGrid {
  return productGrid(so[0], so[1], scaled(pointsRow(means[0], share, steps)), scaled(pointsRow(means[1], share, steps)))
}

function scaled(row: Float64Array): Float64Array {
  const sum = row.reduce((s, p) => s + p, 0)
  return row.map((p) => p / sum)
}

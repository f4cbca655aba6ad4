/**
 * Corners and yellow cards of football as parts of their own (feeds 10.3). The sum is negative binomial, each
 * count goes to a side by an urn: the order is exchangeable, so the same order markets apply, and the urn gives
 * the measured correlation between the sides.
 */
import { offeredKeys } from './engines.ts'
import { negativeBinomialRow } from './counting.ts'
import { makeGrid } from './goals/count-grid.ts'
import type { CountGrid } from './goals/count-grid.ts'
import { countLeft } from './goals/goal-clock.ts'
import type { GoalGame } from './price-goals.ts'
import { priceOrderMarket } from './order-markets.ts'
import { priceScoreMarket, scoreScope } from './score-markets.ts'
import { openSheet } from './sheet.ts'
import type { PricedMarket } from './sheet.ts'

interface CountFigures {
  mean: number
  /** Variance of the sum divided by its mean. */
  spread: number
  /** Side 1's share, and what one goal of supremacy adds to it. */
  share: number
  bySupremacy: number
  /** Correlation inside the urn: 0 is a plain binomial split. */
  urn: number
  most: number
}

export const CORNERS: CountFigures = { mean: 10.55, spread: 1.171, share: 0.546, bySupremacy: 0.05, urn: 0.0756, most: 34 }
export const CARDS: CountFigures = { mean: 4.17, spread: 1.144, share: 0.465, bySupremacy: -0.03, urn: 0, most: 18 }

/** Split of n counts between the sides: beta-binomial, by recurrence. */
function splitRow(n: number, share: number, urn: number, out: Float64Array): void {
  if (urn <= 0) {
    let p = (1 - share) ** n
    for (let k = 0; k <= n; k++) {
      out[k] = p
      p *= ((n - k) / (k + 1)) * (share / (1 - share))
    }
    return
  }
  const strength = 1 / urn - 1
  const alpha = share * strength
  const beta = (1 - share) * strength
  let p = 1
  for (let m = 0; m < n; m++) p *= (beta + m) / (alpha + beta + m)
  for (let k = 0; k <= n; k++) {
    out[k] = p
    p *= ((n - k) / (k + 1)) * ((alpha + k) / (beta + n - k - 1))
  }
}

export function countGrid(f: CountFigures, mean: number, left: number, supremacy: number, h: number, a: number): CountGrid {
  const expected = mean * left
  const totals = negativeBinomialRow(expected, expected * f.spread, f.most + 1)
  const share = Math.min(0.8, Math.max(0.2, f.share + f.bySupremacy * supremacy))
  const size = f.most + 1
  const p = new Float64Array(size * size)
  const split = new Float64Array(size + 1)
  for (let n = 0; n < totals.length; n++) {
    if (totals[n]! < 1e-13) continue
    splitRow(n, share, f.urn, split)
    for (let k = 0; k <= n; k++) p[k * size + n - k] = totals[n]! * split[k]!
  }
  return makeGrid(h, a, size, size, p)
}

export function priceCounts(game: GoalGame, part: 'corners' | 'cards', out: PricedMarket[]): void {
  const { input, facts } = game
  const count = facts.counts.get(part)!
  if (count.done || (input.parts && !input.parts.includes(part))) return
  const figures = part === 'corners' ? CORNERS : CARDS
  const half = facts.stage === 'before' ? 0 : (Math.min(3, facts.segment) as 0 | 1 | 2 | 3)
  const left = countLeft(part, half, facts.pause, facts.clockSec / 60 - (half === 2 ? 45 : 0))
  const grid = countGrid(figures, input.model.extra[part] ?? figures.mean, left, input.model.supremacy, count.h, count.a)
  const sheet = openSheet(part, input.margins, game.live, out)
  const scope = scoreScope(grid, false, input.top ? 3 : 1)
  const order = part === 'corners' ? facts.corners : facts.cards
  for (const key of offeredKeys(input.sportId, part, true, input.top))
    if (!priceScoreMarket(sheet, scope, key)) priceOrderMarket(sheet, grid, key, order, input.top)
}

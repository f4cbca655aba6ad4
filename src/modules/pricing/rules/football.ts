/** Rates of a football match from prices without margin (rules 7.2): how pricing is held against those of others. */
import { differenceRow, lineStates, totalRow } from './goals/count-grid.ts'
import type { CountGrid } from './goals/count-grid.ts'
import { goalGrid } from './goals/goal-model.ts'

export function resultOf(grid: CountGrid): [home: number, draw: number, away: number] {
  const row = differenceRow(grid)
  let home = 0
  let draw = 0
  for (let n = 0; n < row.p.length; n++) {
    if (row.from + n > 0) home += row.p[n]!
    else if (row.from + n === 0) draw += row.p[n]!
  }
  return [home, draw, 1 - home - draw]
}

export interface Prices {
  result: readonly [number, number, number]
  line: number
  over: number
  rho: number
}

/** Weight of the draw in the fit: the grid's draw is bound to rho (feeds 10.1). */
const DRAW_WEIGHT = 0.5

function residuals(lambda: number, mu: number, prices: Prices): number[] {
  const grid = goalGrid(lambda, mu, prices.rho, 12)
  const result = resultOf(grid)
  const states = lineStates(totalRow(grid), prices.line)
  return [
    result[0] - prices.result[0],
    result[2] - prices.result[2],
    DRAW_WEIGHT * (result[1] - prices.result[1]),
    states[0] + states[1] / 2 - prices.over,
  ]
}

/** (λ, μ) from margin-free 1X2 and over by least squares: Gauss–Newton with numeric slopes. */
export function calibrate(prices: Prices): { lambda: number; mu: number } {
  let lambda = Math.max(0.3, 1.35 + (prices.result[0] - prices.result[2]) * 1.2)
  let mu = Math.max(0.3, 2.7 - lambda)
  const h = 1e-4
  for (let step = 0; step < 12; step++) {
    const r = residuals(lambda, mu, prices)
    const dl = residuals(lambda + h, mu, prices).map((x, n) => (x - r[n]!) / h)
    const dm = residuals(lambda, mu + h, prices).map((x, n) => (x - r[n]!) / h)
    const dot = (x: number[], y: number[]): number => x.reduce((sum, v, n) => sum + v * y[n]!, 0)
    const a = dot(dl, dl)
    const b = dot(dl, dm)
    const c = dot(dm, dm)
    const det = a * c - b * b
    const moveL = (c * dot(dl, r) - b * dot(dm, r)) / det
    const moveM = (a * dot(dm, r) - b * dot(dl, r)) / det
    lambda = Math.min(8, Math.max(0.05, lambda - moveL))
    mu = Math.min(8, Math.max(0.05, mu - moveM))
    if (Math.abs(moveL) + Math.abs(moveM) < 1e-9) break
  }
  return { lambda, mu }
}

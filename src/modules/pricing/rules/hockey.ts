/** Ice hockey (rules 7.7): Poisson for 60 minutes, overtime in the share of the two rates. */
import { must } from '#lib/assert.ts'
import { differenceRow, lineStates, totalRow, winProbability } from './goals/count-grid.ts'
import { goalGrid } from './goals/goal-model.ts'
import { scorePayoff } from './score-payoffs.ts'

export interface HockeyPrices {
  result: [number, number, number]
  moneyLine: number
  over: (line: number) => number
  handicap: (line: number) => number
}

export function hockeyProbabilities(lambda: number, mu: number): HockeyPrices {
  const grid = goalGrid(lambda, mu, 0, 30)
  const chance = (t: number) => winProbability(grid, must(scorePayoff(t), 'result'))
  const result: [number, number, number] = [chance(1), chance(2), chance(3)]
  return {
    result,
    moneyLine: result[0] + (result[1] * lambda) / (lambda + mu),
    over: (line) => lineStates(totalRow(grid), line)[0],
    handicap: (line) => lineStates(differenceRow(grid), -line)[0],
  }
}

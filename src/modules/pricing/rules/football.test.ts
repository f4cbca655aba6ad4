import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from '../../../../test/vectors/football.json' with { type: 'json' }
import { calibrate, resultOf } from './football.ts'
import { differenceRow, lineStates, mirrored, scoreProbability, sideRow, totalRow, winProbability } from './goals/count-grid.ts'
import type { CountGrid } from './goals/count-grid.ts'
import { finalGrid, goalGrid, goalModel, rawGrid, rhoBounds, segmentGrids } from './goals/goal-model.ts'
import { shareByMinute } from './goals/goal-clock.ts'
import { nthGoal, raceTo } from './goals/order.ts'
import { effectiveProbability, emptyStates, stateIndex } from './payoff.ts'
import type { FiveStates } from './payoff.ts'
import { scorePayoff } from './score-payoffs.ts'
import { soldChance } from '../../../../test/support/sold-chance.ts'

interface Case {
  name: string
  input: any
  expected: any
}
const cases = vectors.cases as unknown as Case[]
const TOLERANCE = 1e-6
/** The vectors are printed with six decimals: half a unit of the last one on top of the tolerance. */
const close = (actual: number, expected: number, what: string, tolerance = TOLERANCE): void =>
  expect(Math.abs(actual - expected), `${what}: ${actual} instead of ${expected}`).toBeLessThanOrEqual(tolerance + 1e-12)
const fairOdds = (states: FiveStates): number => 1 / effectiveProbability(states)
const row = (states: FiveStates): number[] => [...states, fairOdds(states)]
const all = (actual: readonly number[], expected: readonly number[], what: string, tolerance?: number): void =>
  expected.forEach((x, n) => close(actual[n]!, x, `${what}[${n}]`, n === 5 ? 2e-6 : tolerance))
/** As it is sold: from the whole price of a match of these rates. */
const chanceOf = (i: any, part: string, t: number, p = 0): number =>
  soldChance({ sportId: 1, model: { supremacy: i.lambda - i.mu, total: i.lambda + i.mu, rho: i.rho ?? 0, extra: {} } }, part, t, p)
const chance = (grid: CountGrid, t: number, p = 0): number => winProbability(grid, scorePayoff(t)!, p)

function checkGrid(grid: CountGrid, e: any): void {
  all(resultOf(grid), e['1x2'], '1x2')
  const [home, draw, away] = resultOf(grid)
  if (e.doubleChance)
    all([home + draw, home + away, draw + away], [e.doubleChance['1X'], e.doubleChance['12'], e.doubleChance.X2], 'double chance')
  if (e.drawNoBetHomeFairOdds) close(fairOdds(lineStates(differenceRow(grid), 0)), e.drawNoBetHomeFairOdds, 'draw no bet', 2e-6)
  if (e.bttsYes !== undefined) close(chance(grid, 180), e.bttsYes, 'btts')
  if (e.odd !== undefined) close(chance(grid, 183), e.odd, 'odd')
  const total = totalRow(grid)
  if (e.exactTotal) {
    const six = Array.from({ length: 6 }, (_, n) => total.p[n]!)
    all([...six, 1 - six.reduce((a, b) => a + b, 0)], e.exactTotal, 'exact total')
  }
  for (const [line, x] of Object.entries(e.over ?? {})) all(row(lineStates(total, Number(line))), x as number[], `over ${line}`)
  for (const [line, x] of Object.entries(e.under ?? {})) all(row(mirrored(lineStates(total, Number(line)))), x as number[], `under ${line}`)
  for (const [line, x] of Object.entries(e.asianHandicapHome ?? {}))
    all(row(lineStates(differenceRow(grid), -Number(line))), x as number[], `handicap ${line}`)
  if (e['over2.5']) all(row(lineStates(total, 2.5)), e['over2.5'], 'over 2.5')
}

/** The same figures on the sheet that is sold; of the lines those that it has. */
function checkSold(i: any, e: any): void {
  const sold = (t: number, p = 0) => chanceOf(i, 'full', t, p)
  all([sold(1), sold(2), sold(3)], e['1x2'], 'sold 1x2')
  all([sold(4), sold(5), sold(6)], [e.doubleChance['1X'], e.doubleChance['12'], e.doubleChance.X2], 'sold double chance')
  all([sold(180), sold(183), sold(200)], [e.bttsYes, e.odd, e.winToNilHome], 'sold yes and no')
  close(1 / sold(7, 0), e.drawNoBetHomeFairOdds, 'sold draw no bet', 2e-6)
  all([sold(424, -1), sold(425, -1), sold(426, -1)], Object.values(e['european0:1']), 'sold European handicap')
  let lines = 0
  const sides: [object, number, number][] = [
    [e.over, 9, 3827],
    [e.under, 10, 3828],
    [e.asianHandicapHome, 7, 3829],
  ]
  for (const [wanted, t, quarter] of sides)
    for (const [line, states] of Object.entries<number[]>(wanted as Record<string, number[]>)) {
      const isQuarter = (Number(line) * 4) % 2 !== 0
      const found = chanceOf(i, 'full', isQuarter ? quarter : t, Number(line))
      if (Number.isNaN(found)) continue
      lines++
      close(1 / found, states[5]!, `sold ${t} ${line}`, 1e-5)
    }
  expect(lines).toBeGreaterThan(12)
}

describe('football vectors', () => {
  it.each(cases.map((c) => [c.name, c] as const))('%s', (_name, { input: i, expected: e }) => {
    switch (i.op) {
      case 'grid': {
        const grid = goalGrid(i.lambda, i.mu, i.rho, i.maxGoals)
        checkGrid(grid, e)
        checkSold(i, e)
        const known = new Set([
          '1x2',
          'doubleChance',
          'drawNoBetHomeFairOdds',
          'bttsYes',
          'odd',
          'exactTotal',
          'over',
          'under',
          'asianHandicapHome',
        ])
        for (const [key, x] of Object.entries<any>(e)) {
          if (known.has(key)) continue
          if (key === 'correctScore')
            for (const [score, p] of Object.entries<number>(x)) {
              const [h, a] = score.split(/[:-]/).map(Number)
              close(scoreProbability(grid, h!, a!), p, score)
            }
          else if (key === 'winToNilHome') close(chance(grid, 200), x, key)
          else if (key === 'homeTotalOver' || key === 'awayTotalOver') checkTeam(grid, key, x)
          else if (/^euro/i.test(key))
            all(
              [424, 425, 426].map((t) => chance(grid, t, -1)),
              Array.isArray(x) ? x : Object.values(x),
              key,
            )
          else throw new Error(`vector key ${key} is not checked`)
        }
        break
      }
      case 'tau': {
        const { p, columns } = rawGrid(i.lambda, i.mu, i.rho, i.maxGoals)
        const s = momentsOf(p, columns, i.variant === 'swapped', i)
        if (i.variant === 'paper') all([s[0], s[1], s[2]], [e.sum, e.meanHome, e.meanAway], 'moments')
        else {
          all([s[0], s[1], s[2]], [e.sum, e.meanHome, e.meanAway], 'moments of the wrong form')
          expect(Math.abs(s[0] - 1)).toBeGreaterThan(1e-4)
        }
        break
      }
      case 'rhoBounds':
        all([rhoBounds(i.lambda, i.mu).min, rhoBounds(i.lambda, i.mu).max], [e.min, e.max], 'rho')
        break
      case 'htft':
        // The share is the product's own (goals/goal-clock.ts).
        e.rowsHT_1X2_colsFT_1X2.forEach((r: number[], n: number) =>
          all(
            r.map((_, k) => chanceOf(i, 'full', 15 + 3 * n + k)),
            r,
            `row ${n}`,
            2e-6,
          ),
        )
        break
      case 'firstHalf': {
        const model = goalModel({
          lambda: i.lambda,
          mu: i.mu,
          rho: 0,
          firstShare: i.share,
          leftFirst: 1,
          leftSecond: 1,
          factorHome: 1,
          factorAway: 1,
          first: [0, 0],
          second: [0, 0],
        })
        all(resultOf(segmentGrids(model)[0]), e['1x2'], '1x2')
        break
      }
      case 'nextGoal':
        all(nthGoal(goalGrid(i.lambda, i.mu, 0, 30), 1), [e.home, e.away, e.none], 'next')
        break
      case 'race':
        all(raceTo(goalGrid(i.lambda, i.mu, 0, 30), i.goals), [e.home, e.away, e.neither], 'race')
        break
      case 'inplay': {
        const left = evenClock(i.minute, i.share)
        close(left, e.remaining, 'remaining')
        // Ours knows when goals fall (feeds 10.2): six in a hundred apart at most, late in the match.
        close(1 - shareByMinute(i.minute), e.remaining, 'remaining as sold', 0.06)
        const model = inPlayModel(i, left)
        close(model.secondHome, e.lambdaRemaining, 'lambda')
        close(model.secondAway, e.muRemaining, 'mu')
        const grid = finalGrid(model)
        checkGrid(grid, e)
        const [home, away, none] = nthGoal(grid, 1)
        all([home, none, away], e.nextGoal, 'next goal')
        break
      }
      case 'joint': {
        const grid = goalGrid(i.lambda, i.mu, i.rho)
        const joint = chance(grid, i.condition.startsWith('btts') ? 3523 : 197, 2.5)
        close(joint, e.joint, 'joint')
        const one = i.condition.startsWith('btts') ? chance(grid, 180) : resultOf(grid)[0]
        close(one * chance(grid, 9, 2.5), e.productOfMargins, 'product')
        expect(joint).toBeLessThanOrEqual(Math.min(one, chance(grid, 9, 2.5)))
        break
      }
      case 'calibrate': {
        const found = calibrate({ result: i['1x2'], line: 2.5, over: i['over2.5'], rho: i.rho })
        all([found.lambda, found.mu], [e.lambda, e.mu], 'calibrated', 1e-5)
        break
      }
      default:
        throw new Error(`vector op ${i.op} is not checked`)
    }
  })
})

function checkTeam(grid: CountGrid, key: string, x: any): void {
  const side = key === 'awayTotalOver' ? 2 : 1
  for (const [line, value] of Object.entries<any>(x)) {
    const states = lineStates(sideRow(grid, side), Number(line))
    if (Array.isArray(value)) all(row(states), value, key)
    else if (typeof value === 'number') close(states[0], value, `${key} ${line}`)
    else throw new Error(`${key} ${line} is not checked`)
  }
}

/** Sum and means of the grid before normalising; `swapped` exchanges the two mixed terms, which is wrong. */
function momentsOf(p: Float64Array, columns: number, swapped: boolean, i: any): [number, number, number] {
  const cells = Float64Array.from(p)
  if (swapped) {
    cells[1] = (p[1]! / (1 + i.lambda * i.rho)) * (1 + i.mu * i.rho)
    cells[columns] = (p[columns]! / (1 + i.mu * i.rho)) * (1 + i.lambda * i.rho)
  }
  let sum = 0
  let home = 0
  let away = 0
  cells.forEach((x, n) => {
    sum += x
    home += x * Math.floor(n / columns)
    away += x * (n % columns)
  })
  return [sum, home, away]
}

interface InPlay {
  lambda: number
  mu: number
  rho: number
  score: [number, number]
  factorHome: number
  factorAway: number
}

/** The clock of the vectors (rules 7.3): goals fall evenly over a half. */
const evenClock = (minute: number, share: number) =>
  minute < 45 ? (share * (45 - minute)) / 45 + 1 - share : ((1 - share) * (90 - minute)) / 45

/** A match of which so much is still to come. */
const inPlayModel = ({ score, ...rates }: InPlay, left: number) =>
  goalModel({ ...rates, firstShare: 0, leftFirst: 0, leftSecond: left, first: [0, 0], second: score })

/** The five states of a payoff, cell by cell. */
function statesOf(grid: CountGrid, t: number, param: number): FiveStates {
  const states = emptyStates()
  for (let i = 0, n = 0; i < grid.rows; i++)
    for (let j = 0; j < grid.columns; j++, n++) states[stateIndex(scorePayoff(t)!(grid.h + i, grid.a + j, param, 4))]! += grid.p[n]!
  return states
}

const rate = fc.double({ min: 0.3, max: 3.2, noNaN: true })
const rhos = fc.double({ min: -0.12, max: 0.05, noNaN: true })

describe('properties of the goal grid (rules 13: 14, 15, 16)', () => {
  it('sums to 1, keeps sum and means before normalising', () => {
    fc.assert(
      fc.property(rate, rate, rhos, (lambda, mu, rho) => {
        const { p, columns } = rawGrid(lambda, mu, rho, 40)
        const [sum, home, away] = momentsOf(p, columns, false, {})
        expect(sum).toBeCloseTo(1, 10)
        expect(home).toBeCloseTo(lambda, 9)
        expect(away).toBeCloseTo(mu, 9)
        expect(goalGrid(lambda, mu, rho).p.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12)
      }),
    )
  })

  it('handicap +x of side 1 mirrors −x of side 2 with the rates exchanged; over and under are complements', () => {
    fc.assert(
      fc.property(rate, rate, rhos, fc.integer({ min: -8, max: 8 }), (lambda, mu, rho, quarter) => {
        const line = quarter / 4
        const one = statesOf(goalGrid(lambda, mu, rho), 3829, line)
        const two = statesOf(goalGrid(mu, lambda, rho), 3830, line)
        one.forEach((x, n) => expect(x).toBeCloseTo(two[n]!, 12))
        const over = statesOf(goalGrid(lambda, mu, rho), 9, 2 + line)
        const under = statesOf(goalGrid(lambda, mu, rho), 10, 2 + line)
        mirrored(over).forEach((x, n) => expect(x).toBeCloseTo(under[n]!, 12))
      }),
    )
  })

  it('with all still to come it is before the match, with nothing the score is certain', () => {
    fc.assert(
      fc.property(rate, rate, rhos, (lambda, mu, rho) => {
        const start = finalGrid(inPlayModel({ lambda, mu, rho, score: [0, 0], factorHome: 1, factorAway: 1 }, 1))
        resultOf(start).forEach((x, n) => expect(x).toBeCloseTo(resultOf(goalGrid(lambda, mu, rho, 25))[n]!, 9))
        const end = finalGrid(inPlayModel({ lambda, mu, rho, score: [2, 1], factorHome: 1, factorAway: 1 }, 0))
        expect(scoreProbability(end, 2, 1)).toBeCloseTo(1, 12)
        end.p.forEach((x) => expect(x >= 0 && x <= 1 + 1e-12).toBe(true))
      }),
    )
  })
})

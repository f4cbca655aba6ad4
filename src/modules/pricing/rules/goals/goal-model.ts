/**
 * The goal model (rules 7.2, 7.3): Poisson goals per side, Dixon–Coles weight on the final score, two segments
 * that follow one another. Given the final score the goals lie in time independently of each other and of the
 * side, so the picture in play is the exact conditional of the picture before the match.
 */
import { poissonRow } from '../counting.ts'
import { makeGrid } from './count-grid.ts'
import type { CountGrid } from './count-grid.ts'

/** Weight of a final score; only 0:0, 0:1, 1:0 and 1:1 differ from 1. */
export function tau(h: number, a: number, lambda: number, mu: number, rho: number): number {
  if (h > 1 || a > 1) return 1
  if (h === 0) return a === 0 ? 1 - lambda * mu * rho : 1 + lambda * rho
  return a === 0 ? 1 + mu * rho : 1 - rho
}

/** Bounds of rho inside which every weight is positive (rules 7.2). */
export function rhoBounds(lambda: number, mu: number): { min: number; max: number } {
  return { min: Math.max(-1 / lambda, -1 / mu), max: Math.min(1, 1 / (lambda * mu)) }
}

/** Grid 0 … maxGoals per side before the match, normalised after the weight. */
export function goalGrid(lambda: number, mu: number, rho: number, maxGoals = 15): CountGrid {
  const { p, columns } = rawGrid(lambda, mu, rho, maxGoals)
  return makeGrid(0, 0, columns, columns, p)
}

/** The same without normalising: the weight keeps the sum and both means (property of rules 7.2). */
export function rawGrid(lambda: number, mu: number, rho: number, maxGoals: number): { p: Float64Array; columns: number } {
  const columns = maxGoals + 1
  const p = new Float64Array(columns * columns)
  let home = Math.exp(-lambda)
  for (let i = 0; i < columns; i++) {
    if (i > 0) home *= lambda / i
    let away = Math.exp(-mu)
    for (let j = 0; j < columns; j++) {
      if (j > 0) away *= mu / j
      p[i * columns + j] = home * away * tau(i, j, lambda, mu, rho)
    }
  }
  return { p, columns }
}

export interface GoalModel {
  /** Expected goals of the whole match before it, which the weight uses. */
  lambda: number
  mu: number
  rho: number
  /** Goals so far in the first and in the second segment. */
  first: [h: number, a: number]
  second: [h: number, a: number]
  /** Expected goals still to come in the first and the second segment. */
  firstHome: number
  firstAway: number
  secondHome: number
  secondAway: number
}

export interface GoalSituation {
  lambda: number
  mu: number
  rho: number
  /** Share of goals in the first segment (0.45 in football). */
  firstShare: number
  /** Share of each segment's own goals that is still to come: 1 before it, 0 after it. */
  leftFirst: number
  leftSecond: number
  factorHome: number
  factorAway: number
  first: [number, number]
  second: [number, number]
}

export function goalModel(s: GoalSituation): GoalModel {
  const rho = boundedRho(s.lambda, s.mu, s.rho)
  const one = s.firstShare * s.leftFirst
  const two = (1 - s.firstShare) * s.leftSecond
  return {
    lambda: s.lambda,
    mu: s.mu,
    rho,
    first: s.first,
    second: s.second,
    firstHome: s.lambda * s.factorHome * one,
    firstAway: s.mu * s.factorAway * one,
    secondHome: s.lambda * s.factorHome * two,
    secondAway: s.mu * s.factorAway * two,
  }
}

function boundedRho(lambda: number, mu: number, rho: number): number {
  const { min, max } = rhoBounds(lambda, mu)
  return Math.min(max, Math.max(min, rho))
}

/**
 * Goals of stage A when stage B follows it (or goes before it: the weight only sees the sum). `h:a` is the score
 * that stands when neither stage has scored; `from` what the cells of stage A are counted from.
 */
export function stageGrid(
  m: GoalModel,
  stage: [h: number, a: number],
  rest: [h: number, a: number],
  from: [number, number],
  homeRow?: Float64Array,
  awayRow?: Float64Array,
): CountGrid {
  const home = homeRow ?? poissonRow(stage[0])
  const away = awayRow ?? poissonRow(stage[1])
  const x = m.first[0] + m.second[0]
  const y = m.first[1] + m.second[1]
  const p = new Float64Array(home.length * away.length)
  for (let i = 0, n = 0; i < home.length; i++) for (let j = 0; j < away.length; j++, n++) p[n] = home[i]! * away[j]!
  if (m.rho !== 0 && x < 2 && y < 2) {
    for (let i = 0; x + i < 2; i++) {
      for (let j = 0; y + j < 2; j++) p[i * away.length + j]! *= expectedTau(m, x + i, y + j, rest)
    }
  }
  return makeGrid(from[0], from[1], home.length, away.length, p)
}

/** Mean weight when `rest` goals still come on top of h:a. */
function expectedTau(m: GoalModel, h: number, a: number, rest: [number, number]): number {
  let weight = 1
  const home0 = Math.exp(-rest[0])
  const away0 = Math.exp(-rest[1])
  for (let k = 0; h + k < 2; k++) {
    for (let l = 0; a + l < 2; l++) {
      const chance = home0 * (k ? rest[0] : 1) * away0 * (l ? rest[1] : 1)
      weight += chance * (tau(h + k, a + l, m.lambda, m.mu, m.rho) - 1)
    }
  }
  return weight
}

/** Final score. */
export function finalGrid(m: GoalModel): CountGrid {
  return stageGrid(
    m,
    [m.firstHome + m.secondHome, m.firstAway + m.secondAway],
    [0, 0],
    [m.first[0] + m.second[0], m.first[1] + m.second[1]],
  )
}

/** Score of the first and of the second segment alone. */
export function segmentGrids(m: GoalModel): [first: CountGrid, second: CountGrid] {
  const one: [number, number] = [m.firstHome, m.firstAway]
  const two: [number, number] = [m.secondHome, m.secondAway]
  return [stageGrid(m, one, two, m.first), stageGrid(m, two, one, m.second)]
}

/** Score of the match when a share `part` of what is still to come has been played. */
export function scoreAfter(m: GoalModel, part: number): CountGrid {
  const home = m.firstHome + m.secondHome
  const away = m.firstAway + m.secondAway
  return stageGrid(
    m,
    [home * part, away * part],
    [home * (1 - part), away * (1 - part)],
    [m.first[0] + m.second[0], m.first[1] + m.second[1]],
  )
}

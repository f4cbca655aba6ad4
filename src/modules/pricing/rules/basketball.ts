/** Points model (rules 7.6): margin and total are normal; whole-number results with continuity correction. */
import { normalBelow } from './counting.ts'
import { emptyStates, linePayoff, stateIndex } from './payoff.ts'
import type { FiveStates } from './payoff.ts'

export interface Spread {
  mean: number
  sd: number
  /** What has been counted already: below it nothing ends, and what the normal has there ends at it. */
  atLeast?: number
}

/** Probability that side 1 is ahead at the end, overtime decided in the same proportion. */
export function winProbabilityOf(margin: Spread): number {
  return 1 - normalBelow(0, margin.mean, margin.sd)
}

/** Margin in play: lead plus the share of the game left (rules 7.6). */
export function afterPlay(before: Spread, soFar: number, left: number): Spread {
  return { mean: soFar + before.mean * left, sd: before.sd * Math.sqrt(left) }
}

/** Five states of `count − line` for a whole-number count with this spread. */
export function normalStates(s: Spread, line: number): FiveStates {
  const states = emptyStates()
  const lowestWin = Math.ceil(line + 0.5)
  const highestLoss = Math.floor(line - 0.5)
  states[0] = 1 - normalBelow(lowestWin - 0.5, s.mean, s.sd)
  states[4] = normalBelow(highestLoss + 0.5, s.mean, s.sd)
  for (let n = highestLoss + 1; n < lowestWin; n++) {
    states[stateIndex(linePayoff(n - line))]! += normalBelow(n + 0.5, s.mean, s.sd) - normalBelow(n - 0.5, s.mean, s.sd)
  }
  if (s.atLeast === undefined || s.atLeast <= highestLoss) return states
  if (s.atLeast >= lowestWin) return [1, 0, 0, 0, 0]
  states[stateIndex(linePayoff(s.atLeast - line))]! += states[4]
  states[4] = 0
  return states
}

/** P(a count lies in from … to), whole numbers. */
export function normalBetween(s: Spread, from: number, to: number): number {
  if (s.atLeast !== undefined && to < s.atLeast) return 0
  const below = s.atLeast !== undefined && from <= s.atLeast ? 0 : normalBelow(from - 0.5, s.mean, s.sd)
  return normalBelow(to + 0.5, s.mean, s.sd) - below
}

export function teamSpread(margin: Spread, total: Spread, side: 1 | 2): Spread {
  return { mean: (total.mean + (side === 1 ? margin.mean : -margin.mean)) / 2, sd: Math.sqrt(margin.sd ** 2 + total.sd ** 2) / 2 }
}

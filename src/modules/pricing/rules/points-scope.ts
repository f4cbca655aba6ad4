/**
 * Margin and total of a game of points or of a part of it, and what follows from them. Where a level game goes on, the normal ones
 * are those of regular time (or of the overtime in play), and what comes of a level end is added to them.
 */
import { normalBetween, normalStates, teamSpread, winProbabilityOf } from './basketball.ts'
import type { Spread } from './basketball.ts'
import { emptyStates } from './payoff.ts'
import type { FiveStates } from './payoff.ts'

/** One way in which an overtime ends, as points that are added. */
export interface OvertimeEnd {
  weight: number
  margin: Spread
  total: Spread
}

export interface PointsScope {
  margin: Spread
  total: Spread
  /** Level scores go to overtime and never end so. */
  noDraw: boolean
  top: boolean
  step: number
  level: number
  /** Points of both sides so far. */
  so: readonly [number, number]
  /** Scores of an odd number of points, by point. */
  odd: number
  /** How an overtime that is still to come ends: of a match in play whose sport has one. Before the match it is in the spreads. */
  overtime?: readonly OvertimeEnd[]
}

export type Counted = 'margin' | 'total' | 'team1' | 'team2'

/** Side 1 ahead, level, side 2 ahead, before an overtime that is still to come. */
export function resultOf(scope: PointsScope): [home: number, draw: number, away: number] {
  const plain = normalBetween(scope.margin, 0, 0)
  const draw = 1 - (1 - plain) ** scope.level
  const home = normalStates(scope.margin, 0.5)[0] - (draw - plain) * winProbabilityOf(scope.margin)
  return [home, draw, 1 - home - draw]
}

export function sideOneWins(scope: PointsScope): number {
  if (!scope.overtime) return winProbabilityOf(scope.margin)
  const [home, draw] = resultOf(scope)
  return home + draw * scope.overtime.reduce((sum, { weight, margin }) => sum + weight * winProbabilityOf(margin), 0)
}

/** `so`: points of both sides that are in it already; none of what an overtime adds. */
export function spreadOf(
  { margin, total, so }: Pick<PointsScope, 'margin' | 'total'> & Partial<Pick<PointsScope, 'so'>>,
  what: Counted,
): Spread {
  if (what === 'margin' || what === 'total') return what === 'margin' ? margin : total
  const own = teamSpread(margin, total, what === 'team1' ? 1 : 2)
  return so ? { ...own, atLeast: so[what === 'team1' ? 0 : 1] } : own
}

/** Five states of `count − line`. */
export function statesOf(scope: PointsScope, what: Counted, line: number): FiveStates {
  if (!scope.overtime) return normalStates(spreadOf(scope, what), line)
  const [home, draw, away] = resultOf(scope)
  const states = what === 'margin' ? aheadStates(scope, line, home, away) : normalStates(spreadOf(scope, what), line)
  const rest = what === 'margin' ? 1 : 1 - draw
  const sum = emptyStates()
  for (let n = 0; n < 5; n++) sum[n]! += rest * states[n]!
  for (const end of scope.overtime) {
    const added = normalStates(what === 'margin' ? end.margin : afterLevel(scope, end, what), line)
    for (let n = 0; n < 5; n++) sum[n]! += draw * end.weight * added[n]!
  }
  return sum
}

/** Chance that a count is even: every odd score that is still to come turns it, and what is level goes on from an even total. */
export function evenChance(scope: PointsScope, what: 'total' | 'team1' | 'team2'): number {
  const so = what === 'total' ? scope.so[0] + scope.so[1] : scope.so[what === 'team1' ? 0 : 1]
  const left = Math.max(0, spreadOf(scope, what).mean - so)
  const stays = Math.exp(-2 * scope.odd * left) * (so % 2 === 0 ? 1 : -1)
  const level = what === 'total' && scope.noDraw ? resultOf(scope)[1] : 0
  return (1 + Math.max(stays, 2 * level - 1) - level) / 2
}

/** A count that is level when the overtime begins: each side has half of the total. */
export function afterLevel({ total, so }: PointsScope, end: OvertimeEnd, what: Counted): Spread {
  const added = spreadOf(end, what)
  const share = what === 'total' ? 1 : 0.5
  const atLeast = what === 'total' ? so[0] + so[1] : Math.max(...so)
  return { mean: share * total.mean + added.mean, sd: Math.hypot(share * total.sd, added.sd), atLeast }
}

/** States of the margin where somebody is ahead before the overtime; they add up to the chance of that. Lines are not within one point. */
function aheadStates({ margin }: PointsScope, line: number, home: number, away: number): FiveStates {
  const states = normalStates(margin, line)
  const [own, other] = line > 0 ? [home, away] : [away, home]
  const ahead = normalStates(margin, 0.5)
  const all = line > 0 ? ahead[0] : normalStates(margin, -0.5)[4]
  const scale = all > 1e-12 ? own / all : 0
  // All states but the last (of a line below nothing: but the first) are of the side that the line is on.
  const out = states.map((p) => p * scale) as FiveStates
  const far = line > 0 ? 4 : 0
  out[far] = 0
  out[far] = own + other - out.reduce((sum, p) => sum + p, 0)
  return out
}

/** The final margin and total as one spread each, for markets that need no more of them. */
export function finalSpreads(scope: PointsScope): { margin: Spread; total: Spread } {
  const { margin, total, overtime } = scope
  if (!overtime) return { margin, total }
  const [, draw] = resultOf(scope)
  return { margin: withEnds(margin, draw, overtime, 'margin'), total: withEnds(total, draw, overtime, 'total') }
}

function withEnds(before: Spread, draw: number, ends: readonly OvertimeEnd[], what: 'margin' | 'total'): Spread {
  const mean = ends.reduce((sum, end) => sum + end.weight * end[what].mean, 0)
  const square = ends.reduce((sum, end) => sum + end.weight * (end[what].mean ** 2 + end[what].sd ** 2), 0)
  const variance = draw * square - (draw * mean) ** 2
  return { ...before, mean: before.mean + draw * mean, sd: Math.sqrt(before.sd ** 2 + Math.max(0, variance)) }
}

/** Chances that the first and the second win by `from` to `to` points. A level score is won narrowly, in the proportion of the two sides. */
export function wonBy(scope: PointsScope, from: number, to: number): [first: number, second: number] {
  const { margin, overtime } = scope
  if (!overtime) return narrowly(margin, from, to)
  const [home, draw, away] = resultOf(scope)
  const [one, two] = [normalStates(margin, 0.5)[0], normalStates(margin, -0.5)[4]]
  const sum: [number, number] = [
    one > 1e-12 ? (normalBetween(margin, from, to) * home) / one : 0,
    two > 1e-12 ? (normalBetween(margin, -to, -from) * away) / two : 0,
  ]
  for (const end of overtime) {
    const [first, second] = narrowly(end.margin, from, to)
    sum[0] += draw * end.weight * first
    sum[1] += draw * end.weight * second
  }
  return sum
}

function narrowly(margin: Spread, from: number, to: number): [number, number] {
  const sum: [number, number] = [normalBetween(margin, from, to), normalBetween(margin, -to, -from)]
  if (from > 1) return sum
  const home = winProbabilityOf(margin) - normalStates(margin, 0.5)[0]
  sum[0] += home
  sum[1] += normalBetween(margin, 0, 0) - home
  return sum
}

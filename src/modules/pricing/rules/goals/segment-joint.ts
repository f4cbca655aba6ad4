/**
 * Joint distribution of the two segments of a match, seen as difference, sum or "who scored". The segments are
 * independent but for the Dixon–Coles weight, which touches at most sixteen cells; so the joint is an outer
 * product with a few corrections and never a table of four dimensions.
 */
import { poissonRow } from '../counting.ts'
import { representative, viewOf } from '../segment-payoffs.ts'
import type { SegmentPayoff, SegmentView } from '../segment-payoffs.ts'
import { NOTHING } from './count-grid.ts'
import { tau } from './goal-model.ts'
import type { GoalModel } from './goal-model.ts'

export interface SegmentJoint {
  view: SegmentView
  fromFirst: number
  fromSecond: number
  rows: number
  columns: number
  p: Float64Array
}

interface Rows {
  firstHome: Float64Array
  firstAway: Float64Array
  secondHome: Float64Array
  secondAway: Float64Array
}

export function segmentRows(m: GoalModel): Rows {
  return {
    firstHome: poissonRow(m.firstHome),
    firstAway: poissonRow(m.firstAway),
    secondHome: poissonRow(m.secondHome),
    secondAway: poissonRow(m.secondAway),
  }
}

function seen(view: SegmentView, score: [number, number], home: Float64Array, away: Float64Array): { from: number; p: Float64Array } {
  const from = view === 'difference' ? score[0] - score[1] - (away.length - 1) : view === 'sum' ? score[0] + score[1] : 0
  const p = new Float64Array(view === 'scored' ? 4 : home.length + away.length - 1)
  for (let i = 0; i < home.length; i++) {
    for (let j = 0; j < away.length; j++) p[viewOf(view, score[0] + i, score[1] + j) - from]! += home[i]! * away[j]!
  }
  return { from, p }
}

export function segmentJoint(m: GoalModel, rows: Rows, view: SegmentView): SegmentJoint {
  const first = seen(view, m.first, rows.firstHome, rows.firstAway)
  const second = seen(view, m.second, rows.secondHome, rows.secondAway)
  const columns = second.p.length
  const p = new Float64Array(first.p.length * columns)
  for (let i = 0, n = 0; i < first.p.length; i++) for (let j = 0; j < columns; j++, n++) p[n] = first.p[i]! * second.p[j]!
  const joint: SegmentJoint = { view, fromFirst: first.from, fromSecond: second.from, rows: first.p.length, columns, p }
  weigh(m, rows, joint)
  return joint
}

function weigh(m: GoalModel, rows: Rows, joint: SegmentJoint): void {
  const x = m.first[0] + m.second[0]
  const y = m.first[1] + m.second[1]
  if (m.rho === 0 || x > 1 || y > 1) return
  let sum = 1
  for (let i = 0; x + i < 2; i++)
    for (let k = 0; x + i + k < 2; k++) {
      for (let j = 0; y + j < 2; j++)
        for (let l = 0; y + j + l < 2; l++) {
          const chance = rows.firstHome[i]! * rows.secondHome[k]! * rows.firstAway[j]! * rows.secondAway[l]!
          const extra = chance * (tau(x + i + k, y + j + l, m.lambda, m.mu, m.rho) - 1)
          const row = viewOf(joint.view, m.first[0] + i, m.first[1] + j) - joint.fromFirst
          const column = viewOf(joint.view, m.second[0] + k, m.second[1] + l) - joint.fromSecond
          joint.p[row * joint.columns + column]! += extra
          sum += extra
        }
    }
  for (let n = 0; n < joint.p.length; n++) joint.p[n]! /= sum
}

const MANY = 4000

export function segmentProbability(joint: SegmentJoint, payoff: SegmentPayoff, param = 0): number {
  let win = 0
  // Games of many goals have thousands of cells that weigh nothing together.
  const least = joint.p.length > MANY ? NOTHING * 1e5 : NOTHING
  const seconds: [number, number][] = []
  for (let c = 0; c < joint.columns; c++) seconds.push(representative(joint.view, joint.fromSecond + c))
  for (let r = 0, n = 0; r < joint.rows; r++) {
    const [i, j] = representative(joint.view, joint.fromFirst + r)
    for (let c = 0; c < joint.columns; c++, n++) {
      const p = joint.p[n]!
      if (p <= least) continue
      const second = seconds[c]!
      if (payoff(i, j, second[0], second[1], param) === 1) win += p
    }
  }
  return win
}

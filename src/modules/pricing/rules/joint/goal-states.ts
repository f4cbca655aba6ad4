/** Football, ice hockey and other sports of goals: goals of both sides in the first segment and in the rest (rules 7.2, 7.3). */
import { keysOf } from '../engines.ts'
import type { GameFacts } from '../game-facts.ts'
import { tau, type GoalModel } from '../goals/goal-model.ts'
import { segmentRows } from '../goals/segment-joint.ts'
import { maxListed } from '../grade.ts'
import { yes, type PayoffValue } from '../payoff.ts'
import { goalGame } from '../price-goals.ts'
import type { PriceInput } from '../price-input.ts'
import { scorePayoffOf } from '../score-payoffs.ts'
import { segmentRule } from '../segment-payoffs.ts'
import { statisticGrid, COUNT_PARTS } from '../price-counts.ts'
import { States, type JointPick, type StateSpace } from './state-space.ts'

/** With more cells (handball) the segments are not told apart. */
const MOST_CELLS = 300_000
/** Place in a state of the side that wins a level match in overtime; 0 where the match is not level or ends so. */
const OVERTIME = 4
const WINNER: Readonly<Record<number, 1 | 2>> = { 401: 1, 402: 2 }

export function goalStates(input: PriceInput, facts: GameFacts): StateSpace | null {
  if (facts.counts.get('regular')!.done) return null
  const { model } = goalGame(input, facts)
  const rows = segmentRows(model)
  const cells = rows.firstHome.length * rows.firstAway.length * rows.secondHome.length * rows.secondAway.length
  const inSegments = cells <= MOST_CELLS
  const add = adderOf(model, keysOf(input.sportId, 'match', true).includes('winner_with_ot'))
  const { chances, at } = (inSegments ? bySegments(model, rows, add) : byScore(model, rows, add)).scaled()
  const { segments } = facts.shape
  return {
    chances,
    payoff(pick) {
      if (pick.playerId !== 0 || pick.key === 'shootout') return null
      if (pick.key === 'winner_with_ot' || pick.key === 'overtime') return pick.part === 'full' ? afterRegular(pick, at) : null
      const rule = pick.part === 'full' ? segmentRule(pick.t) : undefined
      if (rule) return inSegments ? (state) => rule.payoff(at(state, 0), at(state, 1), at(state, 2), at(state, 3), pick.p) : null
      const count = countOf(pick, segments, inSegments)
      const payoff = scorePayoffOf(pick.key, pick.t)
      if (!count || !payoff) return null
      const max = maxListed(pick.spec)
      return (state) => payoff(count(at, state, 0), count(at, state, 1), pick.p, max)
    },
  }
}

type At = (state: number, place: number) => number
type Count = (at: At, state: number, side: 0 | 1) => number

/** Who wins with overtime, and whether there is one. */
function afterRegular({ key, t }: JointPick, at: At): ((state: number) => PayoffValue) | null {
  const difference = (state: number): number => at(state, 0) + at(state, 2) - at(state, 1) - at(state, 3)
  if (key === 'overtime') return (state) => yes((difference(state) === 0) === (t === 759))
  const side = WINNER[t]
  return side ? (state) => yes((at(state, OVERTIME) || (difference(state) > 0 ? 1 : 2)) === side) : null
}

/** Goals of a side in the part of the pick. */
function countOf({ part }: JointPick, segments: readonly string[], inSegments: boolean): Count | null {
  if (part === 'full') return (at, state, side) => at(state, side) + at(state, side + 2)
  if (!inSegments) return null
  if (part === segments[0]) return (at, state, side) => at(state, side)
  return part === segments[1] && segments.length === 2 ? (at, state, side) => at(state, side + 2) : null
}

type Rows = ReturnType<typeof segmentRows>
type Add = (states: States, chance: number, i: number, j: number, k: number, l: number) => void

/** Level matches are won in overtime in the share of the two rates, as they are priced (rules 7.7). */
function adderOf({ lambda, mu }: GoalModel, overtime: boolean): Add {
  return (states, chance, i, j, k, l) => {
    if (!overtime || i + k !== j + l) return states.add(chance, i, j, k, l, 0)
    states.add((chance * lambda) / (lambda + mu), i, j, k, l, 1)
    states.add((chance * mu) / (lambda + mu), i, j, k, l, 2)
  }
}

function bySegments(m: GoalModel, rows: Rows, add: Add): States {
  const states = new States(5)
  const [x, y] = [m.first[0], m.first[1]]
  const [v, w] = [m.second[0], m.second[1]]
  for (let i = 0; i < rows.firstHome.length; i += 1)
    for (let j = 0; j < rows.firstAway.length; j += 1) {
      const first = rows.firstHome[i]! * rows.firstAway[j]!
      for (let k = 0; k < rows.secondHome.length; k += 1)
        for (let l = 0; l < rows.secondAway.length; l += 1) {
          const chance = first * rows.secondHome[k]! * rows.secondAway[l]!
          const weight = m.rho === 0 ? 1 : tau(x + v + i + k, y + w + j + l, m.lambda, m.mu, m.rho)
          add(states, chance * weight, x + i, y + j, v + k, w + l)
        }
    }
  return states
}

/** Only the final score; it stands in the places of the second segment. */
function byScore(m: GoalModel, rows: Rows, add: Add): States {
  const states = new States(5)
  const home = sumRow(rows.firstHome, rows.secondHome)
  const away = sumRow(rows.firstAway, rows.secondAway)
  const [h, a] = [m.first[0] + m.second[0], m.first[1] + m.second[1]]
  for (let i = 0; i < home.length; i += 1)
    for (let j = 0; j < away.length; j += 1) {
      const weight = m.rho === 0 ? 1 : tau(h + i, a + j, m.lambda, m.mu, m.rho)
      add(states, home[i]! * away[j]! * weight, 0, 0, h + i, a + j)
    }
  return states
}

function sumRow(one: Float64Array, two: Float64Array): Float64Array {
  const row = new Float64Array(one.length + two.length - 1)
  for (let i = 0; i < one.length; i += 1) for (let j = 0; j < two.length; j += 1) row[i + j]! += one[i]! * two[j]!
  return row
}

/** Corners, cards and other statistics of football: counts of their own, priced together only among themselves. */
export function countStates(input: PriceInput, facts: GameFacts, part: string): StateSpace | null {
  const found = COUNT_PARTS.find(([code]) => code === part)
  const grid = found && statisticGrid(goalGame(input, facts), ...found)
  if (!grid) return null
  const states = new States(2)
  for (let i = 0, n = 0; i < grid.rows; i += 1)
    for (let j = 0; j < grid.columns; j += 1, n += 1) states.add(grid.p[n]!, grid.h + i, grid.a + j)
  const { chances, at } = states.scaled()
  return {
    chances,
    payoff(pick) {
      const payoff = pick.part === part && pick.playerId === 0 ? scorePayoffOf(pick.key, pick.t) : undefined
      return payoff ? (state) => payoff(at(state, 0), at(state, 1), pick.p, maxListed(pick.spec)) : null
    },
  }
}

export function isStatistic(part: string): boolean {
  return COUNT_PARTS.some(([code]) => code === part)
}

/**
 * Duels (rules 9.1): two virtual teams of sides of real matches. Football and hockey count goals in regular time,
 * tennis counts sets won; the two sums have one joint distribution, and every market is read from it.
 */
import type { Milli } from '#lib/price.ts'
import type { BookGame } from '#modules/line/rules/book.ts'
import { poissonRow } from '#modules/pricing/rules/counting.ts'
import {
  differenceRow,
  lineStates,
  makeGrid,
  productGrid,
  totalRow,
  type CountGrid,
  type Row,
} from '#modules/pricing/rules/goals/count-grid.ts'
import { quote } from '#modules/pricing/rules/margin.ts'
import { setsToWin } from '#modules/pricing/rules/set-grid.ts'
import { LEAST_PROBABILITY } from '#modules/pricing/rules/sheet.ts'
import { freshSet, setWin } from '#modules/pricing/rules/tennis.ts'

export const COUNTS = { goals: 1, sets: 2 } as const
export type Counts = (typeof COUNTS)[keyof typeof COUNTS]

/** Sports whose sides can be put into a duel, and what is counted there. */
const COUNTED: Readonly<Record<number, Counts>> = { 1: COUNTS.goals, 2: COUNTS.goals, 4: COUNTS.sets }
export const DUEL_SPORTS: readonly number[] = Object.keys(COUNTED).map(Number)

export const MAX_TEAM = 5

export interface Participant {
  id: number
  game: BookGame
  /** Side in his own match. */
  side: 1 | 2
}

export function countsOf(game: BookGame): Counts | null {
  return (game.model && game.type === 'match' && game.sides.length === 2 && COUNTED[game.sportId]) || null
}

/** Why these teams cannot play a duel; null when they can. */
export type TeamFault = 'empty' | 'too_many' | 'twice' | 'same_match' | 'mixed_counts'

export function teamFault(teams: readonly [readonly Participant[], readonly Participant[]]): TeamFault | null {
  const all = teams.flat()
  if (teams.some((team) => team.length === 0)) return 'empty'
  if (teams.some((team) => team.length > MAX_TEAM)) return 'too_many'
  if (new Set(all.map(({ id }) => id)).size !== all.length) return 'twice'
  if (teams.some((team) => new Set(team.map(({ game }) => game.ci)).size !== team.length)) return 'same_match'
  if (new Set(all.map(({ game }) => countsOf(game))).size !== 1) return 'mixed_counts'
  return null
}

/** Expected goals or sets of a side, and the chance of a set of side 1 in tennis. */
export function expectedCount({ game, side }: Pick<Participant, 'game' | 'side'>): number {
  if (countsOf(game) === COUNTS.sets) {
    const joint = setsJoint(setChance(game), setsOf(game))
    return joint.reduce((sum, { won, lost, p }) => sum + p * (side === 1 ? won : lost), 0)
  }
  const { supremacy, total } = game.model!
  return Math.max(0.02, (total + (side === 1 ? supremacy : -supremacy)) / 2)
}

function setChance(game: BookGame): number {
  const { supremacy, extra } = game.model!
  const bound = (p: number): number => Math.min(0.95, Math.max(0.05, p))
  return setWin(freshSet(bound(extra['pServe1'] ?? 0.635 + supremacy / 2), bound(extra['pServe2'] ?? 0.635 - supremacy / 2)))
}

function setsOf(game: BookGame): number {
  return setsToWin(game.bestOf ?? game.model?.extra['bestOf'] ?? 3)
}

/** All final scores of a match in sets: the winner has `toWin`. */
function setsJoint(p: number, toWin: number): { won: number; lost: number; p: number }[] {
  const scores: { won: number; lost: number; p: number }[] = []
  let ways = 1
  for (let other = 0; other < toWin; other++) {
    if (other > 0) ways = (ways * (toWin - 1 + other)) / other
    scores.push({ won: toWin, lost: other, p: ways * p ** toWin * (1 - p) ** other })
    scores.push({ won: other, lost: toWin, p: ways * (1 - p) ** toWin * p ** other })
  }
  return scores
}

/** Joint distribution of the counts of both teams. Sides of one match on opposite sides depend on each other in sets. */
export function duelGrid([one, two]: readonly [readonly Participant[], readonly Participant[]]): CountGrid {
  const mean = (team: readonly Participant[]): number => team.reduce((sum, participant) => sum + expectedCount(participant), 0)
  if (countsOf(one[0]!.game) === COUNTS.goals) return productGrid(0, 0, poissonRow(mean(one)), poissonRow(mean(two)))
  const size = 3 * MAX_TEAM + 1
  let p = new Float64Array(size * size)
  p[0] = 1
  for (const game of new Set([...one, ...two].map((participant) => participant.game))) {
    const sideOf = (team: readonly Participant[]): 0 | 1 | 2 => team.find((participant) => participant.game === game)?.side ?? 0
    const [a, b] = [sideOf(one), sideOf(two)]
    const next = new Float64Array(size * size)
    for (const score of setsJoint(setChance(game), setsOf(game))) {
      const count = (side: 0 | 1 | 2): number => (side === 0 ? 0 : side === 1 ? score.won : score.lost)
      const shift = count(a) * size + count(b)
      for (let n = 0; n + shift < p.length; n++) if (p[n]) next[n + shift]! += p[n]! * score.p
    }
    p = next
  }
  return makeGrid(0, 0, size, size, p)
}

export interface DuelOutcome {
  t: number
  /** Line of its own side, 0 when none. */
  p: number
  g: number
  price: Milli
  main: boolean
}

/** Booksums of duels: a little wider than those of single matches. */
const RESULT_BOOKSUM = 1.065
const LINE_BOOKSUM = 1.06
const LINES_AROUND = 1
const LEAST_CHANCE = 0.06

/** 1X2, handicap and total with half lines around the middle. What hardly can happen is not offered: opponents of one match share no sets. */
export function duelMarkets(grid: CountGrid): DuelOutcome[] {
  const difference = differenceRow(grid)
  const draw = chanceAt(difference, 0)
  const win = above(difference, 0)
  const chances = [win, draw, 1 - win - draw]
  const result = quote(chances, RESULT_BOOKSUM)
  const outcomes = result
    .map((price, k): DuelOutcome => ({ t: k + 1, p: 0, g: 1, price, main: false }))
    .filter((_, k) => chances[k]! >= LEAST_PROBABILITY)
  for (const { line, main, p } of middleLines(difference, true)) {
    const [a, b] = quote([p, 1 - p], LINE_BOOKSUM)
    // The handicap of side 1 is what is added to its count: the opposite of the difference that it has to beat.
    outcomes.push({ t: 7, p: -line, g: 2, price: a!, main }, { t: 8, p: line, g: 2, price: b!, main })
  }
  for (const { line, main, p } of middleLines(totalRow(grid), false)) {
    const [over, under] = quote([p, 1 - p], LINE_BOOKSUM)
    outcomes.push({ t: 9, p: line, g: 17, price: over!, main }, { t: 10, p: line, g: 17, price: under!, main })
  }
  return outcomes
}

function chanceAt(row: Row, value: number): number {
  return row.p[value - row.from] ?? 0
}

function above(row: Row, line: number): number {
  return lineStates(row, line)[0]
}

/** Half lines nearest to even, with the chance to be above them. */
function middleLines(row: Row, negative: boolean): { line: number; main: boolean; p: number }[] {
  let best = 0.5
  for (let n = 0; n < row.p.length; n++) {
    const line = row.from + n + 0.5
    if (Math.abs(above(row, line) - 0.5) < Math.abs(above(row, best) - 0.5)) best = line
  }
  const lines = []
  for (let k = -LINES_AROUND; k <= LINES_AROUND; k++) {
    const line = best + k
    const p = above(row, line)
    if ((negative || line > 0) && p >= LEAST_CHANCE && p <= 1 - LEAST_CHANCE) lines.push({ line, main: k === 0, p })
  }
  return lines
}

/**
 * Every way in which a fight can end, with its payoffs: who, how, in which round and in which half of it. Prices are sums
 * over the ways, results are the payoff of the way that came.
 */
export { roundSeconds } from '#modules/feeds/rules/parts.ts'
import { yes } from './payoff.ts'
import type { PayoffValue } from './payoff.ts'

export type BoutMethod = 'points' | 'ko' | 'submission'

export interface BoutEnd {
  /** 0 is a draw. */
  winner: 0 | 1 | 2
  method: BoutMethod
  /** Round of the end; all rounds when the judges decide. */
  round: number
  /** The end fell into the second half of its round. */
  late: boolean
}

export type BoutPayoff = (end: BoutEnd, p: number) => PayoffValue

const by = (winner: 1 | 2, method: BoutMethod): BoutPayoff => {
  return (end) => yes(end.winner === winner && end.method === method)
}
const method =
  (wanted: BoutMethod): BoutPayoff =>
  (end) =>
    yes(end.method === wanted)
const inRound =
  (winner: 1 | 2): BoutPayoff =>
  (end, p) =>
    yes(end.winner === winner && end.method !== 'points' && end.round === p)

/** Rounds fought, to a half: a line of 2.5 is the middle of the third round. */
function isOver(end: BoutEnd, line: number): boolean {
  return end.method === 'points' || end.round - 1 + (end.late ? 0.75 : 0.25) > line
}

const payoffs = new Map<number, BoutPayoff>([
  [2292, method('points')],
  [2293, (end) => yes(end.method !== 'points')],
  [3864, (end, p) => yes(isOver(end, p))],
  [3865, (end, p) => yes(!isOver(end, p))],
  [2609, by(1, 'ko')],
  [2613, by(1, 'submission')],
  [2607, by(1, 'points')],
  [2610, by(2, 'ko')],
  [2614, by(2, 'submission')],
  [2608, by(2, 'points')],
  [2605, method('ko')],
  [2606, method('submission')],
  [2604, method('points')],
  [1365, inRound(1)],
  [1366, inRound(2)],
  [2299, (end, p) => yes(end.method !== 'points' && end.round === p)],
  [2301, method('points')],
])

/** Payoff of an outcome type on the end of a fight; undefined when the type is not about it. */
export function boutPayoff(t: number): BoutPayoff | undefined {
  return payoffs.get(t)
}

/** Round that is being fought; 0 when there is none. */
export function roundOf(phase: string): number {
  return Number(/^r(\d+)$/.exec(phase)?.[1] ?? 0)
}

/**
 * Payoffs that look at two segments of a match: first half and second half (football, handball), first period
 * and the rest (hockey), first set or quarter and the rest. i:j is the score of the first segment, k:l of the
 * second one.
 */
import { yes } from './payoff.ts'
import type { PayoffValue } from './payoff.ts'

export type SegmentPayoff = (i: number, j: number, k: number, l: number, p: number) => PayoffValue
/** What of a segment the payoff can see: its goal difference, its sum, or whether each side scored. */
export type SegmentView = 'difference' | 'sum' | 'scored'
export interface SegmentRule {
  view: SegmentView
  payoff: SegmentPayoff
}

const sign = (h: number, a: number): number => Math.sign(h - a)

/** Result of the first segment (row) and of the whole match (column). */
function rowsAndFinal(table: readonly [t: number, first: number, final: number][]): [number, SegmentRule][] {
  return table.map(([t, first, final]) => [
    t,
    { view: 'difference', payoff: (i, j, k, l) => yes(sign(i, j) === first && sign(i + k, j + l) === final) },
  ])
}

const grid9 = (ts: readonly number[]): [number, number, number][] => ts.map((t, n) => [t, 1 - Math.floor(n / 3), 1 - (n % 3)])

const wonFirst = (i: number, j: number): boolean => i > j

const rules = new Map<number, SegmentRule>([
  ...rowsAndFinal(grid9([15, 16, 17, 18, 19, 20, 21, 22, 23])),
  ...rowsAndFinal(grid9([3574, 3575, 3576, 3577, 3578, 3579, 3580, 3581, 3582])),
  ...(
    [
      [669, 1, 1],
      [668, 1, 0],
      [667, 1, -1],
      [666, 0, 1],
      [665, 0, 0],
      [673, 0, -1],
      [671, -1, 1],
      [672, -1, 0],
      [670, -1, -1],
    ] as const
  ).map(([t, first, second]): [number, SegmentRule] => [
    t,
    { view: 'difference', payoff: (i, j, k, l) => yes(sign(i, j) === first && sign(k, l) === second) },
  ]),
  [188, { view: 'sum', payoff: (i, j, k, l) => yes(i + j > k + l) }],
  [189, { view: 'sum', payoff: (i, j, k, l) => yes(i + j === k + l) }],
  [190, { view: 'sum', payoff: (i, j, k, l) => yes(i + j < k + l) }],
  [478, { view: 'sum', payoff: (i, j, k, l) => yes(i + j > 0 && k + l > 0) }],
  [479, { view: 'sum', payoff: (i, j, k, l) => yes(i + j === 0 || k + l === 0) }],
  [1824, { view: 'scored', payoff: (i, j, k, l) => yes(i > 0 && j > 0 && k > 0 && l > 0) }],
  [1825, { view: 'scored', payoff: (i, j, k, l) => yes(!(i > 0 && j > 0 && k > 0 && l > 0)) }],
  [512, { view: 'sum', payoff: (i, j, k, l, p) => yes(i + j > p && k + l > p) }],
  [513, { view: 'sum', payoff: (i, j, k, l, p) => yes(!(i + j > p && k + l > p)) }],
  [514, { view: 'sum', payoff: (i, j, k, l, p) => yes(i + j < p && k + l < p) }],
  [515, { view: 'sum', payoff: (i, j, k, l, p) => yes(!(i + j < p && k + l < p)) }],
  [504, { view: 'difference', payoff: (i, j, k, l) => yes(wonFirst(i, j) || k > l) }],
  [505, { view: 'difference', payoff: (i, j, k, l) => yes(!(wonFirst(i, j) || k > l)) }],
  [506, { view: 'difference', payoff: (i, j, k, l) => yes(i < j || k < l) }],
  [507, { view: 'difference', payoff: (i, j, k, l) => yes(!(i < j || k < l)) }],
  [508, { view: 'difference', payoff: (i, j, k, l) => yes(wonFirst(i, j) && k > l) }],
  [509, { view: 'difference', payoff: (i, j, k, l) => yes(!(wonFirst(i, j) && k > l)) }],
  [510, { view: 'difference', payoff: (i, j, k, l) => yes(i < j && k < l) }],
  [511, { view: 'difference', payoff: (i, j, k, l) => yes(!(i < j && k < l)) }],
  [516, { view: 'difference', payoff: (i, j, k, l) => yes(i === j || k === l) }],
  [517, { view: 'difference', payoff: (i, j, k, l) => yes(i !== j && k !== l) }],
  [651, { view: 'sum', payoff: (i, j) => yes(i + j > 0) }],
  [652, { view: 'sum', payoff: (i, j, k, l) => yes(i + j === 0 && k + l > 0) }],
  [653, { view: 'sum', payoff: (i, j, k, l) => yes(i + j + k + l === 0) }],
])

export function segmentRule(t: number): SegmentRule | undefined {
  return rules.get(t)
}

/** A score i:j that stands for all segments with the same view, so that one function serves price and result. */
export function representative(view: SegmentView, value: number): [number, number] {
  switch (view) {
    case 'difference':
      return value >= 0 ? [value, 0] : [0, -value]
    case 'sum':
      return [value, 0]
    case 'scored':
      return [value & 1, value >> 1]
  }
}

export function viewOf(view: SegmentView, h: number, a: number): number {
  switch (view) {
    case 'difference':
      return h - a
    case 'sum':
      return h + a
    case 'scored':
      return (h > 0 ? 1 : 0) + (a > 0 ? 2 : 0)
  }
}

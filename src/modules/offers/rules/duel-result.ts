/** Results of a duel's outcomes from the counts of its real matches (rules 9.1). */
import { unreachable } from '#lib/assert.ts'

/** One real match as a duel sees it. */
export interface DuelMatch {
  team: 1 | 2
  /** Goals or sets of the participant's side so far. */
  count: number
  /** `over`: the count is final; `dropped`: it will not be played on. */
  state: 'over' | 'open' | 'dropped'
}

export interface DuelCounts {
  one: number
  two: number
  /** Every match is over. */
  whole: boolean
}

/** Null while a match is still open. */
export function duelCounts(matches: readonly DuelMatch[]): DuelCounts | null {
  if (matches.length === 0 || matches.some((match) => match.state === 'open')) return null
  const sum = (team: 1 | 2) => matches.reduce((all, match) => (match.team === team ? all + match.count : all), 0)
  return { one: sum(1), two: sum(2), whole: matches.every((match) => match.state === 'over') }
}

export type DuelVerdict = 'won' | 'lost' | 'void'

/** With a match that was not played to its end everything is void, but for what its counts have decided already. */
export function duelVerdict({ t, p }: { t: number; p: number }, { one, two, whole }: DuelCounts): DuelVerdict {
  if (!whole) return decidedEarly(t, p, one + two)
  const said = (isTrue: boolean): DuelVerdict => (isTrue ? 'won' : 'lost')
  switch (t) {
    case 1:
      return said(one > two)
    case 2:
      return said(one === two)
    case 3:
      return said(one < two)
    case 7:
      return one + p === two ? 'void' : said(one + p > two)
    case 8:
      return two + p === one ? 'void' : said(two + p > one)
    case 9:
      return one + two === p ? 'void' : said(one + two > p)
    case 10:
      return one + two === p ? 'void' : said(one + two < p)
    default:
      return unreachable(t as never, 'outcome of a duel')
  }
}

/** Counts only rise: a total that is passed stays passed. */
function decidedEarly(t: number, p: number, total: number): DuelVerdict {
  if (total <= p) return 'void'
  return t === 9 ? 'won' : t === 10 ? 'lost' : 'void'
}

/** Codes of the periods that regular time is made of. */
const REGULAR = /^(h[12]|p[1-3]|set\d+)$/

/** What a side has counted in regular time: goals of its periods, or the sets that it has won. */
export function regularCount(
  counts: 1 | 2,
  side: 1 | 2,
  score: readonly number[],
  periods: readonly { code: string; score: readonly number[] }[],
): number {
  const own = (pair: readonly number[]) => pair[side - 1] ?? 0
  const regular = periods.filter(({ code }) => REGULAR.test(code))
  if (counts === 2 || regular.length === 0) return own(score)
  return regular.reduce((sum, period) => sum + own(period.score), 0)
}

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
  /** By team: every match of it was played to its end. */
  whole: readonly [boolean, boolean]
}

/** Null while a match is still open. */
export function duelCounts(matches: readonly DuelMatch[]): DuelCounts | null {
  if (matches.length === 0 || matches.some((match) => match.state === 'open')) return null
  const of = (team: 1 | 2) => matches.filter((match) => match.team === team)
  const sum = (team: 1 | 2) => of(team).reduce((all, match) => all + match.count, 0)
  const isWhole = (team: 1 | 2) => of(team).every((match) => match.state === 'over')
  return { one: sum(1), two: sum(2), whole: [isWhole(1), isWhole(2)] }
}

/** Behind the counts: whose matches were not all played to their end. */
const MARKS = { '': [true, true], '!': [false, false], '!1': [false, true], '!2': [true, false] } as const

/** Counts as the duel keeps them, '3:1!2'. Before the marks had numbers a bare one stood for either team. */
export function writeCounts({ one, two, whole }: DuelCounts): string {
  const mark = Object.entries(MARKS).find(([, [first, second]]) => first === whole[0] && second === whole[1])![0]
  return `${one}:${two}${mark}`
}

export function readCounts(text: string | null): DuelCounts | null {
  const [, one, two, mark] = /^(\d+):(\d+)(!?[12]?)$/.exec(text ?? '') ?? []
  const whole = MARKS[mark as keyof typeof MARKS]
  return whole ? { one: Number(one), two: Number(two), whole } : null
}

export type DuelVerdict = 'won' | 'lost' | 'void'

/** Least and most that a number can become. */
type Range = readonly [least: number, most: number]

/** Counts only rise: of matches that were not played to their end they say the least. What that leaves open is void. */
export function duelVerdict({ t, p }: { t: number; p: number }, { one, two, whole }: DuelCounts): DuelVerdict {
  const lead: Range = [whole[1] ? one - two : -Infinity, whole[0] ? one - two : Infinity]
  const behind: Range = [-lead[1], -lead[0]]
  const total: Range = [one + two, whole[0] && whole[1] ? one + two : Infinity]
  switch (t) {
    case 1:
      return isOver(lead, 0.5)
    case 2:
      if (lead[0] > 0 || lead[1] < 0) return 'lost'
      return lead[0] === lead[1] ? 'won' : 'void'
    case 3:
      return isOver(behind, 0.5)
    case 7:
      return isOver(lead, -p)
    case 8:
      return isOver(behind, -p)
    case 9:
      return isOver(total, p)
    case 10:
      return isOver([-total[1], -total[0]], -p)
    default:
      return unreachable(t as never, 'outcome of a duel')
  }
}

function isOver([least, most]: Range, line: number): DuelVerdict {
  return least > line ? 'won' : most < line ? 'lost' : 'void'
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
  // A game that a person ended may lack parts: then all goals that are known stand in its score alone.
  const most = regular[0]?.code.startsWith('h') ? 2 : 3
  if (counts === 2 || regular.length < most) return own(score)
  return regular.reduce((sum, period) => sum + own(period.score), 0)
}

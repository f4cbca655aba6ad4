/** Results of markets on quarters, halves and periods of a game of points, and on what brought the points. */
import type { CountFacts, GameFacts } from './game-facts.ts'
import { ended, missing, overUnder } from './grade-frames.ts'
import type { GradeRequest } from './grade.ts'
import type { SpecialGrade } from './grade-special.ts'
import { REFUND, yes } from './payoff.ts'

const QUARTERS = ['q1', 'q2', 'q3', 'q4'] as const
const PERIODS = ['p1', 'p2', 'p3'] as const
const HALVES = ['h1', 'h2'] as const

function countsOf(facts: GameFacts, codes: readonly string[]): CountFacts[] | undefined {
  const counts = codes.map((code) => facts.counts.get(code))
  return counts.every((count) => count && !count.unknown) ? (counts as CountFacts[]) : undefined
}

const sum = (count: CountFacts): number => count.h + count.a

/** The part with the most points; level ones share the win. */
const bestPeriod: SpecialGrade = (r, facts) => {
  const counts = countsOf(facts, QUARTERS) ?? countsOf(facts, PERIODS)
  const own = counts?.[r.p - 1]
  if (!counts || !own) return missing(facts)
  const most = Math.max(...counts.map(sum))
  if (own.done && sum(own) < most) return 0
  if (!counts.every((count) => count.done)) return null
  const level = counts.filter((count) => sum(count) === most).length
  return level === 1 ? 1 : { share: 1 / level }
}

const bestHalf: SpecialGrade = (r, facts) => {
  const counts = countsOf(facts, HALVES)
  if (!counts) return missing(facts)
  const [one, two] = counts as [CountFacts, CountFacts]
  if (one.done && sum(two) > sum(one)) return yes(r.t === 1051)
  if (!one.done || !two.done) return null
  return sum(one) === sum(two) ? REFUND : yes(sum(one) > sum(two) === (r.t === 1050))
}

/** Every part over (the smallest one is) or every part under (the largest one is); `wanted` is the answer that wins. */
function each(codes: readonly string[], over: boolean, wanted: boolean): SpecialGrade {
  return (r, facts) => {
    const counts = countsOf(facts, codes)
    if (!counts) return missing(facts)
    const broken = counts.some((count) => (over ? count.done && sum(count) < r.p : sum(count) > r.p))
    if (broken) return yes(!wanted)
    return counts.every((count) => count.done) ? yes(wanted) : null
  }
}

/** First half and match with overtime, first quarter and regular time (wire 19.2): nobody wins a level match, regular time may end so. */
function firstAndMatch(code: 'h1' | 'q1', first: -1 | 0 | 1, match: 1 | -1): SpecialGrade {
  return (_r, facts) => {
    const part = facts.counts.get(code)
    const all = facts.counts.get(code === 'h1' ? 'ot' : 'regular')
    if (!part || part.unknown || !all) return missing(facts)
    if (part.done && Math.sign(part.h - part.a) !== first) return 0
    // Whoever told the score alone did not say how regular time ended.
    if (code === 'h1' ? all.done && all.h === all.a : facts.untold) return 'void'
    if (all.done && Math.sign(all.h - all.a) !== match) return 0
    return part.done && all.done ? 1 : null
  }
}

function countEvents(facts: GameFacts, start: string): { home: number; all: number } {
  let home = 0
  let all = 0
  for (const one of facts.incidents) {
    if (one.type !== 'score' || !String(one.detail?.['how'] ?? '').startsWith(start)) continue
    all++
    if (one.side === 'home') home++
  }
  return { home, all }
}

/** A provider that tells no kind of scores tells no touchdowns and tries either. */
function tellsKinds(facts: GameFacts): boolean {
  const scores = facts.incidents.filter((one) => one.type === 'score')
  return scores.length > 0 ? scores.every((one) => one.detail?.['how'] !== undefined) : sum(facts.counts.get('ot')!) === 0
}

function eventTotal(start: string, over: boolean): SpecialGrade {
  return (r, facts) => {
    if (!tellsKinds(facts)) return missing(facts)
    return overUnder(countEvents(facts, start).all, r.p, over, ended(facts))
  }
}

const nextTouchdown: SpecialGrade = (r: GradeRequest, facts) => {
  if (!tellsKinds(facts)) return missing(facts)
  const scored = facts.incidents.filter((one) => one.type === 'score' && String(one.detail?.['how'] ?? '').startsWith('touchdown'))
  const side = scored[r.p - 1]?.side
  return side ? yes((side === 'home') === (r.t === 2496)) : missing(facts)
}

export function touchdownsSoFar(facts: GameFacts): number {
  return countEvents(facts, 'touchdown').all
}

export function triesSoFar(facts: GameFacts): number {
  return countEvents(facts, 'try').all
}

export const POINT_GRADES: readonly (readonly [number, SpecialGrade])[] = [
  [989, bestPeriod],
  [1050, bestHalf],
  [1051, bestHalf],
  [4015, each(QUARTERS, true, true)],
  [4016, each(QUARTERS, true, false)],
  [4017, each(QUARTERS, false, true)],
  [4018, each(QUARTERS, false, false)],
  [13907, each(QUARTERS, false, true)],
  [13908, each(QUARTERS, false, false)],
  [13909, each(QUARTERS, true, false)],
  [13910, each(QUARTERS, true, true)],
  [4019, each(HALVES, true, true)],
  [4020, each(HALVES, true, false)],
  [4021, each(HALVES, false, true)],
  [4022, each(HALVES, false, false)],
  [2457, firstAndMatch('h1', 1, 1)],
  [2455, firstAndMatch('h1', 1, -1)],
  [2454, firstAndMatch('h1', 0, 1)],
  [2461, firstAndMatch('h1', 0, -1)],
  [2459, firstAndMatch('h1', -1, 1)],
  [2458, firstAndMatch('h1', -1, -1)],
  [11663, firstAndMatch('q1', 1, 1)],
  [11665, firstAndMatch('q1', -1, 1)],
  [11669, firstAndMatch('q1', 1, -1)],
  [11670, firstAndMatch('q1', 0, -1)],
  [11671, firstAndMatch('q1', -1, -1)],
  [2627, eventTotal('touchdown', true)],
  [2626, eventTotal('touchdown', false)],
  [1955, eventTotal('try', true)],
  [1956, eventTotal('try', false)],
  [2496, nextTouchdown],
  [2497, nextTouchdown],
]

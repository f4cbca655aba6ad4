/** Verdicts that need the order or the minutes of goals, corners and cards. */
import { unpackLineMinute, unpackThousandths } from '#modules/line/rules/param.ts'
import type { CountFacts, GameFacts, GoalFact } from './game-facts.ts'
import { firstTo, leadsOf } from './goal-history.ts'
import { minutePayoff } from './minute-payoffs.ts'
import type { GradeRequest, Verdict } from './grade.ts'
import { yes } from './payoff.ts'

const NTH: Readonly<Record<number, 0 | 1 | 2>> = { 388: 1, 389: 2, 390: 0, 1693: 1, 1694: 2, 1695: 0 }
const FIRST: Readonly<Record<number, 0 | 1 | 2>> = { 1858: 1, 1859: 2, 4415: 0, 1506: 1, 1507: 2 }
const LAST: Readonly<Record<number, 0 | 1 | 2>> = { 475: 1, 477: 2, 476: 0, 1691: 1, 1692: 2 }
const RACE: Readonly<Record<number, 0 | 1 | 2>> = { 578: 1, 579: 2, 580: 0, 2172: 1, 2173: 2, 2174: 0, 2175: 1, 2176: 2, 2177: 0 }
/** With no corner at all these are refunded; goals have a "no goals" outcome instead. */
const REFUNDED_WITHOUT = new Set([1506, 1507, 1691, 1692])

interface Course {
  list: readonly GoalFact[] | undefined
  count: CountFacts
}

function courseOf(r: GradeRequest, facts: GameFacts): Course {
  const count = facts.counts.get(r.part === 'full' ? 'regular' : r.part) ?? { h: 0, a: 0, done: false }
  if (r.part === 'corners') return { list: facts.corners, count }
  if (r.part.startsWith('corners-')) return { list: facts.corners?.filter((c) => c.segment === Number(r.part.at(-1))), count }
  if (r.part === 'cards') return { list: facts.cards, count }
  if (r.part === 'full') return { list: facts.goals, count }
  const code = /^[a-z]+(\d+)$/.exec(r.part)
  return { list: facts.goals?.filter((g) => g.segment === Number(code?.[1] ?? 0)), count }
}

/** When the order is unknown, a count of one side alone still tells it. */
function listOf({ list, count }: Course): readonly { side: 1 | 2 }[] | undefined {
  if (list) return list
  if (count.unknown) return undefined
  if (count.h > 0 && count.a > 0) return undefined
  return Array.from({ length: count.h + count.a }, () => ({ side: count.h > 0 ? 1 : 2 }) as const)
}

/** undefined: the type is not about order. */
export function gradeOrder(r: GradeRequest, facts: GameFacts): Verdict | undefined {
  const minutes = gradeMinutes(r, facts)
  if (minutes !== undefined) return minutes
  if (NTH[r.t] === undefined && FIRST[r.t] === undefined && LAST[r.t] === undefined && RACE[r.t] === undefined)
    return gradeHistory(r, facts)
  const course = courseOf(r, facts)
  const list = listOf(course)
  const over = course.count.done
  const unknown: Verdict = over ? 'void' : null
  if (NTH[r.t] !== undefined) return list ? nth(list, r.p, NTH[r.t]!, over) : unknown
  if (RACE[r.t] !== undefined) {
    if (!list) return Math.max(course.count.h, course.count.a) < r.p ? (over ? yes(RACE[r.t] === 0) : null) : unknown
    const first = firstTo(list as readonly GoalFact[], r.p)
    return first !== 0 || over ? yes(first === RACE[r.t]) : null
  }
  if (!list) return unknown
  if (list.length === 0 && over && REFUNDED_WITHOUT.has(r.t)) return 'void'
  if (FIRST[r.t] !== undefined) return nth(list, 1, FIRST[r.t]!, over)
  if (LAST[r.t] === 0 && list.length > 0) return 0
  return over ? yes((list.at(-1)?.side ?? 0) === LAST[r.t]) : null
}

function nth(list: readonly { side: 1 | 2 }[], n: number, wanted: 0 | 1 | 2, over: boolean): Verdict {
  const side = list[n - 1]?.side
  if (side !== undefined) return yes(side === wanted)
  return over ? yes(wanted === 0) : null
}

const COMEBACK: Readonly<Record<number, readonly [side: 1 | 2, wanted: boolean]>> = {
  496: [1, true],
  497: [1, false],
  498: [2, true],
  499: [2, false],
}

/** Comeback and "paid early at two ahead". */
function gradeHistory(r: GradeRequest, facts: GameFacts): Verdict | undefined {
  const come = COMEBACK[r.t]
  const early = r.t >= 16684 && r.t <= 16686
  if (!come && !early) return undefined
  const count = facts.counts.get('regular')!
  const leads = leadsOf(facts.goals)
  if (come) {
    if (!count.done) return null
    const won = come[0] === 1 ? count.h > count.a : count.a > count.h
    if (won && !leads) return 'void'
    return yes((won && (come[0] === 1 ? leads!.homeWasBehind : leads!.awayWasBehind)) === come[1])
  }
  if (r.t === 16685) return count.done ? yes(count.h === count.a) : null
  const side = r.t === 16684 ? 1 : 2
  if (leads && (side === 1 ? leads.homeTwoAhead : leads.awayTwoAhead)) return 1
  if (!count.done) return null
  if (side === 1 ? count.h > count.a : count.a > count.h) return 1
  return leads ? 0 : 'void'
}

function minuteOf(t: number, p: number): number | undefined {
  if (t === 812 || t === 813) return unpackThousandths(p)[0]
  if (t >= 1189 && t <= 1191) return p
  if (t === 1197 || t === 1198 || t === 1195 || t === 1196) return unpackLineMinute(p)[1]
  return undefined
}

/** The minute is over: the clock has passed it, or the half that holds it is over. */
function minutePassed(minute: number, facts: GameFacts): boolean {
  if (facts.counts.get('regular')!.done) return true
  // Of a game that was broken off the clock stands where it was: what was decided by then stays decided (rules 3.5).
  if (facts.stage === 'before') return false
  if (minute <= 45 && (facts.segment > 1 || (facts.segment === 1 && facts.pause))) return true
  // Minutes 45 and 90 hold the added time, so only the whistle ends them.
  if (minute === 45 || minute >= 90) return false
  return facts.clockSec >= minute * 60 && (minute < 45 || facts.segment > 1)
}

function gradeMinutes(r: GradeRequest, facts: GameFacts): Verdict | undefined {
  const interval = r.t === 2949 || r.t === 2950
  const minute = interval ? unpackThousandths(r.p)[1] : minuteOf(r.t, r.p)
  if (minute === undefined) return undefined
  const passed = minutePassed(minute, facts)
  if (!facts.goals) return passed ? 'void' : null
  if (interval) {
    const [from, to] = unpackThousandths(r.p)
    if (facts.goals.some((g) => g.minute >= from && g.minute <= to)) return yes(r.t === 2949)
    return passed ? yes(r.t === 2950) : null
  }
  let h = 0
  let a = 0
  for (const goal of facts.goals) {
    if (goal.minute > minute) continue
    if (goal.side === 1) h++
    else a++
  }
  const now = minutePayoff(r.t, r.p, h, a)!
  if (passed) return now
  if (facts.stage === 'before') return null
  for (let i = 0; i <= 6; i++) for (let j = 0; j <= 6; j++) if (minutePayoff(r.t, r.p, h + i, a + j) !== now) return null
  return now
}

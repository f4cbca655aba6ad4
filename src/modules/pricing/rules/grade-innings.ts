/** Results of markets on innings, overs and wickets. */
import type { CountFacts, GameFacts } from './game-facts.ts'
import { ended, missing, overUnder } from './grade-frames.ts'
import type { SpecialGrade } from './grade-special.ts'
import { unpackOver } from '#modules/line/rules/param.ts'
import { linePayoff, yes } from './payoff.ts'

const REGULAR = 9

const runInInning: SpecialGrade = (r, facts) => {
  const count = facts.counts.get(`inn${r.p}`)
  if (count && count.h + count.a > 0) return yes(r.t === 1517)
  return count?.done && !count.unknown ? yes(r.t === 1518) : missing(facts)
}

/** The nine innings ended level. */
const extraInning: SpecialGrade = (r, facts) => {
  const inning = Number(/^inn(\d+)/.exec(facts.phase)?.[1] ?? 0)
  const innings: (CountFacts | undefined)[] = Array.from({ length: REGULAR }, (_, k) => facts.counts.get(`inn${k + 1}`))
  if (inning > REGULAR) return yes(r.t === 1521)
  if (!ended(facts) || innings.some((count) => !count || count.unknown)) return missing(facts)
  const [h, a] = (innings as CountFacts[]).reduce<[number, number]>((s, count) => [s[0] + count.h, s[1] + count.a], [0, 0])
  return yes((h === a) === (r.t === 1521))
}

function inningAndMatch(first: -1 | 0 | 1, match: 1 | -1): SpecialGrade {
  return (_r, facts) => {
    const inning = facts.counts.get('inn1')
    const all = facts.counts.get('full')!
    if (!inning || inning.unknown) return missing(facts)
    if (inning.done && Math.sign(inning.h - inning.a) !== first) return 0
    if (all.done && Math.sign(all.h - all.a) !== match) return 0
    return inning.done && all.done ? 1 : null
  }
}

const runsOf = (one: GameFacts['incidents'][number]): number => Number(one.detail?.['runs'] ?? 1)

/** The runs in order, when all that count were told: who came late to a game does not know which was the first. */
function allRuns({ incidents, counts }: GameFacts): GameFacts['incidents'] | null {
  const runs = incidents.filter(({ type }) => type === 'run')
  const { h, a } = counts.get('full')!
  return runs.reduce((sum, one) => sum + runsOf(one), 0) === h + a ? runs : null
}

function firstRunAndWin(side: 'home' | 'away', isYes: boolean): SpecialGrade {
  return (_r, facts) => {
    const first = allRuns(facts)?.[0]
    if (!first?.side) return missing(facts)
    if (first.side !== side) return yes(!isYes)
    const all = facts.counts.get('full')!
    return ended(facts) ? yes((side === 'home' ? all.h > all.a : all.a > all.h) === isYes) : missing(facts)
  }
}

const lastRun: SpecialGrade = (r, facts) => {
  const last = allRuns(facts)?.at(-1)
  return ended(facts) && last?.side ? yes((last.side === 'home') === (r.t === 1526)) : missing(facts)
}

/** First to P runs, by the runs in order or by the count while only one side has so many. */
const runRace: SpecialGrade = (r, facts) => {
  const count = facts.counts.get('full')!
  const reached = [count.h >= r.p, count.a >= r.p]
  if (!reached[0] && !reached[1]) return ended(facts) ? yes(r.t === 1975) : missing(facts)
  let first: 0 | 1 | 2 = reached[0] ? (reached[1] ? 0 : 1) : 2
  let home = 0
  let away = 0
  for (const one of facts.incidents) {
    if (first !== 0 || one.type !== 'run') continue
    const runs = runsOf(one)
    if (one.side === 'home') home += runs
    else if (one.side === 'away') away += runs
    if (home >= r.p) first = 1
    else if (away >= r.p) first = 2
  }
  return first === 0 ? missing(facts) : yes(r.t === (first === 1 ? 1973 : 1974))
}

/** Runs of a batting side up to its first wicket; undefined while it stands. */
function openingOf(facts: GameFacts, innings: string): { runs: number; fallen: boolean; how: unknown } | undefined {
  let runs = 0
  let seen = false
  for (const one of facts.incidents) {
    if (one.detail?.['innings'] !== innings) continue
    seen = true
    runs += Number(one.detail['runs'] ?? 0)
    if (one.type === 'wicket') return { runs, fallen: true, how: one.detail['how'] }
  }
  return seen ? { runs, fallen: false, how: undefined } : undefined
}

/** An opening is over with its wicket, or with an innings without one of which all runs were told. */
function isOpeningOver({ runs, fallen }: { runs: number; fallen: boolean }, innings: CountFacts | undefined): boolean {
  return fallen || (innings?.done === true && !innings.unknown && innings.h + innings.a === runs)
}

function firstWicketRuns(isOver: boolean): SpecialGrade {
  return (r, facts) => {
    const opening = openingOf(facts, 'inn1')
    if (!opening) return missing(facts)
    return overUnder(opening.runs, r.p, isOver, isOpeningOver(opening, facts.counts.get('inn1')))
  }
}

const HOW: Readonly<Record<number, string>> = { 3762: 'caught', 3765: 'bowled', 3766: 'lbw', 3763: 'run_out', 3764: 'stumped' }

const firstWicketWay: SpecialGrade = (r, facts) => {
  const opening = openingOf(facts, 'inn1')
  if (!opening?.fallen || typeof opening.how !== 'string') return opening?.fallen ? 'void' : missing(facts)
  return yes(HOW[r.t] === opening.how || (r.t === 3767 && !Object.values(HOW).includes(opening.how)))
}

/** The two openings compared: side 1 is whoever its batting side is. */
const partnership: SpecialGrade = (r, facts) => {
  const [one, two] = [openingOf(facts, 'inn1'), openingOf(facts, 'inn2')]
  if (!one || !two || !isOpeningOver(one, facts.counts.get('inn1')) || !isOpeningOver(two, facts.counts.get('inn2'))) return missing(facts)
  const start = facts.incidents.find((item) => item.type === 'period_start' && item.detail?.['period'] === 'inn1')
  if (!start?.side) return missing(facts)
  const difference = start.side === 'home' ? one.runs - two.runs : two.runs - one.runs
  return yes(Math.sign(difference) === (r.t === 2178 ? 1 : r.t === 2179 ? -1 : 0))
}

const topBatsman: SpecialGrade = (r, facts) => {
  const side = r.t === 2054 ? 'home' : 'away'
  const told = facts.incidents.findLast((one) => one.type === 'top_batsman' && one.side === side)
  const id = told?.detail?.['playerId']
  return typeof id === 'number' ? yes(id === r.playerId) : missing(facts)
}

/** Runs of one over of a side; an over that is not bowled is void. */
function overRuns(side: 'home' | 'away', isOver: boolean): SpecialGrade {
  return (r, facts) => {
    const [number, line] = unpackOver(r.p)
    let runs = 0
    let seen = false
    let last = 0
    for (const one of facts.incidents) {
      if ((one.type !== 'ball' && one.type !== 'wicket') || one.side !== side || one.detail?.['innings'] !== r.part) continue
      const at = Number(one.detail['over'] ?? 0)
      last = Math.max(last, at)
      if (at !== number) continue
      seen = true
      runs += Number(one.detail['runs'] ?? 0)
    }
    const part = facts.counts.get(r.part)
    if (last > number) return seen ? linePayoff(isOver ? runs - line : line - runs) : 'void'
    if (runs - line >= 0.5) return yes(isOver)
    return part?.done || facts.stage === 'ended' ? 'void' : null
  }
}

export const INNING_GRADES: readonly (readonly [number, SpecialGrade])[] = [
  [1517, runInInning],
  [1518, runInInning],
  [1521, extraInning],
  [1522, extraInning],
  [1531, firstRunAndWin('home', true)],
  [1532, firstRunAndWin('home', false)],
  [1533, firstRunAndWin('away', true)],
  [1534, firstRunAndWin('away', false)],
  [1526, lastRun],
  [1527, lastRun],
  [3604, inningAndMatch(1, 1)],
  [3605, inningAndMatch(1, -1)],
  [3606, inningAndMatch(0, 1)],
  [3608, inningAndMatch(0, -1)],
  [3607, inningAndMatch(-1, 1)],
  [3609, inningAndMatch(-1, -1)],
  [1973, runRace],
  [1974, runRace],
  [1975, runRace],
  [3768, firstWicketRuns(true)],
  [3769, firstWicketRuns(false)],
  [2178, partnership],
  [2179, partnership],
  [2180, partnership],
  [2054, topBatsman],
  [2055, topBatsman],
  [2068, overRuns('home', true)],
  [2069, overRuns('home', false)],
  [2070, overRuns('away', true)],
  [2071, overRuns('away', false)],
  ...[3762, 3763, 3764, 3765, 3766, 3767].map((t) => [t, firstWicketWay] as const),
]

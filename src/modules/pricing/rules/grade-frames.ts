/** Results inside frames, legs, maps, sets and games of tennis: races, breaks, frags, aces. */
import type { GameFacts } from './game-facts.ts'
import type { GradeRequest, Verdict } from './grade.ts'
import type { SpecialGrade } from './grade-special.ts'
import { linePayoff, yes } from './payoff.ts'

/** A statistic of both sides, over (`sign` 1) or under; over is won as soon as the line is passed. */
function statisticTotal(name: string, over: boolean): SpecialGrade {
  return (r, facts) => {
    const told = facts.stats[name]
    const done = ended(facts)
    if (!told) return done ? 'void' : null
    return overUnder(told[0] + told[1], r.p, over, done)
  }
}

export function overUnder(count: number, line: number, over: boolean, done: boolean): Verdict {
  if (done) return linePayoff(over ? count - line : line - count)
  return count - line >= 0.5 ? yes(over) : null
}

/** The game is over, was played out and told whole: what has not come by now has lost. */
export const ended = (facts: GameFacts): boolean => facts.stage === 'ended' && !facts.broken && !facts.untold
/** What is not known while the game runs may still come, and is void when it is over. */
export const missing = (facts: GameFacts): Verdict => (facts.stage === 'ended' ? 'void' : null)
const partDone = (r: GradeRequest, facts: GameFacts): boolean => facts.counts.get(r.part)?.done ?? facts.stage === 'ended'

/** Who first has P frames: by the frames in order, or by the count while only one side has so many. */
const frameRace: SpecialGrade = (r, facts) => {
  const count = facts.counts.get('full')!
  const reached = [count.h >= r.p, count.a >= r.p]
  if (!reached[0] && !reached[1]) return ended(facts) ? yes(r.t === 1854) : null
  let first = reached[0] ? (reached[1] ? 0 : 1) : 2
  if (first === 0) first = inOrder(facts, 'frame_end', r.p)
  return first === 0 ? 'void' : yes(r.t === (first === 1 ? 1852 : 1853))
}

/** Side that first has `wanted` incidents of a kind; 0 when it is not told. */
function inOrder(facts: GameFacts, type: string, wanted: number): 0 | 1 | 2 {
  let home = 0
  let away = 0
  for (const one of facts.incidents) {
    if (one.type !== type || !one.side) continue
    if (one.side === 'home') home++
    else away++
    if (home >= wanted) return 1
    if (away >= wanted) return 2
  }
  return 0
}

const century: SpecialGrade = (r, facts) => {
  const told = facts.stats['centuries']
  if (told && told[0] + told[1] > 0) return yes(r.t === 1357)
  return ended(facts) ? (told ? yes(r.t === 1358) : 'void') : null
}

const firstBlood: SpecialGrade = (r, facts) => {
  const side = facts.incidents.find((one) => one.type === 'first_blood' && one.detail?.['period'] === r.part)?.side
  if (side) return yes((side === 'home') === (r.t === 2991))
  return partDone(r, facts) ? 'void' : null
}

function frags(side: 1 | 2): SpecialGrade {
  return (r, facts) => {
    const count = facts.counts.get(r.part)
    if (!partDone(r, facts)) return null
    return count ? linePayoff((side === 1 ? count.h - count.a : count.a - count.h) + r.p) : 'void'
  }
}

function fragTotal(over: boolean): SpecialGrade {
  return (r, facts) => {
    const count = facts.counts.get(r.part)
    return count ? overUnder(count.h + count.a, r.p, over, count.done) : missing(facts)
  }
}

/** Winner of a map: who its end names; by the score of its rounds where ends are not told. */
export function mapWinner(facts: GameFacts, part: string): 0 | 1 | 2 {
  const end = facts.incidents.find((one) => one.type === 'frame_end' && one.detail?.['period'] === part)
  if (end?.side) return end.side === 'home' ? 1 : 2
  const count = facts.counts.get(part)
  if (!count?.done || count.h === count.a || facts.incidents.some((one) => one.type === 'first_blood')) return 0
  return count.h > count.a ? 1 : 2
}

/** Winner of game P of the set: from the games in order; a game that is not played is void. */
const tennisGame: SpecialGrade = (r, facts) => {
  const set = facts.counts.get(r.part)
  const found = facts.incidents.find((one) => one.type === 'game_end' && one.detail?.['period'] === r.part && one.detail?.['no'] === r.p)
  if (found?.side) return yes((found.side === 'home') === (r.t === 50))
  return !set || set.done || set.h + set.a >= r.p ? 'void' : null
}

/** First to P points of a set or a part: by the points in order, or by the count while only one side has so many. */
const pointRace: SpecialGrade = (r, facts) => {
  const count = facts.counts.get(r.part === 'full' ? 'ot' : r.part)
  if (!count) return missing(facts)
  const reached = [count.h >= r.p, count.a >= r.p]
  if (!reached[0] && !reached[1]) return count.done ? yes(r.t === 1870) : null
  let first: number = reached[0] ? (reached[1] ? 0 : 1) : 2
  if (first === 0) first = pointsInOrder(facts, r.part, r.p)
  return first === 0 ? 'void' : yes(r.t === (first === 1 ? 1868 : 1869))
}

/** Points come one at a time in rallies, by two and three in basketball; the part is the period that has begun. */
function pointsInOrder(facts: GameFacts, part: string, wanted: number): 0 | 1 | 2 {
  let home = 0
  let away = 0
  let period = ''
  for (const one of facts.incidents) {
    if (one.type === 'period_start') period = String(one.detail?.['period'] ?? '')
    if ((one.type !== 'point' && one.type !== 'score') || !one.side || !inPart(part, period)) continue
    const points = Number(one.detail?.['points'] ?? 1)
    if (one.side === 'home') home += points
    else away += points
    if (home >= wanted) return 1
    if (away >= wanted) return 2
  }
  return 0
}

function inPart(part: string, period: string): boolean {
  if (part === 'full') return true
  if (part === 'h1' && period.startsWith('q')) return period === 'q1' || period === 'q2'
  if (part === 'h2' && period.startsWith('q')) return period === 'q3' || period === 'q4'
  return part === period
}

export const FRAME_GRADES: readonly (readonly [number, SpecialGrade])[] = [
  [1852, frameRace],
  [1853, frameRace],
  [1854, frameRace],
  [1357, century],
  [1358, century],
  [1419, statisticTotal('s180', true)],
  [1418, statisticTotal('s180', false)],
  [2991, firstBlood],
  [2992, firstBlood],
  [3457, fragTotal(true)],
  [3458, fragTotal(false)],
  [3455, frags(1)],
  [3456, frags(2)],
  [50, tennisGame],
  [51, tennisGame],
  [15235, statisticTotal('aces', true)],
  [15236, statisticTotal('aces', false)],
  [3486, statisticTotal('suspensions', true)],
  [3487, statisticTotal('suspensions', false)],
  [1868, pointRace],
  [1869, pointRace],
  [1870, pointRace],
]

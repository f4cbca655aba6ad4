/** Results of players: who scored, who was booked, how many points; and what a single incident decides. */
import type { GameFacts, GoalFact } from './game-facts.ts'
import { ended, overUnder } from './grade-frames.ts'
import type { GradeRequest, Verdict } from './grade.ts'
import type { SpecialGrade } from './grade-special.ts'
import { yes } from './payoff.ts'

/** Goals that have a scorer; undefined when one of them is not told. */
function credited(facts: GameFacts): readonly GoalFact[] | undefined {
  const { goals } = facts
  if (!goals || goals.some((goal) => !goal.own && goal.player === undefined)) return undefined
  return goals.filter((goal) => !goal.own)
}

const unknown = (over: boolean): Verdict => (over ? 'void' : null)

const scorer: SpecialGrade = (r, facts) => {
  if (facts.goals?.some((goal) => !goal.own && goal.player === r.playerId)) return 1
  const over = facts.counts.get('regular')!.done
  return credited(facts) ? (over ? 0 : null) : unknown(over)
}

function nth(at: 0 | -1): SpecialGrade {
  return (r, facts) => {
    const list = credited(facts)
    const over = facts.counts.get('regular')!.done
    if (!list) return unknown(over)
    if (list.length === 0) return over ? yes(!r.playerId) : null
    // With a goal scored "no goals" has lost, whoever scores the last one.
    if (!r.playerId) return 0
    return at === 0 || over ? yes(list.at(at)!.player === r.playerId) : null
  }
}

const booked: SpecialGrade = (r, facts) => {
  if (facts.cards?.some((card) => card.player === r.playerId)) return 1
  const over = facts.counts.get('cards')!.done
  return facts.cards?.every((card) => card.player !== undefined) ? (over ? 0 : null) : unknown(over)
}

const penalty: SpecialGrade = (r, facts) => {
  const given = facts.inRegular.some((one) => one.type === 'penalty_awarded') || facts.penalties.some((n) => n > 0)
  if (given) return yes(r.t === 518)
  return facts.counts.get('regular')!.done && !facts.untold ? yes(r.t === 519) : null
}

/** Points or three-pointers of a player, from the scoring incidents that name him. */
function ofPlayer(over: boolean, threes: boolean): SpecialGrade {
  return (r, facts) => {
    const scores = facts.incidents.filter((one) => one.type === 'score')
    if (!scores.some((one) => one.detail?.['playerId'] !== undefined)) return unknown(facts.stage === 'ended')
    let sum = 0
    for (const { detail } of scores) {
      if (detail?.['playerId'] !== r.playerId) continue
      const points = Number(detail['points'] ?? 0)
      sum += threes ? Number(points === 3) : points
    }
    return overUnder(sum, r.p, over, ended(facts))
  }
}

/** First two-minute penalty of ice hockey; nobody's first one is a refund. */
const firstPenalty: SpecialGrade = (r, facts) => {
  const side = facts.inRegular.find((one) => one.type === 'penalty' && one.side)?.side
  if (!side) return unknown(facts.counts.get('regular')!.done)
  return yes(r.t === (side === 'home' ? 1047 : 1048))
}

function incidentSide(type: string, home: number): SpecialGrade {
  return (r: GradeRequest, facts: GameFacts) => {
    const side = facts.incidents.find((one) => one.type === type)?.side
    if (!side) return unknown(facts.stage === 'ended')
    return yes((side === 'home') === (r.t === home))
  }
}

export const PLAYER_GRADES: readonly (readonly [number, SpecialGrade])[] = [
  [832, scorer],
  [833, nth(0)],
  [2960, nth(0)],
  [834, nth(-1)],
  [2961, nth(-1)],
  [4533, booked],
  [518, penalty],
  [519, penalty],
  [1807, ofPlayer(true, false)],
  [1806, ofPlayer(false, false)],
  [1495, ofPlayer(true, true)],
  [1496, ofPlayer(false, true)],
  [1047, firstPenalty],
  [1048, firstPenalty],
  [1049, firstPenalty],
  [3752, incidentSide('toss', 3752)],
  [3753, incidentSide('toss', 3752)],
]

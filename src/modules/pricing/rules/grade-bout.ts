/** Result of a fight from its last incident, by the payoffs that price it. */
import { boutPayoff, roundOf, roundSeconds } from './bout-states.ts'
import type { BoutEnd, BoutMethod } from './bout-states.ts'
import type { GameFacts } from './game-facts.ts'
import type { SpecialGrade } from './grade-special.ts'

const BOXING = 9

/** The ends that are priced. Another one, as a disqualification, has its winner and its rounds, and is none of these. */
const METHODS: ReadonlyMap<unknown, BoutMethod> = new Map([
  ['ko', 'ko'],
  ['tko', 'ko'],
  ['submission', 'submission'],
  ['decision', 'points'],
  ['draw', 'points'],
])

function endOf(facts: GameFacts): BoutEnd | undefined {
  const finish = facts.incidents.findLast((one) => one.type === 'finish')
  const method = METHODS.get(finish?.detail?.['method'])
  const round = Number(finish?.detail?.['round'] ?? 0)
  if (!finish || !method || !(round > 0)) return undefined
  const late = finish.clockSec > roundSeconds(facts.sportId === BOXING) / 2
  return {
    winner: finish.side === 'home' ? 1 : finish.side === 'away' ? 2 : 0,
    method,
    round,
    late,
  }
}

const grade: SpecialGrade = (r, facts) => {
  const end = endOf(facts)
  const payoff = boutPayoff(r.t)
  if (payoff && end) return payoff(end, r.p)
  // Rounds that are over without an end are lost, "over" of them is won, and stay so when the fight breaks off (rules 3.5).
  const done = Math.max(roundOf(facts.phase), ...facts.begun.map(roundOf)) - 1
  if ((r.t === 1365 || r.t === 1366 || r.t === 2299) && r.p <= done) return 0
  if ((r.t === 3864 || r.t === 3865) && r.p < done) return r.t === 3864 ? 1 : 0
  return facts.stage === 'ended' ? 'void' : null
}

const TYPES = [2292, 2293, 3864, 3865, 2609, 2613, 2607, 2610, 2614, 2608, 2605, 2606, 2604, 1365, 1366, 2299, 2301]

export const BOUT_GRADES: readonly (readonly [number, SpecialGrade])[] = TYPES.map((t) => [t, grade])

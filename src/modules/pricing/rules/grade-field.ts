/** Results of runners: by place; who had no place when others have one did not come in; who did not start is void. */
import { HIGHER, otherOf } from './pairs.ts'
import { EACH_WAY_PLACE, EXACT_PLACE } from '#modules/payout/rules/each-way.ts'
import type { GameFacts } from './game-facts.ts'
import type { GradeRequest, Verdict } from './grade.ts'
import { REFUND, yes } from './payoff.ts'
import { scorePayoffOf } from './score-payoffs.ts'

/** Last place that wins, by outcome type; 0 = as many as win. */
const LAST: Readonly<Record<number, number>> = { 2637: 0, 12670: 0, 835: 0, 836: 0, 3135: 2, 3136: 3, 3137: 4, 3138: 5, 3139: 6, 3143: 10 }
const AGAINST = new Set([836, 1707])

/** Part of a win when several runners share the last paid place (rules 3.4); who bet against it has what is left. */
function shared(place: number, last: number, facts: GameFacts, against: boolean): Verdict {
  let level = 0
  for (const other of facts.places.values()) if (other === place) level++
  const paid = last - place + 1
  if (level <= paid) return yes(!against)
  return { share: (against ? level - paid : paid) / level, tied: level }
}

/** Runners level on a place take it and those behind it, each as likely in any of them. */
function exact(r: GradeRequest, facts: GameFacts): Verdict {
  const place = facts.places.get(r.playerId)
  if (place === undefined || place > r.p) return 0
  const level = [...facts.places.values()].filter((other) => other === place).length
  if (place + level <= r.p) return 0
  return level === 1 ? 1 : { share: 1 / level }
}

function fastest(facts: GameFacts, id: number): Verdict {
  const lap = facts.incidents.findLast((one) => one.type === 'fastest_lap')
  const order = lap?.detail?.['order']
  return typeof order === 'number' ? yes(facts.competitors[order - 1] === id) : 'void'
}

/** Of two runners the one that came in before the other, also when that one did not come in; level or both away: given back. */
function higher(r: GradeRequest, facts: GameFacts): Verdict {
  const rival = rivalOf(r, facts)
  if (rival === undefined || facts.out.has(rival)) return 'void'
  if (facts.stage !== 'ended' || facts.broken) return null
  const [own, others] = [facts.places.get(r.playerId) ?? Infinity, facts.places.get(rival) ?? Infinity]
  return own === others ? REFUND : yes(own < others)
}

function rivalOf({ playerId }: GradeRequest, { competitors }: GameFacts): number | undefined {
  return competitors[otherOf(competitors.indexOf(playerId) + 1) - 1]
}

export function gradeRunner(r: GradeRequest, facts: GameFacts): Verdict {
  if (facts.out.has(r.playerId)) return 'void'
  if (r.t === HIGHER[0] || r.t === HIGHER[1]) return higher(r, facts)
  if (facts.stage !== 'ended') return null
  if (r.t === 3073 || r.t === 3074) {
    if (facts.incidents.some((one) => one.type === 'safety_car')) return yes(r.t === 3073)
    return facts.broken ? null : yes(r.t === 3074)
  }
  // The order of the last lap that was run is none of the race.
  if (facts.broken) return null
  if (!r.playerId) return pairVerdict(r, facts)
  if (r.t === 3072) return fastest(facts, r.playerId)
  // Questions of yes and no stand side by side: whoever has a yes shares it with nobody.
  if (r.t === 1414 || r.t === 1415) return yes((facts.places.get(r.playerId) === 1) === (r.t === 1414))
  if (facts.places.size === 0) return 'void'
  if (r.t === EXACT_PLACE) return exact(r, facts)
  const last = r.t === 1706 || r.t === 1707 || r.t === EACH_WAY_PLACE ? r.p : LAST[r.t] === 0 ? facts.winners : LAST[r.t]
  if (last === undefined) return null
  const place = facts.places.get(r.playerId)
  const came = place !== undefined && place <= last
  const against = AGAINST.has(r.t)
  return came ? shared(place, last, facts, against) : yes(against)
}

/** One against one: by place where there are places, else by score. */
function pairVerdict(r: GradeRequest, facts: GameFacts): Verdict {
  const [one, two] = facts.competitors
  if (facts.places.size > 0 && one !== undefined && two !== undefined) {
    const first = facts.places.get(one) ?? Infinity
    const second = facts.places.get(two) ?? Infinity
    if (first === second) return REFUND
    return r.t === 1 || r.t === 3 ? yes(first < second === (r.t === 1)) : null
  }
  const full = facts.counts.get('full')!
  const payoff = scorePayoffOf(r.key, r.t)
  return payoff ? payoff(full.h, full.a, r.p, 4) : null
}

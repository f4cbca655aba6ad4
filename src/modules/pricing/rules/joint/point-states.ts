/** Basketball and other sports of points: whole scores under the normal margin and total of one part (rules 7.6). */
import { normalBetween, normalStates } from '../basketball.ts'
import type { Spread } from '../basketball.ts'
import { normalBelow } from '../counting.ts'
import type { GameFacts } from '../game-facts.ts'
import { yes } from '../payoff.ts'
import { afterLevel, evenChance, resultOf } from '../points-scope.ts'
import type { PointsScope } from '../points-scope.ts'
import { pointsScope } from '../price-points.ts'
import type { PriceInput } from '../price-input.ts'
import { scorePayoffOf } from '../score-payoffs.ts'
import { States, type StateSpace } from './state-space.ts'

/** Markets that are functions of the score of the part, and nothing else. */
const ON_SCORE: ReadonlySet<string> = new Set([
  'total',
  'asian_total',
  'handicap',
  'asian_handicap',
  'team1_total',
  'team2_total',
  'asian_team1_total',
  'asian_team2_total',
  'odd_even',
])
const WITH_DRAW: ReadonlySet<string> = new Set(['result_1x2', 'double_chance'])
const WINNER: Readonly<Record<number, 1 | 2>> = { 401: 1, 402: 2, 1: 1, 3: 2 }
const REACH = 6
/**
 * Points. Scores are put together by the parity of margin and total, each of which has half of the weight only while the other is
 * spread over several points: where little is left, states would say otherwise than the prices of single outcomes.
 */
const NARROW = 2.5

/** Of the match or of one part: scores of different parts have no joint distribution here. */
export function pointStates(input: PriceInput, facts: GameFacts, part: string): StateSpace | null {
  const scope = pointsScope(input, facts, part)
  if (!scope || scope.margin.sd < NARROW || scope.total.sd < NARROW) return null
  const { chances, at } = scoresOf(scope).scaled()
  return {
    chances,
    payoff(pick) {
      if (pick.part !== part || pick.playerId !== 0) return null
      const side = WINNER[pick.t]
      if (scope.noDraw && (pick.key === 'winner_with_ot' || pick.key === 'result_2way') && side)
        return (state) => yes(at(state, 2) === side)
      // These states are odd and even alike, and its price alone is not where a level game goes on or little is left.
      if (pick.key === 'odd_even' && Math.abs(evenChance(scope, 'total') - 0.5) > 0.01) return null
      if (!ON_SCORE.has(pick.key) && (scope.noDraw || !WITH_DRAW.has(pick.key))) return null
      const payoff = scorePayoffOf(pick.key, pick.t)
      return payoff ? (state) => payoff(at(state, 0), at(state, 1), pick.p, 4) : null
    },
  }
}

/** Points of both sides and who won: with overtime a level score is won by one of them. */
function scoresOf(scope: PointsScope): States {
  const states = new States(3)
  const { margin, total, noDraw, overtime } = scope
  const plain = normalBetween(margin, 0, 0)
  const ahead = normalStates(margin, 0.5)[0]
  const [home, draw, away] = resultOf(scope)
  const of = (own: number, all: number): number => (all > 0 ? own / all : 1)
  // Level scores come more often than the normal says; the rest gives them up as its markets do.
  const weight =
    noDraw && !overtime
      ? { home: 1, draw: 1, away: 1 }
      : { home: of(home, ahead), draw: overtime ? 0 : of(draw, plain), away: of(away, 1 - ahead - plain) }
  addScores(states, margin, total, weight, noDraw)
  // A level end is no end: the scores after it are those of the overtime, as its markets count them.
  for (const end of overtime ?? []) {
    const chance = draw * end.weight
    addScores(states, end.margin, afterLevel(scope, end, 'total'), { home: chance, draw: chance, away: chance }, noDraw)
  }
  return states
}

function addScores(states: States, margin: Spread, total: Spread, weight: Record<'home' | 'draw' | 'away', number>, noDraw: boolean): void {
  const [lowest, highest] = [Math.floor(margin.mean - REACH * margin.sd) - 1, Math.ceil(margin.mean + REACH * margin.sd) + 1]
  const totals: [number, number][] = []
  for (let t = Math.max(0, Math.floor(total.mean - REACH * total.sd) - 1); t <= Math.ceil(total.mean + REACH * total.sd) + 1; t += 1)
    totals.push([t, normalBetween(total, t, t)])
  for (let m = lowest; m <= highest; m += 1) {
    const share = normalBetween(margin, m, m) * (m > 0 ? weight.home : m < 0 ? weight.away : weight.draw)
    const positive = m === 0 ? weight.draw * (normalBelow(0.5, margin.mean, margin.sd) - normalBelow(0, margin.mean, margin.sd)) : 0
    for (const [t, chance] of totals) {
      // Margin and total of whole scores are both even or both odd.
      if ((t - m) % 2 !== 0 || t < Math.abs(m)) continue
      const [h, a] = [(t + m) / 2, (t - m) / 2]
      if (m !== 0 || !noDraw) states.add(share * chance, h, a, Math.sign(m) === 0 ? 0 : m > 0 ? 1 : 2)
      else {
        states.add(positive * chance, h, a, 1)
        states.add((share - positive) * chance, h, a, 2)
      }
    }
  }
}

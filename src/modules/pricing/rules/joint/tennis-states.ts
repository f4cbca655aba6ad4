/** Tennis: every way the sets still to come can end (rules 7.5). */
import type { GameFacts } from '../game-facts.ts'
import { FIRST_AND_MATCH, ON_SETS } from '../grade.ts'
import type { PayoffValue } from '../payoff.ts'
import { REFUND, yes } from '../payoff.ts'
import { isTennisOver, tennisGame, type TennisGame } from '../price-tennis.ts'
import type { PriceInput } from '../price-input.ts'
import { scorePayoffOf } from '../score-payoffs.ts'
import { SET_SIZE } from '../tennis.ts'
import { States, type JointPick, type StateSpace } from './state-space.ts'

/** Places of a state: sets of both sides, games of both sides, then the games of each set that a match can have. */
const SETS = 0
const GAMES = 2
const EACH = 4
const MOST_SETS = 5
const WIDTH = EACH + 2 * MOST_SETS
/** Ways of five sets that are rarer are left out; all of them together are less than one in ten thousand. */
const LEAST_WAY = 1e-9

export function tennisStates(input: PriceInput, facts: GameFacts): StateSpace | null {
  const game = tennisGame(input, facts)
  if (isTennisOver(game)) return null
  const { chances, at } = playedOut(game, facts).scaled()
  const setsSoFar = game.sets[0] + game.sets[1]
  const payoffOf = (pick: JointPick): ((state: number) => PayoffValue) | null => {
    if (pick.playerId !== 0) return null
    if (pick.part !== 'full') return onSet(pick, at)
    if (pick.key === 'set_winner') return setWinner(pick, at)
    if (pick.key === 'tie_break') return setsSoFar === 0 ? tieBreak(pick, at) : null
    const pair = FIRST_AND_MATCH[pick.t]
    if (pair) return (state) => yes(winner(at, state, EACH) === pair[0] && winner(at, state, SETS) === pair[1])
    const payoff = scorePayoffOf(pick.key, pick.t)
    if (!payoff) return null
    const from = ON_SETS.has(pick.key) ? SETS : GAMES
    return (state) => payoff(at(state, from), at(state, from + 1), pick.p, 4)
  }
  return { chances, payoff: payoffOf }
}

type At = (state: number, place: number) => number

function winner(at: At, state: number, place: number): 0 | 1 | 2 {
  const [h, a] = [at(state, place), at(state, place + 1)]
  return h === a ? 0 : h > a ? 1 : 2
}

/** Sets that are not played give the stake back, so they cannot be combined; only sure ones are offered. */
function onSet(pick: JointPick, at: At): ((state: number) => PayoffValue) | null {
  const number = Number(/^set([1-5])$/.exec(pick.part)?.[1] ?? 0)
  if (number === 0) return null
  const place = EACH + 2 * (number - 1)
  if (pick.key === 'tie_break') return (state) => yes((at(state, place) + at(state, place + 1) === 13) === (pick.t === 540))
  const payoff = scorePayoffOf(pick.key, pick.t)
  if (!payoff || pick.key === 'game_winner') return null
  return (state) => {
    const [h, a] = [at(state, place), at(state, place + 1)]
    return h + a === 0 ? REFUND : payoff(h, a, pick.p, 4)
  }
}

function setWinner(pick: JointPick, at: At): ((state: number) => PayoffValue) | null {
  if (!(pick.p >= 1 && pick.p <= MOST_SETS)) return null
  const place = EACH + 2 * (pick.p - 1)
  return (state) => {
    const won = winner(at, state, place)
    return won === 0 ? REFUND : yes(won === (pick.t === 58 ? 1 : 2))
  }
}

function tieBreak(pick: JointPick, at: At): (state: number) => PayoffValue {
  return (state) => {
    let any = false
    for (let n = 0; n < MOST_SETS; n += 1) if (at(state, EACH + 2 * n) + at(state, EACH + 2 * n + 1) === 13) any = true
    return yes(any === (pick.t === 540))
  }
}

function playedOut(game: TennisGame, facts: GameFacts): States {
  const states = new States(WIDTH)
  const numbers = Array.from({ length: WIDTH }, () => 0)
  const units = facts.counts.get('units')!
  numbers[GAMES] = units.h - game.games[0]
  numbers[GAMES + 1] = units.a - game.games[1]
  const played = game.sets[0] + game.sets[1]
  for (let n = 0; n < played; n += 1) {
    const set = facts.counts.get(`set${n + 1}`)
    numbers[EACH + 2 * n] = set?.h ?? 0
    numbers[EACH + 2 * n + 1] = set?.a ?? 0
  }
  const fresh = waysOf(game.fresh)
  const go = (chance: number, home: number, away: number, now: readonly [number, number, number][]): void => {
    if (chance < LEAST_WAY) return
    if (home === game.setsToWin || away === game.setsToWin) {
      numbers[SETS] = home
      numbers[SETS + 1] = away
      states.add(chance, ...numbers)
      return
    }
    const place = EACH + 2 * (home + away)
    for (const [i, j, p] of now) {
      numbers[place] = i
      numbers[place + 1] = j
      numbers[GAMES]! += i
      numbers[GAMES + 1]! += j
      go(chance * p, home + (i > j ? 1 : 0), away + (i > j ? 0 : 1), fresh)
      numbers[GAMES]! -= i
      numbers[GAMES + 1]! -= j
      numbers[place] = 0
      numbers[place + 1] = 0
    }
  }
  go(1, game.sets[0], game.sets[1], waysOf(game.current))
  return states
}

function waysOf(scores: Float64Array): [number, number, number][] {
  const ways: [number, number, number][] = []
  for (let i = 0; i < SET_SIZE; i += 1)
    for (let j = 0; j < SET_SIZE; j += 1) if (scores[i * SET_SIZE + j]! > 0) ways.push([i, j, scores[i * SET_SIZE + j]!])
  return ways
}

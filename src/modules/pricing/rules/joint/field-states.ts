/**
 * The first three of a race, each order with its chance (Plackett–Luce): forecasts and tricasts are outcomes of one game
 * under one price (XT-18). Only the winner and exact places are combined: their dead heats have one answer.
 */
import { EXACT_PLACE, RACE_WINNER } from '#modules/payout/rules/each-way.ts'
import type { GameFacts } from '../game-facts.ts'
import { LOSE, WIN } from '../payoff.ts'
import type { PriceInput } from '../price-input.ts'
import { States, type StateSpace } from './state-space.ts'

/** Larger fields have too many orders, and bets on them nobody. */
const MOST_RUNNERS = 24
/** A tricast is long by nature: it is taken up to the largest price there is. */
const LEAST = 0.0008

export function fieldStates(input: PriceInput, facts: GameFacts): StateSpace | null {
  const runners = input.runners ?? []
  if (input.kind !== 'race' || facts.stage !== 'before' || runners.length < 3 || runners.length > MOST_RUNNERS) return null
  const top = Math.max(...runners.map((runner) => runner.strength))
  const weights = runners.map((runner) => Math.exp(runner.strength - top))
  const whole = weights.reduce((sum, w) => sum + w, 0)
  const states = new States(3)
  weights.forEach((a, first) => {
    weights.forEach((b, second) => {
      if (second === first) return
      const two = (a / whole) * (b / (whole - a))
      weights.forEach((c, third) => {
        if (third !== first && third !== second) states.add(two * (c / (whole - a - b)), first, second, third)
      })
    })
  })
  const { chances, at } = states.scaled()
  const numberOf = new Map(runners.map((runner, n) => [runner.id, n]))
  return {
    chances,
    least: LEAST,
    payoff({ t, p, playerId }) {
      const runner = numberOf.get(playerId)
      const place = t === RACE_WINNER ? 1 : t === EXACT_PLACE ? p : 0
      if (runner === undefined || place < 1 || place > 3) return null
      return (state) => (at(state, place - 1) === runner ? WIN : LOSE)
    },
  }
}

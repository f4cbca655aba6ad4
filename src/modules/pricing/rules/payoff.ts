/**
 * What an outcome pays on a result. A payoff is 1 win, 0.75 half win, 0.5 refund, 0.25 half lose, 0 lose
 * (rules 3.1, 3.3). Every market is such a function on the model's states: pricing sums it over the states,
 * grading applies it to the state that happened, so price and result are the same predicate.
 */
export const WIN = 1
export const REFUND = 0.5
export const LOSE = 0
export type PayoffValue = number

/** win, half win, refund, half lose, lose. */
export type FiveStates = [win: number, halfWin: number, refund: number, halfLose: number, lose: number]

/** `difference` = count minus line; a quarter line is half the stake on each neighbour. */
export function linePayoff(difference: number): PayoffValue {
  return difference >= 0.5 ? WIN : difference <= -0.5 ? LOSE : 0.5 + difference
}

export function yes(condition: boolean): PayoffValue {
  return condition ? WIN : LOSE
}

export function emptyStates(): FiveStates {
  return [0, 0, 0, 0, 0]
}

/** Index of a payoff value in FiveStates. */
export function stateIndex(value: PayoffValue): number {
  return 4 - value * 4
}

/** 1 / fair odds (rules 7.2): the probability of a line as a two-way market; 0.5 when it is refunded for certain. */
export function effectiveProbability(s: FiveStates): number {
  const wins = s[0] + s[1] / 2
  const all = wins + s[4] + s[3] / 2
  return all > 0 ? wins / all : 0.5
}

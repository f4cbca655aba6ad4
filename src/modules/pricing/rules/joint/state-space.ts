/**
 * All ways in which the rest of a game can go, each with its chance: what outcomes of one game are priced on together
 * (rules 7.4). A pick is a payoff on a state, the same one that prices and grades it alone; what is not a function of
 * the states cannot be combined.
 */
import type { PayoffValue } from '../payoff.ts'

/** An outcome as the book has it. */
export interface JointPick {
  part: string
  /** Market key of the book and its specifier. */
  key: string
  spec: string
  t: number
  p: number
  playerId: number
}

export interface StateSpace {
  /** Chances of the states; they sum to 1. */
  chances: Float64Array
  /** Less likely than this together is not offered; the usual bound when absent. */
  least?: number
  /** The payoff of a pick on a state, by its number; null when the states do not say it. */
  payoff(pick: JointPick): ((state: number) => PayoffValue) | null
}

/** Chances of less than this are left out: all of them together are less than 1e-5 of a hundred thousand states. */
export const NOTHING = 1e-10

/** Collects states and scales their chances to sum to 1. */
export class States {
  readonly chances: number[] = []
  readonly numbers: number[] = []
  private readonly width: number

  /** `width` numbers describe a state. */
  constructor(width: number) {
    this.width = width
  }

  add(chance: number, ...numbers: readonly number[]): void {
    if (!(chance > NOTHING)) return
    this.chances.push(chance)
    this.numbers.push(...numbers)
  }

  scaled(): { chances: Float64Array; at(state: number, place: number): number } {
    const chances = Float64Array.from(this.chances)
    const numbers = Int16Array.from(this.numbers)
    let sum = 0
    for (const chance of chances) sum += chance
    for (let n = 0; n < chances.length; n += 1) chances[n]! /= sum
    const { width } = this
    return { chances, at: (state, place) => numbers[state * width + place]! }
  }
}

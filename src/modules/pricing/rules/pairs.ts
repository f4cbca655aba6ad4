/** Head-to-heads of a race: runners of neighbouring starting numbers, of whom one comes in higher. */

/** Outcome types: the runner of the odd number is the higher one, the runner of the even number is. P = the pair. */
export const HIGHER = [1_000_003, 1_000_004] as const

/** The pair of a starting number, from 1; 0 for a runner without a number. */
export function pairOf(number: number): number {
  return number > 0 ? Math.ceil(number / 2) : 0
}

/** The other of a pair, by starting number. */
export function otherOf(number: number): number {
  return number % 2 === 1 ? number + 1 : number - 1
}

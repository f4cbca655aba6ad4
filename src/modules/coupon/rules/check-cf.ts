/** CheckCf: what a price change means to the player. The one table of the product (rules 2.4, wire rule 24). */

export const CHECK_CF = { ask: 0, acceptAny: 1, acceptHigher: 2 } as const
export type CheckCf = (typeof CHECK_CF)[keyof typeof CHECK_CF]
export type PriceMove = 'equal' | 'higher' | 'lower'
export type PriceAnswer = 'accept' | 'ask'

const TABLE: Record<CheckCf, Record<PriceMove, PriceAnswer>> = {
  0: { equal: 'accept', higher: 'ask', lower: 'ask' },
  1: { equal: 'accept', higher: 'accept', lower: 'accept' },
  2: { equal: 'accept', higher: 'accept', lower: 'ask' },
}

export function priceAnswer(checkCf: CheckCf, move: PriceMove): PriceAnswer {
  return TABLE[checkCf][move]
}

/** Both numbers in one unit, of any size. */
export function priceMove(shown: bigint, current: bigint): PriceMove {
  if (current === shown) return 'equal'
  return current > shown ? 'higher' : 'lower'
}

/** Legs of a bet with blocks as its coupon shows them. */

export interface ShownLeg<T> {
  leg: T
  /** Where it stands in the bet. */
  at: number
  /** 0 the lobby, blocks from 1; null of a bet without blocks. */
  level: number | null
  /** The head of its block stands before it. */
  isFirst: boolean
}

/**
 * The lobby, then block after block, each leg where it stands within its own: the bet keeps its legs in the order of the coupon's
 * list, and a step may be made of any of them. The page that checks receipts carries the text of this function: it calls nothing.
 */
export function byBlock<T>(legs: readonly T[], levelOf: (leg: T, at: number) => number | null): ShownLeg<T>[] {
  const shown = legs.map((leg, at) => ({ leg, at, level: levelOf(leg, at) })).sort((a, b) => (a.level ?? 0) - (b.level ?? 0))
  return shown.map((one, i) => ({ ...one, isFirst: one.level !== null && one.level !== shown[i - 1]?.level }))
}

/** What the coupon hands over with the step to the page of a new group; it lies in the browser's history. */

export interface Wish {
  vid: number
  /** Decimal text, '' = none typed yet. */
  stake: string
  /** Events in the form of the wire. */
  events: readonly Record<string, unknown>[]
  /** As the coupon shows them; prices in thousandths, starts in unix seconds. */
  legs: readonly { title: string; market: string; teams: string; price: number; startsAt: number }[]
}

/** Null: whoever came here brought no coupon along. */
export function wishOf(state: unknown): Wish | null {
  const wish = (state as { groupBet?: Partial<Wish> } | null)?.groupBet
  return wish && Array.isArray(wish.events) && Array.isArray(wish.legs) && wish.legs.length > 0 && typeof wish.vid === 'number'
    ? { vid: wish.vid, stake: typeof wish.stake === 'string' ? wish.stake : '', events: wish.events, legs: wish.legs }
    : null
}

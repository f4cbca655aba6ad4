/**
 * Which presses may place a bet at once in the one-click mode (standards WEB-26). Any other press takes the usual way: the
 * price goes into the coupon, where a second press places it.
 */

/** A price that has just moved under the finger was not the one that was meant. */
export const AFTER_SHIFT_MS = 500
/** A press is followed by its bet in the same turn; what comes later was called by something else. */
const PRESS_LIFE_MS = 1_000

export interface Press {
  /** Made by the player's own hand: no script can. */
  trusted: boolean
  /** Ours is the window on top: nobody frames the page and lays something over it. */
  topWindow: boolean
  /** Times of one clock, ms; `shiftedAt`: when the page last moved what was pressed. */
  at: number
  shiftedAt: number | null
}

export function mayPlaceAtOnce(press: Press | null, now: number): boolean {
  if (!press || !press.trusted || !press.topWindow) return false
  if (now - press.at > PRESS_LIFE_MS) return false
  return press.shiftedAt === null || press.at - press.shiftedAt >= AFTER_SHIFT_MS
}

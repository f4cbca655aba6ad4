/**
 * The checks of a bet in their fixed order (wire 8.7.1), without the stake's money, which the database decides:
 * events known (104), games open (133, 135, 158150), outcomes open (131, 129), line the same (148), prices by
 * CheckCf (130), relations (161627). Sizes and stakes are checked beside, where the configuration is.
 */
import type { Milli } from '#lib/price.ts'
import type { Millis } from '#lib/time.ts'
import { priceAnswer, priceMove, type CheckCf } from '#modules/coupon/rules/check-cf.ts'
import { combine } from '#modules/coupon/rules/combined.ts'
import { firstFault, type LineReader, type Selection } from '#modules/coupon/rules/selection.ts'

export type BetFault =
  | { wire: number; name: string; index: number }
  /** A price moved against the player's choice. */
  | { wire: 130; name: 'price_changed'; index: number; price: Milli }

export interface CheckedLeg {
  selection: Selection
  /** Price now. */
  price: Milli
}

export type BetCheck = { ok: true; legs: CheckedLeg[] } | { ok: false; fault: BetFault }

/** The prices of the request are those the player agreed to, before the live delay and after it. */
export function checkBet(selections: readonly Selection[], checkCf: CheckCf, line: LineReader, now: Millis): BetCheck {
  const found = firstFault(selections, line, now)
  if (found) return { ok: false, fault: { wire: found.fault.wire, name: found.fault.name, index: found.index } }
  const legs = selections.map((selection) => ({
    selection,
    price: line.findOutcome(selection.gameId, selection.t, selection.p, selection.playerId)!.price,
  }))
  const move = priceMove(combine(selections.map((s) => s.price)).num, combine(legs.map((leg) => leg.price)).num)
  // A price of 0 was never shown: it is a request without a price, which nobody can have agreed to.
  if (selections.some((s) => s.price === 0) || priceAnswer(checkCf, move) === 'ask') {
    const index = Math.max(
      0,
      legs.findIndex((leg) => leg.price !== leg.selection.price),
    )
    return { ok: false, fault: { wire: 130, name: 'price_changed', index, price: legs[index]!.price } }
  }
  return { ok: true, legs }
}

export interface LiveDelays {
  default: number
  bySport: Record<string, number>
}

/** How long a bet waits before it is decided: the longest delay of its live legs, 0 without one (wire rule 27). */
export function liveDelayMs(selections: readonly Selection[], line: LineReader, delays: LiveDelays): number {
  return selections.reduce((longest, selection) => {
    const game = line.findGame(selection.gameId)
    if (game?.kind !== 1) return longest
    return Math.max(longest, delays.bySport[game.sportId] ?? delays.default)
  }, 0)
}

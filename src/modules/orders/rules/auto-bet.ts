/** Bets that wait for their price (rules 8.7): what to do at this moment. */
import type { Milli } from '#lib/price.ts'
import { priceFormatOf } from '#lib/price-format.ts'
import { lowestShown } from '#lib/typed-price.ts'

/** States of an auto-bet (wire 8.11). */
export const AUTO_BET = { waiting: 1, placed: 2, dropped: 3 } as const

/** Why an auto-bet was dropped; kept with it, told to the player as `autobet_dropped_<reason>`. */
export const DROP_REASONS = ['player', 'score', 'started', 'ended', 'money', 'limit', 'closed', 'refused'] as const
export type DropReason = (typeof DROP_REASONS)[number]

export interface AutoBetMoment {
  /** Least coefficient that is wanted, thousandths; 0 = any. */
  wanted: Milli
  /** Coefficient now. */
  current: Milli
  /** Every outcome takes bets now. */
  isOpen: boolean
  hasScoreChanged?: boolean
  dropOnScoreChange?: boolean
  /** A game of the line has begun, or is in live now. */
  hasStarted?: boolean
  followsIntoLive?: boolean
  hasEnded?: boolean
}

export type AutoBetAction = { action: 'wait' } | { action: 'place' } | { action: 'drop'; reason: DropReason }

export function autoBetAction(moment: AutoBetMoment): AutoBetAction {
  if (moment.hasEnded) return { action: 'drop', reason: 'ended' }
  if (moment.hasScoreChanged && moment.dropOnScoreChange) return { action: 'drop', reason: 'score' }
  if (moment.hasStarted && !moment.followsIntoLive) return { action: 'drop', reason: 'started' }
  return moment.isOpen && moment.current >= moment.wanted ? { action: 'place' } : { action: 'wait' }
}

/**
 * The wanted coefficient in thousandths, read in the player's format (rules 6), as the coupon reads what was typed; null when it is
 * no coefficient there. Digits that no format has are taken up: less than what was asked for is never placed.
 */
export function wantedPrice(value: number, view: number): Milli | null {
  if (!Number.isFinite(value)) return null
  if (value === 0) return 0
  const milli = lowestShown(Math.ceil(value * 1000 - 1e-6), priceFormatOf(view))
  return milli !== null && milli <= 1_000_000_000 ? milli : null
}

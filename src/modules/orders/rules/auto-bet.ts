/** Bets that wait for their price (rules 8.7): what to do at this moment. */
import type { Milli } from '#lib/price.ts'
import { PRICE_FORMATS, priceFormatOf } from '#lib/price-format.ts'

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
 * The wanted coefficient in thousandths, read in the player's format (rules 6); null when it is no coefficient there.
 * A format whose numbers fall between two thousandths is taken up: less than what was asked for is never placed. A number
 * that the format never shows was meant in another one and is none.
 */
export function wantedPrice(value: number, view: number): Milli | null {
  if (!Number.isFinite(value)) return null
  if (value === 0) return 0
  const decimal = decimalOf(value, view)
  if (decimal === null || !(decimal > 1) || decimal > 1_000_000) return null
  return Math.ceil(decimal * 1000 - 1e-6)
}

function decimalOf(value: number, view: number): number | null {
  switch (priceFormatOf(view)) {
    case PRICE_FORMATS.decimal:
    case PRICE_FORMATS.decimal3:
      return value
    case PRICE_FORMATS.uk:
    case PRICE_FORMATS.hongKong:
      return 1 + value
    case PRICE_FORMATS.us:
      if (Math.abs(value) < 100 || !Number.isInteger(value)) return null
      return value > 0 ? 1 + value / 100 : 1 - 100 / value
    case PRICE_FORMATS.indonesian:
      return Math.abs(value) < 1 ? null : asian(value)
    case PRICE_FORMATS.malay:
      return Math.abs(value) > 1 ? null : asian(value)
  }
}

function asian(value: number): number {
  return value > 0 ? 1 + value : 1 - 1 / value
}

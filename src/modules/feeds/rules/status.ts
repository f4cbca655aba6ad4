/**
 * State machine of games and markets (feeds 3). A provider's transition outside the table is kept and flagged;
 * a person's is refused.
 */
import type { GameStatus, MarketStatus, StatusNote } from './fact.ts'

export const GAME_STATUSES = [
  'scheduled',
  'delayed',
  'postponed',
  'live',
  'suspended',
  'interrupted',
  'ended',
  'closed',
  'cancelled',
  'abandoned',
] as const satisfies readonly GameStatus[]

/** Why bets of a market or a game come back: told to players as history:cancelled_<key>; any other word of a provider is not. */
export const CANCEL_REASONS = ['not_played', 'abandoned', 'interrupted', 'moved', 'wrong_price', 'wrong_data', 'technical'] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]

export const GAME_TRANSITIONS: Readonly<Record<GameStatus, readonly GameStatus[]>> = {
  scheduled: ['delayed', 'live', 'postponed', 'cancelled'],
  delayed: ['live', 'postponed', 'cancelled'],
  postponed: ['scheduled', 'cancelled'],
  live: ['suspended', 'interrupted', 'ended', 'abandoned'],
  suspended: ['live', 'ended', 'abandoned'],
  interrupted: ['live', 'ended', 'abandoned'],
  ended: ['closed', 'live'],
  closed: ['ended'],
  cancelled: ['scheduled'],
  abandoned: ['live', 'closed'],
}

/** True when the table allows it; staying where it is always is. */
export function mayBecome(from: GameStatus, to: GameStatus): boolean {
  return from === to || GAME_TRANSITIONS[from].includes(to)
}

/** Is nothing more to come: the game leaves the line and the live board. */
export function isOver(status: GameStatus): boolean {
  return status === 'ended' || status === 'closed' || status === 'cancelled' || status === 'abandoned'
}

/** Phases of a live state before the game. */
export const NOT_STARTED: readonly string[] = ['', 'pre', 'not_started', 'scheduled']

/** Play stands still and may go on. */
export function isStopped(status: GameStatus): boolean {
  return status === 'suspended' || status === 'interrupted'
}

/**
 * What a person makes of a game that he voids. One that has begun is abandoned by the table, where what is decided or has been
 * played long enough counts: its note says that nothing else of it does.
 */
export function voidedAs(from: GameStatus): { status: GameStatus; note?: StatusNote } {
  const hasBegun = from === 'live' || from === 'suspended' || from === 'interrupted' || from === 'abandoned'
  return hasBegun ? { status: 'abandoned', note: 'called_off' } : { status: 'cancelled' }
}

/**
 * Feed kind of the specification: 1 while it is played, else 3. Over games keep the kind they had, and what stands still before
 * its time, as a word that nobody knows makes it, has not begun.
 */
export function kindOf(status: GameStatus, before: 1 | 3, isDue: boolean): 1 | 3 {
  if (status === 'live' || (isStopped(status) && isDue)) return 1
  return isOver(status) || isStopped(status) ? before : 3
}

export const GAME_STATES = ['scheduled', 'open', 'suspended', 'closed', 'settled', 'cancelled'] as const
export type GameState = (typeof GAME_STATES)[number]

/** State of a game as the specification counts it (feeds 3, second table). */
export function gameState(status: GameStatus, markets: { active: number; undecided: number; cancelled: number; all: number }): GameState {
  switch (status) {
    case 'scheduled':
    case 'delayed':
      return markets.active > 0 ? 'open' : 'scheduled'
    case 'live':
      return markets.active > 0 ? 'open' : 'suspended'
    case 'postponed':
    case 'suspended':
    case 'interrupted':
      return 'suspended'
    case 'ended':
      return markets.undecided === 0 ? 'settled' : 'closed'
    case 'closed':
      return 'settled'
    case 'cancelled':
      return 'cancelled'
    case 'abandoned':
      if (markets.all > 0 && markets.cancelled === markets.all) return 'cancelled'
      return markets.undecided === 0 ? 'settled' : 'closed'
  }
}

/** Number shown for a market: 1 bets are accepted, 2 settled, 3 no longer accepted, 4 cancelled. */
export const MARKET_SHOWN: Readonly<Record<MarketStatus, 1 | 2 | 3 | 4>> = {
  active: 1,
  suspended: 3,
  handed_over: 3,
  inactive: 3,
  settled: 2,
  cancelled: 4,
}

export const MARKET_STATE: Readonly<Record<MarketStatus, GameState>> = {
  active: 'open',
  suspended: 'suspended',
  handed_over: 'suspended',
  inactive: 'closed',
  settled: 'settled',
  cancelled: 'cancelled',
}

/** Number shown for a game. */
export function shownStatus(state: GameState): 1 | 2 | 3 | 4 {
  switch (state) {
    case 'open':
      return 1
    case 'settled':
      return 2
    case 'cancelled':
      return 4
    case 'scheduled':
    case 'suspended':
    case 'closed':
      return 3
  }
}

/** Which markets a stop closes, and when they open again (feeds 4, rules 7.3). */
import { unreachable } from '#lib/assert.ts'
import type { StopReason } from '#modules/feeds/rules/fact.ts'
import type { BookGame } from '#modules/line/rules/book.ts'
import type { PricedMarket } from './sheet.ts'

/** Markets that the next point of a set can decide. */
const ON_A_POINT = ['game_winner', 'set_winner', 'tie_break'] as const

/**
 * Groups of a stop as `bet.stop` carries them: 'all' or market keys. One goal moves the price of every market of
 * a game, so danger closes all of them; a game point closes only what it decides.
 */
export function stoppedGroups(reason: StopReason): 'all' | string[] {
  switch (reason) {
    case 'game_point':
      return [...ON_A_POINT]
    case 'goal':
    case 'penalty':
    case 'red_card':
    case 'review':
    case 'match_ended':
    case 'provider_lost':
    case 'stale':
    case 'trader':
    case 'odd_price':
    case 'season_match':
    case 'other':
      return 'all'
    default:
      return unreachable(reason, 'stop reason')
  }
}

/** Whether prices of a game wait: a long-term bet while matches are played that change its chances. */
export function waits(game: Pick<BookGame, 'model'>): boolean {
  return Boolean(game.model?.extra['waits'])
}

/** The same prices, of which none can be taken. */
export function onHold(sheet: readonly PricedMarket[]): PricedMarket[] {
  return sheet.map((market) => (market.status === 'active' ? { ...market, status: 'suspended', reason: 'season_match' } : market))
}

/** What opens a stopped market again. A timer never does (feeds 4.4). */
export type Reopening = 'resolved' | 'fact' | 'trader' | 'never'

/**
 * Danger holds until the game tells what came of it; what was stopped for want of facts comes back with the next
 * one; what a trader stopped is his to open.
 */
export function reopening(reason: StopReason): Reopening {
  switch (reason) {
    case 'goal':
    case 'penalty':
    case 'red_card':
    case 'review':
    case 'game_point':
      return 'resolved'
    case 'provider_lost':
    case 'stale':
    case 'season_match':
    case 'other':
      return 'fact'
    case 'trader':
    case 'odd_price':
      return 'trader'
    case 'match_ended':
      return 'never'
    default:
      return unreachable(reason, 'stop reason')
  }
}

/** May a fresh price open a market that was stopped for this reason? */
export function mayReopen(reason: StopReason, by: { resolved: boolean; fact: boolean }): boolean {
  switch (reopening(reason)) {
    case 'resolved':
      return by.resolved
    case 'fact':
      return by.fact
    case 'trader':
    case 'never':
      return false
  }
}

export function lastSeq({ incidents }: Pick<BookGame, 'incidents'>): number {
  return incidents.reduce((last, { seq }) => Math.max(last, seq), 0)
}

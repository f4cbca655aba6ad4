/** Copies of a player's data and the erasing of his account: when they may be asked for and when they are due. */
import { DAY, HOUR, MINUTE, type Millis } from '#lib/time.ts'

/** A copy lies ready so long. */
export const COPY_LIVES_MS = 7 * DAY
/** Between the wish to be erased and the erasing: it can be taken back. */
export const ERASE_AFTER_MS = 3 * DAY
/** Until the next try of what has been tried so often, ms: twice as long each time. */
export const pauseMs = (tries: number): number => Math.min(MINUTE * 2 ** (tries - 1), 6 * HOUR)
/** Copies of one player a day. */
export const COPIES_A_DAY = 3

export const REFUSALS = ['money_left', 'bets_open', 'payout_waits', 'deposit_waits', 'exclusion_runs'] as const
export type Refusal = (typeof REFUSALS)[number]

export interface AccountState {
  /** Minor units of any account with money in it. */
  balances: readonly bigint[]
  openBets: number
  /** Auto-bets, bids and groups that wait. */
  openOrders: number
  payoutsOnTheirWay: number
  depositsOnTheirWay: number
  /** A break or an exclusion that is not over: it would be undone by forgetting whom it protects. */
  isExcluded: boolean
}

/** Why the account cannot be erased now; null when it can. */
export function refusalOf(state: AccountState): Refusal | null {
  if (state.isExcluded) return 'exclusion_runs'
  if (state.openBets > 0 || state.openOrders > 0) return 'bets_open'
  if (state.payoutsOnTheirWay > 0) return 'payout_waits'
  if (state.depositsOnTheirWay > 0) return 'deposit_waits'
  if (state.balances.some((minor) => minor !== 0n)) return 'money_left'
  return null
}

/** Whether one more copy may be made. */
export function mayAskForCopy(askedAt: readonly Millis[], now: Millis): boolean {
  return askedAt.filter((at) => at > now - DAY).length < COPIES_A_DAY
}

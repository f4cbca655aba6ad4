/** When the player must confirm a bet before it is taken (rules 2.11, ErrorCode 900060). */
import type { Minor } from '#lib/money.ts'
import { SECOND } from '#lib/time.ts'

export const EQUAL_BET_WINDOW_MS = 60 * SECOND

export interface ApprovalInput {
  /** Age of the last equal open bet, null = there is none. */
  equalBetAgeMs: number | null
  stakeMinor: Minor
  balanceMinor: Minor
  /** The player asked to be asked about large shares of the balance. */
  askAboutHalf: boolean
}

export type ApprovalReason = 'equal_bet' | 'half_of_balance'

/** Why the player has to confirm, or null. */
export function approvalReason(input: ApprovalInput): ApprovalReason | null {
  if (input.equalBetAgeMs !== null && input.equalBetAgeMs <= EQUAL_BET_WINDOW_MS) return 'equal_bet'
  if (input.askAboutHalf && input.stakeMinor * 2n > input.balanceMinor) return 'half_of_balance'
  return null
}

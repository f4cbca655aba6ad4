/** A corrected result is a reversal and a new entry; nothing is ever edited (rules 3.7). */
import type { Minor } from '#lib/money.ts'

export interface CorrectionEntry {
  type: 'SETTLEMENT_REVERSAL' | 'SETTLEMENT'
  amountMinor: Minor
}

export interface Correction {
  entries: CorrectionEntry[]
  balanceMinor: Minor
  /** Below zero the account is a receivable and takes no bets until it is covered. */
  bettingBlocked: boolean
}

export function correctPayout(balanceMinor: Minor, oldPayoutMinor: Minor, newPayoutMinor: Minor): Correction {
  const balance = balanceMinor - oldPayoutMinor + newPayoutMinor
  return {
    entries: [
      { type: 'SETTLEMENT_REVERSAL', amountMinor: oldPayoutMinor === 0n ? 0n : -oldPayoutMinor },
      { type: 'SETTLEMENT', amountMinor: newPayoutMinor },
    ],
    balanceMinor: balance,
    bettingBlocked: balance < 0n,
  }
}

/** Double entry: who may stand in an entry and when a set of entries is a movement (design §4 Money). */
import type { Minor } from '#lib/money.ts'

/** Accounts of the house, one of each per currency. They have no balance row: their balance is the sum of entries. */
export const SYSTEM_ROLES = {
  house: 1,
  openStakes: 2,
  cashier: 3,
  bonus: 4,
  adjustments: 5,
  tax: 6,
  casino: 7,
  payouts: 8,
  advances: 9,
  held: 10,
  /** Deposits that arrived for an excluded player, until they are given back. */
  returns: 11,
  /** What the house takes for moving money in and out. */
  fees: 12,
  /** Points out of which players are given, in the currency of points. */
  points: 13,
  /** Stakes of group bets that are not placed yet. */
  groups: 14,
} as const
export type SystemRole = keyof typeof SYSTEM_ROLES

const ROLES_PER_CURRENCY = 16

/** Negative id of a system account; the same arithmetic stands in migrations/0011_bets.sql. */
export function systemAccountId(role: SystemRole, currencyId: number): number {
  return -(currencyId * ROLES_PER_CURRENCY + SYSTEM_ROLES[role])
}

export function currencyOfSystemAccount(accountId: number): number {
  return Math.floor(-accountId / ROLES_PER_CURRENCY)
}

/** What a movement is. The numbers stand in the database and never change their meaning. */
export const ENTRY_KINDS = {
  stake: 1,
  payout: 2,
  payoutReversal: 3,
  deposit: 4,
  withdrawal: 5,
  withdrawalReturn: 6,
  bonus: 7,
  adjustment: 8,
  tax: 9,
  cashOut: 10,
  casinoBet: 11,
  casinoWin: 12,
  casinoRollback: 13,
  transfer: 14,
  /** Stakes of lost bets and differences of a settlement chunk, open stakes to house, under a negative transaction id. */
  settledStakes: 15,
  /** Payouts on their way to cashier: a withdrawal that the provider has paid. */
  withdrawalPaid: 16,
  /** Out of an accepted stake, open stakes to tax; out of a payout, player to tax. */
  stakeTax: 17,
  payoutTax: 18,
  /** House money in a stake: bonus (promo code) or advances to open stakes. */
  promoStake: 19,
  advanceStake: 20,
  /** Addition to a won express, and what an insured bet gives back: house to player. */
  betBonus: 21,
  insuranceBack: 22,
  insurancePremium: 23,
  /** Reversals of 17, 18, 21 and 22 when a result is corrected. */
  taxReversal: 24,
  bonusReversal: 25,
  insuranceReversal: 26,
  /** Money of a bid while nobody has answered it, and its return. */
  bidHold: 27,
  bidReturn: 28,
  /** An open bet that was edited or raised: its stake goes over to the new bet. */
  betReplaced: 29,
  advanceRepaid: 30,
  /** Stake of a member of a group bet until it is placed or given up, and its return. */
  groupHold: 31,
  groupReturn: 32,
  /** Out of a deposit, player to tax, and back with what of it goes back; out of a paid withdrawal, payouts to tax. */
  depositTax: 33,
  withdrawalTax: 34,
} as const
export type EntryKind = keyof typeof ENTRY_KINDS

const numbers = (...kinds: EntryKind[]): readonly number[] => kinds.map((kind) => ENTRY_KINDS[kind])

/** Movements of a player's account as he is told of them: whatever is in none of these came back from play. */
export const MOVED = {
  deposits: numbers('deposit'),
  withdrawals: numbers('withdrawal', 'withdrawalReturn'),
  /** Neither payments nor play: bonuses, corrections, transfers between own accounts, what the state takes of payments. */
  beside: numbers('bonus', 'adjustment', 'transfer', 'withdrawalPaid', 'depositTax', 'withdrawalTax'),
  /**
   * What is staked, with what waits in bids and groups, what is paid for insurance and an advance that was repaid. A bet that took
   * the place of another has staked nothing anew: betReplaced gives back what it took.
   */
  stakes: numbers(
    'stake',
    'casinoBet',
    'insurancePremium',
    'bidHold',
    'bidReturn',
    'groupHold',
    'groupReturn',
    'betReplaced',
    'advanceRepaid',
  ),
} as const

export interface Entry {
  /** Account of a player (positive) or of the system (negative). */
  accountId: number
  currencyId: number
  /** Positive: the account receives. */
  amountMinor: Minor
}

/** Currencies in which the entries do not sum to zero; empty when they are a movement. */
export function unbalanced(entries: readonly Entry[]): number[] {
  const sums = new Map<number, Minor>()
  for (const { currencyId, amountMinor } of entries) sums.set(currencyId, (sums.get(currencyId) ?? 0n) + amountMinor)
  return [...sums].filter(([, sum]) => sum !== 0n).map(([currencyId]) => currencyId)
}

/** States of a withdrawal. The sum is out of the balance from the first state on; it comes back in two of the last three. */
import { DAY, HOUR } from '#lib/time.ts'
import type { Minor } from '#lib/money.ts'

export const WITHDRAWAL_STATES = ['requested', 'approved', 'sent', 'paid', 'refused', 'cancelled'] as const
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number]

/** `agree` is the last needed agreement; `send` is our order to the provider, whose answer is `pay` or `refuse`. */
export const WITHDRAWAL_ACTIONS = ['agree', 'send', 'pay', 'refuse', 'cancel'] as const
export type WithdrawalAction = (typeof WITHDRAWAL_ACTIONS)[number]

const STEPS: Readonly<Record<WithdrawalState, Partial<Record<WithdrawalAction, WithdrawalState>>>> = {
  requested: { agree: 'approved', refuse: 'refused', cancel: 'cancelled' },
  approved: { send: 'sent', refuse: 'refused', cancel: 'cancelled' },
  // Once the provider may have it, only the provider's word ends it: a cancelled payment that is paid is paid twice.
  sent: { pay: 'paid', refuse: 'refused' },
  paid: {},
  refused: {},
  cancelled: {},
}

/** Null when the action does not belong to the state. */
export function withdrawalStep(state: WithdrawalState, action: WithdrawalAction): WithdrawalState | null {
  return STEPS[state][action] ?? null
}

/** Where the waiting sum goes with this state: to the cashier, back to the player, or nowhere yet. */
export function moneyOf(state: WithdrawalState): 'cashier' | 'player' | 'waits' {
  if (state === 'paid') return 'cashier'
  return state === 'refused' || state === 'cancelled' ? 'player' : 'waits'
}

/** What the provider is told to pay: the fee and the tax are taken out of what left the account. */
export function sentMinor(row: { amount_minor: Minor; fee_minor: Minor; tax_minor: Minor }): Minor {
  return row.amount_minor - row.fee_minor - row.tax_minor
}

/** Reasons of an officer or provider that the player reads: payments:reason_<key>. */
export const REFUSAL_REASONS = ['provider', 'documents', 'own_method', 'details', 'rules'] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** After a change of password or second factor money waits a day before it leaves (ACC-16). */
export const SECURITY_HOLD_MS = DAY
/** The first money by a way that is new for the player waits as long, and he is told of it at once (PAY-09). */
export const NEW_WAY_HOLD_MS = DAY
/** How long the provider may be silent before it is asked; a doubtful payment is asked for and never sent anew (PAY-05). */
export const ASK_AFTER_MS = HOUR / 4

/** Withdrawals of so long a time are one sum for the officers. */
export const COUNTED_MS = DAY

/** Whether money of weeks is to be looked at: what came in, or what was asked for, reaches the bound (PAY-13). */
export function isWatched(money: { inMinor: Minor; outMinor: Minor; fromMinor: Minor }): boolean {
  return money.inMinor >= money.fromMinor || money.outMinor >= money.fromMinor
}

/** How many different officers must agree to a sum, of all that was asked for in a day (PAY-13); with an open case at least one. */
export function approvalsNeeded(
  amountMinor: Minor,
  bounds: { autoMaxMinor: Minor; fourEyesFromMinor: Minor; isWatched?: boolean },
): 0 | 1 | 2 {
  if (amountMinor >= bounds.fourEyesFromMinor) return 2
  return amountMinor > bounds.autoMaxMinor || bounds.isWatched ? 1 : 0
}

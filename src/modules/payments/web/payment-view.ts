/** How states of payments look and read. */
import type { NoticeKind, StatusKind } from '#ui/Notice.tsx'
import { DEPOSIT_STATES, type DepositState } from '../rules/deposit-state.ts'
import { WITHDRAWAL_STATES, type WithdrawalState } from '../rules/withdrawal-state.ts'

export function readState(text: string): DepositState {
  return (DEPOSIT_STATES as readonly string[]).includes(text) ? (text as DepositState) : 'pending'
}

const STATE_KINDS: Readonly<Record<DepositState, StatusKind>> = {
  created: 'pending',
  pending: 'pending',
  done: 'success',
  declined: 'error',
  expired: 'question',
  called_off: 'question',
  held: 'pending',
  returned: 'question',
  charged_back: 'error',
}

/** Of the sentence that tells its player of it. */
export const WATCH_KINDS: Readonly<Record<DepositState, NoticeKind>> = {
  created: 'info',
  pending: 'info',
  done: 'success',
  declined: 'error',
  expired: 'warning',
  called_off: 'info',
  held: 'info',
  returned: 'info',
  charged_back: 'error',
}

/** Nothing more will happen by itself. */
export function isFinal(state: DepositState): boolean {
  return state !== 'created' && state !== 'pending' && state !== 'held'
}

export function depositMark(state: DepositState) {
  return { kind: STATE_KINDS[state], key: `state_${state}` } as const
}

export function readWithdrawalState(text: string): WithdrawalState {
  return (WITHDRAWAL_STATES as readonly string[]).includes(text) ? (text as WithdrawalState) : 'requested'
}

const WITHDRAWAL_KINDS: Readonly<Record<WithdrawalState, StatusKind>> = {
  requested: 'pending',
  approved: 'pending',
  sent: 'pending',
  paid: 'success',
  refused: 'error',
  cancelled: 'question',
}

export function withdrawalMark(state: WithdrawalState) {
  return { kind: WITHDRAWAL_KINDS[state], key: `withdrawal_state_${state}` } as const
}

export interface Movement {
  type: string
  sum: number
  taken_back?: boolean | undefined
}

/** Whether money left the balance: a payout, and a deposit that was taken back. */
export function isOut({ type, sum, taken_back: takenBack }: Movement): boolean {
  return type === 'withdrawal' || takenBack === true || sum < 0
}

/** How states of a deposit look and read. */
import type { StatusKind } from '#ui/Notice.tsx'
import { DEPOSIT_STATES, type DepositState } from '../rules/deposit-state.ts'

export function readState(text: string): DepositState {
  return (DEPOSIT_STATES as readonly string[]).includes(text) ? (text as DepositState) : 'pending'
}

export const STATE_KINDS: Readonly<Record<DepositState, StatusKind>> = {
  created: 'pending',
  pending: 'pending',
  done: 'success',
  declined: 'error',
  expired: 'question',
}

/** Nothing more will happen by itself. */
export function isFinal(state: DepositState): boolean {
  return state === 'done' || state === 'declined' || state === 'expired'
}

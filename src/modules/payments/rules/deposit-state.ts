/** States of a deposit. Money follows only the step into `done`, and that step happens once. */
export const DEPOSIT_STATES = ['created', 'pending', 'done', 'declined', 'expired'] as const
export type DepositState = (typeof DEPOSIT_STATES)[number]

/** What a provider may report, in whatever order and however often. */
export const PROVIDER_OUTCOMES = ['pending', 'paid', 'declined'] as const
export type ProviderOutcome = (typeof PROVIDER_OUTCOMES)[number]

export interface DepositStep {
  next: DepositState
  /** True exactly when this step pays the player. */
  credits: boolean
}

/**
 * `paid` wins from every state: money that arrived late is still the player's. After `done` nothing changes
 * any more; a decline does not undo a payment (that would be a charge-back, a case of its own).
 */
export function depositStep(state: DepositState, outcome: ProviderOutcome): DepositStep {
  if (state === 'done') return { next: 'done', credits: false }
  if (outcome === 'paid') return { next: 'done', credits: true }
  if (outcome === 'declined') return { next: state === 'expired' ? 'expired' : 'declined', credits: false }
  return { next: state === 'created' ? 'pending' : state, credits: false }
}

/** A deposit that nobody finished; a later `paid` still counts. */
export const DEPOSIT_LIFE_MS = 24 * 60 * 60 * 1000

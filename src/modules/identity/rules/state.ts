/** Who is verified: reckoned from the requests of a player, never kept, so that a proof ends by itself. */
import type { IdentityBlock, IdentityMethod, IdentityNeed } from '#platform/shared/site-config.ts'

export type RequestState = 'started' | 'pending' | 'approved' | 'refused' | 'timeout' | 'revoked'
export const IDENTITY_STATES = ['none', 'pending', 'approved', 'refused', 'expired'] as const
export type IdentityState = (typeof IDENTITY_STATES)[number]

/** Numbers of the wire (14.1): 0 none, 1 pending, 2 approved, 3 refused, 4 expired. */
export function wireState(state: IdentityState): number {
  return IDENTITY_STATES.indexOf(state)
}

export interface ProofOf {
  kind: IdentityMethod
  state: RequestState
  /** Last moment of an approved one, ms; null = it does not end. */
  validUntil: number | null
}

/** What a way proves: an electronic identity stands for a document and for the person who holds it. */
const PROVES: Readonly<Record<IdentityMethod, readonly IdentityNeed[]>> = {
  documents: ['document'],
  scan: ['document'],
  face: ['face'],
  smart_id: ['document', 'face'],
  mobile_id: ['document', 'face'],
}

/** State of one need, from requests in the order in which they were made. */
export function needState(need: IdentityNeed, requests: readonly ProofOf[], now: number): IdentityState {
  const of = requests.filter(({ kind }) => PROVES[kind].includes(need))
  if (of.some(({ state, validUntil }) => state === 'approved' && (validUntil === null || validUntil > now))) return 'approved'
  if (of.some(({ state }) => state === 'pending')) return 'pending'
  const last = of.findLast(({ state }) => state === 'approved' || state === 'refused' || state === 'revoked')
  if (!last) return 'none'
  return last.state === 'approved' ? 'expired' : 'refused'
}

const WORST: readonly IdentityState[] = ['refused', 'expired', 'none', 'pending', 'approved']

/** The state of the whole, and what is still to be sent. */
export function identityOf(
  needs: readonly IdentityNeed[],
  requests: readonly ProofOf[],
  now: number,
): { state: IdentityState; missing: IdentityNeed[] } {
  const states = needs.map((need) => needState(need, requests, now))
  return {
    state: WORST.find((state) => states.includes(state)) ?? 'approved',
    missing: needs.filter((_need, n) => states[n] !== 'approved' && states[n] !== 'pending'),
  }
}

export const REFUSAL_REASONS = [
  'photo',
  'unreadable',
  'expired',
  'mismatch',
  'type',
  'duplicate',
  'suspicious',
  'provider',
  'cancelled',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

export function isRefusalReason(reason: string): reason is RefusalReason {
  return (REFUSAL_REASONS as readonly string[]).includes(reason)
}

/** Calls that stake money; compared with the lower-case path. */
const PLACES = [
  /\/(makebet|put_?bets)/,
  /\/office\/(bet\/insurance|take-reward|groups\/(create|join|place))$/,
  /^\/(service-api\/)?(casino|games|toto|lotto|bingo|poker)[/-].*(open|launch|play|bet|buy)/,
]

/** What a call is for, of what may be closed to a player who is not verified; null = nothing of these. */
export function blockOf(path: string): IdentityBlock | null {
  const lower = path.toLowerCase()
  if (/^\/(web-api\/)?office\/withdraw$/.test(lower)) return 'withdrawal'
  if (/^\/((web-api\/)?office|paysystems)\/(deposit|paycheck)$/.test(lower)) return 'deposit'
  return PLACES.some((pattern) => pattern.test(lower)) ? 'play' : null
}

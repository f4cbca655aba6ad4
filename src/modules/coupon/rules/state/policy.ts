/** What the player has said about price changes (ux 6.2). */
import type { Milli } from '#lib/price.ts'
import { CHECK_CF, type CheckCf } from '../check-cf.ts'
import { combine } from '../combined.ts'

export const POLICIES = ['ask', 'better', 'drop2', 'drop5', 'drop10', 'any'] as const
export type Policy = (typeof POLICIES)[number]

export function isPolicy(value: unknown): value is Policy {
  return POLICIES.includes(value as Policy)
}

/** Percent of a fall that is taken without asking. */
const DROPS: Partial<Readonly<Record<Policy, bigint>>> = { drop2: 2n, drop5: 5n, drop10: 10n }

export function wireCheckCf(policy: Policy): CheckCf {
  if (policy === 'any') return CHECK_CF.acceptAny
  return policy === 'better' ? CHECK_CF.acceptHigher : CHECK_CF.ask
}

/** The policy that the server does not know: the browser repeats once for the player. */
export function repeatsOnce(policy: Policy): boolean {
  return policy in DROPS
}

/** Must the player be asked before a bet on these prices? Compared is the total, as on the server (rules 2.4). */
export function needsConsent(policy: Policy, agreed: readonly Milli[], current: readonly Milli[]): boolean {
  const was = combine(agreed).num
  const now = combine(current).num
  if (was === now || policy === 'any') return false
  if (policy === 'ask') return true
  if (now > was) return false
  const drop = DROPS[policy]
  return drop === undefined || now * 100n < was * (100n - drop)
}

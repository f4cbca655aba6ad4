/** Intake's facts → facts of results. */
import type { ResolvedFact } from '#modules/feeds/rules/resolved.ts'
import type { SettleFact } from './actions.ts'

/** null when the fact says nothing about results. `parts`: CI of each part of the fact's game. */
export function settleFactOf(resolved: ResolvedFact, parts: Readonly<Record<string, number>>): SettleFact | null {
  const { fact, playerIds } = resolved
  if (fact.t !== 'settle' && fact.t !== 'settle.rollback' && fact.t !== 'cancel' && fact.t !== 'cancel.rollback') return null
  return { fact, parts, ...(playerIds ? { playerIds } : {}) }
}

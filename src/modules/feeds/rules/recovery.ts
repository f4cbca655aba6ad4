/** What a provider tells anew to who has missed something (feeds 4.4). */
import type { Fact } from './fact.ts'

/** All but the catalogue and heads of games to come: those hold whatever was missed, and come once. */
export function isToldByRecovery(fact: Fact): boolean {
  return fact.t !== 'catalog' && !(fact.t === 'game' && fact.game.status === 'scheduled')
}

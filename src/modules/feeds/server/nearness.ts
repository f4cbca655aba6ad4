/** What has to be taken and priced at once, and what can wait for a quiet moment. */
import { HOUR, type Millis } from '#lib/time.ts'
import type { Fact } from '../rules/fact.ts'
import { gameRefOf } from '../rules/fact-key.ts'
import type { ResolvedGame } from '../rules/resolved.ts'

/** Games that go into the book before all others. */
export const NEAR_MS = 24 * HOUR
/** Games whose prices are made before anything else is taken. */
const PRICED_FIRST_MS = 3 * HOUR

/** Near: catalog, games in play and of the next day; far: later games and past results. The order stays in both. */
export function byNearness(facts: readonly Fact[], now: Millis, isKnown: (ref: string) => boolean): { near: Fact[]; far: Fact[] } {
  const starts = new Map<string, Millis>()
  for (const fact of facts) if (fact.t === 'game') starts.set(fact.game.ref, fact.game.startsAt)
  const near: Fact[] = []
  const far: Fact[] = []
  for (const fact of facts) {
    const ref = gameRefOf(fact)
    const startsAt = ref === undefined ? undefined : starts.get(ref)
    // What tells of a game that still waits among the far ones waits behind it.
    const isFar =
      fact.t === 'history' || (startsAt === undefined ? ref !== undefined && ref !== '*' && !isKnown(ref) : startsAt - now > NEAR_MS)
    ;(isFar ? far : near).push(fact)
  }
  return { near, far }
}

export function isPricedFirst(head: ResolvedGame, now: Millis): boolean {
  return head.kind === 1 || head.startsAt - now <= PRICED_FIRST_MS
}

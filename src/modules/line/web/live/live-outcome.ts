/** One outcome as it stands now: what the page was rendered with, overtaken by the live topic. */
import type { Milli } from '#lib/price.ts'
import { boostKey, boostOf, withBoost, type BoostEntry } from '#platform/web/boosts.ts'
import { liveSource } from '#platform/web/live-price.ts'
import { liveKey } from '#platform/web/live-store.ts'
import { selectionKey } from '#platform/web/selection.tsx'
import type { LockReason, PriceSource } from '#ui/PriceCell.tsx'
import { stopLock } from '../../rules/status-words.ts'
import type { Outcome } from '../model/types.ts'
import { lockOfHead, type LiveHead } from './locks.tsx'

type LiveOutcome = readonly [price: Milli, flags: number, reason?: string]

const OPEN = 1

export interface OutcomePlace {
  outcome: Outcome
  /** `row:<ci>` or `game:<ci>`. */
  topic: string
  /** Kind of the game that the page was rendered with: 1 live, 3 line. */
  kind: number
  /** What locks everything on the page. */
  lock: LockReason | null
}

/** The price of an outcome and its lock; the head of its topic locks the whole game. */
export function outcomeSource({ outcome, topic, kind, lock }: OutcomePlace): PriceSource {
  const selection = selectionKey({ gameId: outcome.gameId, type: outcome.t, param: outcome.p, playerId: outcome.player?.id ?? 0 })
  const first = {
    ...withBoost(outcome.price, boostOf(undefined, selection)),
    lock: lock ?? (outcome.open ? null : ('lock_trader' as const)),
  }
  return liveSource([liveKey(topic, outcome.key), liveKey(topic, 'h'), boostKey(selection)], first, (read) => {
    const live = read<LiveOutcome>(0)
    const head = read<LiveHead>(1)
    return {
      ...withBoost(live ? live[0] : outcome.price, boostOf(read<BoostEntry>(2), selection)),
      lock: lock ?? lockOfHead(head, kind) ?? ownLock(outcome, live, head !== undefined),
    }
  })
}

function ownLock(outcome: Outcome, live: LiveOutcome | undefined, loaded: boolean): LockReason | null {
  if (live) return live[1] & OPEN ? null : stopLock(live[2])
  // The topic's image has come and does not hold it: the line moved on, the cell keeps its place until the list comes anew.
  if (loaded) return 'lock_trader'
  return outcome.open ? null : 'lock_trader'
}

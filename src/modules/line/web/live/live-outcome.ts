/** One outcome as it stands now: what the page was rendered with, overtaken by the live topic. */
import type { Milli } from '#lib/price.ts'
import { liveKey, useLive } from '#platform/web/live-store.ts'
import { usePriceDirection } from '#ui/price-direction.ts'
import type { LockReason } from '#ui/PriceCell.tsx'
import type { Outcome } from '../model/types.ts'
import { lockOf, usePageLock } from './locks.tsx'

type LiveOutcome = readonly [price: Milli, flags: number, reason?: string]

const OPEN = 1

export interface ShownPrice {
  price: Milli
  lock: LockReason | null
  moved: 'up' | 'down' | null
}

export interface GameNow {
  /** `row:<ci>` or `game:<ci>`. */
  topic: string
  /** The topic's image has come: what it does not hold is gone. */
  loaded: boolean
  /** Lock of the whole game. */
  lock: LockReason | null
}

export function useLiveOutcome(outcome: Outcome, now: GameNow): ShownPrice {
  const live = useLive<LiveOutcome>(liveKey(now.topic, outcome.key))
  const pageLock = usePageLock()
  const price = live ? live[0] : outcome.price
  const moved = usePriceDirection(price)
  return { price, moved, lock: pageLock ?? now.lock ?? ownLock(outcome, live, now.loaded) }
}

function ownLock(outcome: Outcome, live: LiveOutcome | undefined, loaded: boolean): LockReason | null {
  if (live) return live[1] & OPEN ? null : lockOf(live[2])
  // The line moved on: the cell keeps its place until the list comes anew.
  if (loaded) return 'lock_trader'
  return outcome.open ? null : 'lock_trader'
}

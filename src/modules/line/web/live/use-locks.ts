/** Locks above a single price: a market none of whose prices can be taken, and the whole event (EV-15). */
import { useCallback, useSyncExternalStore } from 'react'
import { liveKey, liveStore } from '#platform/web/live-store.ts'
import type { LockReason } from '#ui/PriceCell.tsx'
import type { Outcome } from '../model/types.ts'
import { outcomeSource } from './live-outcome.ts'
import { usePageLock } from './locks.tsx'

interface Place {
  topic: string
  kind: number
}

/** The reason that all of them are locked for, the first one's when they differ; null while one is open. */
function lockOfAll(outcomes: readonly Outcome[], { topic, kind }: Place, lock: LockReason | null): LockReason | null {
  let reason: LockReason | null = null
  for (const outcome of outcomes) {
    const own = outcomeSource({ outcome, topic, kind, lock }).now().lock
    if (own === null) return null
    reason ??= own
  }
  return reason
}

/** `watched` are the outcomes whose change asks again; the event looks at all but watches one of each market. */
function useLocks(outcomes: readonly Outcome[], watched: readonly Outcome[], place: Place): LockReason | null {
  const page = usePageLock()
  const { topic } = place
  const watch = useCallback(
    (changed: () => void) => {
      const stops = [...watched.map(({ key }) => key), 'h', 'c'].map((key) => liveStore.subscribe(liveKey(topic, key))(changed))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [watched, topic],
  )
  return useSyncExternalStore(
    watch,
    () => lockOfAll(outcomes, place, page),
    () => null,
  )
}

export function useMarketLock(outcomes: readonly Outcome[], topic: string, kind: number): LockReason | null {
  return useLocks(outcomes, outcomes, { topic, kind })
}

export function useEventLock(all: readonly Outcome[], first: readonly Outcome[], topic: string, kind: number): LockReason | null {
  return useLocks(all, first, { topic, kind })
}

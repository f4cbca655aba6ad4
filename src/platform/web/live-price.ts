/** Prices of the live store as the kit's live cells take them. */
import type { PriceNow, PriceSource } from '#ui/PriceCell.tsx'
import { liveStore, type LiveStore } from './live-store.ts'

/** Reads the value under the key of this index, as it is on the screen now. */
export type ReadKey = <T>(index: number) => T | undefined

/**
 * A source over a few keys of the store. `read` makes the price and the lock of their values; while these stay the
 * same the source gives the same object, so that nobody renders or paints for nothing. `first` is what the server knew.
 */
export function liveSource(
  keys: readonly string[],
  first: PriceNow,
  make: (read: ReadKey) => PriceNow,
  store: LiveStore = liveStore,
): PriceSource {
  let last = first
  const read: ReadKey = (index) => store.get(keys[index]!)
  return {
    first: () => first,
    now() {
      const next = make(read)
      if (next.price !== last.price || next.lock !== last.lock || next.was !== last.was) last = next
      return last
    },
    watch(changed) {
      const stops = keys.map((key) => store.subscribe(key)(changed))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

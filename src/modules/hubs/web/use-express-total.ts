import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Milli } from '#lib/price.ts'
import { outcomeSource } from '#modules/line/web/index.ts'
import { expressTotal } from '#modules/offers/rules/express-total.ts'
import type { Express } from './queries.ts'

/** The total moves with the prices of the legs under it, not with the next answer of the server. Null: a leg has no price now. */
export function useExpressTotal({ legs, bonus }: Pick<Express, 'legs' | 'bonus'>): Milli | null {
  const sources = useMemo(
    () =>
      legs.flatMap(({ ci, kind, outcomes: [outcome] }) =>
        outcome ? [outcomeSource({ outcome, topic: `row:${ci}`, kind, lock: null })] : [],
      ),
    [legs],
  )
  const watch = useCallback(
    (changed: () => void) => {
      const stops = sources.map((source) => source.watch(changed))
      return () => stops.forEach((stop) => stop())
    },
    [sources],
  )
  const total = (at: 'now' | 'first') => {
    const prices = sources.flatMap((source) => source[at]().price ?? [])
    return prices.length === legs.length ? expressTotal(prices, bonus) : null
  }
  return useSyncExternalStore(
    watch,
    () => total('now'),
    () => total('first'),
  )
}

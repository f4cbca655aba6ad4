import { useMemo, useSyncExternalStore } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { storage } from '#platform/web/storage.ts'
import type { RowGroup } from '../model/columns.ts'
import { readRowMarkets, withRowMarket, type RowMarkets } from '../model/row-markets.ts'

const KEY = 'draft-row-markets'
const YEAR_S = 31_536_000

/** What this browser keeps; null until it is read: the server's page says it till then, by the cookie. */
let kept: string | null = null

/**
 * The markets that lead the rows, by sport (LN-23, XT-60). The first paint has them by a cookie, a further page of the
 * visit by what was read already: no list ever begins with other columns.
 */
export function useRowMarkets(): RowMarkets {
  const { rowMarkets } = useSite()
  const text = useSyncExternalStore(
    subscribe,
    () => kept ?? rowMarkets,
    () => rowMarkets,
  )
  return useMemo(() => readRowMarkets(text), [text])
}

/** Null takes a choice back. */
export function chooseRowMarket(sportId: number, market: RowGroup | null): void {
  void storage.update(KEY, (stored) => withRowMarket(textOf(stored), sportId, market), YEAR_S * 1000)
}

function subscribe(changed: () => void): () => void {
  const take = (stored: unknown) => {
    kept = textOf(stored)
    // Some browsers keep a cookie of a script for a week only; the choice itself stands longer.
    document.cookie = `rowmarkets=${kept}; path=/; max-age=${YEAR_S}; samesite=lax`
    changed()
  }
  const stop = storage.listen(KEY, take)
  if (kept === null)
    void storage.get(KEY).then((stored) => {
      if (stored !== null) take(stored)
    })
  return stop
}

const textOf = (stored: unknown): string => (typeof stored === 'string' ? stored : '')

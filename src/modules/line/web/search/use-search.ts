import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useApi } from '#platform/web/query.ts'
import { useSite } from '#platform/web/features.tsx'
import { storage } from '#platform/web/storage.ts'
import { searchQuery } from '../model/found-queries.ts'
import { listQuery } from '../model/queries.ts'
import { LINE, LIVE, type Kind, type LineGame } from '../model/types.ts'
import { useHiddenSports } from '#platform/web/hidden-sports.ts'

/** Typing has stopped: with the call the answer stands within 150 ms (ux 14). */
const PAUSE_MS = 90
/** The feed answers from two letters on. */
export const SHORTEST = 2

export function usePaused(text: string, pauseMs = PAUSE_MS): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return paused
}

export interface Found {
  live: readonly LineGame[]
  line: readonly LineGame[]
  /** The answers are those of the asked text. */
  ready: boolean
  /** One of them did not come: nothing found does not mean that there is nothing. */
  failed: boolean
  retry(): void
}

export function useSearch(text: string, limit: number): Found {
  const { lng } = useSite()
  const asked = text.trim()
  const enabled = asked.length >= SHORTEST
  const live = useApi(searchQuery(LIVE, lng, asked, limit), { enabled })
  const line = useApi(searchQuery(LINE, lng, asked, limit), { enabled })
  // What the player has closed for himself is not found either.
  const isHidden = useHiddenSports()
  const liveGames = useMemo(() => (live.data ?? []).filter((game) => !isHidden(game.sportId, LIVE)), [live.data, isHidden])
  const lineGames = useMemo(() => (line.data ?? []).filter((game) => !isHidden(game.sportId, LINE)), [line.data, isHidden])
  return {
    live: liveGames,
    line: lineGames,
    ready: enabled && !live.isPending && !line.isPending,
    failed: enabled && (live.isError || line.isError),
    retry: () => void Promise.all([live.refetch(), line.refetch()]),
  }
}

/** Games with the prices that were asked for them, and how that went. */
export interface Priced extends Pick<UseQueryResult<LineGame[]>, 'data' | 'refetch'> {
  games: readonly LineGame[]
  isPending: boolean
  isError: boolean
}

/** Search rows have no prices: the same games are asked with their row markets. */
export function useWithPrices(kind: Kind, games: readonly LineGame[]): Priced {
  const { lng } = useSite()
  const ids = games.map(({ i }) => i)
  const { data, isError, refetch } = useApi(listQuery({ kind, lng, games: ids }), { enabled: ids.length > 0 })
  const priced = useMemo(() => {
    const byCi = new Map(data?.map((game) => [game.ci, game]))
    return games.map((game) => byCi.get(game.ci) ?? game)
  }, [games, data])
  return { games: priced, data, isPending: ids.length > 0 && !data && !isError, isError: isError && !data, refetch }
}

const RECENT = 'draft-search'
const MAX_RECENT = 6
const KEPT_MS = 180 * 86_400_000

/** What was searched for before, newest first. */
export function useRecent(): { recent: readonly string[]; add(text: string): void; clear(): void } {
  const [recent, setRecent] = useState<readonly string[]>([])
  useEffect(() => {
    const show = (stored: unknown) => setRecent(textsOf(stored))
    void storage.get(RECENT).then(show)
    return storage.listen(RECENT, show)
  }, [])
  return {
    recent,
    add: (text) =>
      void storage.update(RECENT, (stored) => [text, ...textsOf(stored).filter((one) => one !== text)].slice(0, MAX_RECENT), KEPT_MS),
    clear: () => void storage.set(RECENT, [], KEPT_MS),
  }
}

function textsOf(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.filter((one): one is string => typeof one === 'string') : []
}

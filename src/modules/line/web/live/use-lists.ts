/** A list in pages and segments: one more page at a time, kept fresh together. */
import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useClosedProducts, useHiddenSports, type IsHidden } from '#platform/web/hidden-sports.ts'
import { intervalOf, keyOf, run, type ApiQuery } from '#platform/web/query.ts'
import { PAGE_ROWS } from '../model/queries.ts'
import type { LineGame } from '../model/types.ts'
import { withoutClosed } from '../model/use-closed-sports.ts'

export interface ListSegment {
  id: string
  query(page: number): ApiQuery<LineGame[]>
  /** Rows of a full page: fewer mean that the segment ends. */
  pageRows?: number
}

export interface LoadedSegment {
  id: string
  games: readonly LineGame[]
}

export interface Lists {
  segments: readonly LoadedSegment[]
  loading: boolean
  failed: boolean
  hasMore: boolean
  more(): void
  refresh(): void
}

interface Asked {
  segment: number
  page: number
}

/** How far each list was read: going back finds the same rows, so the browser can restore the scroll. */
const read = new Map<string, readonly Asked[]>()
const MAX_REMEMBERED = 20

function remember(key: string, asked: readonly Asked[]): void {
  read.delete(key)
  read.set(key, asked)
  if (read.size > MAX_REMEMBERED) read.delete(read.keys().next().value!)
}

/** The first pages that the server has already answered: empty or short groups are followed by the next one. */
function answered(client: QueryClient, segments: readonly ListSegment[]): readonly Asked[] {
  const known = segments.findIndex(({ query }) => client.getQueryData(keyOf(query(1))) === undefined)
  const count = known < 0 ? segments.length : known
  const full = segments.findIndex((segment, index) => index < count && rowsOf(client, segment) >= (segment.pageRows ?? PAGE_ROWS))
  const last = Math.max(1, full < 0 ? count : full + 1)
  return Array.from({ length: last }, (_, segment) => ({ segment, page: 1 }))
}

function rowsOf(client: QueryClient, { query }: ListSegment): number {
  const first = query(1)
  return first.read(client.getQueryData(keyOf(first))).length
}

/** `key` tells one list from another: a new one begins at its first page. */
export function useLists(key: string, wanted: readonly ListSegment[]): Lists {
  const client = useQueryClient()
  const isHidden = useHiddenSports()
  const products = useClosedProducts()
  const segments = useMemo(
    () => wanted.map((one): ListSegment => ({ ...one, query: (page) => withoutClosed(one.query(page), isHidden, products) })),
    [wanted, isHidden, products],
  )
  const begin = () => read.get(key) ?? answered(client, segments)
  const [state, setState] = useState<{ key: string; asked: readonly Asked[] }>(() => ({ key, asked: begin() }))
  // Another list: it begins anew, in this very render.
  if (state.key !== key) setState({ key, asked: begin() })
  const asked = state.key === key ? state.asked : begin()
  const results = useQueries({
    queries: asked.map(({ segment, page }) => {
      const query = segments[segment]!.query(page)
      return {
        queryKey: keyOf(query),
        queryFn: ({ signal }: { signal: AbortSignal }) => run(query, signal),
        select: query.read,
        staleTime: query.staleMs ?? 5_000,
        refetchInterval: query.pollMs ? intervalOf(query.pollMs) : false,
      }
    }),
  })
  const last = results.at(-1)
  const lastAsked = asked.at(-1)!
  const pageRows = segments[lastAsked.segment]?.pageRows ?? PAGE_ROWS
  const full = (last?.data?.length ?? 0) >= pageRows
  const next: Asked | null = full
    ? { segment: lastAsked.segment, page: lastAsked.page + 1 }
    : lastAsked.segment + 1 < segments.length
      ? { segment: lastAsked.segment + 1, page: 1 }
      : null
  const loading = last?.isPending ?? true
  const more = useCallback(() => {
    if (!next || loading) return
    remember(key, [...asked, next])
    setState({ key, asked: [...asked, next] })
    // `asked` and `next` are made anew at each render; their contents follow from these.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, loading, asked.length, next?.page, next?.segment])
  const stamp = results.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  const whole = next === null && !loading
  const loaded = useMemo(
    () =>
      collect(
        asked,
        results.map(({ data }) => data ?? []),
        segments.map(({ id }) => id),
        isHidden,
        whole,
      ),
    // oxlint-disable-next-line react/exhaustive-deps
    [key, stamp, asked.length, isHidden, whole],
  )
  return {
    segments: loaded,
    loading,
    failed: results.some(({ isError, data }) => isError && !data),
    hasMore: next !== null && !loading,
    more,
    refresh: () => void Promise.all(results.map((result) => result.refetch())),
  }
}

/**
 * Pages of one segment joined; a game that moved between two pages while they were asked is kept once. Games that were put off and
 * whose time has passed come last, when all pages have been read: below them nothing more would come in.
 */
function collect(
  asked: readonly Asked[],
  pages: readonly (readonly LineGame[])[],
  ids: readonly string[],
  isHidden: IsHidden,
  whole: boolean,
): LoadedSegment[] {
  const seen = new Set<number>()
  const out: { id: string; games: LineGame[] }[] = []
  const late: LineGame[] = []
  asked.forEach(({ segment }, index) => {
    const id = ids[segment]!
    let target = out.find((one) => one.id === id)
    if (!target) out.push((target = { id, games: [] }))
    for (const game of pages[index] ?? []) {
      if (seen.has(game.ci) || isHidden(game.sportId, game.kind)) continue
      seen.add(game.ci)
      ;(game.late ? late : target.games).push(game)
    }
  })
  if (whole) out.push({ id: 'late', games: late })
  return out
}

/**
 * Queries as data: a screen declares what it needs, the server's loader answers it in the process, the
 * browser's through the network, and components read it with `useApi` (design §4 Screen).
 */
import { hashKey, useQuery, type DehydratedState, type UseQueryResult } from '@tanstack/react-query'
import type { RouterContextProvider, ShouldRevalidateFunctionArgs } from 'react-router'
import { request } from './call.ts'
import { isClosedFeed } from '../shared/closed-feeds.ts'
import { visitContext, type ApiRequest } from '../shared/visit.ts'

export interface ApiQuery<T> extends ApiRequest {
  /** From the body of the answer to what the components use. */
  read(body: unknown): T
  staleMs?: number
  /** Asked again after so long; from the last answer where that says how long. */
  pollMs?: number | ((body: unknown) => number)
  /** Asked because something has changed: a copy that the browser may keep for seconds is no answer. */
  revalidate?: boolean
}

export interface ScreenData {
  state: DehydratedState
}

/** What a query is kept under: what the server's loader asked is found by it. */
export function keyOf(query: ApiQuery<unknown>): readonly unknown[] {
  return [query.path, query.query ?? {}, query.body ?? null]
}

type DehydratedQuery = DehydratedState['queries'][number]

/** A query that was answered, as the cache of the page takes it. */
function answered(queryKey: readonly unknown[], queryHash: string, data: unknown, at: number): DehydratedQuery {
  return {
    queryKey,
    queryHash,
    dehydratedAt: at,
    state: {
      data,
      dataUpdateCount: 1,
      dataUpdatedAt: at,
      error: null,
      errorUpdateCount: 0,
      errorUpdatedAt: 0,
      fetchFailureCount: 0,
      fetchFailureReason: null,
      fetchMeta: null,
      isInvalidated: false,
      status: 'success',
      fetchStatus: 'idle',
    },
  }
}

/** Server side: runs the queries inside the process, each once; one that fails is left to the browser. */
export async function prefetchOnServer(
  context: Readonly<RouterContextProvider>,
  queries: readonly ApiQuery<unknown>[],
): Promise<ScreenData> {
  const visit = context.get(visitContext)
  const asked = new Map(queries.map((query) => [hashKey(keyOf(query)), query]))
  const found = await Promise.all(
    Array.from(asked, async ([hash, query]): Promise<DehydratedQuery[]> => {
      try {
        const closed = isClosedFeed(visit.config.features, query.path)
        const { status, body } = closed ? { status: 200, body: { Value: null } } : await visit.request(query)
        return status < 400 ? [answered(keyOf(query), hash, body, Date.now())] : []
      } catch (error) {
        console.error(error)
        return []
      }
    }),
  )
  return { state: { mutations: [], queries: found.flat() } }
}

export function run(query: ApiQuery<unknown>, signal: AbortSignal): Promise<unknown> {
  const { method, path, body, revalidate = false } = query
  return request(method, path, { query: query.query, body, signal, raw: true, revalidate })
}

export function intervalOf(pollMs: NonNullable<ApiQuery<unknown>['pollMs']>) {
  return typeof pollMs === 'number' ? pollMs : ({ state }: { state: { data?: unknown } }): number => pollMs(state.data)
}

/** Reads a declared query; components never fetch by themselves. `keep`: the last answer of the call stands until that of another question comes. */
export function useApi<T>(query: ApiQuery<T>, options: { enabled?: boolean; keep?: boolean } = {}): UseQueryResult<T> {
  return useQuery({
    queryKey: keyOf(query),
    queryFn: ({ signal }) => run(query, signal),
    select: query.read,
    staleTime: query.staleMs ?? 5_000,
    ...(query.pollMs ? { refetchInterval: intervalOf(query.pollMs) } : {}),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.keep ? { placeholderData: (before, last) => (last?.queryKey[0] === query.path ? before : undefined) } : {}),
  })
}

/** `shouldRevalidate` of pages whose filters and parts stand in the address: they ask for what is narrowed by themselves. */
export function byPathAlone({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate
}

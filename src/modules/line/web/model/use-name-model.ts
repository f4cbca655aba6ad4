import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { request } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { nameChunks, nameModelQuery, type NameModel } from './queries.ts'

/** Names of these market groups and their outcomes, from the dictionaries they lie in; what has not come yet is missing. */
export function useNameModel(groups: readonly number[]): NameModel {
  const { lng } = useSite()
  const results = useQueries({
    queries: nameChunks(groups).map((chunk) => {
      const query = nameModelQuery(lng, chunk)
      return {
        queryKey: [query.path, {}, null],
        queryFn: ({ signal }: { signal: AbortSignal }) => request<unknown>('GET', query.path, { signal, raw: true }),
        select: query.read,
        staleTime: query.staleMs ?? 0,
      }
    }),
  })
  const stamp = results.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  // The list of results is a new one at each render; the stamp says when one of them changed.
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => Object.assign({}, ...results.map(({ data }) => data ?? {})) as NameModel, [stamp])
}

/** Names of the outcomes of some games: lists carry none, the dictionaries do. */
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { groupName, nameModelQuery, outcomeName, type LineGame, type NameModel, type Outcome } from '#modules/line/web/index.ts'
import { request } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'

const GROUPS_A_CHUNK = 1000

export interface OutcomeNames {
  market(outcome: Outcome): string
  outcome(outcome: Outcome, game: LineGame): string
}

export function useOutcomeNames(games: readonly LineGame[]): OutcomeNames {
  const { lng } = useSite()
  const chunks = [...new Set(games.flatMap(({ outcomes }) => outcomes.map(({ g }) => Math.floor(g / GROUPS_A_CHUNK))))].toSorted(
    (a, b) => a - b,
  )
  const results = useQueries({
    queries: chunks.map((chunk) => {
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
  return useMemo(() => {
    const model = Object.assign({}, ...results.map(({ data }) => data ?? {})) as NameModel
    return { market: ({ g }) => groupName(model, g), outcome: (outcome, game) => outcomeName(model, outcome, game) }
    // oxlint-disable-next-line react/exhaustive-deps
  }, [stamp])
}

import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { request } from '#platform/web/call.ts'
import { useSession } from '#platform/web/session.tsx'
import type { WhyReply } from '../contract.ts'

/** The facts behind a bet; asked for when somebody wants to know. */
export function useWhy(betId: number, wanted: boolean): UseQueryResult<WhyReply> {
  const { player } = useSession()
  return useQuery({
    queryKey: ['history', player?.id ?? 0, 'why', betId],
    enabled: wanted && player !== null,
    staleTime: 10_000,
    queryFn: ({ signal }) => request<WhyReply>('GET', '/web-api/bets/why', { query: { bet_id: betId }, auth: 'token', signal }),
  })
}

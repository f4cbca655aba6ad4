/** Sports that the player has closed for himself: lists leave them out, placing refuses them (AU-36). */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { request } from './call.ts'
import { useSession } from './session.tsx'

/** Kind of the wire: 1 live, 3 line. */
export type IsHidden = (sportId: number, kind: 1 | 3) => boolean

const NOTHING: IsHidden = () => false

export function useHiddenSports(): IsHidden {
  const { player } = useSession()
  // The account's own query: one answer for all, asked here only when nobody has it yet.
  const lists = useQuery({
    queryKey: ['user-config'],
    queryFn: ({ signal }) =>
      request<{ disallowSports?: { line: number[]; live: number[] } }>('GET', '/web-api/user/getuserconfig', { signal }),
    enabled: player !== null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data?.disallowSports
  return useMemo(() => {
    if (!lists || lists.line.length + lists.live.length === 0) return NOTHING
    const [line, live] = [new Set(lists.line), new Set(lists.live)]
    return (sportId, kind) => (kind === 1 ? live : line).has(sportId)
  }, [lists])
}

/** Sports and products that the player has closed for himself: lists leave them out, placing refuses them (AU-36, XT-46). */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { request } from './call.ts'
import { useSession } from './session.tsx'

/** Kind of the wire: 1 live, 3 line. */
export type IsHidden = (sportId: number, kind: 1 | 3) => boolean

interface Closed {
  disallowSports?: { line: readonly number[]; live: readonly number[] }
  /** Whole products, and the sports of which no game is left by that. */
  closed?: { products: readonly string[]; sports: readonly number[] }
}

/** What the account says of its player is kept under it, whoever asks. */
export const USER_CONFIG_KEY = ['user-config'] as const

const NOTHING: IsHidden = () => false

function hiddenOf({ disallowSports, closed }: Closed): IsHidden {
  const [line, live] = [new Set(disallowSports?.line), new Set(disallowSports?.live)]
  const products = new Set(closed?.products)
  const sports = new Set(closed?.sports)
  if (line.size + live.size + products.size === 0) return NOTHING
  return (sportId, kind) => products.has(kind === 1 ? 'live' : 'line') || sports.has(sportId) || (kind === 1 ? live : line).has(sportId)
}

function useClosed(): Closed | undefined {
  const { player } = useSession()
  // The account's own query: one answer for all, asked here only when nobody has it yet.
  const { data } = useQuery({
    queryKey: USER_CONFIG_KEY,
    queryFn: ({ signal }) => request<Closed>('GET', '/web-api/user/getuserconfig', { signal }),
    enabled: player !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return player === null ? undefined : data
}

const NONE: readonly string[] = []

/** Products that the player has closed for himself; none while nobody is signed in. */
export function useClosedProducts(): readonly string[] {
  return useClosed()?.closed?.products ?? NONE
}

export function useHiddenSports(): IsHidden {
  const config = useClosed()
  return useMemo(() => (config ? hiddenOf(config) : NOTHING), [config])
}

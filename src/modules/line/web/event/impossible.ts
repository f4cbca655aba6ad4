/** Outcomes of the page that cannot join those in the coupon in one bet on this game, each with its reason (XT-07). */
import { useQuery } from '@tanstack/react-query'
import { createContext, useMemo } from 'react'
import { request } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { selectionKey, useSelectedKeys } from '#platform/web/selection.tsx'
import type { LineGame, Outcome } from '../model/types.ts'

const NONE: ReadonlyMap<string, string> = new Map()
export const Impossible = createContext(NONE)

/** The call takes so many at once. */
const A_CALL = 400
const MOST_CHOSEN = 10
const FRESH_MS = 60_000

const keyOf = ({ gameId, t, p, player }: Outcome) => selectionKey({ gameId, type: t, param: p, playerId: player?.id ?? 0 })
const pickOf = ({ gameId, t, p, player }: Outcome) => ({ GameId: gameId, Type: t, Param: p, PlayerId: player?.id ?? 0 })

/** By the key of the outcome in live topics. */
export function useImpossible(game: LineGame): ReadonlyMap<string, string> {
  const { config, lng } = useSite()
  const offered = config.coupon.types.includes('sameGame')
  const byKey = useMemo(() => new Map(game.groups.flatMap(({ columns }) => columns.flat().map((one) => [keyOf(one), one]))), [game])
  const keys = useMemo(() => [...byKey.keys()], [byKey])
  const chosen = useSelectedKeys(keys)
  const { data } = useQuery({
    queryKey: ['same-game', lng, game.ci, chosen],
    queryFn: () =>
      ask(
        lng,
        chosen.split(' ').map((key) => byKey.get(key)!),
        [...byKey].flatMap(([key, one]) => (chosen.includes(key) ? [] : [one])),
      ),
    enabled: offered && chosen !== '' && chosen.split(' ').length <= MOST_CHOSEN,
    staleTime: FRESH_MS,
    retry: false,
  })
  return chosen !== '' && data?.size ? data : NONE
}

async function ask(lng: string, chosen: readonly Outcome[], candidates: readonly Outcome[]): Promise<ReadonlyMap<string, string>> {
  const reasons = new Map<string, string>()
  for (let from = 0; from < candidates.length; from += A_CALL) {
    const part = candidates.slice(from, from + A_CALL)
    const answer = await request<{ candidates: { reason: string | null }[] }>('POST', '/web-api/coupon/same-game', {
      query: { lng },
      body: { chosen: chosen.map(pickOf), candidates: part.map(pickOf) },
    })
    answer.candidates.forEach(({ reason }, i) => {
      if (reason !== null) reasons.set(part[i]!.key, reason)
    })
  }
  return reasons
}

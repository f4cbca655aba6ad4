/** Notices of followed games: kept for two weeks, said as toasts when they come, listed in the office. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import { request } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { liveKey, useLive } from '#platform/web/live-store.ts'
import { useSession } from '#platform/web/session.tsx'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { linkQuery } from '../model/queries.ts'

export interface GameNotice {
  id: number
  /** Unix seconds. */
  at: number
  constId: number
  title: string
  text: string
}

/** The latest ones, the newest first, in words of the page's language. */
export function readNotices(lng: string): Promise<GameNotice[]> {
  return request<GameNotice[]>('POST', '/web-api/gamesubscription/notices', { body: { lng }, auth: 'token' })
}

/** The topic of the player's page, and the number of his last notice as it tells. */
export function useLastNotice(): { topic: string; last: number | undefined } {
  const topic = `notice:${useSession().player?.id ?? 0}`
  return { topic, last: useLive<number>(liveKey(topic, 'last')) }
}

/** What has happened in the games that the player follows; a new notice brings the list anew. */
export function useGameNotices(): UseQueryResult<GameNotice[]> {
  const { lng } = useSite()
  const { player } = useSession()
  const { topic, last } = useLastNotice()
  return useQuery({
    queryKey: ['game-notices', topic, lng, last ?? 0],
    queryFn: () => readNotices(lng),
    enabled: player !== null,
    placeholderData: (before) => before,
  })
}

/** Opens the page of a game by its number, wherever it stands now: in the line, in live, or among what is over. */
export function useOpenGame(): (ci: number) => void {
  const { lng } = useSite()
  const navigate = useSiteNavigate()
  return useCallback(
    (ci) => {
      const { method, path, query, read } = linkQuery(lng, ci)
      request<unknown>(method, path, { ...(query ? { query } : {}), raw: true })
        .then((body) => {
          const link = read(body)
          if (link) navigate(link.address)
        })
        .catch(() => {})
    },
    [lng, navigate],
  )
}

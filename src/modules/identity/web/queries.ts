import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { liveKey, useLivePart } from '#platform/web/live-store.ts'
import { useSession } from '#platform/web/session.tsx'
import type { configCall } from '../contract.ts'

const STATUS = ['identification'] as const

const statusQuery = (lng: string) =>
  queryOptions({
    queryKey: [...STATUS, lng],
    queryFn: ({ signal }) => call<typeof configCall>('GET', '/web-api/office/identification/config', { auth: 'extended', signal }),
    staleTime: 0,
    retry: false,
  })

/** What is asked and where it stands; it is read again whenever the server says that something changed. */
export function useStatus(enabled = true) {
  const { lng } = useSite()
  const { player } = useSession()
  const client = useQueryClient()
  const news = useLivePart<unknown, number>(
    liveKey(`me:${player?.id ?? 0}`, 'identity'),
    (value) => (typeof value === 'number' ? value : 0),
    0,
  )
  const query = useQuery({ ...statusQuery(lng), enabled: enabled && player !== null })
  useEffect(() => {
    if (news > 0) void client.invalidateQueries({ queryKey: STATUS })
  }, [news, client])
  return { ...query, again: () => void client.invalidateQueries({ queryKey: STATUS }) }
}

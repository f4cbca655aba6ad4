/** What the player's own topic says of his messages; the frame of the page listens to it already. */
import { liveKey, useLivePart } from '#platform/web/live-store.ts'
import { useSession } from '#platform/web/session.tsx'

function useMine<V extends string | number>(key: string, read: (value: unknown) => V, first: V): V {
  const { player } = useSession()
  return useLivePart<unknown, V>(liveKey(`me:${player?.id ?? 0}`, key), read, first)
}

/** How many messages wait; 0 until it is known. */
export function useUnread(): number {
  return useMine('unread', (value) => (typeof value === 'number' ? value : 0), 0)
}

/** Changes whenever one of the player's questions has a new line or state: "question:line". */
export function useTicketNews(): string {
  return useMine(
    'ticket',
    (value) => {
      const news = value as { id?: number; line?: number } | undefined
      return news?.id === undefined ? '' : `${news.id}:${news.line ?? 0}`
    },
    '',
  )
}

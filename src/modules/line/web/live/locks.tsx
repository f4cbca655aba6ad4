/** Why prices cannot be pressed now: the connection, the feed, the game (ux 4). */
import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react'
import { liveKey, useLive } from '#platform/web/live-store.ts'
import { stream, useConnection, useTopics } from '#platform/web/stream-client.ts'
import type { LockReason } from '#ui/PriceCell.tsx'
import type { GameStatus, StatusNote } from '#modules/feeds/rules/fact.ts'
import { stateLock } from '../../rules/status-words.ts'

/** Head of a live topic: [kind, status, start, I, over, note of the status]. */
export type LiveHead = readonly [kind: number, status: GameStatus, startsAt: number, i: number, over: 0 | 1, note?: StatusNote]

const TAKES_BETS: ReadonlySet<string> = new Set(['scheduled', 'delayed', 'live'])

/** What the head of a game says about all its prices. */
export function lockOfHead(head: LiveHead | undefined, kind: number): LockReason | null {
  if (!head) return null
  const [nowKind, status, , , over, note] = head
  if (over) return stateLock(status, note) ?? 'lock_closed'
  if (kind === 3 && nowKind === 1) return 'lock_started'
  return TAKES_BETS.has(status) ? null : (stateLock(status, note) ?? 'lock_trader')
}

const PageLock = createContext<LockReason | null>(null)

/** The lock of everything on the page; null while data is fresh. */
export function usePageLock(): LockReason | null {
  return use(PageLock)
}

const FEED_TOPICS = ['feed']

/** What the server last said of the provider; under a `PageLockProvider`. */
function useProviderState(): string | undefined {
  return useLive<readonly [state: string, at: number]>(liveKey('feed', 'world'))?.[0]
}

/** The connection may stand while the provider says nothing: live markets are suspended then (feeds 4). */
export function useSilentProvider(): boolean {
  const state = useProviderState()
  return state === 'delayed' || state === 'down'
}

export function PageLockProvider({ children }: { children: ReactNode }) {
  useTopics(FEED_TOPICS)
  const { state } = useConnection()
  // Before the first connection the page shows what the server has just rendered: it is not stale yet.
  const wasLive = useRef(false)
  if (state === 'live') wasLive.current = true
  const provider = useProviderState()
  const lock: LockReason | null =
    state !== 'live' && (wasLive.current || state === 'stale' || state === 'refused')
      ? 'lock_stale'
      : provider === 'down'
        ? 'lock_feed'
        : null
  return <PageLock value={lock}>{children}</PageLock>
}

/** Milliseconds since the server last said anything, counted once a second. */
export function useDataAge(): number {
  const [age, setAge] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => {
      const { lastHeardAt } = stream.connection()
      setAge(lastHeardAt ? Math.max(0, Date.now() - lastHeardAt) : 0)
    }, 1_000)
    return () => clearInterval(timer)
  }, [])
  return age
}

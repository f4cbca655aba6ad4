/** Watches what queries and mutations are refused for and when the stream is shut, and leads to sign-in when the session is over. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { stream, useConnection } from '#platform/web/stream-client.ts'
import { isSessionOver, leaveForSignIn, leaveIfOver } from '#modules/auth/web/index.ts'

/** A stream that is refused although the session stands is not asked for more often. */
const AGAIN_MS = 30_000
/** A tab that signed out by its player's wish tells the others first. */
const WISH_MS = 400

/**
 * The server shuts the stream of a session that was ended elsewhere, and of one that got a new secret. A page in the first case
 * shows nothing of the player any more, within the second; one in the other listens anew.
 */
function useStreamEnd(signedIn: boolean): void {
  const { lng } = useSite()
  const { state } = useConnection()
  const lastAt = useRef(-AGAIN_MS)
  useEffect(() => {
    if (!signedIn || state !== 'refused') return
    let timer: ReturnType<typeof setTimeout> | 0
    const look = async () => {
      if ((await leaveIfOver(lng)) || timer === 0) return
      const leftMs = lastAt.current + AGAIN_MS - performance.now()
      if (leftMs > 0) return lookIn(leftMs)
      lastAt.current = performance.now()
      stream.reconnect()
    }
    const lookIn = (ms: number) => void (timer = setTimeout(() => void look(), ms))
    lookIn(WISH_MS)
    return () => {
      clearTimeout(timer)
      timer = 0
    }
  }, [signedIn, state, lng])
}

export function useSessionEnd(signedIn: boolean): void {
  const client = useQueryClient()
  const { lng } = useSite()
  useStreamEnd(signedIn)
  useEffect(() => {
    if (!signedIn) return
    const look = (error: unknown) => {
      void isSessionOver(error).then((over) => {
        if (over) leaveForSignIn(lng)
      })
    }
    // What was refused before this came.
    for (const { state } of client.getQueryCache().getAll()) look(state.error)
    const stops = [
      client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') look(event.action.error)
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') look(event.action.error)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [signedIn, client, lng])
}

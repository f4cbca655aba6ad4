/** Watches what queries and mutations are refused for, and leads to sign-in when the session is over. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { isSessionOver, leaveForSignIn } from '#modules/auth/web/index.ts'

export function useSessionEnd(signedIn: boolean): void {
  const client = useQueryClient()
  const { lng } = useSite()
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

import { useEffect, useRef } from 'react'
import { liveKey, useLivePart } from '#platform/web/live-store.ts'
import { useSession } from '#platform/web/session.tsx'

/** An account that was opened, closed or made active in another tab or on another device: what a bet is paid from is shown everywhere. */
export function useAccountsInStep(): void {
  const { player, refresh } = useSession()
  const told = useLivePart(liveKey(`me:${player?.id ?? 0}`, 'accounts'), (value) => JSON.stringify(value) ?? '', '')
  const heard = useRef('')
  useEffect(() => {
    // The first word of it is what the page has asked for itself.
    if (heard.current && told && told !== heard.current) refresh()
    heard.current = told
  }, [told, refresh])
}

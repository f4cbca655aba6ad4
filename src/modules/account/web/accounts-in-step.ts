import { useEffect, useRef } from 'react'
import { liveKey, useLivePart } from '#platform/web/live-store.ts'
import { useSession } from '#platform/web/session.tsx'

/** As the player's own topic says it: which accounts there are, and which pays. */
interface Told {
  ids: number[]
  active: number | null
}

/** An account that was opened, closed or made active in another tab or on another device: what a bet is paid from is shown everywhere. */
export function useAccountsInStep(): void {
  const { player, accounts, refresh } = useSession()
  const told = useLivePart(liveKey(`me:${player?.id ?? 0}`, 'accounts'), (value) => JSON.stringify(value) ?? '', '')
  const heard = useRef('')
  useEffect(() => {
    if (!told || accounts.length === 0 || told === heard.current) return
    const isFirst = heard.current === ''
    heard.current = told
    // The page has asked before it could hear: its answer may be older than the first word.
    if (!isFirst || !isShown(JSON.parse(told) as Told, accounts)) refresh()
  }, [told, accounts, refresh])
}

function isShown({ ids, active }: Told, accounts: readonly { id: number; isActive: boolean }[]): boolean {
  return accounts.some(({ id, isActive }) => isActive && id === active) && ids.every((id) => accounts.some((account) => account.id === id))
}

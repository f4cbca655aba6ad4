import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { liveKey, useLive } from '#platform/web/live-store.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { useSession } from '#platform/web/session.tsx'
import { type ProtectionTexts } from './Value.tsx'

/** Whoever closes his account in one tab or on one device is told so in all others, and their pages read anew. */
export function ClosedSync() {
  const { player } = useSession()
  return player ? <Listener playerId={player.id} /> : null
}

const TOLD = 'closing.told'

interface Closed {
  kind: string
  /** Unix seconds; 0 while no end is in sight. */
  until: number
}

function Listener({ playerId }: { playerId: number }) {
  const value = useLive<Closed | null>(liveKey(`me:${playerId}`, 'protection'))
  return value ? <Told key={`${value.kind}:${value.until}`} closed={value} /> : null
}

function Told({ closed: { kind, until } }: { closed: Closed }) {
  const text = useTexts<ProtectionTexts>('protection')
  const { lng, country } = useSite()
  const client = useQueryClient()
  useEffect(() => {
    // A self-exclusion has an end only once its player has asked to come back.
    const time = until > 0 ? formatDate(until * 1000, 'Pp', { lng, country }) : null
    const isBreak = kind !== 'self_exclusion'
    const told = time === null ? text('problem_account_closed') : text(isBreak ? 'break_until' : 'opens_at', { time })
    if (isNewHere(`${kind}:${until}`)) showToast({ kind: 'info', text: told })
    void client.invalidateQueries()
    // What the break has closed is read anew when it ends, whatever brings the end.
    return () => void client.invalidateQueries()
    // Once for each closing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return null
}

/** Every tab tells it, none of them again after a reload. */
function isNewHere(mark: string): boolean {
  try {
    if (sessionStorage.getItem(TOLD) === mark) return false
    sessionStorage.setItem(TOLD, mark)
  } catch {
    // Without the storage it is told once more.
  }
  return true
}

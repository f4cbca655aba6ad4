import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
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

function Listener({ playerId }: { playerId: number }) {
  const value = useLive<{ kind: string; until: number } | null>(liveKey(`me:${playerId}`, 'protection'))
  return value ? <Told key={`${value.kind}:${value.until}`} /> : null
}

function Told() {
  const text = useTexts<ProtectionTexts>('protection')
  const client = useQueryClient()
  useEffect(() => {
    showToast({ kind: 'info', text: text('problem_account_closed') })
    void client.invalidateQueries()
    // Once for each closing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return null
}

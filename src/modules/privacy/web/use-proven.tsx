import { useState, type ReactNode } from 'react'
import { showToast } from '#platform/web/ModalHost.tsx'
import { ConfirmModal } from '#modules/auth/web/index.ts'
import { isPasswordNeeded } from './queries.ts'

/** Does something for which the server asks the password: it is asked for when the server says so, then it is done. */
export function useProven(): { busy: boolean; run: (work: () => Promise<unknown>) => void; modal: ReactNode } {
  const [waiting, setWaiting] = useState<(() => Promise<unknown>) | null>(null)
  const [busy, setBusy] = useState(false)
  const run = (work: () => Promise<unknown>) => {
    setBusy(true)
    work()
      .catch((error: unknown) => {
        if (isPasswordNeeded(error)) setWaiting(() => work)
        else showToast({ kind: 'error', text: error instanceof Error ? error.message : String(error) })
      })
      .finally(() => setBusy(false))
  }
  const modal = waiting ? (
    <ConfirmModal
      onClose={() => setWaiting(null)}
      onConfirmed={() => {
        setWaiting(null)
        run(waiting)
      }}
    />
  ) : null
  return { busy, run, modal }
}

import { useState, type ReactNode } from 'react'
import { showToast } from '#platform/web/ModalHost.tsx'
import { isApiError } from '#platform/web/api-error.ts'
import { ConfirmModal } from './ConfirmModal.tsx'

/** The server wants to see the password first. */
const PASSWORD_NEEDED = 91

/** Thrown by work whose answer is no call of the house (a file) when the password is asked for first. */
export class ProofNeeded extends Error {}

const isProofNeeded = (error: unknown) => error instanceof ProofNeeded || (isApiError(error) && error.code === PASSWORD_NEEDED)

/** Does something for which the server asks the password: it is asked for when the server says so, then it is done. */
export function useProven(): { busy: boolean; run: (work: () => Promise<unknown>) => void; modal: ReactNode } {
  const [waiting, setWaiting] = useState<(() => Promise<unknown>) | null>(null)
  const [busy, setBusy] = useState(false)
  const run = (work: () => Promise<unknown>) => {
    setBusy(true)
    work()
      .catch((error: unknown) => {
        if (isProofNeeded(error)) setWaiting(() => work)
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

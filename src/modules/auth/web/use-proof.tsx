import { useState, type ReactNode } from 'react'
import { isApiError } from '#platform/web/api-error.ts'
import { useSite } from '#platform/web/features.tsx'
import { ConfirmModal } from './ConfirmModal.tsx'
import { tellRefusal } from './tell-refusal.ts'

/** The server wants a proof of the last minutes, or the password itself, before it does what was asked; JSON:API names it in words. */
const PROOF_CODES: readonly unknown[] = [48, 91, 'auth.confirm']

const isProofNeeded = (error: unknown) => isApiError(error) && PROOF_CODES.includes(error.code)

/** Asks the player to prove himself when a refusal says so, and does again what was refused. */
function useProof(): { takeOver: (error: unknown, again: (() => void) | null) => boolean; modal: (again?: () => void) => ReactNode } {
  const [asked, setAsked] = useState<{ again: (() => void) | null } | null>(null)
  return {
    takeOver: (error, again) => {
      if (!isProofNeeded(error)) return false
      setAsked({ again })
      return true
    },
    modal: (again) =>
      asked ? (
        <ConfirmModal
          onClose={() => setAsked(null)}
          onConfirmed={() => {
            setAsked(null)
            const next = asked.again ?? again
            next?.()
          }}
        />
      ) : null,
  }
}

/** For a form: it is sent again after the proof. */
export function useStepUp(): { onRefused: (error: unknown) => boolean; modal: (again: () => void) => ReactNode } {
  const { takeOver, modal } = useProof()
  return { onRefused: (error) => takeOver(error, null), modal }
}

/** For one piece of work: it is done again after the proof. */
export function useProven(): { busy: boolean; run: (work: () => Promise<unknown>) => void; modal: ReactNode } {
  const { takeOver, modal } = useProof()
  const { lng } = useSite()
  const [busy, setBusy] = useState(false)
  const run = (work: () => Promise<unknown>) => {
    setBusy(true)
    work()
      .catch((error: unknown) => (takeOver(error, () => run(work)) ? undefined : tellRefusal(error, lng)))
      .finally(() => setBusy(false))
  }
  return { busy, run, modal: modal() }
}

import { useState, type ReactNode } from 'react'
import { ConfirmModal } from '#modules/auth/web/index.ts'
import { isApiError } from '#platform/web/api-error.ts'

/** The server wants a proof of the last five minutes. */
const CONFIRM_FIRST = 48

/** Takes over the refusal that asks for a fresh proof: the player proves himself, then the form is sent again. */
export function useStepUp(): { onRefused: (error: unknown) => boolean; modal: (again: () => void) => ReactNode } {
  const [confirming, setConfirming] = useState(false)
  return {
    onRefused: (error) => {
      if (!isApiError(error) || error.code !== CONFIRM_FIRST) return false
      setConfirming(true)
      return true
    },
    modal: (again) =>
      confirming ? (
        <ConfirmModal
          onClose={() => setConfirming(false)}
          onConfirmed={() => {
            setConfirming(false)
            again()
          }}
        />
      ) : null,
  }
}

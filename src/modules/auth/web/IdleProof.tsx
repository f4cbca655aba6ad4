import { Suspense } from 'react'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { answerProof, useProofAsked } from '#platform/web/money-call.ts'

// Where nobody can be asked, what waits for the answer must not wait for ever.
const ConfirmModal = lazyPart(async () => (await import('./ConfirmModal.tsx')).ConfirmModal, { onFailed: () => answerProof(false) })

/** Asks for the password when a call that moves money waits for it; stands once on the page. */
export function IdleProof() {
  if (!useProofAsked()) return null
  return (
    <Suspense>
      <ConfirmModal idle onConfirmed={() => answerProof(true)} onClose={() => answerProof(false)} />
    </Suspense>
  )
}

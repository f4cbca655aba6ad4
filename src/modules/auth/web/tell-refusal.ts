import { showToast } from '#platform/web/ModalHost.tsx'
import { isSessionOver, leaveForSignIn } from './session-end.ts'

/** For a call that is no query and no mutation, of which nobody else hears: its refusal is told, or leads to sign-in. */
export async function tellRefusal(error: unknown, lng: string): Promise<void> {
  if (await isSessionOver(error)) return leaveForSignIn(lng)
  showToast({ kind: 'error', text: error instanceof Error ? error.message : String(error) })
}

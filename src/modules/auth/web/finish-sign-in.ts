/** What happens in the browser around signing in and out: other tabs, the token, the way back. */
import { isApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/call.ts'
import { leaveFor } from '#platform/web/leave-for.ts'
import { leaves } from '#platform/web/leaving.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { forgetToken } from '#platform/web/service-token.ts'
import { storage } from '#platform/web/storage.ts'
import { tellTabs } from '#platform/web/window-sync.ts'
import type { SignedInReply } from '../contract.ts'
import type { signOutCall } from '../contract.ts'
import { forgetTyped } from './forget-typed.ts'
import { isNobody } from './session-end.ts'
import { forgetPendingSocial, linkPendingSocial } from './social/pending-social.ts'
import { safeReturnUrl } from '../rules/return-url.ts'

/** Where to go next: the address asked for, the one kept, else home (SH-30). */
export async function nextAddress(lng: string, asked: string | null): Promise<string> {
  const kept = await storage.get('returnUrl')
  return safeReturnUrl(asked) ?? safeReturnUrl(kept) ?? `/${lng}`
}

/** A new document: header, texts and access all belong to the visit, which has changed. */
export async function finishSignIn(reply: Pick<SignedInReply, 'userId'>, lng: string, asked: string | null): Promise<void> {
  // A page of some proxy with status 200 is no sign-in: the form says that it did not work.
  if (typeof (reply as { userId?: unknown } | null)?.userId !== 'number') throw new Error('the answer names no player')
  forgetToken()
  await linkPendingSocial()
  await import('#platform/web/push.ts').then(({ renewPush }) => renewPush()).catch(() => {})
  const target = await nextAddress(lng, asked)
  await storage.remove('returnUrl')
  await storage.set('draft-signed-in', true)
  tellTabs('signedIn', { playerId: reply.userId })
  await leaveFor(target)
}

/** A session that is over already is as good as one that was ended. A call from elsewhere is refused by 403 too, and so does a proxy. */
async function isOver(error: unknown): Promise<boolean> {
  if (!isApiError(error)) return false
  return error.status === 401 || (error.status === 403 && (await isNobody()))
}

/**
 * Ends the session; `to` is where this tab goes. False where the server could not be told: the cookie would still open the
 * account to whoever comes next, so the page stays and says that it did not work.
 */
export async function signOut(to: string): Promise<boolean> {
  leaves()
  try {
    await call<typeof signOutCall>('POST', '/user/disconnect')
  } catch (error) {
    if (!(await isOver(error))) {
      leaves(false)
      showToast({ kind: 'error', text: (error as Error).message })
      return false
    }
  }
  forgetToken()
  forgetTyped()
  // What the browser remembers of this player; his coupon drops by itself what is his alone (SES-11).
  await Promise.all([
    import('#platform/web/push.ts').then(({ forgetPush }) => forgetPush()).catch(() => {}),
    storage.remove('returnUrl'),
    storage.remove('localBets'),
    forgetPendingSocial(),
  ])
  tellTabs('signedOut', { wished: true })
  await leaveFor(to)
  return true
}

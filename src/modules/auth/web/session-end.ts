/** A session that ended elsewhere (expired, closed from another device): noticed by the call that was refused for it. */
import { isApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/call.ts'
import { isLeaving, leaves } from '#platform/web/leaving.ts'
import { fetchToken, forgetToken } from '#platform/web/service-token.ts'
import { tellTabs } from '#platform/web/window-sync.ts'
import type { currentSessionCall } from '../contract.ts'

/** What the token's address answers without a session (TK-06). */
const NOBODY = 'USER_NOT_AUTHENTICATED'

/** Whether a refusal means that nobody is signed in any more. An idle session (403 in the envelope) is not over. */
export async function isSessionOver(error: unknown): Promise<boolean> {
  if (!isApiError(error)) return false
  if (error.title === NOBODY) return isNobody()
  if (error.status !== 401 || error.code === 403) return false
  return fetchToken(true).then(
    () => false,
    (refused: unknown) => isApiError(refused) && refused.title === NOBODY && isNobody(),
  )
}

/**
 * The cookie decides: while it still opens something, sign-in would only send the player back, for ever. A closed account is refused
 * by 403 in an envelope of ours; a 403 without one is some proxy's and says nothing of the session.
 */
export function isNobody(): Promise<boolean> {
  return call<typeof currentSessionCall>('GET', '/session-api/sessions/user', { noCache: true, disallowParallel: true }).then(
    () => false,
    (refused: unknown) => isApiError(refused) && (refused.status === 401 || (refused.status === 403 && refused.code !== null)),
  )
}

/** To sign-in, once, however many calls were refused; the way back is kept. */
export function leaveForSignIn(lng: string): void {
  if (isLeaving()) return
  leaves()
  forgetToken()
  tellTabs('signedOut', {})
  location.assign(`/${lng}/login?reason=expired&return=${encodeURIComponent(location.pathname + location.search)}`)
}

/** The server has shut the stream of this page: true where the session behind it is over, or the player is leaving already. */
export async function leaveIfOver(lng: string): Promise<boolean> {
  if (isLeaving()) return true
  const over = await isNobody()
  if (over) leaveForSignIn(lng)
  return over
}

/** A person whom a service has named and who has no account yet: kept while he registers or signs in to link himself. */
import { call } from '#platform/web/call.ts'
import { storage } from '#platform/web/storage.ts'
import type { SocialProvider } from '#platform/shared/site-config.ts'
import type { linkSocialCall } from '../../contract/social.ts'

export interface PendingSocial {
  authId: string
  profile: { email: string; name: string; provider: SocialProvider }
  /** The visitor has said that the account he signs in to next is his. */
  link: boolean
}

const KEY = 'draft-social'

export async function readPendingSocial(): Promise<PendingSocial | null> {
  const kept = (await storage.get(KEY)) as Partial<PendingSocial> | null
  return typeof kept?.authId === 'string' && kept.profile ? { authId: kept.authId, profile: kept.profile, link: kept.link === true } : null
}

export const keepPendingSocial = (pending: PendingSocial) => storage.set(KEY, pending)
export const forgetPendingSocial = () => storage.remove(KEY)

/** After a sign-in that was meant for it. What the server refuses stays unlinked: the office has the button too. */
export async function linkPendingSocial(): Promise<void> {
  const pending = await readPendingSocial()
  if (!pending?.link) return
  await forgetPendingSocial()
  await call<typeof linkSocialCall>('POST', '/web-api/office/social/link', { auth: 'token', body: { authId: pending.authId } }).catch(
    () => {},
  )
}

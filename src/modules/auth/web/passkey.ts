/** The browser's side of a passkey; its library comes with the first use. */
import { request } from '#platform/web/call.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import type { SignedInReply } from '../contract.ts'

interface Asked {
  authId: string
  options: unknown
}

/** True where the browser keeps keys and the brand takes them. */
export function passkeysWork(config: Pick<SiteConfig, 'auth'>): boolean {
  return passkeysOffered(config) && typeof window !== 'undefined' && 'PublicKeyCredential' in window
}

/** By the brand; what the browser can do is known in the browser only. */
export function passkeysOffered(config: Pick<SiteConfig, 'auth'>): boolean {
  return config.auth.passkeys
}

/** Asks the device for a key of this host. Throws what the device or the server refuses with. */
export async function proveByPasskey(): Promise<{ authId: string; response: unknown }> {
  const { authId, options } = await request<Asked>('POST', '/user/passkey/options', { body: {} })
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return { authId, response: await startAuthentication({ optionsJSON: options as never }) }
}

export async function signInByPasskey(remember: boolean): Promise<SignedInReply> {
  const proof = await proveByPasskey()
  return request<SignedInReply>('POST', '/user/passkey', { body: { ...proof, remember } })
}

/** The person has closed the device's window: nothing to say. */
export const isPasskeyDismissed = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** Passwords leave the browser only encoded (spec §5, wire 12.2): `1.` + base64 of RSA-OAEP-SHA256. */
import { call } from '#platform/web/call.ts'
import type { publicKeyCall } from '../contract.ts'

let loading: Promise<CryptoKey> | null = null

/** The installation's key, asked for once a page. Rejects without a secure context or a network. */
function publicKey(): Promise<CryptoKey> {
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

async function load(): Promise<CryptoKey> {
  const { public_key: pem } = await call<typeof publicKeyCall>('GET', '/web-api/user/publickey')
  const bytes = Uint8Array.from(atob(pem.replaceAll(/-----[^-]+-----|\s/g, '')), (sign) => sign.charCodeAt(0))
  return crypto.subtle.importKey('spki', bytes, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt'])
}

/** Starts loading the key while the player still types. */
export function prepareEncoding(): void {
  void publicKey().catch(() => {})
}

export async function encodePassword(password: string): Promise<string> {
  const sealed = await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, await publicKey(), new TextEncoder().encode(password))
  let binary = ''
  for (const byte of new Uint8Array(sealed)) binary += String.fromCharCode(byte)
  return `1.${btoa(binary)}`
}

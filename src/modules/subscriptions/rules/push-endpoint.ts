/** Which addresses a browser may give for web push: those of push services on the open internet, never of our own network. */

export const MAX_ENDPOINT = 600
/** Uncompressed point of P-256 and the shared secret, base64url. */
const P256DH = /^[A-Za-z0-9_-]{87}=?$/
const AUTH = /^[A-Za-z0-9_-]{22}(==)?$/

export function isPushKey({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  return P256DH.test(p256dh) && AUTH.test(auth)
}

const ADDRESS = /^https:\/\/([a-z0-9.-]{3,253})\/[\x21\x22\x24-\x7e]*$/i

/** https, the usual port, nobody's name in it, a host with a dot that is not an address and not of a private zone. */
export function isPushEndpoint(text: string): boolean {
  const host = text.length <= MAX_ENDPOINT ? ADDRESS.exec(text)?.[1] : undefined
  return host !== undefined && isPublicName(host)
}

const PRIVATE_ZONES = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'test', 'example', 'invalid', 'onion', 'arpa']

function isPublicName(hostname: string): boolean {
  const labels = hostname.toLowerCase().replace(/\.$/, '').split('.')
  const zone = labels.at(-1)!
  return (
    labels.length >= 2 &&
    /^[a-z][a-z0-9-]+$/.test(zone) &&
    !PRIVATE_ZONES.includes(zone) &&
    labels.every((label) => /^[a-z0-9-]{1,63}$/.test(label))
  )
}

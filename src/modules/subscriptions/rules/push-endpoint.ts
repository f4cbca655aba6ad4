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

/** An address that a public name must not lead to (asked again when it is looked up). */
export function isPrivateAddress(address: string): boolean {
  const text = address.toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1]
  const four = (mapped ?? text).split('.').map(Number)
  if (four.length === 4) {
    const [a, b] = four as [number, number, number, number]
    return (
      four.some((part) => !(part >= 0 && part <= 255)) ||
      a === 0 ||
      a === 10 ||
      a === 127 ||
      a >= 224 ||
      (a === 100 && b >= 64 && b <= 127) ||
      (a === 169 && b === 254) ||
      (a === 172 && b >= 16 && b <= 31) ||
      (a === 192 && (b === 168 || b === 0)) ||
      (a === 198 && (b === 18 || b === 19))
    )
  }
  // Global unicast of IPv6 is 2000::/3; everything else is loopback, local, link or reserved. 64:ff9b::/96 and 2002::/16 carry IPv4.
  return !/^[23][0-9a-f]{3}:/.test(text) || text.startsWith('2002:') || text.startsWith('2001:db8:')
}

/** The address of whoever calls, behind proxies that are trusted (TRUST_PROXY). */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

export type Trusts = (address: string) => boolean

/** Names that a list of proxies may have for networks of the machine and the house. */
const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Null: nobody is trusted. An entry that is no address, network or name throws. */
export function trustedProxies(given: boolean | readonly string[]): Trusts | null {
  if (given === true) return () => true
  if (given === false || given.length === 0) return null
  const list = new BlockList()
  for (const entry of given.flatMap((name) => NETWORKS[name] ?? [name])) {
    const [address = '', bits] = entry.split('/')
    const version = isIP(address)
    const most = version === 4 ? 32 : 128
    const wide = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity
    if (version === 0 || wide > most) throw new Error(`TRUST_PROXY: ${entry} is no address or network`)
    list.addSubnet(address, wide, `ipv${version as 4 | 6}`)
  }
  return (address) => {
    const version = isIP(address)
    return version !== 0 && list.check(address, `ipv${version as 4 | 6}`)
  }
}

/** The nearest address that is not a trusted proxy's; when all are, the farthest. */
export function addressOf(request: IncomingMessage, trusts: Trusts | null): string {
  const direct = request.socket.remoteAddress ?? ''
  const forwarded = request.headers['x-forwarded-for']
  if (!trusts || forwarded === undefined || !trusts(direct)) return direct
  const chain = String(forwarded)
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  let nearest = direct
  for (const address of chain.reverse()) {
    nearest = address
    if (!trusts(address)) break
  }
  return nearest
}

/** The protocol that the visitor spoke: a trusted proxy says it, otherwise the connection. */
export function protocolOf(request: IncomingMessage, trusts: Trusts | null): string {
  const told = request.headers['x-forwarded-proto']
  if (trusts?.(request.socket.remoteAddress ?? '') && typeof told === 'string') return told.split(',').at(-1)!.trim()
  return 'encrypted' in request.socket ? 'https' : 'http'
}

/** Names that a proxy puts before a call that it carries for somebody else. */
const FORWARDED = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

/** Carried by a proxy: the direct address is the proxy's and says nothing of who asks. */
export function isForwarded({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return FORWARDED.some((name) => headers[name] !== undefined)
}

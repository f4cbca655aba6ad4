/**
 * How the server calls others (standards WEB-10): the addresses that were meant and no others, whatever a player, a
 * redirect or a name server says. Nothing else of the server calls `fetch` (test/standards.test.ts).
 */
import { lookup as lookUp } from 'node:dns/promises'
import { isPrivateAddress } from '#lib/private-address.ts'

export interface Outbound {
  /**
   * Origins that may be called; an operator who names a host of his own network is believed. `public`: any host by https
   * whose every address is on the open internet, for services that name further hosts of theirs themselves.
   */
  to: readonly string[] | 'public'
  /** For tests. */
  get?: typeof fetch
  lookup?: (host: string) => Promise<readonly { address: string }[]>
}

export class OutboundRefused extends Error {
  override name = 'OutboundRefused'
}

/** A fetch that throws OutboundRefused for addresses that were not meant, and fails on every redirect. */
export function outbound({ to, get = fetch, lookup = (host) => lookUp(host, { all: true }) }: Outbound): typeof fetch {
  const origins = to === 'public' ? null : to.map((address) => new URL(address).origin)
  return async (address, init) => {
    const { origin, protocol, hostname } = new URL(address instanceof Request ? address.url : address)
    if (origins) {
      // What is refused is not told: it may hold what a player wrote.
      if (!origins.includes(origin)) throw new OutboundRefused('a call to an address that is not on the list')
    } else await refusePrivate(protocol, hostname, lookup)
    return get(address, { ...init, redirect: 'error' })
  }
}

async function refusePrivate(protocol: string, hostname: string, lookup: NonNullable<Outbound['lookup']>): Promise<void> {
  if (protocol !== 'https:') throw new OutboundRefused('a call without encryption')
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''))
  if (found.length === 0 || found.some((one) => isPrivateAddress(one.address)))
    throw new OutboundRefused('a call to an address that is not on the open internet')
}

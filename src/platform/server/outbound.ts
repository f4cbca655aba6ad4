/**
 * How the server calls others (standards WEB-10): the addresses that were meant and no others, whatever a player, a
 * redirect or a name server says. Nothing else of the server calls `fetch` (test/standards.test.ts).
 */
import { lookup as lookUp } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
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
export function outbound({ to, get, lookup = (host) => lookUp(host, { all: true }) }: Outbound): typeof fetch {
  const origins = to === 'public' ? null : to.map((address) => new URL(address).origin)
  return async (address, init) => {
    const { origin, protocol, hostname } = new URL(address instanceof Request ? address.url : address)
    if (origins) {
      // What is refused is not told: it may hold what a player wrote.
      if (!origins.includes(origin)) throw new OutboundRefused('a call to an address that is not on the list')
      return (get ?? fetch)(address, { ...init, redirect: 'error' })
    }
    const found = await publicAddresses(protocol, hostname, lookup)
    return (get ?? fetchFrom(found))(address, { ...init, redirect: 'error' })
  }
}

async function publicAddresses(protocol: string, hostname: string, lookup: NonNullable<Outbound['lookup']>): Promise<string[]> {
  if (protocol !== 'https:') throw new OutboundRefused('a call without encryption')
  const found = (await lookup(hostname.replace(/^\[|\]$/g, ''))).map(({ address }) => address)
  if (found.length === 0 || found.some(isPrivateAddress)) throw new OutboundRefused('a call to an address that is not on the open internet')
  return found
}

/** A server that says nothing for so long is left. */
const SILENCE_MS = 30_000

/**
 * A fetch from these addresses, whatever its name is said to lead to meanwhile: a name that was looked up again could lead into
 * the house by then. Answers as they come, unpacked nowhere; a redirect fails. `send`: for tests.
 */
export function fetchFrom(addresses: readonly string[], send: typeof httpsRequest = httpsRequest): typeof fetch {
  const known = addresses.map((address) => ({ address, family: isIP(address) }))
  const lookup: LookupFunction = (_host, { all }, done) => (all ? done(null, known) : done(null, known[0]!.address, known[0]!.family))
  return async (address, init) => {
    const request = new Request(address, init)
    const body = Buffer.from(await request.arrayBuffer())
    const length = body.length > 0 ? { 'content-length': String(body.length) } : {}
    const headers = { ...SAID_OF_US, ...Object.fromEntries(request.headers), ...length }
    const { method, signal } = request
    return new Promise((resolve, reject) => {
      const call = send(request.url, { method, headers, signal, lookup, agent: false, timeout: SILENCE_MS }, (answer) => {
        try {
          resolve(responseOf(answer))
        } catch (error) {
          // Nobody else would catch it here, and what nobody catches ends the process.
          call.destroy()
          reject(new TypeError(`fetch failed: ${(error as Error).message}`, { cause: error }))
        }
      })
      call.on('timeout', () => call.destroy(new TypeError('fetch failed: nothing was said for too long')))
      call.on('error', reject)
      // A server that changes the protocol ends the call without an answer and without an error.
      call.on('close', () => reject(new TypeError('fetch failed: no answer')))
      call.end(body)
    })
  }
}

/** Some services refuse who does not say what he is: what Node's own fetch says, where the caller says nothing else. */
const SAID_OF_US = { accept: '*/*', 'user-agent': 'node' }

const NO_CONTENT = [204, 205]

/** Throws for a redirect, and for what no Response can hold: a status like 999, which some services have for machines. */
function responseOf(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 0
  if (status >= 300 && status < 400) throw new TypeError('a redirect')
  const headers = Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  )
  if (!NO_CONTENT.includes(status)) return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, { status, headers })
  answer.resume()
  return new Response(null, { status, headers })
}

/** Web push: keys of the installation, and sending to the browser's push service and nowhere else. */
import { createECDH } from 'node:crypto'
import { lookup } from 'node:dns'
import { Agent, request, type RequestOptions } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPrivateAddress } from '#lib/private-address.ts'
import type { PushEndpoint } from './store.ts'

export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** The same pair after every start: made from the installation's key. `mac` is HMAC-SHA256 of a purpose and a text. */
export function vapidKeys(mac: (purpose: string, text: string) => Buffer): VapidKeys {
  for (let n = 0; ; n++) {
    const ecdh = createECDH('prime256v1')
    try {
      // All but one in 2^32 of such numbers lie below the order of the curve.
      ecdh.setPrivateKey(mac('web-push', String(n)))
    } catch {
      continue
    }
    return { publicKey: ecdh.getPublicKey('base64url'), privateKey: ecdh.getPrivateKey('base64url') }
  }
}

export interface PushMessage {
  title: string
  text: string
  url: string
  tag: string
}

/** gone: the browser has withdrawn; forget the endpoint. later: the service could not take it now. */
export type PushEnd = 'sent' | 'gone' | 'later'
export type SendPush = (to: PushEndpoint, message: PushMessage) => Promise<PushEnd>

/** A push service keeps a message so long for a browser that is away; older news is none. */
export const TTL_SEC = 600
/** For all of it, the service's answer too. */
const TIMEOUT_MS = 8_000
const GONE: ReadonlySet<number> = new Set([400, 403, 404, 410])

/** A name that leads into a private network is not connected to, whatever it was when it was saved. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0)
    const list = addresses as { address: string; family: number }[]
    if (list.length === 0 || list.some(({ address }) => isPrivateAddress(address))) {
      return done(Object.assign(new Error('the push service is not on the open internet'), { code: 'EPRIVATE' }), '', 0)
    }
    const [first] = list
    if (options.all) done(null, list as never)
    else done(null, first!.address, first!.family)
  })
}

const openInternet = () => new Agent({ lookup: publicLookup, keepAlive: true, maxSockets: 10 })

export function createSendPush(
  keys: VapidKeys,
  subject: string,
  agent: Agent = openInternet(),
  /** For tests. */
  timeoutMs: number = TIMEOUT_MS,
): SendPush {
  return async ({ endpoint, p256dh, auth }, message) => {
    // Read with the first notice, not with the start.
    const { default: webPush } = await import('web-push')
    try {
      const sealed = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
        vapidDetails: { subject, ...keys },
        TTL: TTL_SEC,
        contentEncoding: 'aes128gcm',
      })
      const status = await statusOf(endpoint, { ...sealed, agent, signal: AbortSignal.timeout(timeoutMs) })
      if (status >= 200 && status < 300) return 'sent'
      return GONE.has(status) ? 'gone' : 'later'
    } catch (error) {
      return (error as { code?: string }).code === 'EPRIVATE' ? 'gone' : 'later'
    }
  }
}

/**
 * Posts it and answers the status when the answer is over, broken off, or the time is. The library's own sending has no end while a
 * service says one byte now and then, keeps all of them, and never hears of an answer that breaks off.
 */
function statusOf(endpoint: string, { body, ...options }: RequestOptions & { body: Buffer | null }): Promise<number> {
  return new Promise((resolve, reject) => {
    let status: number | undefined
    const end = (error: Error) => (status === undefined ? reject(error) : resolve(status))
    const call = request(endpoint, options, (answer) => {
      status = answer.statusCode
      answer.on('error', end).resume()
    })
    call.on('error', end).on('close', () => end(new Error('the push service said nothing')))
    call.end(body)
  })
}

/**
 * How many calls one address may make (wire 2.5): feeds, coupon calls, and the very same question again. Buckets in
 * memory of this process, looked at before anything else is done for a call; several processes allow each as much.
 */
import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { networkOf } from '#lib/network.ts'
import { sendEarly, type FailedReply } from './errors.ts'
import { readPath } from './path.ts'

export interface RateLimit {
  perSecond: number
  /** Calls at once after a pause. */
  burst: number
}

export const RATE_CLASSES = ['feeds', 'coupons', 'identical'] as const
export type RateClass = (typeof RATE_CLASSES)[number]
export type RateLimits = Readonly<Record<RateClass, RateLimit>>

/** The rates are the wire's; the bursts let a page, a household or an office behind one address load. */
export const USUAL_RATE_LIMITS: RateLimits = {
  feeds: { perSecond: 20, burst: 120 },
  coupons: { perSecond: 5, burst: 30 },
  identical: { perSecond: 1, burst: 10 },
}

const FEEDS =
  /^\/(?:service-api\/)?(?:linefeed|livefeed|result|statistics|refgameservice|main-line-feed|main-live-feed|main-feed|cyber[a-z-]*)\//i
const COUPONS = /^\/(?:service-api\/)?(?:livebet(?:-update)?\/open|liveutil)\//i

/** A bucket that nobody has used for so long is full again whatever the limit. */
const ROTATE_MS = 60_000
/** So many addresses and questions are watched; beyond it the older half is forgotten early. */
const MAX_BUCKETS = 200_000

interface Bucket {
  left: number
  at: number
}

export interface RateGate {
  /** True when the call was answered 429. */
  refuses(request: IncomingMessage, response: ServerResponse): boolean
}

export interface RateGateDeps {
  limits: RateLimits
  addressOf(request: IncomingMessage): string
  /** The refusal in the envelope of the call and the language of the visit. */
  replyTo(request: IncomingMessage, retryAfterSeconds: number): FailedReply
  /** Machine time in ms; tests give their own. */
  now?: () => number
}

export function createRateGate({ limits, addressOf, replyTo, now = () => performance.now() }: RateGateDeps): RateGate {
  let buckets = new Map<string, Bucket>()
  let older = new Map<string, Bucket>()
  let rotatedAt = now()

  function bucketOf(key: string, burst: number, at: number): Bucket {
    if (at - rotatedAt > ROTATE_MS || buckets.size > MAX_BUCKETS) {
      older = buckets
      buckets = new Map()
      rotatedAt = at
    }
    let bucket = buckets.get(key)
    if (!bucket) {
      bucket = older.get(key) ?? { left: burst, at }
      buckets.set(key, bucket)
    }
    return bucket
  }

  /** Milliseconds until the next call is allowed, 0 = this one is. */
  function take(key: string, { perSecond, burst }: RateLimit, at: number): number {
    const bucket = bucketOf(key, burst, at)
    bucket.left = Math.min(burst, bucket.left + ((at - bucket.at) * perSecond) / 1000)
    bucket.at = at
    if (bucket.left < 1) return ((1 - bucket.left) * 1000) / perSecond
    bucket.left -= 1
    return 0
  }

  return {
    refuses(request, response) {
      const url = readPath(request.url!)
      const kind = FEEDS.test(url) ? 'feeds' : COUPONS.test(url) ? 'coupons' : null
      if (!kind) return false
      const address = networkOf(addressOf(request))
      const at = now()
      // Nothing is remembered of the questions of an address that asks too much.
      let waitMs = take(`${kind} ${address}`, limits[kind], at)
      if (waitMs === 0 && request.method === 'GET') waitMs = take(`${address} ${short(url)}`, limits.identical, at)
      if (waitMs === 0) return false
      sendEarly(request, response, replyTo(request, Math.ceil(waitMs / 1000)))
      return true
    },
  }
}

const short = (url: string) => (url.length > 200 ? hash('sha256', url, 'base64') : url)

/** "feeds=20/120,coupons=5/30": calls a second and calls at once; what is not named stays usual. Null: not readable. */
export function parseRateLimits(text: string): RateLimits | null {
  const limits: Record<RateClass, RateLimit> = { ...USUAL_RATE_LIMITS }
  for (const part of text.split(',')) {
    const match = /^(feeds|coupons|identical)=(\d{1,5}(?:\.\d{1,3})?)\/(\d{1,6})$/.exec(part.trim())
    const [, name, perSecond, burst] = match ?? []
    if (!match || Number(perSecond) <= 0 || Number(burst) < 1) return null
    limits[name as RateClass] = { perSecond: Number(perSecond), burst: Number(burst) }
  }
  return limits
}

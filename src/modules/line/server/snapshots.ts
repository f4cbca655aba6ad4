/**
 * Answers as ready bytes. A question is built at most every 500 ms, and only when something that it covers
 * has changed; gzip and brotli are made once per version off the main thread; a request copies a buffer.
 * (performance §3: stringifying per request costs 25 times as much)
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#lib/time.ts'

const REBUILD_MS = 500
/** While the next version is being compressed the old one is served, if it is not older than this. */
const STALE_MS = 2_000
/** Answers hold seconds to the start (B), so an unchanged one is rebuilt when its cache life is over. */
const LIFE_MS = 5_000
const MAX_BYTES = 256 * 1024 * 1024
const MAX_URLS = 20_000
const MAX_URL_LENGTH = 2_000
const SMALL = 600

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

export interface Question {
  /** Canonical: the same answer has the same key. */
  key: string
  /** Counters that say whether the answer may have changed. */
  scope(): readonly string[]
  build(): unknown
  cacheControl?: string
}

type Encoding = 'identity' | 'gzip' | 'br'
type Body = { bytes: Buffer; headers: string[] }

/** One version of an answer: bytes and headers by encoding, never changed after it is made. */
interface Version {
  number: number
  builtAt: number
  etag: string
  bodies: Record<Encoding, Body>
  unchanged: string[]
  size: number
}

interface Kept {
  question: Question
  version: Version
  refreshing: Promise<Version> | null
}

export interface Snapshots {
  /** The current version; waits only when there is none young enough. */
  answer(question: Question): Promise<Version>
  /** Lets `fastPath` find the answer of this address without parsing it again. */
  remember(url: string, question: Question): void
  /** True when it has answered: a known address whose bytes are ready. */
  fastPath(request: IncomingMessage, response: ServerResponse, prefix: string): boolean
  bytes(): number
}

export type { Version as SnapshotVersion }

export function createSnapshots(clock: Clock, versionOf: (scope: readonly string[]) => number): Snapshots {
  const kept = new LRUCache<string, Kept>({ maxSize: MAX_BYTES, sizeCalculation: (one) => one.version.size + 500 })
  const urls = new LRUCache<string, string>({ max: MAX_URLS })

  function isCurrent({ question, version }: Kept, now: number): boolean {
    const age = now - version.builtAt
    if (age < REBUILD_MS && age >= 0) return true
    return age < LIFE_MS && age >= 0 && versionOf(question.scope()) === version.number
  }

  function refresh(question: Question, old: Kept | undefined): Promise<Version> {
    if (old?.refreshing) return old.refreshing
    const making = make(question)
    if (old) old.refreshing = making
    else starting.set(question.key, making)
    return making.finally(() => {
      if (old) old.refreshing = null
      starting.delete(question.key)
    })
  }

  const starting = new Map<string, Promise<Version>>()

  async function make(question: Question): Promise<Version> {
    const number = versionOf(question.scope())
    const builtAt = clock.now()
    const version = await compress(JSON.stringify(question.build()), number, builtAt, question.cacheControl ?? 'public,max-age=5')
    kept.set(question.key, { question, version, refreshing: null })
    return version
  }

  async function answer(question: Question): Promise<Version> {
    const old = kept.get(question.key)
    if (!old) return starting.get(question.key) ?? refresh(question, undefined)
    const now = clock.now()
    if (isCurrent(old, now)) return old.version
    const next = refresh(old.question, old)
    if (now - old.version.builtAt >= STALE_MS) return next
    next.catch(() => {})
    return old.version
  }

  function fastPath(request: IncomingMessage, response: ServerResponse, prefix: string): boolean {
    // Peeking leaves the order of use alone: every rebuild of a used answer puts it in front anyway.
    const key = urls.peek(prefix + request.url!)
    const old = key === undefined ? undefined : kept.peek(key)
    if (!old) return false
    const now = clock.now()
    if (!isCurrent(old, now)) {
      if (now - old.version.builtAt >= STALE_MS) return false
      refresh(old.question, old).catch(() => {})
    }
    sendVersion(request, response, old.version)
    return true
  }

  return {
    answer,
    fastPath,
    remember: (url, question) => {
      if (url.length <= MAX_URL_LENGTH && !urls.has(url)) urls.set(url, question.key)
    },
    bytes: () => kept.calculatedSize ?? 0,
  }
}

async function compress(text: string, number: number, builtAt: number, cacheControl: string): Promise<Version> {
  const identity = Buffer.from(text)
  const [zipped, brotli] =
    identity.length < SMALL
      ? [identity, identity]
      : await Promise.all([
          gzipAsync(identity, { level: 6 }),
          brotliAsync(identity, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
          }),
        ])
  // Seconds to the start count down by themselves: two answers that differ only there are the same resource.
  const etag = `W/"${createHash('sha1')
    .update(text.replaceAll(/"B":\d+,?/g, ''))
    .digest('base64url')
    .slice(0, 20)}"`
  const common = [
    'Content-Type',
    'application/json; charset=utf-8',
    'Cache-Control',
    cacheControl,
    'ETag',
    etag,
    'Vary',
    'Accept-Encoding',
    'X-Content-Type-Options',
    'nosniff',
  ]
  const body = (bytes: Buffer, encoding: Encoding): Body => ({
    bytes,
    headers: [
      ...common,
      'Content-Length',
      String(bytes.length),
      ...(encoding === 'identity' || identity.length < SMALL ? [] : ['Content-Encoding', encoding]),
    ],
  })
  return {
    number,
    builtAt,
    etag,
    bodies: { identity: body(identity, 'identity'), gzip: body(zipped, 'gzip'), br: body(brotli, 'br') },
    unchanged: ['ETag', etag, 'Cache-Control', cacheControl, 'Vary', 'Accept-Encoding'],
    size: identity.length + zipped.length + brotli.length,
  }
}

/** Writes the version in the encoding that the client takes, or 304. */
export function sendVersion(request: IncomingMessage, response: ServerResponse, version: Version): void {
  const { headers } = request
  const known = headers['if-none-match']
  if (known !== undefined && matches(known, version.etag)) {
    response.writeHead(304, version.unchanged)
    response.end()
    return
  }
  const body = version.bodies[encodingOf(headers['accept-encoding'])]
  response.writeHead(200, body.headers)
  response.end(request.method === 'HEAD' ? undefined : body.bytes)
}

/** A list member `*` asks whether there is anything at all. */
const ANY_TAG = /(^|,)\s*\*\s*(,|$)/

function matches(known: string, etag: string): boolean {
  return known === etag || known.includes(etag.slice(2)) || ANY_TAG.test(known)
}

function encodingOf(accepted: string | string[] | undefined): Encoding {
  if (typeof accepted !== 'string') return 'identity'
  if (takes(accepted, 'br')) return 'br'
  return takes(accepted, 'gzip') ? 'gzip' : 'identity'
}

function takes(accepted: string, encoding: string): boolean {
  const at = accepted.indexOf(encoding)
  return at >= 0 && !/^\s*;\s*q=0(\.0*)?\s*(,|$)/.test(accepted.slice(at + encoding.length))
}

/**
 * Signed-out pages as ready bytes. A page is rendered at most once a second; while that happens its old bytes are
 * still given, up to an age of less than two seconds. Headers and bytes of one render stay together, because the
 * nonce stands in both. What a request was answered with is remembered by everything of the request that can change
 * the answer, so that the next such request is answered before the router. (design §8)
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { SAFE_HEADERS } from '../http/http.ts'
import { acceptedEncoding, type Encoding } from '../http/packed.ts'

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

/** After this a page is rendered anew. */
export const FRESH_MS = 1_000
/** Until this its old bytes are given to all but the request that renders. */
export const USABLE_MS = 1_800
const MAX_BYTES = 64 * 1024 * 1024
const MAX_REMEMBERED = 5_000
const MAX_SIGNATURE = 1_000

/** The cookies that a page's key looks at. A request with any other cookie is left to the router. */
const PLAIN_COOKIES = /^(?:\s*(?:theme|lng|coefview|ref|light|rowmarkets|cookies_agree_type)=[^;]*(?:;|$))*$/

export interface RenderedPage {
  status: number
  headers: Record<string, string>
  plain: Buffer
}

interface Ready {
  /** Names and values in turn, as writeHead takes them fastest. */
  head: string[]
  bytes: Buffer
}

interface CachedPage extends RenderedPage {
  madeAt: number
  ready: Partial<Record<Encoding, Ready>>
  /** A request is rendering the next one. */
  renewing: boolean
}

export interface PageCache {
  /**
   * Answers from the cache; `render` is called for what is missing or too old, once at a time for a key. `usual`: the
   * visitor's country is the brand's own. What others see is not remembered by their requests, which do not name it.
   */
  answer(
    key: string,
    request: IncomingMessage,
    render: () => Promise<RenderedPage>,
    usual?: boolean,
  ): Promise<{ status: number; head: string[]; bytes: Buffer }>
  fastPath(request: IncomingMessage, response: ServerResponse): boolean
}

export function createPageCache(now: () => number = () => performance.now()): PageCache {
  const pages = new LRUCache<string, CachedPage>({ maxSize: MAX_BYTES, sizeCalculation: (page) => page.plain.length * 2 + 1 })
  const keys = new LRUCache<string, string>({ max: MAX_REMEMBERED })
  const rendering = new Map<string, Promise<CachedPage>>()

  function pageOf(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    const known = pages.get(key)
    if (known && now() - known.madeAt < FRESH_MS) return Promise.resolve(known)
    let pending = rendering.get(key)
    if (!pending) {
      const madeAt = now()
      pending = render()
        .then((page) => {
          const made: CachedPage = { ...page, madeAt, ready: {}, renewing: false }
          if (made.status === 200 || made.status === 404) pages.set(key, made)
          return made
        })
        .finally(() => {
          rendering.delete(key)
          if (known) known.renewing = false
        })
      rendering.set(key, pending)
    }
    return pending
  }

  return {
    async answer(key, request, render, usual = true) {
      const page = await pageOf(key, render)
      const encoding = encodingOf(request)
      const ready = (page.ready[encoding] ??= await prepare(page, encoding))
      const signature = usual ? signatureOf(request) : null
      if (signature !== null) keys.set(signature, key)
      return { status: page.status, ...ready }
    },
    fastPath(request, response) {
      const signature = signatureOf(request)
      const key = signature === null ? undefined : keys.get(signature)
      const page = key === undefined ? undefined : pages.get(key)
      const ready = page?.ready[encodingOf(request)]
      if (!page || !ready) return false
      const age = now() - page.madeAt
      if (age >= USABLE_MS) return false
      if (age >= FRESH_MS && !page.renewing) {
        page.renewing = true
        return false
      }
      response.writeHead(page.status, ready.head)
      response.end(ready.bytes)
      return true
    },
  }
}

/** Everything of a request that a page's key depends on; null when it may hold something personal. */
function signatureOf(request: IncomingMessage): string | null {
  const { host, cookie = '', authorization, 'x-lng': language = '', 'user-agent': agent } = request.headers
  if (request.method !== 'GET' || authorization !== undefined || !PLAIN_COOKIES.test(cookie)) return null
  const signature = `${host}|${request.url}|${cookie}|${String(language)}|${deviceOf(agent)}`
  return signature.length <= MAX_SIGNATURE ? signature : null
}

export function deviceOf(userAgent: string | undefined): 'phone' | 'desk' {
  return /Mobi|Android/i.test(userAgent ?? '') ? 'phone' : 'desk'
}

const encodingOf = (request: IncomingMessage): Encoding => acceptedEncoding(request.headers['accept-encoding'])

async function prepare({ headers, plain }: RenderedPage, encoding: Encoding): Promise<Ready> {
  const bytes = await compressed(plain, encoding)
  const all: Record<string, string> = {
    ...headers,
    ...SAFE_HEADERS,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    vary: 'accept-encoding, cookie',
    'cache-control': 'no-cache',
    'content-length': String(bytes.length),
  }
  return { head: Object.entries(all).flat(), bytes }
}

function compressed(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return brotliAsync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    case 'gzip':
      return gzipAsync(plain, { level: 6 })
    case 'identity':
      return Promise.resolve(plain)
  }
}

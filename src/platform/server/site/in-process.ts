/**
 * Calls of a page's loader: the same endpoints with the visitor's cookies and brand, without the network. What HTTP
 * lets a cache do is done: an answer that is public is used again for a moment, one with an ETag is asked for by it, so
 * that it is neither written nor parsed again while it is unchanged, and all pages share the one value. Nobody may
 * change a value that came from here.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { ApiAnswer, ApiRequest } from '../../shared/visit.ts'

const MOST_KNOWN = 300
/** A public answer may be used again for its max-age; pages do it for no longer than this. */
const LONGEST_FRESH_MS = 250

/** Cookies that stand for parameters that are missing (wire 2.3) in answers that are public all the same. */
const DEFAULTS = ['coefview', 'tzo']

interface Known {
  etag: string
  answer: ApiAnswer
  /** Until then nobody needs to ask, by the clock of `now`. */
  freshUntil: number
}

export type InProcess = (request: FastifyRequest, call: ApiRequest) => Promise<ApiAnswer>

export function createInProcess(app: FastifyInstance, now: () => number = () => performance.now()): InProcess {
  const known = new LRUCache<string, Known>({ max: MOST_KNOWN })
  return async (request, call) => {
    const host = request.headers.host ?? 'localhost'
    const url = addressOf(call)
    const key = [host, url, ...DEFAULTS.map((name) => request.cookies[name])].join(' ')
    const before = call.method === 'GET' ? known.get(key) : undefined
    if (before && now() < before.freshUntil) return before.answer
    const askedAt = now()
    const answer = await app.inject({
      method: call.method,
      url,
      headers: {
        host,
        'x-requested-with': 'XMLHttpRequest',
        ...(request.headers.cookie ? { cookie: request.headers.cookie } : {}),
        ...(before ? { 'if-none-match': before.etag } : {}),
      },
      ...(call.body === undefined ? {} : { payload: call.body as object }),
      remoteAddress: request.ip,
    })
    const { etag, 'cache-control': cacheControl } = answer.headers
    const freshUntil = askedAt + freshMsOf(cacheControl)
    if (before && answer.statusCode === 304) {
      known.set(key, { ...before, freshUntil })
      return before.answer
    }
    const found: ApiAnswer = { status: answer.statusCode, body: answer.body ? (JSON.parse(answer.body) as unknown) : null }
    if (call.method === 'GET' && typeof etag === 'string' && found.status === 200) known.set(key, { etag, answer: found, freshUntil })
    return found
  }
}

/** What is public is the same for everybody who asks for this address. */
function freshMsOf(cacheControl: unknown): number {
  const found = /^public,\s*max-age=(\d+)/.exec(String(cacheControl ?? ''))
  return found ? Math.min(LONGEST_FRESH_MS, Number(found[1]) * 1_000) : 0
}

function addressOf({ path, query = {} }: ApiRequest): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null) search.append(name, String(value))
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

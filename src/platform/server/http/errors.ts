/** What a call that threw is answered: malformed input is a 4xx in the endpoint's own envelope, the rest is generic with an id (WEB-14). */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EndpointSpec, Envelope } from '#platform/shared/endpoint.ts'
import { isDatabaseAway } from '../db.ts'
import type { Logger } from '../log.ts'
import { speakAs, type Ctx } from './context.ts'
import { carriesGuid, malformed, refusal, type RefusalForm, type WireReply } from './envelope.ts'
import { Malformed } from './malformed.ts'

/** ErrorCode of a call that the database could not take (standards OPS-09). */
const TRY_LATER = 900_503
export const TRY_LATER_AFTER_S = '5'

export interface FailedCall {
  /** Of the endpoint, when one was found. */
  spec: EndpointSpec | undefined
  /** Not yet made when the request itself was refused. */
  ctx: Ctx | undefined
  requestId: string
  method: string
  url: string
}

/** An answer with what stands beside it in the head. */
export interface FailedReply extends WireReply {
  headers: Readonly<Record<string, string>>
}

const NONE = {}
const NO_STORE = { 'cache-control': 'no-store' }

export function replyToError(error: Error & { statusCode?: number; code?: string }, call: FailedCall, log: Logger): FailedReply {
  const { spec, ctx, requestId, method, url } = call
  const text = (key: string) => ctx?.text(key) ?? ''
  const form: RefusalForm = { envelope: envelopeOf(spec, url), guid: carriesGuid(url), method, say: text }
  const status = error.statusCode ?? 500
  if (status === 429) return turnedAway('too_many_requests', { spec, method, url, text }, NONE)
  if (error instanceof Malformed) {
    if (ctx && spec?.wire) speakAs(ctx, error.body)
    return { ...malformed(form, error.field, text('platform:problem_bad_field')), headers: NO_STORE }
  }
  if (status >= 400 && status < 500) {
    const what = status === 413 ? 'body_too_large' : 'bad_body'
    const as = { status, type: `/problems/${what.replaceAll('_', '-')}` }
    const answer = malformed(form, 'body', text(`platform:problem_${what}`), as)
    // A content type that is none is as wrong as a body that is none: of feeds and coupons both are 400 (wire 8.9).
    return { ...answer, status: form.envelope === 'A' && status === 415 ? 400 : status, headers: NO_STORE }
  }
  if (isDatabaseAway(error)) {
    // Nothing is known of the fate of a write: the same call, under the same key, may be made again (rules 5).
    log.warn({ err: error, requestId, method, url }, 'the database cannot serve')
    const later = { problem: true, code: 'platform.try_later', severity: 'error', status: 503, wire: TRY_LATER } as const
    return {
      ...refusal(form, later, text('platform:problem_try_later')),
      headers: { ...NO_STORE, 'retry-after': TRY_LATER_AFTER_S },
    }
  }
  log.error({ err: error, requestId, method, url }, 'request failed')
  const generic = { problem: true, code: 'platform.generic', severity: 'error', status: 500, wire: 500, extra: { requestId } } as const
  return { ...refusal(form, generic, text('platform:problem_generic')), headers: NO_STORE }
}

/** Why a call is turned away before it is read: more than one client may make (wire 2.5), or an extra in a rush. */
const TURNED_AWAY = { too_many_requests: 429, busy: 503 } as const

export function turnedAway(
  why: keyof typeof TURNED_AWAY,
  { spec, method, url, text }: { spec: EndpointSpec | undefined; method: string; url: string; text: Say },
  headers: Readonly<Record<string, string>>,
): FailedReply {
  const status = TURNED_AWAY[why]
  const problem = { problem: true, code: `platform.${why}`, severity: 'error', status, wire: status } as const
  const form = { envelope: envelopeOf(spec, url), guid: carriesGuid(url), method, say: text }
  const reply = refusal(form, problem, text(`platform:problem_${why}`))
  return { ...reply, headers: { ...NO_STORE, ...headers } }
}

/** Of an address at which there is no call (wire 2.5), or only `calls` of other methods (ER-02). */
export function nothingAt({ method, url }: Pick<FailedCall, 'method' | 'url'>, calls: readonly EndpointSpec[], text: Say): FailedReply {
  const allowed = new Set(calls.flatMap((call) => (call.method === 'GET' ? ['GET', 'HEAD'] : [call.method])))
  if (allowed.size === 0 || allowed.has(method)) {
    const problem = { problem: true, code: 'platform.not_found', severity: 'error', status: 404, wire: 2 } as const
    const form = { envelope: envelopeOf(undefined, url), guid: false, method, say: text }
    return { ...refusal(form, problem, text('platform:problem_not_found')), headers: NO_STORE }
  }
  const problem = { problem: true, code: 'platform.method_not_allowed', severity: 'error', status: 405, wire: 405 } as const
  const form = { envelope: envelopeOf(calls[0], url), guid: carriesGuid(url), method, say: text }
  const reply = refusal(form, problem, text('platform:problem_method_not_allowed'))
  return { ...reply, headers: { ...NO_STORE, allow: [...allowed].join(', ') } }
}

type Say = (key: string) => string

/** An answer that does not wait for the router. */
export function sendEarly(request: IncomingMessage, response: ServerResponse, reply: FailedReply): void {
  const text = JSON.stringify(reply.body)
  response.writeHead(reply.status, { ...reply.headers, 'content-type': reply.contentType, 'content-length': Buffer.byteLength(text) })
  response.end(request.method === 'HEAD' ? undefined : text)
}

/** Of an address that nobody serves: the form of its family. */
function envelopeOf(spec: EndpointSpec | undefined, url: string): Envelope {
  return spec?.envelope ?? (url.startsWith('/web-api') || url.startsWith('/office') ? 'C' : 'B')
}

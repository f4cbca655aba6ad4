import type { CallTypes, EndpointSpec } from '#platform/shared/endpoint.ts'
import { isClosedFeed } from '#platform/shared/closed-feeds.ts'
import {
  ApiError,
  HTTP_RESULT,
  STATUS_CANCELLED,
  STATUS_DOWNLOAD_TIMEOUT,
  STATUS_NETWORK,
  STATUS_TIMEOUT,
  errorMessage,
  errorTitle,
  isRefusal,
  refusalMessage,
} from './api-error.ts'
import type { ApiRequest, HttpResult } from './api-error.ts'
import type { Refusal, WaitTexts } from './refusal-wait.ts'
import { buildPath, buildQuery } from './request-url.ts'
import { fetchToken } from './service-token.ts'

export interface CallOptions {
  /** Values of `:name` in the path. */
  params?: Readonly<Record<string, string | number>>
  /** Further path segments after the path (spec 7). */
  segments?: readonly (string | number)[]
  /** Values left out of the query because the server assumes them. */
  defaults?: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string>>
  /** `extended` sends x-auth Bearer, `token` Authorization Bearer; the cookie goes with every call anyway. */
  auth?: 'extended' | 'token'
  captchaToken?: string | undefined
  /** Wraps the body as {data: {attributes}} with the type of JSON:API. */
  attributes?: boolean
  timeoutMs?: number
  signal?: AbortSignal | undefined
  /** A second identical call while one runs gets the first one's answer. */
  disallowParallel?: boolean
  /** Reaches the server although the page is being left. */
  keepalive?: boolean
  noCache?: boolean
  /** What the browser has kept is only used when the server says that it still holds. */
  revalidate?: boolean
  /** The whole answer instead of the envelope's value. */
  raw?: boolean
}

type Payload<Q, B> = (Q extends undefined ? { query?: undefined } : { query?: Q }) &
  (B extends undefined ? { body?: FormData } : { body: B | FormData })

/** A finished call, for `/dev/inspect` (RQ-13, ER-06). */
export interface CallRecord {
  at: number
  method: string
  path: string
  result: HttpResult
  httpCode: number
  tookMs: number
  error: ApiError | null
}

/** Told of every call from now on; development only. */
export function watchCalls(watcher: (record: CallRecord) => void): void {
  watch = watcher
}

/** Texts of failures that carry none of the server's (ER-03, ER-05); the page sets them in its language. */
export interface CallTexts {
  timeout: string
  cancelled: string
  generic: string
  query: string
  /** The message of a refusal with the moment at which its wait is over. */
  wait?: WaitTexts
}

let texts: CallTexts = {
  timeout: 'Истекло время запроса',
  cancelled: 'Запрос был отменен',
  generic: 'server_generic',
  query: 'server_generic',
}
let report: (error: ApiError) => void = () => {}
let watch: ((record: CallRecord) => void) | null = null
let language = ''
let partner: number | undefined
let features: Readonly<Record<string, boolean>> = { line: true, live: true }
const FEED = /^\/service-api\/Li(?:ne|ve)Feed\//

/** Called once by the page: texts, its language (sent as x-lng), a partner other than the brand's own (SH-34), where failures are logged. */
export function configureCalls(options: {
  /** Sections that are switched off: their feeds are not asked. */
  features?: Readonly<Record<string, boolean>>
  texts?: CallTexts
  language?: string
  partner?: number | undefined
  report?: (error: ApiError) => void
}): void {
  texts = options.texts ?? texts
  partner = options.partner
  features = options.features ?? features
  language = options.language ?? language
  report = options.report ?? report
}

/** The page's language as the site names it; the document's `lang` is the tag that the rest of the world knows. */
export function pageLanguage(): string {
  return language
}

/** What a feed says when it has nothing. */
const NOTHING_THERE = { Success: true, Value: null }

const DEFAULT_TIMEOUT_MS = 30_000
/** The third 401 on one address ends in TOKEN_NOT_AUTHENTICATED (TK-05). */
const TOKEN_ATTEMPTS = 3
const running = new Map<string, Promise<unknown>>()

/**
 * Calls an endpoint by its type: `call<typeof placeBet>('POST', '/service-api/…', { body })`. Path, query, body and
 * reply are checked against the contract; zod stays on the server. Throws ApiError.
 */
export function call<E extends EndpointSpec>(
  method: CallTypes<E>['method'],
  path: CallTypes<E>['path'],
  ...rest: CallTypes<E>['body'] extends undefined
    ? [options?: CallOptions & Payload<CallTypes<E>['query'], CallTypes<E>['body']>]
    : [options: CallOptions & Payload<CallTypes<E>['query'], CallTypes<E>['body']>]
): Promise<CallTypes<E>['reply']> {
  return request<CallTypes<E>['reply']>(method, path as string, rest[0] as RequestOptions | undefined)
}

export type RequestOptions = CallOptions & { query?: unknown; body?: unknown }

/** The untyped call underneath: for addresses that come from configuration. */
export function request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
  if (!options.disallowParallel) return send<T>(method, path, options)
  const key = `${method} ${path} ${JSON.stringify([options.params, options.segments, options.query, options.body instanceof FormData ? 'form' : options.body])}`
  const known = running.get(key) as Promise<T> | undefined
  if (known) return known
  const promise = send<T>(method, path, options).finally(() => running.delete(key))
  running.set(key, promise)
  return promise
}

async function send<T>(method: string, path: string, options: RequestOptions): Promise<T> {
  if (isClosedFeed(features, path)) return (options.raw ? NOTHING_THERE : null) as T
  for (let attempt = 1; ; attempt += 1) {
    const begunAt = performance.now()
    const told = (error: ApiError | null, httpCode: number) =>
      watch?.({
        at: Date.now(),
        method,
        path,
        result: error?.result ?? HTTP_RESULT.success,
        httpCode,
        tookMs: performance.now() - begunAt,
        error,
      })
    try {
      const answer = await sendOnce<T>(method, path, options, attempt > 1)
      told(null, 200)
      return answer
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      told(error, error.httpCode)
      const mayRetry = error.status === 401 && options.auth !== undefined
      if (mayRetry && attempt < TOKEN_ATTEMPTS) continue
      const final = mayRetry ? new ApiError({ ...fieldsOf(error), message: texts.generic, title: 'TOKEN_NOT_AUTHENTICATED' }) : error
      if (!final.isCancel && final.status !== 403 && !final.isValidation) report(final)
      throw final
    }
  }
}

function fieldsOf(error: ApiError) {
  return {
    message: error.message,
    title: error.title,
    status: error.status,
    isCancel: error.isCancel,
    response: error.response,
    request: error.request,
  }
}

async function sendOnce<T>(method: string, path: string, options: RequestOptions, freshToken: boolean): Promise<T> {
  const sendsBody = method !== 'GET'
  const asked = (options.query as Record<string, unknown> | undefined) ?? {}
  const query = buildQuery(partner && FEED.test(path) ? { ...asked, partner } : asked, options.defaults)
  const url = buildPath(path, options.params, options.segments) + (query ? `?${query}` : '')
  const details: ApiRequest = {
    method,
    url,
    params: withoutSecretValues(options.query ?? options.body ?? null),
    headers: {},
    statusCode: 0,
  }
  const timeout = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  let downloading = false
  try {
    const headers = headersOf(options, sendsBody)
    if (options.auth)
      headers[options.auth === 'extended' ? 'x-auth' : 'authorization'] = `Bearer ${await unlessAborted(fetchToken(freshToken), signal)}`
    details.headers = withoutSecrets(headers)
    const response = await fetch(url, {
      method,
      headers,
      body: sendsBody ? bodyOf(options) : null,
      credentials: 'same-origin',
      redirect: 'manual',
      keepalive: options.keepalive ?? false,
      cache: options.noCache ? 'no-store' : options.revalidate ? 'no-cache' : 'default',
      signal,
    })
    downloading = true
    return await readAnswer<T>(response, { ...details, statusCode: response.status }, options.raw ?? false)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw transportError(details, timeout.aborted, downloading, options.signal?.aborted ?? false)
  }
}

/** The token is waited for no longer than its call may take; others may wait for the same one. Why there is none is a name for programs: it stays the title. */
function unlessAborted(token: Promise<string>, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject()
    signal.onabort = reject
    token.then(resolve, (error: unknown) =>
      reject(error instanceof ApiError ? new ApiError({ ...fieldsOf(error), message: texts.generic }) : error),
    )
  })
}

function transportError(details: ApiRequest, timedOut: boolean, downloading: boolean, cancelled: boolean): ApiError {
  if (cancelled)
    return new ApiError({
      message: `${texts.cancelled} ${details.url}`,
      title: 'Cancelled',
      status: STATUS_CANCELLED,
      isCancel: true,
      request: details,
    })
  if (timedOut) {
    const status = downloading ? STATUS_DOWNLOAD_TIMEOUT : STATUS_TIMEOUT
    return new ApiError({ message: `${texts.timeout} ${details.url}`, title: 'request_timeout', status, request: details })
  }
  return new ApiError({ message: texts.generic, title: 'NetworkError', status: STATUS_NETWORK, request: details })
}

async function readAnswer<T>(response: Response, details: ApiRequest, raw: boolean): Promise<T> {
  const body = await bodyOfAnswer(response)
  if (!response.ok) {
    throw new ApiError({
      message: await withWait({ message: errorMessage(body, texts.generic), body, status: response.status }),
      title: errorTitle(response.status),
      status: response.status,
      response: body,
      request: details,
    })
  }
  if (isRefusal(body))
    throw new ApiError({
      message: await withWait({ message: refusalMessage(body, texts.query), body, status: response.status }),
      title: 'Refused',
      status: response.status,
      response: body,
      request: details,
    })
  return (raw ? body : unwrap(body)) as T
}

/** Most refusals have no wait: nothing more is loaded for them. What cannot be loaded does not take their message away. */
async function withWait(refusal: Refusal): Promise<string> {
  const { wait } = texts
  if (!wait || !/"(until|retryAfter)":\d/.test(JSON.stringify(refusal.body))) return refusal.message
  return import('./refusal-wait.ts').then((late) => late.withWait(refusal, wait)).catch(() => refusal.message)
}

async function bodyOfAnswer(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return null
  // Something between us and the server has answered in its place: a page is no answer to any call.
  if (response.ok && /html/.test(response.headers.get('content-type') ?? '')) throw new SyntaxError('a page instead of an answer')
  if (!/json/.test(response.headers.get('content-type') ?? '')) return text
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    // A refusal stays one, whatever stands in it.
    if (response.ok) throw error
    return text
  }
}

/** The value inside the envelope: A {Success, Value}, C {success, data}; others are bare. */
export function unwrap(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const answer = body as Record<string, unknown>
  if (answer['Success'] === true && 'ErrorCode' in answer) return answer['Value']
  return answer['success'] === true && 'data' in answer ? answer['data'] : body
}

function bodyOf(options: RequestOptions): BodyInit | null {
  if (options.body === undefined) return null
  if (options.body instanceof FormData) return options.body
  return JSON.stringify(options.attributes ? { data: { attributes: options.body } } : options.body)
}

function headersOf(options: RequestOptions, sendsBody: boolean): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' }
  if (language) headers['x-lng'] = language
  if (sendsBody && options.body !== undefined && !(options.body instanceof FormData)) {
    headers['content-type'] = options.attributes ? 'application/vnd.api+json' : 'application/json'
  }
  if (options.captchaToken) headers['x-captcha-token'] = options.captchaToken
  if (options.noCache) headers['cache-control'] = 'no-cache'
  return { ...headers, ...options.headers }
}

/** What is logged of a call carries no password, code or token. */
function withoutSecretValues(params: unknown): unknown {
  if (typeof params !== 'object' || params === null || params instanceof FormData || Array.isArray(params)) return params
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, /pass|code|token|hash|answer|secret/i.test(name) ? '***' : (value as unknown)]),
  )
}

function withoutSecrets(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, /auth|captcha/.test(name) ? '***' : value]))
}

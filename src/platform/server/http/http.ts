/** The HTTP server: Fastify with one context per request, safe headers, bounded input and generic errors. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { parse as parseForm } from 'node:querystring'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import Fastify, { LogController, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { networkOf } from '#lib/network.ts'
import { isDatabaseAway } from '../db.ts'
import type { Logger } from '../log.ts'
import type { Texts } from '../texts.ts'
import type { Clock } from '../clock.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { addressOf, protocolOf, trustedProxies, type Trusts } from './address.ts'
import { type CallRequest, type Ctx, type EnteringRequest, type Identity, type KnownRequest, NOBODY } from './context.ts'
import { type FailedReply, nothingAt, replyToError, turnedAway } from './errors.ts'
import { createHotPath, type HotCalls } from './hot-path.ts'
import { createLoadGate } from './load-gate.ts'
import { assertSoundForm, assertSoundJson } from './malformed.ts'
import { dropRest, watchBody } from './slow-body.ts'
import { readPath } from './path.ts'
import { createRateGate, type RateLimits } from './rate-limits.ts'
import { callsAt, openDoors, specOf, type AccountGate, type CaptchaCheck } from './route.ts'

export { forceLoadStage, loadStage, watchLoad } from './load.ts'
export { hotRoute, isService, route, registered, textOf } from './route.ts'
export type { Ctx, Identity, KnownRequest, Player, Session } from './context.ts'

/** The largest photo over the slowest line; one that stands still is ended much earlier (slow-body.ts). */
const LONGEST_BODY_MS = 10 * 60_000
const BODY_LIMIT = 1024 * 1024
/** Longer than the 60 s for which proxies keep a connection that rests: who sends on it must be the first to let it go. */
const RESTING_CONNECTION_MS = 75_000
const SERVER = {
  requestTimeout: LONGEST_BODY_MS,
  headersTimeout: 10_000,
  keepAliveTimeout: RESTING_CONNECTION_MS,
  maxHeaderSize: 16 * 1024,
}

export interface Visit {
  config: SiteConfig
  /** The host of the brand that the visitor is on, with its port; left out: as it was asked for. */
  host?: string
  brand: string
  lng: string
  country: string
  countryId: number
  partner: number
  group: number
  cfView: number
}

export interface HttpOptions {
  log: Logger
  clock: Clock
  texts: Texts
  /** Brand and configuration of a request: brand module. */
  visitOf(request: {
    host: string
    url: string
    query: Record<string, unknown>
    cookies: Record<string, string | undefined>
    headers: Record<string, unknown>
    ip: string
  }): Visit
  fastPath?: FastPath
  /**
   * Whether a visitor stands where most visitors of this host do. Elsewhere the law or a layer may say otherwise, so
   * nothing that is kept for everybody is given before the router. Left out: nobody's place is known.
   */
  isAtHome?(this: void, host: string, ip: string): boolean
  trustProxy?: boolean | string[]
  /** Calls that one address may make; left out: as many as it likes. */
  rateLimits?: RateLimits | null
}

/** Who calls. Known at once for most calls: those do not wait. */
export type Authenticate = (request: KnownRequest) => Promise<Identity> | Identity

export interface Http {
  app: FastifyInstance
  /** Who calls: set by the auth module once it stands. */
  setAuthenticator(authenticate: Authenticate): void
  setCaptchaCheck(check: CaptchaCheck): void
  setAccountGate(gate: AccountGate): void
  /** Asked before the router, after those that were set before it. */
  setFastPath(fastPath: FastPath): void
}

/** Answers hot cached reads before the router; true when it has taken the request (design §8). What it cannot answer after all it gives to `route`. */
export type FastPath = (request: IncomingMessage, response: ServerResponse, route: () => void) => boolean

declare module 'fastify' {
  interface FastifyInstance {
    /** Parts that keep ready bytes put their fast path here. */
    fastPaths?: FastPath[]
    /** Where there are pages: what a browser is shown when the database could not be asked for what stands at an address. */
    failurePage?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  }
}

/** On every answer, whoever gives it. */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

export async function createHttp(options: HttpOptions): Promise<Http> {
  let authenticate: Authenticate = () => NOBODY
  const trusts = trustedProxies(options.trustProxy ?? false)
  const fastPaths: FastPath[] = options.fastPath ? [options.fastPath] : []
  const { isAtHome } = options
  const isUsual = (request: IncomingMessage) => !isAtHome || isAtHome(request.headers.host ?? 'localhost', addressOf(request, trusts))
  const app = Fastify({
    loggerInstance: options.log as never,
    logController: new LogController({ disableRequestLogging: true }),
    // What is logged of a request names its id itself: a logger of its own for each would be made for nothing.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT,
    trustProxy: trusts ?? false,
    genReqId: () => randomUUID(),
    rewriteUrl: (request) => readableUrl(request.url ?? '/'),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 300 },
    serverFactory: (handler) =>
      createServer(SERVER, (request, response) => {
        watchBody(request)
        if (rateGate?.refuses(request, response) || loadGate.refuses(request, response)) return
        const route = () => handler(request, response)
        if (isUsual(request)) for (const fastPath of fastPaths) if (fastPath(request, response, route)) return
        if (!hotPath.serve(request, response)) route()
      }),
  }) as unknown as FastifyInstance
  const hotCalls: HotCalls = new Map()
  app.decorate('fastPaths', fastPaths)
  app.decorate('hotCalls', hotCalls)
  const doors = openDoors()
  app.decorate('doors', doors)
  const parseBody = await takeBodies(app)

  /** The context with the player in it: at once when the proof is one that is remembered. */
  function enter(request: EnteringRequest): Promise<Ctx> | Ctx {
    const ctx = makeContext(request, addressOf(request.raw, trusts), options)
    request.ctx = ctx
    const identity = authenticate(request)
    if (!(identity instanceof Promise)) return identified(ctx, identity)
    return identity.then(
      (known) => identified(ctx, known),
      (error: unknown) => unasked(ctx, error),
    )
  }

  const away = earlyReply(options, trusts, (header) => app.parseCookie(header))
  const rateGate = options.rateLimits
    ? createRateGate({
        limits: options.rateLimits,
        addressOf: (request) => addressOf(request, trusts),
        replyTo: (request, seconds) => away('too_many_requests', request, seconds),
      })
    : null
  const loadGate = createLoadGate((request, seconds) => away('busy', request, seconds))
  const hotPath = createHotPath({
    calls: hotCalls,
    log: options.log,
    headers: SAFE_HEADERS,
    parseCookie: (header) => app.parseCookie(header),
    protocolOf: (request) => protocolOf(request, trusts),
    enter,
    parseBody,
  })
  app.addHook('preClose', (done) => {
    hotPath.close()
    done()
  })
  // Hooks of callbacks: a promise a hook costs more than what the hook does.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SAFE_HEADERS)
    const entered = enter(request)
    if (entered instanceof Promise) entered.then(() => done(), done)
    else done()
  })
  app.setNotFoundHandler(answerNothing)
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, options.log))
  return {
    app,
    setAuthenticator: (next) => (authenticate = next),
    setCaptchaCheck: (check) => void (doors.captcha = check),
    setAccountGate: (gate) => void (doors.account = gate),
    setFastPath: (next) => void fastPaths.push(next),
  }
}

/** What is said to a call that goes no further, before there is a context: in the form of the call and the language of the visit. */
function earlyReply({ texts, visitOf }: HttpOptions, trusts: Trusts | null, parseCookie: (header: string) => Ctx['request']['cookies']) {
  return (why: Parameters<typeof turnedAway>[0], request: IncomingMessage, retryAfterSeconds: number): FailedReply => {
    const { method, headers } = request
    const url = readPath(request.url ?? '/')
    const [path = '', search] = url.split('?', 2)
    const query = Object.fromEntries(new URLSearchParams(search))
    const cookies = headers.cookie === undefined ? {} : parseCookie(headers.cookie)
    const { lng } = visitOf({ host: headers.host ?? 'localhost', url, query, cookies, headers, ip: addressOf(request, trusts) })
    const spec = specOf(method ?? 'GET', path)
    const reply = turnedAway(
      why,
      { spec, method: method ?? 'GET', url, text: (key) => texts.text(lng, key) },
      { 'retry-after': String(retryAfterSeconds) },
    )
    return { ...reply, headers: { ...SAFE_HEADERS, ...reply.headers } }
  }
}

/** Cookies and bodies as old clients send them. Gives what reads a text of JSON: it throws what the router answers as a 4xx. */
async function takeBodies(app: FastifyInstance): Promise<(text: string) => unknown> {
  await app.register(cookie)
  await app.register(rateLimit, { global: false, keyGenerator: (request) => networkOf(request.ctx.ip) })
  const parseJson = app.getDefaultJsonParser('error', 'error') as (
    request: unknown,
    text: string,
    done: (error: Error | null, body?: unknown) => void,
  ) => void
  const parseBody = (text: string): unknown => {
    if (text.trim() === '') return {}
    let failure: Error | null = null
    let read: unknown
    parseJson(null, text, (error, body) => {
      failure = error
      read = body
    })
    if (failure) throw failure as Error
    return assertSoundJson(text, read)
  }
  // No client has to name what it sends (wire 2.2): what stands in the body decides. That a call is the player's own is
  // asked of other headers (route.ts), so that a form of another site gains nothing by a body that is JSON.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, ({ is404 }, text, done) => {
    // At an address of no call nobody reads it.
    if (is404) return done(null)
    try {
      done(null, parseBody(text))
    } catch (error) {
      done(error as Error)
    }
  })
  // What no client said but its tool did: JSON under the name of a form.
  const parser = (text: string) =>
    /^\s*[[{]/.test(text) ? (parseBody(text) as Record<string, unknown>) : assertSoundForm(text, parseForm(text))
  await app.register(formbody, { bodyLimit: 64 * 1024, parser })
  return parseBody
}

function identified(ctx: Ctx, identity: Identity): Ctx {
  const { session, bearer } = identity
  ctx.identity = identity
  ctx.session = session
  ctx.player = session ? { id: session.playerId, brand: session.brand } : bearer
  return ctx
}

/** Nobody can say who calls: what is for everybody is served all the same (standards OPS-09). */
function unasked(ctx: Ctx, error: unknown): Ctx {
  if (!isDatabaseAway(error)) throw error
  ctx.isUnasked = true
  const get = () => {
    throw error
  }
  Object.defineProperties(ctx, { identity: { get }, session: { get }, player: { get } })
  return ctx
}

function makeContext(request: CallRequest, ip: string, { clock, texts, visitOf }: HttpOptions): Ctx {
  const { headers } = request
  const visit = visitOf({
    host: headers.host ?? 'localhost',
    url: request.url,
    query: request.query as Record<string, unknown>,
    cookies: request.cookies,
    headers,
    ip,
  })
  const ctx: Ctx = {
    config: visit.config,
    host: visit.host ?? headers.host ?? 'localhost',
    brand: visit.brand,
    lng: visit.lng,
    country: visit.country,
    countryId: visit.countryId,
    partner: visit.partner,
    group: visit.group,
    cfView: visit.cfView,
    clock,
    now: clock.now(),
    ip,
    userAgent: headers['user-agent']?.slice(0, 400) ?? '',
    identity: NOBODY,
    session: null,
    player: null,
    isUnasked: false,
    // What a call says of its language in its body comes later.
    text: (key, params) => texts.text(ctx.lng, key, params),
    request,
  }
  return ctx
}

/** A path that nobody can decode: its signs stand for themselves, and whoever serves it says what there is under such a name. */
function readableUrl(url: string): string {
  if (!url.includes('%')) return url
  const path = url.split(/[?#;]/, 1)[0]!
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

/** There is no such call. */
function answerNothing({ ctx, url, method }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = nothingAt({ method, url }, callsAt(url.split('?', 1)[0]!), (key) => ctx.text(key))
  return reply.code(answer.status).headers(answer.headers).header('content-type', answer.contentType).send(JSON.stringify(answer.body))
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply, log: Logger): FastifyReply | Promise<FastifyReply> {
  const path = request.routeOptions.url
  const spec = path === undefined ? undefined : specOf(request.method, path)
  const { id: requestId, method } = request
  // The request may have been refused before it had a context.
  const ctx = request.ctx as Ctx | undefined
  const answer = replyToError(error, { spec, ctx, requestId, method, url: path ?? request.url }, log)
  if (answer.status === 413) {
    reply.removeHeader('connection')
    dropRest(request.raw)
  }
  const { failurePage } = request.server
  if (failurePage && isDatabaseAway(error) && isNavigation(request)) return failurePage(request, reply)
  return reply.code(answer.status).headers(answer.headers).header('content-type', answer.contentType).send(JSON.stringify(answer.body))
}

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/** Somebody sees what is answered: a browser goes to an address, or sends a form there without a script. */
function isNavigation({ method, headers }: FastifyRequest): boolean {
  const isForm = method === 'POST' && FORM.test(headers['content-type'] ?? '')
  if (method !== 'GET' && method !== 'HEAD' && !isForm) return false
  const mode = headers['sec-fetch-mode']
  if (mode !== undefined) return mode === 'navigate'
  return headers['x-requested-with'] === undefined && (headers.accept?.includes('text/html') ?? false)
}

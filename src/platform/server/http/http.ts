/** The HTTP server: Fastify with one context per request, safe headers, bounded input and generic errors. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import Fastify, { LogController, type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Logger } from '../log.ts'
import type { Texts } from '../texts.ts'
import type { Clock } from '../clock.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { type Ctx, type Identity, NOBODY } from './context.ts'
import { isDatabaseAway } from '../db.ts'
import { malformed, refusal } from './envelope.ts'
import { pathsOf, registered } from './route.ts'

export { route, registered, setCaptchaCheck, textOf } from './route.ts'
export type { Ctx, Identity, Player, Session } from './context.ts'

const BODY_LIMIT = 1024 * 1024
/** ErrorCode of a call that the database could not take (standards OPS-09). */
const TRY_LATER = 900_503

export interface Visit {
  config: SiteConfig
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
  }): Visit
  fastPath?: FastPath
  trustProxy?: boolean
}

export interface Http {
  app: FastifyInstance
  /** Who calls: set by the auth module once it stands. */
  setAuthenticator(authenticate: (request: FastifyRequest) => Promise<Identity>): void
  /** Asked before the router, after those that were set before it. */
  setFastPath(fastPath: FastPath): void
}

/** Answers hot cached reads before the router; true when it did (design §8). */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

declare module 'fastify' {
  interface FastifyInstance {
    /** Parts that keep ready bytes put their fast path here. */
    fastPaths?: FastPath[]
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
  let authenticate: (request: FastifyRequest) => Promise<Identity> = async () => NOBODY
  const fastPaths: FastPath[] = options.fastPath ? [options.fastPath] : []
  const app = Fastify({
    loggerInstance: options.log as never,
    logController: new LogController({ disableRequestLogging: true }),
    // What is logged of a request names its id itself: a logger of its own for each would be made for nothing.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy ?? false,
    genReqId: () => randomUUID(),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 300 },
    serverFactory: (handler) =>
      createServer({ requestTimeout: 15_000, headersTimeout: 10_000, maxHeaderSize: 16 * 1024 }, (request, response) => {
        for (const fastPath of fastPaths) if (fastPath(request, response)) return
        handler(request, response)
      }),
  })
  app.decorate('fastPaths', fastPaths)
  await app.register(cookie)
  await app.register(formbody, { bodyLimit: 64 * 1024 })
  await app.register(rateLimit, { global: false, keyGenerator: (request) => request.ip })
  // Old clients send JSON as text and name JSON without a body: what stands in the body decides.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<string>(
    ['application/json', 'application/vnd.api+json', 'text/plain'],
    { parseAs: 'string' },
    (request, body, done) => {
      if (body.trim() === '') done(null, {})
      else void parseJson(request, body, done)
    },
  )

  app.addHook('onRequest', async (request) => {
    request.ctx = makeContext(request, options)
    request.ctx.identity = await authenticate(request)
    const { session, bearer } = request.ctx.identity
    request.ctx.session = session
    request.ctx.player = session ? { id: session.playerId, brand: session.brand } : bearer
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(SAFE_HEADERS)
  })
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, options.log))
  return {
    app: app as unknown as FastifyInstance,
    setAuthenticator: (next) => (authenticate = next),
    setFastPath: (next) => void fastPaths.push(next),
  }
}

function makeContext(request: FastifyRequest, { clock, texts, visitOf }: HttpOptions): Ctx {
  const visit = visitOf({
    host: request.headers.host ?? 'localhost',
    url: request.url,
    query: request.query as Record<string, unknown>,
    cookies: request.cookies,
    headers: request.headers,
  })
  return {
    ...visit,
    clock,
    now: clock.now(),
    requestId: request.id,
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
    identity: NOBODY,
    session: null,
    player: null,
    text: (key, params) => texts.text(visit.lng, key, params),
    request,
  }
}

/** Malformed input is a 4xx in the endpoint's own envelope; everything else is generic with an id (WEB-14). */
function answerError(error: FastifyError, request: FastifyRequest, reply: import('fastify').FastifyReply, log: Logger) {
  const url = request.routeOptions.url
  const spec = registered.find((r) => url !== undefined && r.spec.method === request.method && pathsOf(r.spec).includes(url))?.spec
  const envelope = spec?.envelope ?? (request.url.startsWith('/web-api') || request.url.startsWith('/office') ? 'C' : 'B')
  const status = error.statusCode ?? 500
  const { ctx } = request
  if (status === 429) {
    const text = ctx?.text('platform:problem_too_many_requests') ?? ''
    return send(
      reply,
      refusal(envelope, { problem: true, code: 'platform.too_many_requests', severity: 'error', status: 429, wire: 429 }, text, false),
    )
  }
  if (status >= 400 && status < 500) {
    const text = ctx?.text(status === 413 ? 'platform:problem_body_too_large' : 'platform:problem_bad_body') ?? ''
    const answer = malformed(envelope, 'body', text)
    return send(reply, { ...answer, status: envelope === 'A' && status === 400 ? 400 : status })
  }
  if (isDatabaseAway(error)) {
    // Nothing is known of the fate of a write: the same call, under the same key, may be made again (rules 5).
    log.warn({ requestId: request.id, method: request.method, url, code: error.code }, 'the database cannot serve')
    const later = { problem: true, code: 'platform.try_later', severity: 'error', status: 503, wire: TRY_LATER } as const
    return send(reply.header('retry-after', '5'), refusal(envelope, later, ctx?.text('platform:problem_try_later') ?? '', false))
  }
  log.error({ err: error, requestId: request.id, method: request.method, url }, 'request failed')
  const text = ctx?.text('platform:problem_generic') ?? ''
  return send(
    reply,
    refusal(
      envelope,
      { problem: true, code: 'platform.generic', severity: 'error', status: 500, wire: 500, extra: { requestId: request.id } },
      text,
      false,
    ),
  )
}

function send(reply: import('fastify').FastifyReply, answer: { status: number; contentType: string; body: unknown }) {
  return reply
    .code(answer.status)
    .header('content-type', answer.contentType)
    .header('cache-control', 'no-store')
    .send(JSON.stringify(answer.body))
}

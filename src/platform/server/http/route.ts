/** Registers an endpoint exactly as its contract says: access, feature, input, envelope, errors. */
import type { FastifyInstance, FastifyReply, onRequestHookHandler } from 'fastify'
import type { z } from 'zod'
import { assert } from '#lib/assert.ts'
import { featureOn } from '#platform/shared/site-config.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { EndpointSpec, Input } from '#platform/shared/endpoint.ts'
import { speakAs, type Ctx, type Player } from './context.ts'
import { carriesGuid, malformed, refusal, success, type RefusalForm, type WireReply } from './envelope.ts'
import { jsonOf } from './json-text.ts'
import { loadStage, stageOf, type LoadStage } from './load.ts'
import { mayBeUnsound, soundFields, unsoundField } from './malformed.ts'
import { acceptedEncoding, packed } from './packed.ts'
import { partReader, type PartReader } from './read-part.ts'
import { dropRest } from './slow-body.ts'

export type Handler<E extends EndpointSpec> = (ctx: Ctx, input: Input<E>, reply: FastifyReply) => Promise<unknown> | unknown

/** Every endpoint that was registered: /dev/docs/api, the access matrix and the fuzz test read it. */
export const registered: { spec: EndpointSpec; paths: string[] }[] = []

const byPath = new Map<string, EndpointSpec>()

/** The endpoint at this path as it was registered, whatever the case of its letters. */
export function specOf(method: string, path: string): EndpointSpec | undefined {
  return byPath.get(`${method} ${path.toLowerCase()}`)
}

/** Every call at this address, whatever its method. */
export function callsAt(path: string): EndpointSpec[] {
  const asked = wordsOf(path)
  return registered.flatMap(({ spec, paths }) => (paths.some((own) => isAt(wordsOf(own), asked)) ? [spec] : []))
}

const wordsOf = (path: string): string[] => path.toLowerCase().replace(/\/$/, '').split('/')

function isAt(own: readonly string[], asked: readonly string[]): boolean {
  return own.length === asked.length && own.every((word, i) => word === asked[i] || (word.startsWith(':') && asked[i] !== ''))
}

/** First words of addresses under which programs call, in small letters. */
const serviceRoots = new Set<string>()
const SERVICE = /-(?:api|service)$/

/** Whether programs call below this address: what is not a call there is nothing, never a page. */
export function isService(path: string): boolean {
  const [, root = '', rest] = path.toLowerCase().split('/', 3)
  return rest !== undefined && (SERVICE.test(root) || serviceRoots.has(root))
}

/** Checks x-captcha-token when the brand has a captcha; set by the auth module. */
export type CaptchaCheck = (ctx: Ctx, token: string | undefined) => Promise<Problem | null>

/** Whether a known player may make this call now; set by the module that closes accounts. */
export type AccountGate = (
  spec: EndpointSpec,
  paths: readonly string[],
  playerId: number,
  ctx: Ctx,
) => Problem | null | Promise<Problem | null>

/** What modules put before the calls of one server. */
export interface Doors {
  captcha: CaptchaCheck
  account: AccountGate
}

export const openDoors = (): Doors => ({ captcha: async () => null, account: () => null })

declare module 'fastify' {
  interface FastifyInstance {
    doors?: Doors
  }
}

export function pathsOf(spec: EndpointSpec): string[] {
  const given = typeof spec.path === 'string' ? [spec.path] : [...spec.path]
  if (!spec.serviceRoot) return given
  return given.flatMap((path) => (path.startsWith('/service-api/') ? [path, path.slice('/service-api'.length)] : [path]))
}

export function route<E extends EndpointSpec>(app: FastifyInstance, spec: E, handler: Handler<E>): void {
  const paths = pathsOf(spec)
  registered.push({ spec, paths })
  for (const path of paths) {
    byPath.set(`${spec.method} ${path.toLowerCase()}`, spec)
    if (spec.serviceRoot) serviceRoots.add(path.toLowerCase().split('/', 2)[1]!)
  }
  const call = callOf(app, spec, paths)
  for (const url of paths) {
    app.route({
      method: spec.method,
      url,
      ...(spec.files ? { onRequest: beforeBody(call) } : {}),
      ...(spec.rateLimit ? { config: { rateLimit: { max: spec.rateLimit.max, timeWindow: spec.rateLimit.windowMs } } } : {}),
      handler: (request, reply) => {
        const answer = run(call, request.ctx, request, (ctx, input) => {
          if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
          return handler(ctx, input as unknown as Input<E>, reply)
        })
        // Nothing is returned: the router would wait for it once more.
        const sent = answer instanceof Promise ? answer.then((given) => send(spec, reply, given)) : send(spec, reply, answer)
        if (sent instanceof Promise) sent.catch((error: unknown) => reply.send(error))
      },
    })
  }
}

/** Of calls that take files. What an account that was closed is told comes as with other calls, after its body. */
function beforeBody(call: Call): onRequestHookHandler {
  return (request, reply, done) => {
    const denied = standsBefore(call, request.ctx, {})
    if (!denied) return done()
    void send(call.spec, reply, refused(call, request.ctx, denied))
    dropRest(request.raw)
  }
}

/**
 * As `route`, for calls that come by the thousand a second: plain requests are answered before the router
 * (hot-path.ts). The handler writes no head of its own, so it is given none.
 */
export function hotRoute<E extends EndpointSpec>(
  app: FastifyInstance,
  spec: E,
  handler: (ctx: Ctx, input: Input<E>) => Promise<unknown> | unknown,
): void {
  assert(spec.method === 'POST' && !spec.rateLimit && !spec.query && !spec.params, 'a hot call is a POST with a body alone')
  route(app, spec, handler)
  const paths = pathsOf(spec)
  const call = callOf(app, spec, paths)
  const serve = (ctx: Ctx, input: unknown) => handler(ctx, input as Input<E>)
  for (const path of paths) app.hotCalls?.set(path, { spec, run: (ctx, body) => run(call, ctx, { body }, serve) })
}

/** Below it packing saves nothing. */
const PACKED_FROM = 1_000

/**
 * Only what everybody may read is packed: the size of a packed answer tells whoever can put his own words into it how
 * much of it they repeat, and answers to somebody may hold his secrets.
 */
const isPackable = ({ method, auth }: EndpointSpec): boolean => method === 'GET' && auth === 'none'

/** Null: the handler has written the reply itself. */
function send(spec: EndpointSpec, reply: FastifyReply, answer: WireReply | null): Promise<void> | void {
  if (!answer || reply.sent) return
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (answer.headers) reply.headers(answer.headers)
  reply.code(answer.status).header('content-type', answer.contentType)
  const text = jsonOf(answer.body)
  if (!isPackable(spec) || text.length < PACKED_FROM || reply.hasHeader('set-cookie')) return void reply.send(text)
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`)
  const encoding = acceptedEncoding(reply.request.headers['accept-encoding'])
  if (encoding === 'identity') return void reply.send(text)
  return packed(text, encoding).then((bytes) => {
    if (!reply.sent) reply.header('content-encoding', encoding).send(bytes)
  })
}

/** An endpoint as it is served: what can be known before a request comes is known. */
interface Call {
  spec: EndpointSpec
  paths: readonly string[]
  doors: Doors
  parts: readonly Part[]
  /** The answer carries a Guid of its own. */
  guid: boolean
  /** The cookie of the token opens it. */
  ofSite: boolean
  /** From this stage of load on the call is turned off; 0 = never. */
  extra: LoadStage
}

/** web-api and office, in whose list the settings of a user stand as well (wire 13): there alone the cookie is a proof (wire 2.4). */
const OF_SITE = /^\/(?:web-api|office|api\/web)\//

interface Part {
  name: 'params' | 'query' | 'body'
  read: PartReader
}

/** What came, not yet looked at. */
type Given = Partial<Record<Part['name'], unknown>>

type Serve = (ctx: Ctx, input: Record<string, unknown>) => Promise<unknown> | unknown

function callOf({ doors }: FastifyInstance, spec: EndpointSpec, paths: readonly string[]): Call {
  assert(doors, 'calls are registered on the server that createHttp has made: others would stand open')
  const parts = (['params', 'query', 'body'] as const).flatMap((name) => {
    const schema = spec[name]
    return schema ? [{ name, read: partReader(schema, { anyCase: spec.wire === true }) }] : []
  })
  return {
    spec,
    paths,
    doors,
    parts,
    guid: paths.some(carriesGuid),
    ofSite: paths.some((path) => OF_SITE.test(path)),
    extra: stageOf(paths),
  }
}

/** ErrorCode of an extra that is turned off for load; the page does not ask at once again. */
const BUSY = 503

function run(call: Call, ctx: Ctx, given: Given, serve: Serve): Promise<WireReply | null> | WireReply | null {
  const { spec } = call
  if (spec.wire) speakAs(ctx, given.body)
  const denied = standsBefore(call, ctx, given)
  if (denied) return refused(call, ctx, denied)
  const closed = spec.auth !== 'none' && ctx.player ? call.doors.account(spec, call.paths, ctx.player.id, ctx) : null
  if (closed instanceof Promise) return closed.then((p) => (p ? refused(call, ctx, p) : answer(call, ctx, given, serve)))
  return closed ? refused(call, ctx, closed) : answer(call, ctx, given, serve)
}

const refused = (call: Call, ctx: Ctx, p: Problem): WireReply => refusal(formOf(call, ctx), p, textOf(ctx, p))

/** What is known without the call's own input; of the body only the old form's proof is read. */
function standsBefore(call: Call, ctx: Ctx, given: Given): Problem | null {
  const { spec, extra } = call
  if (extra !== 0 && extra <= loadStage()) return problem('platform.busy', { status: 503, wire: BUSY })
  if (!featureOn(ctx.config, spec.feature) || !featureOn(ctx.config, spec.featureOf?.(ctx.request.url)))
    return problem('platform.not_found', { status: 404, wire: 404 })
  if (!spec.everywhere && ctx.config.countries.blocked.includes(ctx.country))
    return problem('platform.blocked_country', { status: 451, wire: 451 })
  return access(call, ctx, given)
}

/** After everything that may stand before a call: reads what came and serves it. */
function answer(call: Call, ctx: Ctx, given: Given, serve: Serve): Promise<WireReply | null> | WireReply | null {
  const { spec } = call
  const input = readInput(call, given, ctx.request.url)
  if (typeof input === 'string') return malformed(formOf(call, ctx), input, ctx.text('platform:problem_bad_field'))
  const serveIt = () => {
    const result = serve(ctx, input)
    return result instanceof Promise ? result.then((value) => answerOf(call, ctx, value)) : answerOf(call, ctx, result)
  }
  if (!spec.captcha) return serveIt()
  const token = ctx.request.headers['x-captcha-token']
  return call.doors.captcha(ctx, typeof token === 'string' ? token : undefined).then((bad) => (bad ? refused(call, ctx, bad) : serveIt()))
}

function formOf({ spec, guid }: Call, ctx: Ctx): RefusalForm {
  return { envelope: spec.envelope, guid, method: spec.method, say: ctx.text }
}

function answerOf(call: Call, ctx: Ctx, result: unknown): WireReply | null {
  const { spec, guid } = call
  if (isProblem(result)) return refusal(formOf(call, ctx), result, textOf(ctx, result))
  return spec.envelope === 'none' ? null : success(spec.envelope, result, guid)
}

/** Who calls, by the places in which the endpoint takes a proof; and the CSRF rule (standards C15). */
function access(call: Call, ctx: Ctx, given: Given): Problem | null {
  const { spec } = call
  if (spec.auth !== 'none') {
    const player = playerFor(call, ctx, given)
    if (ctx.identity.blocked && player) return problem('platform.account_closed', { status: 403, wire: 403 })
    if (!player) return problem('platform.sign_in', { status: 401, wire: 403 })
    ctx.player = player
  }
  const guarded = spec.csrf ?? spec.method !== 'GET'
  if (guarded && !sameSite(ctx)) return problem('platform.cross_site', { status: 403, wire: 403 })
  return null
}

function playerFor({ spec, ofSite }: Call, ctx: Ctx, given: Given): Player | null {
  const { identity } = ctx
  switch (spec.auth) {
    case 'none':
      return ctx.player
    case 'player':
      return identity.session ? { id: identity.session.playerId, brand: identity.session.brand } : identity.bearer
    case 'token':
      return identity.bearer ?? identity.extended ?? ((spec.uhash ? hasHash(ctx, given.body) : ofSite) ? identity.cookieToken : null)
    case 'extended':
      return identity.extended
  }
}

const HASH_LENGTH = 8

/** The page knows the beginning of its token: what a form of another site cannot read (wire 8.7.4). */
function hasHash(ctx: Ctx, body: unknown): boolean {
  const hash = typeof body === 'object' && body !== null && 'hash' in body ? body.hash : null
  const token = ctx.request.cookies['user_token'] ?? ''
  return typeof hash === 'string' && hash.length === HASH_LENGTH && token.startsWith(hash)
}

const GUARD_HEADERS = ['authorization', 'x-auth', 'x-captcha-token', 'x-requested-with']

function sameSite(ctx: Ctx): boolean {
  const { headers } = ctx.request
  if (headers['sec-fetch-site'] === 'cross-site') return false
  return GUARD_HEADERS.some((name) => headers[name] !== undefined)
}

/** Open calls of programs: a value that means nothing means the default there. */
const isFeed = ({ wire, method, auth }: EndpointSpec) => wire === true && method === 'GET' && auth === 'none'

/** The checked input, or the name of the field that is wrong. */
function readInput({ spec, parts }: Call, all: Given, url: string): Record<string, unknown> | string {
  const out: Record<string, unknown> = { params: undefined, query: undefined, body: undefined }
  for (const { name, read } of parts) {
    let given = all[name] ?? {}
    // Of a body it is asked where it is parsed.
    if (name !== 'body' && mayBeUnsound(url)) {
      if (isFeed(spec)) given = soundFields(given)
      const unsound = unsoundField(given)
      if (unsound !== null) return unsound || name
    }
    const parsed = read(given)
    if (!parsed.success) return fieldOf(parsed.error, name)
    out[name] = parsed.data
  }
  return out
}

function fieldOf(error: z.ZodError, part: string): string {
  const path = error.issues[0]?.path.map(String).join('.')
  return path || part
}

export function textOf(ctx: Pick<Ctx, 'text'>, p: Problem): string {
  const [unit, name] = p.code.split('.')
  return ctx.text(`${unit}:problem_${name}`, p.params)
}

/** Registers an endpoint exactly as its contract says: access, feature, input, envelope, errors. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { featureOn } from '#platform/shared/site-config.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { EndpointSpec, Input } from '#platform/shared/endpoint.ts'
import type { Ctx, Player } from './context.ts'
import { malformed, refusal, success, type WireReply } from './envelope.ts'
import { matchKeys } from './wire-input.ts'

export type Handler<E extends EndpointSpec> = (ctx: Ctx, input: Input<E>, reply: FastifyReply) => Promise<unknown> | unknown

/** Every endpoint that was registered: /dev/docs/api, the access matrix and the fuzz test read it. */
export const registered: { spec: EndpointSpec; paths: string[] }[] = []

/** Checks x-captcha-token when the brand has a captcha; set by the auth module. */
export type CaptchaCheck = (ctx: Ctx, token: string | undefined) => Promise<Problem | null>
let captchaCheck: CaptchaCheck = async () => null
export function setCaptchaCheck(check: CaptchaCheck): void {
  captchaCheck = check
}

export function pathsOf(spec: EndpointSpec): string[] {
  const given = typeof spec.path === 'string' ? [spec.path] : [...spec.path]
  if (!spec.serviceRoot) return given
  return given.flatMap((path) => (path.startsWith('/service-api/') ? [path, path.slice('/service-api'.length)] : [path]))
}

export function route<E extends EndpointSpec>(app: FastifyInstance, spec: E, handler: Handler<E>): void {
  const paths = pathsOf(spec)
  registered.push({ spec, paths })
  const isCoupon = paths.some((path) => /live(bet|util)|datalinelive/i.test(path))
  for (const url of paths) {
    app.route({
      method: spec.method,
      url,
      ...(spec.rateLimit ? { config: { rateLimit: { max: spec.rateLimit.max, timeWindow: spec.rateLimit.windowMs } } } : {}),
      handler: async (request, reply) => {
        const answer = await run(spec, handler, request, reply, isCoupon)
        if (answer === null) return reply
        return reply.code(answer.status).header('content-type', answer.contentType).send(JSON.stringify(answer.body))
      },
    })
  }
}

async function run<E extends EndpointSpec>(
  spec: E,
  handler: Handler<E>,
  request: FastifyRequest,
  reply: FastifyReply,
  guid: boolean,
): Promise<WireReply | null> {
  const { ctx } = request
  const refuse = (p: Problem) => refusal(spec.envelope, p, textOf(ctx, p), guid)
  if (!featureOn(ctx.config, spec.feature)) return refuse(problem('platform.not_found', { status: 404, wire: 404 }))
  if (!spec.everywhere && ctx.config.countries.blocked.includes(ctx.country))
    return refuse(problem('platform.blocked_country', { status: 451, wire: 451 }))
  const denied = access(spec, ctx)
  if (denied) return refuse(denied)
  const input = readInput(spec, request)
  if (typeof input === 'string') return malformed(spec.envelope, input, ctx.text('platform:problem_bad_field'))
  if (spec.captcha) {
    const token = request.headers['x-captcha-token']
    const bad = await captchaCheck(ctx, typeof token === 'string' ? token : undefined)
    if (bad) return refuse(bad)
  }
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  const result = await handler(ctx, input as unknown as Input<E>, reply)
  if (isProblem(result)) return refuse(result)
  if (spec.envelope === 'none' || reply.sent) return null
  return success(spec.envelope, result, guid)
}

/** Who calls, by the places in which the endpoint takes a proof; and the CSRF rule (standards C15). */
function access(spec: EndpointSpec, ctx: Ctx): Problem | null {
  const { identity } = ctx
  if (spec.auth !== 'none') {
    const player = playerFor(spec, ctx)
    if (identity.blocked && player) return problem('platform.account_closed', { status: 403, wire: 403 })
    if (!player) return problem('platform.sign_in', { status: 401, wire: 403 })
    ctx.player = player
  }
  const guarded = spec.csrf ?? spec.method !== 'GET'
  if (guarded && !sameSite(ctx)) return problem('platform.cross_site', { status: 403, wire: 403 })
  return null
}

function playerFor(spec: EndpointSpec, ctx: Ctx): Player | null {
  const { identity } = ctx
  switch (spec.auth) {
    case 'none':
      return ctx.player
    case 'player':
      return identity.session ? { id: identity.session.playerId, brand: identity.session.brand } : identity.bearer
    case 'token':
      return (
        identity.bearer ??
        identity.extended ??
        (spec.envelope === 'C' || spec.envelope === 'J' || spec.envelope === 'B' ? identity.cookieToken : null)
      )
    case 'extended':
      return identity.extended
  }
}

const GUARD_HEADERS = ['authorization', 'x-auth', 'x-captcha-token', 'x-requested-with']

function sameSite(ctx: Ctx): boolean {
  const { headers } = ctx.request
  if (headers['sec-fetch-site'] === 'cross-site') return false
  return GUARD_HEADERS.some((name) => headers[name] !== undefined)
}

/** The checked input, or the name of the field that is wrong. */
function readInput(spec: EndpointSpec, request: FastifyRequest): Record<string, unknown> | string {
  const out: Record<string, unknown> = { params: undefined, query: undefined, body: undefined }
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = spec[part]
    if (!schema) continue
    const given = request[part] ?? {}
    const parsed = schema.safeParse(spec.wire ? matchKeys(schema, given) : given)
    if (!parsed.success) return fieldOf(parsed.error, part)
    out[part] = parsed.data
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

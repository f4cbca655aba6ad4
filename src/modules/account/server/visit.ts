/** What of a visit a registration keeps, and how its form is refused. */
import type { FastifyReply } from 'fastify'
import type { Ctx } from '#platform/server/http.ts'
import { isBrowser, originOf, visitorOf } from '#modules/auth/server/index.ts'
import type { Refused } from './register.ts'

export const visitOf = (ctx: Ctx) => ({
  config: ctx.config,
  lng: ctx.lng,
  visitor: visitorOf(ctx),
  browser: isBrowser(ctx),
  origin: originOf(ctx),
  partner: ctx.partner,
})

/** All wrong fields at once, in the form's own shape. */
export function refuseForm(ctx: Ctx, reply: FastifyReply, errors: Refused['errors']): FastifyReply {
  reply.code(422).type('application/json; charset=utf-8')
  return reply.send(JSON.stringify({ status: 'error', errors: errors.map((error) => errorText(ctx, error)) }))
}

export function errorText(ctx: Ctx, error: Refused['errors'][number]): { field: string; message: string; key: string } {
  if ('problem' in error) {
    const [unit, name] = error.problem.code.split('.')
    return { field: error.field, key: name ?? '', message: ctx.text(`${unit}:problem_${name}`, error.problem.params) }
  }
  const { field, key, params } = error
  return { field, key, message: ctx.text(`account:${key}`, params) }
}

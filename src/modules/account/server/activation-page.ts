/**
 * The page behind the link of the confirmation letter. Opening it changes nothing, for mail scanners open links
 * too; its one button does. It needs no script, so it works in every mail program's window.
 */
import type { FastifyInstance } from 'fastify'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import type { Ctx } from '#platform/server/http.ts'
import { escape, sendPage as send } from './plain-page.ts'

export function activationPage(
  app: FastifyInstance,
  activate: (brand: string, hash: string) => Promise<{ playerId: number } | Problem>,
): void {
  app.get('/activation', (request, reply) => {
    const { ctx } = request
    const hash = readHash(request.query)
    const form = `<form method="post" action="/activation?lng=${escape(ctx.lng)}"><input type="hidden" name="hash" value="${escape(hash)}"><button>${escape(ctx.text('account:activation_button'))}</button></form>`
    return send(ctx, reply, 200, ctx.text('account:activation_title'), form)
  })

  app.post('/activation', async (request, reply) => {
    const { ctx } = request
    if (request.headers['sec-fetch-site'] === 'cross-site')
      return send(ctx, reply, 403, ctx.text('account:problem_activation_invalid'), home(ctx))
    const done = await activate(ctx.brand, readHash(request.body))
    if (isProblem(done)) return send(ctx, reply, 422, ctx.text('account:problem_activation_invalid'), home(ctx))
    return send(ctx, reply, 200, ctx.text('account:activation_done'), home(ctx))
  })
}

function readHash(source: unknown): string {
  const hash = typeof source === 'object' && source !== null ? (source as Record<string, unknown>)['hash'] : ''
  return typeof hash === 'string' && hash.length <= 100 ? hash : ''
}

function home(ctx: Ctx): string {
  return `<a class="go" href="/${escape(ctx.lng)}/office">${escape(ctx.text('account:activation_go'))}</a>`
}

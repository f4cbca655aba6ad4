/**
 * The page behind the link of the confirmation letter. Opening it changes nothing, for mail scanners open links
 * too; its one button does. It needs no script, so it works in every mail program's window.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { languageTag } from '#lib/language-tag.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import type { Ctx } from '#platform/server/http.ts'

const CSP = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

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

function brandLink(ctx: Ctx): string {
  return `<a href="/${escape(ctx.lng)}">${escape(ctx.config.customize.name)}</a>`
}

function send(ctx: Ctx, reply: FastifyReply, status: number, title: string, content: string): FastifyReply {
  const dir = ['ar', 'fa', 'he', 'ur', 'ku'].includes(ctx.lng) ? 'rtl' : 'ltr'
  const style =
    'body{font:17px/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-content:center;text-align:center;padding:24px;box-sizing:border-box;color-scheme:light dark}' +
    'header{font-weight:800;font-size:20px}header a{color:inherit;text-decoration:none}h1{font-size:24px;line-height:1.25;margin:24px 0}' +
    'button,.go{font:inherit;font-weight:700;display:inline-block;min-width:200px;box-sizing:border-box;padding:12px 28px;border:0;border-radius:8px;background:CanvasText;color:Canvas;text-decoration:none;cursor:pointer}' +
    ':focus-visible{outline:3px solid Highlight;outline-offset:2px}'
  const page = `<!doctype html><html lang="${escape(languageTag(ctx.lng))}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escape(title)}</title><style>${style}</style></head><body><header>${brandLink(ctx)}</header><main><h1>${escape(title)}</h1>${content}</main></body></html>`
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', CSP)
    .send(page)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

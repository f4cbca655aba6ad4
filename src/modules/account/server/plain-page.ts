/** Pages behind links of letters: no script, no menu, so they work in every mail program's window. */
import type { FastifyReply } from 'fastify'
import { languageTag } from '#lib/language-tag.ts'
import type { Ctx } from '#platform/server/http.ts'
import { directionOf } from '#platform/shared/visit.ts'

const CSP = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

function brandLink(ctx: Ctx): string {
  return `<a href="/${escape(ctx.lng)}">${escape(ctx.config.customize.name)}</a>`
}

export function sendPage(ctx: Ctx, reply: FastifyReply, status: number, title: string, content: string): FastifyReply {
  const style =
    'body{font:17px/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-content:center;text-align:center;padding:24px;box-sizing:border-box;color-scheme:light dark}' +
    'header{font-weight:800;font-size:20px}header a{color:inherit;text-decoration:none}h1{font-size:24px;line-height:1.25;margin:24px 0}' +
    'button,.go{font:inherit;font-weight:700;display:inline-block;min-width:200px;box-sizing:border-box;padding:12px 28px;border:0;border-radius:8px;background:CanvasText;color:Canvas;text-decoration:none;cursor:pointer}' +
    ':focus-visible{outline:3px solid Highlight;outline-offset:2px}'
  const page = `<!doctype html><html lang="${escape(languageTag(ctx.lng))}" dir="${directionOf(ctx.lng)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escape(title)}</title><style>${style}</style></head><body><header>${brandLink(ctx)}</header><main><h1>${escape(title)}</h1>${content}</main></body></html>`
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', CSP)
    .send(page)
}

export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

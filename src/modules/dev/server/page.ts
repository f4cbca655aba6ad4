/** A plain page of the development area; all but two work without script. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { languageTag } from '#lib/language-tag.ts'
import { directionOf } from '#platform/shared/visit.ts'

const CSP = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'self'; base-uri 'none'"

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:720px;padding:32px 20px}
h1{font-size:26px;margin:0 0 8px}h2{font-size:17px;margin:28px 0 4px}article{border-top:1px solid color-mix(in srgb,CanvasText 40%,transparent);padding:16px 0}p{margin:8px 0;white-space:pre-line;overflow-wrap:anywhere}
small{opacity:.7}dl{display:grid;grid-template-columns:max-content 1fr;gap:6px 20px}dd{margin:0;font-variant-numeric:tabular-nums}
form{display:flex;flex-wrap:wrap;gap:10px;margin:20px 0}button{font:inherit;padding:10px 22px;border-radius:8px;border:1px solid color-mix(in srgb,CanvasText 53%,transparent);background:none;color:inherit;cursor:pointer}
button.main{background:CanvasText;border-color:CanvasText;color:Canvas}.mark{display:inline-block;border:1px solid;border-radius:4px;padding:0 8px;font-size:13px;letter-spacing:.04em}
.sum{font-size:34px;font-variant-numeric:tabular-nums;margin:12px 0}table{width:100%;border-collapse:collapse}td,th{text-align:start;padding:6px 8px;border-top:1px solid color-mix(in srgb,CanvasText 27%,transparent)}
td form{margin:0;align-items:center}td{white-space:nowrap}td:has(form){white-space:normal}td form button{padding:4px 14px}input,select{font:inherit;max-width:100%}label{min-width:0;max-width:100%}@media(max-width:760px){table{display:block;overflow-x:auto}}`

interface DevPage {
  lng: string
  title: string
  content: string
  status?: number
  /** Runs in the page and may call this site and frame its pages. */
  script?: string
}

export function devPage(reply: FastifyReply, page: DevPage): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const withScript = page.script === undefined ? '' : `; script-src 'nonce-${nonce}'; connect-src 'self'; frame-src 'self'`
  return reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', CSP + withScript)
    .send(
      `<!doctype html><html lang="${escapeHtml(languageTag(page.lng))}" data-lng="${escapeHtml(page.lng)}" dir="${directionOf(page.lng)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(page.title)}</title><style>${STYLE}</style></head><body><h1>${escapeHtml(page.title)}</h1>${page.content}${page.script === undefined ? '' : `<script nonce="${nonce}">${page.script}</script>`}</body></html>`,
    )
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** The rows of a list, or what is said when it is empty; both are HTML. */
export function tableOr(rows: readonly string[], none: string): string {
  return rows.length > 0 ? `<table>${rows.join('')}</table>` : `<p>${none}</p>`
}

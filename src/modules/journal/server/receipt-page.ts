/**
 * The page that checks a receipt without our server: one file with its styles, texts and code inside, that asks for
 * nothing. It is put together from the rules themselves, so that the page and the house check with the same code.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { canonicalJson } from '#lib/json.ts'
import { divideHalfUp } from '#lib/money.ts'
import { rebasedPrice, rebasing } from '#modules/payout/rules/base-price.ts'
import { hasOnePrice } from '#modules/payout/rules/one-price.ts'
import { byBlock } from '#modules/payout/rules/block-order.ts'
import { houseTokens } from '#modules/brand/server/index.ts'
import { route } from '#platform/server/http.ts'
import type { Texts } from '#platform/server/texts.ts'
import { verifyPage } from '../contract.ts'
import { checkPlace, checkReceipt, type PublishedKey } from '../rules/check-receipt.ts'
import { entryText, headText, receiptText } from '../rules/entry.ts'
import { runReceiptPage } from './page-script.ts'

const LANGUAGES = ['ru', 'en', 'ar'] as const
type Language = (typeof LANGUAGES)[number]
const NAMES: Record<Language, string> = { ru: 'Русский', en: 'English', ar: 'العربية' }
const TOKENS = [
  'bg',
  'surface',
  'sunken',
  'line',
  'line-strong',
  'text',
  'text-2',
  'link',
  'up',
  'up-bg',
  'error',
  'error-bg',
  'warn',
  'warn-bg',
  'primary',
  'on-primary',
] as const

const STYLE = `*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--text);font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic',sans-serif}
main{max-width:760px;margin:0 auto;padding:24px 16px 56px}header{display:flex;flex-wrap:wrap;gap:8px;align-items:center}h1{font-size:26px;line-height:1.2;margin:24px 0 8px}h2{font-size:17px;margin:0 0 8px}p{margin:0 0 16px}
.push{margin-inline-start:auto}button,.button{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--line-strong);border-radius:8px;padding:8px 14px;min-height:44px;cursor:pointer;text-decoration:none;display:inline-flex;align-items:center}
button[aria-pressed=true],.main{background:var(--primary);color:var(--on-primary);border-color:var(--primary)}:focus-visible{outline:2px solid var(--link);outline-offset:2px}
#drop{display:block;border:2px dashed var(--line-strong);border-radius:12px;background:var(--surface);padding:24px 16px;text-align:center;cursor:pointer}#drop{position:relative;min-height:88px;display:grid;place-content:center;gap:4px}#drop:focus-within{outline:2px solid var(--link);outline-offset:2px}#file{position:absolute;inset:0;width:100%;opacity:0;cursor:pointer}nav{display:flex;gap:8px;flex-wrap:wrap}.leg>.figure{white-space:nowrap}dt{flex:0 0 auto;max-width:45%}
textarea{width:100%;min-height:88px;margin:8px 0;font:13px/1.4 ui-monospace,monospace;background:var(--surface);color:inherit;border:1px solid var(--line-strong);border-radius:8px;padding:8px;direction:ltr}
.card{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:16px;margin:16px 0}.facts{margin:0;display:grid;gap:6px}.row{display:flex;gap:16px;justify-content:space-between;align-items:baseline}dt{color:var(--text-2)}dd{margin:0;text-align:end;overflow-wrap:anywhere;min-width:0}
.figure{font-variant-numeric:tabular-nums;overflow-wrap:anywhere}.soft{color:var(--text-2);font-size:13px}ul,ol{margin:12px 0 0;padding:0;list-style:none;display:grid;gap:8px}.leg{display:flex;gap:16px;justify-content:space-between;border-top:1px solid var(--line);padding-top:8px}.block{border-top:1px solid var(--line);padding-top:8px;font-size:13px;font-weight:600}.block+.leg{border-top:0;padding-top:0}
.verdict{display:flex;gap:10px;align-items:baseline;border-radius:8px;padding:8px 12px}.sign{font-size:16px}.good{background:var(--up-bg);color:var(--up)}.bad{background:var(--error-bg);color:var(--error)}.missing{background:var(--warn-bg);color:var(--warn)}
.overall{font-size:18px;font-weight:700;border-radius:12px;padding:16px;margin:24px 0 0}.verdicts{margin-bottom:16px}pre{overflow:auto;direction:ltr;text-align:left;font-size:12px}summary{cursor:pointer;min-height:24px}#problem{background:var(--error-bg);color:var(--error);border-radius:12px;padding:12px 16px;margin:16px 0 0}[hidden]{display:none!important}`

/** The page as one file. `keys` travel in it, so that a saved page knows whose signature counts. */
export function receiptPage(texts: Texts, language: Language, keys: readonly PublishedKey[]): { html: string; policy: string } {
  const style = `${colours()}\n${STYLE}`
  const rules = [
    canonicalJson,
    entryText,
    headText,
    receiptText,
    checkPlace,
    checkReceipt,
    divideHalfUp,
    rebasedPrice,
    rebasing,
    byBlock,
    hasOnePrice,
  ]
    .map(String)
    .join('\n')
  const words = JSON.stringify(Object.fromEntries(LANGUAGES.map((lng) => [lng, pageTexts(texts, lng)]))).replaceAll('<', '\\u003c')
  const script = `'use strict';\n${rules}\n${String(runReceiptPage)}\nrunReceiptPage(window, ${words}, ${JSON.stringify(keys)}, checkReceipt, { rebasing, byBlock, hasOnePrice })`
  const policy = `default-src 'none'; script-src 'sha256-${base64Hash(script)}'; style-src 'sha256-${base64Hash(style)}'; base-uri 'none'; form-action 'none'`
  const buttons = LANGUAGES.map((lng) => `<button type="button" data-lng="${lng}" lang="${lng}">${NAMES[lng]}</button>`).join('')
  const word = (tag: string, key: string, more = '') => `<${tag}${more} data-text="${key}"></${tag}>`
  const html = `<!doctype html><html lang="${language}" data-theme="paper"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Polosa</title><style>${style}</style></head><body><main>
<header><nav>${buttons}</nav>${word('button', 'page_theme', ' type="button" id="theme" class="push"')}</header>
${word('h1', 'page_title')}${word('p', 'page_about')}
<label id="drop" for="file">${word('span', 'page_drop')}<b id="name"></b><input id="file" type="file" accept=".json,application/json"></label>
<details class="card">${word('summary', 'page_paste')}<textarea id="paste" spellcheck="false" aria-labelledby="check"></textarea>${word('button', 'page_check', ' type="button" id="check" class="main"')}</details>
<p class="soft">${word('span', 'page_keys')} <bdi dir="ltr">${keys.map(({ id }) => id).join(', ')}</bdi>. ${word('span', 'page_key_hint')} <bdi dir="ltr">/.well-known/polosa-journal-key.json</bdi></p>
<p id="keep">${word('a', 'page_keep', ' class="button" href="?download=1" download="polosa-verify.html"')}</p>
<p id="problem" role="alert" hidden></p><div id="result" aria-live="polite"></div></main><script>${script}</script></body></html>`
  return { html, policy }
}

function pageTexts(texts: Texts, lng: string): Record<string, string> {
  const words = { ...texts.dictionary('en')['journal'], ...texts.dictionary(lng)['journal'] }
  return Object.fromEntries(Object.entries(words).filter(([key]) => key.startsWith('page_')))
}

/** Both themes of the house, from the one file that names colours. */
function colours(): string {
  const tokens = houseTokens()
  const block = (theme: 'paper' | 'flood') => TOKENS.map((name) => `--${name}:${tokens[theme][name]}`).join(';')
  return `[data-theme=paper]{color-scheme:light;${block('paper')}}[data-theme=flood]{color-scheme:dark;${block('flood')}}`
}

function base64Hash(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

/** `keysOf`: the present key and the earlier ones, as they are published. */
export function createReceiptPage(texts: Texts, keysOf: () => Promise<PublishedKey[]>): (app: FastifyInstance) => void {
  const made = new Map<Language, { of: string; page: ReturnType<typeof receiptPage> }>()
  return (app) =>
    route(app, verifyPage, async (ctx, { query }, reply) => {
      const lng = LANGUAGES.find((known) => known === (query.lng ?? ctx.lng)) ?? 'en'
      const keys = await keysOf()
      const of = keys.map(({ id }) => id).join()
      const kept = made.get(lng)
      const page = kept?.of === of ? kept.page : receiptPage(texts, lng, keys)
      made.set(lng, { of, page })
      if (query.download !== undefined) reply.header('content-disposition', 'attachment; filename="polosa-verify.html"')
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('content-security-policy', `${page.policy}; frame-ancestors 'none'`)
        .send(page.html)
    })
}

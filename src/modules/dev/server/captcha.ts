/**
 * Captchas of development: the answer of an own task, so that an outsider's script can pass where a person would, and an
 * imitation of the hosted ones. Its addresses keep the provider's host and path, so that one sees whom the site calls.
 */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { captchaSolution, type CaptchaSimulator } from '#modules/auth/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import { devPage, escapeHtml } from './page.ts'
import { innerFetch } from './social/index.ts'

const PREFIX = '/dev/captcha/'
const KEYS = { siteKey: 'simulated-site', secret: 'simulated-secret' }
/** Tokens that were given and not yet shown to the product. */
const given = new Set<string>()
const GIVEN_MOST = 1_000

/** Speaks as the scripts of both providers do; what a visitor decides in its window comes as a message. */
const SCRIPT = `(() => {
const isGoogle = document.currentScript.src.includes('recaptcha')
const home = document.currentScript.src.replace(/[^/]*$/, '')
const widgets = []
const hide = (widget) => { widget.box.style.visibility = 'hidden' }
const api = {
  ready: (then) => then(),
  render: (_place, how) => {
    const box = document.createElement('div')
    box.style.cssText = 'position:fixed;inset:0;visibility:hidden'
    document.body.append(box)
    widgets.push({ box, how })
    document.documentElement.dataset.widgets = widgets.length
    return widgets.length - 1
  },
  reset: (id) => hide(widgets[id]),
  execute: (id) => {
    const { box, how } = widgets[id]
    const frame = document.createElement('iframe')
    frame.src = home + 'bframe?hl=' + how.hl
    frame.title = 'challenge'
    frame.style.cssText = 'inline-size:100%;block-size:100%;border:0'
    box.replaceChildren(frame)
    box.style.visibility = 'visible'
    if (!isGoogle) how['open-callback']()
  },
}
addEventListener('message', (event) => {
  const widget = widgets.find(({ box }) => box.firstChild && box.firstChild.contentWindow === event.source)
  if (!widget || event.origin !== location.origin) return
  hide(widget)
  const { how } = widget
  if (event.data.token) how.callback(event.data.token)
  else if (event.data.said === 'expired') how[isGoogle ? 'expired-callback' : 'chalexpired-callback']()
  else if (event.data.said === 'error') how['error-callback']()
})
window[isGoogle ? 'grecaptcha' : 'hcaptcha'] = api
})()`

const CHALLENGE = `for (const button of document.querySelectorAll('button')) button.onclick = () => parent.postMessage({ ...button.dataset }, location.origin)`

type Address = { Params: { '*': string } }

export function captchaPages(app: FastifyInstance, db: Db): CaptchaSimulator {
  app.get<{ Params: { id: string } }>('/dev/api/captcha/:id', async (request, reply) => {
    const solution = await captchaSolution(db, request.params.id)
    return solution ?? reply.code(404).send({ field: 'id' })
  })
  app.get<Address>(`${PREFIX}*`, async (request, reply) => {
    const path = request.params['*']
    if (path.endsWith('api.js')) return reply.type('text/javascript').header('cache-control', 'no-store').send(SCRIPT)
    if (!path.endsWith('bframe')) return reply.code(404).send()
    const { ctx } = request
    const text = (key: string) => escapeHtml(ctx.text(`dev:captcha_${key}`))
    const content = `<p><span class="mark">${text('simulated')}</span> ${escapeHtml(path.split('/')[0] ?? '')}</p>
<form><button type="button" class="main" data-token="${newToken()}">${text('pass')}</button><button type="button" data-said="expired">${text('expire')}</button><button type="button" data-said="error">${text('break')}</button></form>`
    return devPage(reply, { lng: ctx.lng, title: ctx.text('dev:captcha_title'), content, script: CHALLENGE })
  })
  app.post<Address>(`${PREFIX}*`, async (request, reply) => {
    if (!request.params['*'].endsWith('siteverify')) return reply.code(404).send()
    const { secret, response } = (request.body ?? {}) as { secret?: string; response?: string }
    return { success: secret === KEYS.secret && given.delete(String(response)) }
  })
  return { keys: KEYS, pathOf: (address) => PREFIX + address.slice('https://'.length), fetch: innerFetch(app) }
}

function newToken(): string {
  if (given.size >= GIVEN_MOST) given.clear()
  const token = `simulated.${randomBytes(24).toString('base64url')}`
  given.add(token)
  return token
}

/**
 * Sign-in of frames, seen from outside (AU-13): a page with a session lends its frame a token, the frame signs in with
 * it alone. Everything that the frame asks is asked without cookies, as a frame of another origin would.
 */
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#platform/server/http.ts'
import { devPage, escapeHtml } from './page.ts'

const LEND = '/api/internal/xframe/v1/user/token'
const ENTER = '/api/internal/xframe/v1/user/auth'
const BALANCE = '/web-api/user/balance'
const LEAVE = '/user/disconnect'

/** How both pages call: the answer, or why there is none. */
const CALL = `
const call = (path, {body, token, credentials}) => fetch(path + '?lng=' + document.documentElement.dataset.lng, {method: 'POST', credentials, headers: {'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', ...(token ? {authorization: 'Bearer ' + token} : {})}, body: JSON.stringify(body || {})})
  .then(async (answer) => ({status: answer.status, body: await answer.json()}))
const show = (id, {status, body}) => { document.getElementById(id).textContent = status + ' ' + JSON.stringify(body, null, 1) }
`

const PARENT = `${CALL}
const box = document.getElementById('frames')
let lent = ''
const launch = (token) => {
  const frame = document.createElement('iframe')
  frame.title = document.title
  frame.style.cssText = 'inline-size:100%;block-size:260px;border:1px solid;border-radius:8px;margin-block:8px'
  frame.src = '/dev/frame/inside?lng=' + document.documentElement.dataset.lng + '#' + token
  box.prepend(frame)
}
document.getElementById('launch').onclick = async () => {
  const answer = await call('${LEND}', {credentials: 'same-origin'})
  show('token', answer)
  lent = answer.body.data ? answer.body.data.xframe_token : ''
  if (lent) launch(lent)
}
document.getElementById('again').onclick = () => launch(lent || 'a-token-that-nobody-lent')
document.getElementById('leave').onclick = async () => show('token', await call('${LEAVE}', {credentials: 'same-origin'}))
`

const FRAME = `${CALL}
let token = ''
const balance = async () => show('balance', await call('${BALANCE}', {token, credentials: 'omit'}))
const signIn = async () => {
  const answer = await call('${ENTER}', {body: {xframe_token: location.hash.slice(1)}, credentials: 'omit'})
  token = answer.body.data ? answer.body.data.token : ''
  show('session', answer.body.data ? {status: answer.status, body: {userId: answer.body.data.userId, cookies: document.cookie.length}} : answer)
  if (token) await balance()
}
document.getElementById('ask').onclick = balance
void signIn()
`

export function framePages(app: FastifyInstance): void {
  const page = (ctx: Ctx, title: string, parts: string, script: string) => ({
    lng: ctx.lng,
    title: ctx.text(`dev:${title}`),
    content: parts,
    script,
  })
  app.get('/dev/frame', async ({ ctx }, reply) => {
    const text = (key: string) => escapeHtml(ctx.text(`dev:${key}`))
    const who = ctx.player ? `${text('frame_parent')} ${ctx.player.id}` : `<a href="/${ctx.lng}/login">${text('frame_sign_in')}</a>`
    const parts = `<p>${text('tool_frame')}</p><p>${who}</p>
<form><button type="button" class="main" id="launch">${text('frame_launch')}</button><button type="button" id="again">${text('frame_again')}</button><button type="button" id="leave">${text('frame_leave')}</button></form>
<pre id="token" style="white-space:pre-wrap;overflow-wrap:anywhere"></pre><div id="frames"></div>`
    return devPage(reply, page(ctx, 'page_frame', parts, PARENT))
  })
  // A script makes the same calls by itself: with the session of the parent, and with nothing but what was lent.
  app.get('/dev/api/frame', async ({ ctx }) => ({
    player: ctx.player?.id ?? null,
    parent: [`POST ${LEND}`, `POST ${LEAVE}`],
    inside: [`POST ${ENTER}`, `POST ${BALANCE}`],
  }))
  app.get('/dev/frame/inside', async ({ ctx }, reply) => {
    const parts = `<pre id="session" style="white-space:pre-wrap"></pre><form><button type="button" id="ask">${escapeHtml(ctx.text('dev:frame_ask'))}</button></form><pre id="balance" style="white-space:pre-wrap"></pre>`
    return devPage(reply, page(ctx, 'page_frame_inside', parts, FRAME))
  })
}

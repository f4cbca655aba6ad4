/** The wire of sign-in by other services (wire 12.2). */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { languageTag } from '#lib/language-tag.ts'
import { MINUTE, SECOND, unixSeconds } from '#lib/time.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem } from '#platform/shared/problem.ts'
import type { SocialProvider } from '#platform/shared/site-config.ts'
import * as contract from '../../contract/social.ts'
import { cookieSessionOf, sessionOf } from '../authenticate.ts'
import type { AuthDeps } from '../deps.ts'
import { requireStepUp } from '../guard.ts'
import { isBrowser, originOf, signedInReply, visitorOf } from '../visit.ts'
import { finishTwoFactor } from '../sign-in.ts'
import { clientOf, type SocialClient, type SocialKeys, type SocialSimulator } from './clients.ts'
import { beginSocial, finishSocial, linkedSocial, linkSocial, unlinkSocial, type SocialOutcome } from './social.ts'

/** Ties the way back to the browser that began it: without it a stranger's answer could sign a visitor in as the stranger. */
const BROWSER_COOKIE = '__Host-social'
const COOKIE = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const

/** Without a port that goes without saying: addresses are compared letter by letter. */
const originHere = (ctx: Ctx) => new URL(originOf(ctx)).origin

export interface SocialRoutes {
  keys: SocialKeys
  simulator: () => SocialSimulator | null
}

export function socialRoutes(app: FastifyInstance, deps: AuthDeps, { keys, simulator }: SocialRoutes): void {
  const notOffered = problem('auth.social_not_offered', { wire: 46, status: 404, field: 'provider' })
  const clientHere = (ctx: Ctx, provider: SocialProvider): SocialClient | null =>
    ctx.config.auth.social.includes(provider)
      ? clientOf(provider, { keys: keys[ctx.brand], simulator: simulator(), origin: originHere(ctx) })
      : null
  const stepUp = (ctx: Ctx) => requireStepUp(deps.sessions, ctx)

  route(app, contract.socialBeginCall, async (ctx, { body }, reply) => {
    const { provider } = body
    const client = clientHere(ctx, provider)
    if (!client) return notOffered
    const link = body.purpose === 'link'
    const refused = link ? stepUp(ctx) : null
    if (refused) return refused
    const begun = await beginSocial(deps, {
      provider,
      client,
      brand: ctx.brand,
      origin: originHere(ctx),
      linkTo: link ? (sessionOf(ctx)?.playerId ?? null) : null,
      address: body.address,
      statement: ctx.config.customize.name,
      simulator: simulator(),
    })
    if (isProblem(begun)) return begun
    const { browserSecret, ...answer } = begun
    reply.setCookie(BROWSER_COOKIE, `${browserSecret}.${ctx.lng}`, { ...COOKIE, maxAge: (10 * MINUTE) / SECOND })
    return { ...answer, simulated: client.simulated }
  })

  route(app, contract.socialAuthCall, async (ctx, { body }, reply) => {
    const client = clientHere(ctx, body.provider)
    if (!client) return notOffered
    const query = new URLSearchParams(body.query)
    if (body.code !== '') query.set('code', body.code)
    query.set('state', body.state)
    const outcome = await finishSocial(deps, {
      provider: body.provider,
      client,
      state: body.state,
      query,
      browserSecret: beginningOf(ctx).secret,
      playerId: cookieSessionOf(ctx)?.playerId ?? sessionOf(ctx)?.playerId ?? null,
      visitor: visitorOf(ctx),
      browser: isBrowser(ctx),
      lng: ctx.lng,
      simulator: simulator(),
    })
    if (isProblem(outcome)) return outcome
    reply.setCookie(BROWSER_COOKIE, '', { ...COOKIE, maxAge: 0 })
    return answerOf(ctx, reply, outcome, body.provider)
  })

  route(app, contract.socialSecondStepCall, async (ctx, { body }, reply) => {
    const { authId, app_code: appCode, sms_code: smsCode } = body
    const outcome = await finishTwoFactor(deps, { authId, appCode, smsCode, visitor: visitorOf(ctx), lng: ctx.lng })
    return isProblem(outcome) ? outcome : answerOf(ctx, reply, outcome, null)
  })

  route(app, contract.socialReturnCall, (ctx, { params }, reply) => {
    const at = ctx.request.url.indexOf('?')
    const query = at < 0 ? '' : ctx.request.url.slice(at + 1, at + 4000)
    // Behind #: it stays in the browser, in no log and in no Referer.
    return reply.header('cache-control', 'no-store').redirect(`/${beginningOf(ctx).lng}/social/${params.provider}#${query}`, 303)
  })

  route(app, contract.telegramPageCall, (ctx, { query }, reply) => {
    const client = clientHere(ctx, 'telegram')
    if (!client || client.simulated) return problem('auth.social_not_offered', { status: 404 })
    const page = telegramPage({ bot: client.clientId, back: `${originHere(ctx)}/socauth/return/telegram?state=${query.state}`, ctx })
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', page.policy)
      .send(page.html)
  })

  route(app, contract.linkSocialCall, async (ctx, { body }) => {
    const refusal =
      stepUp(ctx) ?? (await linkSocial(deps, { playerId: ctx.player!.id, brand: ctx.brand, ip: ctx.ip, lng: ctx.lng, authId: body.authId }))
    return refusal ?? { linked: true as const }
  })

  route(app, contract.unlinkSocialCall, async (ctx, { body }) => {
    const refusal = stepUp(ctx) ?? (await unlinkSocial(deps, { playerId: ctx.player!.id, provider: body.provider, ip: ctx.ip }))
    return refusal ?? { unlinked: true as const }
  })

  route(app, contract.linkedSocialCall, async (ctx) => {
    const rows = await linkedSocial(deps, ctx.player!.id)
    return {
      offered: ctx.config.auth.social.filter((provider) => clientHere(ctx, provider) !== null),
      linked: rows.map((row) => ({
        provider: row.provider,
        name: row.name ?? row.email ?? row.subject.slice(0, 12),
        date: unixSeconds(row.linked_at.getTime()),
      })),
    }
  })
}

/** What the browser was given when it left: its secret, and the language of the page, which a service does not bring back. */
function beginningOf(ctx: Ctx): { secret: string | null; lng: string } {
  const [secret, lng = ''] = (ctx.request.cookies[BROWSER_COOKIE] ?? '').split('.')
  return { secret: secret || null, lng: ctx.config.languages.offered.includes(lng) ? lng : ctx.lng }
}

const NOTHING = { userId: 0, type: 0, token: '', refreshToken: '', expireDate: 0, authId: '', mustChangePassword: false } as const

function answerOf(ctx: Ctx, reply: FastifyReply, outcome: SocialOutcome, provider: SocialProvider | null): contract.SocialReply {
  switch (outcome.step) {
    case 'linked':
      return { ...NOTHING, nextStep: 'linked' }
    case 'two_factor':
      return { ...NOTHING, authId: outcome.authId, nextStep: 'two_factor' }
    case 'registration': {
      const { email, name } = outcome.person
      const profile = { email: email ?? '', name: name ?? '', provider: provider! }
      return { ...NOTHING, authId: outcome.authId, nextStep: 'registration', profile }
    }
    case 'email':
    case 'sms':
    case 'none':
      return signedInReply(ctx, reply, outcome, true) as contract.SocialReply
  }
}

/** Telegram's own button runs in a page that may talk to Telegram only. */
function telegramPage({ bot, back, ctx }: { bot: string; back: string; ctx: Ctx }): { html: string; policy: string } {
  const nonce = randomBytes(16).toString('base64')
  const escape = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const script = `<script nonce="${nonce}" async src="https://telegram.org/js/telegram-widget.js?22" data-telegram-login="${escape(bot)}" data-size="large" data-auth-url="${escape(back)}"></script>`
  return {
    policy: `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; frame-src https://oauth.telegram.org; style-src 'unsafe-inline'; img-src https://telegram.org data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    html: `<!doctype html><html lang="${escape(languageTag(ctx.lng))}"><head><meta charset="utf-8"><meta name="robots" content="noindex"><meta name="viewport" content="width=device-width"><title>Telegram</title><style>:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center}</style></head><body>${script}</body></html>`,
  }
}

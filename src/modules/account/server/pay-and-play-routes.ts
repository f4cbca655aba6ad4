/** The wire of registration by a first payment. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { unixSeconds } from '#lib/time.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem } from '#platform/shared/problem.ts'
import { setSessionCookie, setTokenCookie } from '#modules/auth/server/index.ts'
import { currencyByCode, isOffered } from '#modules/ledger/server/index.ts'
import { payBeginCall, payFinishCall, payFormCall } from '../contract/pay-and-play.ts'
import { bonusChoiceOf } from '../rules/registration.ts'
import { describePayForm } from './form.ts'
import { beginByPaying, finishByPaying, isPayAndPlayOpen } from './pay-and-play.ts'
import type { AccountDeps } from './register.ts'
import { refuseForm, visitOf } from './visit.ts'

const COOKIE = '__Host-paying'
const COOKIE_S = 86_400
const NOBODY = { userId: 0, login: '', token: '', refreshToken: '', expireDate: 0, nextStep: 'none' }

export function payAndPlayRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { guestCashier } = deps
  route(app, payFormCall, (ctx, { query }) => {
    const country = query.country.length === 2 ? query.country.toUpperCase() : ctx.country
    if (!guestCashier || !isPayAndPlayOpen(ctx.config, ctx.country, country)) return problem('account.pay_and_play_closed', { status: 404 })
    const { currencies } = ctx.config
    const code = query.currency.toUpperCase() || (currencies.byCountry[country] ?? currencies.default)
    const currency = currencyByCode(code)
    if (!currency || !isOffered(currency, currencies.offered)) return problem('account.choose_currency', { field: 'currency' })
    const form = describePayForm(ctx, country)
    const { code: iso, symbol, exponent } = currency
    return { form, currency: iso, symbol, exponent, methods: guestCashier.methods(ctx, country, currency) }
  })

  route(app, payBeginCall, async (ctx, { body }, reply) => {
    if (ctx.session) return problem('account.signed_in', { status: 409 })
    const given = {
      kind: 'fast' as const,
      fields: body.fields,
      bonusChoice: bonusChoiceOf(body),
      refCode: body.refCode,
      promoCode: body.promoCode,
      referral: body.referral_user_id,
      socialId: '',
      ...visitOf(ctx),
    }
    const begun = await beginByPaying(deps, ctx, given, { methodId: body.method_id, sum: body.sum })
    if (isProblem(begun)) return begun
    if ('errors' in begun) return refuseForm(ctx, reply, begun.errors)
    keep(reply, begun.secret, COOKIE_S)
    return { status: 'ok' as const, authId: begun.secret, url: begun.url }
  })

  route(app, payFinishCall, async (ctx, { body }, reply) => finish(deps, ctx, body.authId, reply))
}

/** Lax: the payer comes back from another site's page. */
function keep(reply: FastifyReply, secret: string, maxAge: number): void {
  reply.setCookie(COOKIE, secret, { path: '/', httpOnly: true, secure: true, sameSite: 'lax', maxAge })
}

async function finish(deps: AccountDeps, ctx: Ctx, authId: string, reply: FastifyReply) {
  const { visitor, browser } = visitOf(ctx)
  const done = await finishByPaying(deps, { secret: authId || (ctx.request.cookies[COOKIE] ?? ''), visitor, browser })
  if (isProblem(done)) return done
  if (done.state !== 'done') return { status: 'ok' as const, state: done.state, ...NOBODY }
  setSessionCookie(reply, done.secret)
  setTokenCookie(reply, done.token, ctx.now)
  const { playerId, password, token, refreshToken } = done
  const entry = { token: token.token, refreshToken, expireDate: unixSeconds(token.expiresAt) }
  return { status: 'ok' as const, state: 'done' as const, userId: playerId, login: String(playerId), password, ...entry, nextStep: 'none' }
}

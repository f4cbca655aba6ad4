/** The wire of sign-in, sessions, tokens and passwords: reads requests, calls use cases, writes answers. */
import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#lib/time.ts'
import { inTx } from '#platform/server/db.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import * as contract from '../contract.ts'
import { isPhoneLike, type LoginType } from '../rules/identifier.ts'
import { networkOf } from '#lib/network.ts'
import { afterAnswer, type AfterAnswer } from './after-answer.ts'
import { cookieSessionOf, sessionOf } from './authenticate.ts'
import { CODE_LENGTH, RESEND_AFTER_S } from './challenges.ts'
import { askPasswordReset, changePassword, peekPasswordReset, resetPassword } from './change-password.ts'
import { clearSessionCookies, setSessionCookie, setTokenCookie } from './cookies.ts'
import type { AuthDeps } from './deps.ts'
import { signInFrame } from './frame-sign-in.ts'
import { insertSecurityEvent } from './player-store.ts'
import { askResetCode, resetByPhone } from './reset-by-phone.ts'
import { listOpenSessions } from './session-store.ts'
import type { AuthSession, IssuedToken } from './sessions.ts'
import { readTyped, type PhoneReader } from './phone-reader.ts'
import { confirmPlayer, finishTwoFactor, signIn } from './sign-in.ts'
import { signInByCode } from './sms-sign-in.ts'
import { sendCodeAgain } from './strange-sign-in.ts'
import { isBrowser, originOf, signedInReply, visitorOf } from './visit.ts'

/** Which form of login is meant: said, or told by the field that carries it (AU-02). */
function loginTypeOf(body: { login_type?: string | null | undefined; phone_number: string; email: string }): { loginType?: LoginType } {
  const said = body.login_type === 'phone_number' || body.phone_number !== '' ? 'phone' : body.login_type
  const type = said ?? (body.email === '' ? null : 'email')
  return type === 'phone' || type === 'email' || type === 'id' ? { loginType: type } : {}
}

const mustSession = (ctx: Ctx): AuthSession | Problem => sessionOf(ctx) ?? problem('auth.sign_in', { status: 401 })

export function authRoutes(app: FastifyInstance, deps: AuthDeps, readPhone: () => PhoneReader): void {
  signInRoutes(app, deps, readPhone)
  tokenRoutes(app, deps)
  sessionRoutes(app, deps)
  passwordRoutes(app, deps, readPhone)
}

function signInRoutes(app: FastifyInstance, deps: AuthDeps, readPhone: () => PhoneReader): void {
  route(app, contract.signInCall, async (ctx, { body }, reply) => {
    if (body.xframe_token !== '') return signInFrame(deps, body.xframe_token, visitorOf(ctx))
    if (body.authId !== '') {
      const given = { authId: body.authId, code: body.sms_code, remember: body.remember }
      const outcome = await signInByCode(deps, ctx, given)
      return isProblem(outcome) ? outcome : signedInReply(ctx, reply, outcome, body.remember)
    }
    const login = body.login || body.uLogin || body.email || body.phone_number || body.id
    const remember = body.remember || body.save
    const type = loginTypeOf(body)
    const phone = type.loginType === 'phone' ? readTyped(readPhone(), { given: body.country_code, here: ctx.country, text: login }) : login
    const outcome = await signIn(deps, {
      login: isProblem(phone) ? login : phone,
      password: body.password || body.uPassword,
      remember,
      browser: isBrowser(ctx),
      visitor: visitorOf(ctx),
      lng: ctx.lng,
      loginTypes: ctx.config.auth.loginTypes,
      ...type,
    })
    const data = isProblem(outcome) ? outcome : signedInReply(ctx, reply, outcome, remember)
    if (isProblem(data) && data.extra?.['retryAfter']) reply.header('retry-after', String(data.extra['retryAfter']))
    if (isProblem(data) || body.uLogin === '') return data
    // Old programs read the fields beside `success` and a cookie of their own; it opens nothing (wire 2.3).
    reply.setCookie('uhash', data.token.slice(0, 8), { path: '/', secure: true, sameSite: 'lax' })
    return reply
      .code(200)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ success: true, ...data, data }))
  })

  route(app, contract.secondStepCall, async (ctx, { body }, reply) => {
    const outcome = await finishTwoFactor(deps, {
      authId: body.authId,
      appCode: body.app_code,
      smsCode: body.sms_code,
      visitor: visitorOf(ctx),
      lng: ctx.lng,
    })
    return isProblem(outcome) ? outcome : signedInReply(ctx, reply, outcome, false)
  })

  route(app, contract.codeAgainCall, async (ctx, { body }, reply) => {
    const sent = await sendCodeAgain(deps, { authId: body.authId, visitor: visitorOf(ctx), lng: ctx.lng })
    return isProblem(sent) ? sent : signedInReply(ctx, reply, sent, false)
  })

  route(app, contract.signOutCall, async (ctx, _input, reply) => {
    const session = cookieSessionOf(ctx) ?? mustSession(ctx)
    if (isProblem(session)) return session
    await endSessions(deps, session.playerId, [session.id], 'sign_out')
    clearSessionCookies(reply)
    return { disconnected: true as const }
  })

  route(app, contract.confirmCall, async (ctx, { body }, reply) => {
    const session = cookieSessionOf(ctx) ?? mustSession(ctx)
    if (isProblem(session)) return session
    const grade = await confirmPlayer(deps, session.playerId, { password: body.password, appCode: body.app_code })
    if (isProblem(grade)) return grade
    const secret = await inTx(deps.db, (tx) => deps.sessions.renew(tx, session, grade))
    deps.sessions.reread(session.playerId)
    reply.raw.once('finish', () => deps.sessions.renewed(session.id))
    setSessionCookie(reply, secret, session.expiresAt - ctx.now)
    return { confirmed: true as const }
  })

  route(app, contract.publicKeyCall, () => ({ public_key: deps.keys.publicKeyPem(), form: '1' as const }))
}

/** Closes in the database, then makes this node forget them at once. */
async function endSessions(deps: AuthDeps, playerId: number, ids: readonly string[], reason: string): Promise<string[]> {
  const closed = await inTx(deps.db, (tx) => deps.sessions.close(tx, { playerId, ids }, reason))
  deps.sessions.forget(closed, playerId)
  return closed
}

const NOT_SIGNED_IN = problem('auth.sign_in', { status: 403 })

function tokenRoutes(app: FastifyInstance, deps: AuthDeps): void {
  route(app, contract.getTokenCall, async (ctx, _input, reply) => {
    const session = cookieSessionOf(ctx)
    if (!session || session.blocked) return NOT_SIGNED_IN
    const token = await inTx(deps.db, (tx) => deps.sessions.issueAgain(tx, session, 'site'))
    if (!token) return NOT_SIGNED_IN
    setTokenCookie(reply, token, ctx.now)
    return { token: token.token, expireDate: unixSeconds(token.expiresAt) }
  })

  route(app, contract.mobileTokenCall, async (ctx, _input, reply) => {
    const session = sessionOf(ctx)
    if (!session || session.blocked) return NOT_SIGNED_IN
    reply.header('date', new Date(ctx.now).toUTCString())
    return inTx(deps.db, async (tx) => {
      // A reading call opens no session: what a cookie of the site gets counts beside that cookie only (C3, SES-06).
      if (isBrowser(ctx) || session.kind === 'site') return jsonToken(await deps.sessions.issueAgain(tx, session, 'site'))
      // The session's row first: a token holds a share of it, and two that hold one could both wait for the whole of it.
      const refresh = await deps.sessions.issueRefresh(tx, session.id)
      return jsonToken(await deps.sessions.issueAgain(tx, session, 'app'), refresh)
    })
  })

  route(app, contract.refreshTokenCall, async (ctx, { body }, reply) => {
    reply.header('date', new Date(ctx.now).toUTCString())
    const { refreshToken } = body.data.attributes
    if (refreshToken === undefined) {
      const session = cookieSessionOf(ctx)
      if (!session || session.blocked) return NOT_SIGNED_IN
      return jsonToken(await inTx(deps.db, (tx) => deps.sessions.issueAgain(tx, session, 'site')))
    }
    const renewed = await deps.sessions.refresh(refreshToken)
    return isProblem(renewed) ? renewed : jsonToken(renewed.token, renewed.refreshToken)
  })
}

function jsonToken(token: IssuedToken | null, refreshToken?: string) {
  if (!token) return NOT_SIGNED_IN
  const attributes = { userToken: token.token, expireDate: unixSeconds(token.expiresAt), ...(refreshToken ? { refreshToken } : {}) }
  return { data: { type: 'token' as const, id: '1', attributes } }
}

function sessionRoutes(app: FastifyInstance, deps: AuthDeps): void {
  route(app, contract.currentSessionCall, (ctx) => {
    const session = mustSession(ctx)
    if (isProblem(session)) return session
    return {
      session_id: session.id,
      userId: session.playerId,
      device: session.device,
      created: unixSeconds(session.createdAt),
      last: unixSeconds(session.lastActionAt),
      expires: unixSeconds(session.expiresAt),
    }
  })

  route(app, contract.sessionIdCall, (ctx) => {
    const session = mustSession(ctx)
    return isProblem(session) ? session : { session_id: session.id }
  })

  route(app, contract.listSessionsCall, async (ctx, { body }) => {
    const session = mustSession(ctx)
    if (isProblem(session)) return session
    const page = { limit: body.sessions_quantity, offset: (body.page_number - 1) * body.sessions_quantity }
    const { rows, count } = await listOpenSessions(deps.db, session.playerId, new Date(ctx.now), page)
    const sessions = rows.map((row) => ({
      session_id: row.id,
      device: row.device,
      ip: maskIp(row.ip),
      country: row.country,
      date: unixSeconds(row.last_action_at.getTime()),
      isCurrent: row.id === session.id,
    }))
    return { sessions, count }
  })

  route(app, contract.closeSessionCall, async (ctx, { body }, reply) => {
    const session = mustSession(ctx)
    if (isProblem(session)) return session
    const closed = await endSessions(deps, session.playerId, [body.session_id], 'closed_by_player')
    if (!closed.includes(body.session_id)) return problem('auth.unknown_session', { wire: 31, field: 'session_id' })
    if (body.session_id === session.id) clearSessionCookies(reply)
    return { session_id: body.session_id, closed: true as const }
  })

  route(app, contract.closeAllCall, async (ctx) => {
    const session = mustSession(ctx)
    if (isProblem(session)) return session
    const { id, playerId } = session
    const closed = await inTx(deps.db, async (tx) => {
      await insertSecurityEvent(tx, { playerId, kind: 'sessions_closed', sessionId: id, ip: ctx.ip, at: new Date(ctx.now) })
      return deps.sessions.close(tx, { playerId, exceptId: id }, 'closed_by_player')
    })
    deps.sessions.forget(closed, playerId)
    return { closed: closed.length }
  })
}

/** Enough to know a place again, not enough to find it: the last part is hidden. */
function maskIp(ip: string): string {
  return ip.includes(':') ? `${networkOf(ip)}::***` : ip.replace(/\d+$/, '***')
}

function passwordRoutes(app: FastifyInstance, deps: AuthDeps, readPhone: () => PhoneReader): void {
  route(app, contract.changePasswordCall, async (ctx, { body }) => {
    const session = mustSession(ctx)
    if (isProblem(session)) return session
    const done = await changePassword(deps, {
      playerId: session.playerId,
      sessionId: session.id,
      oldPassword: body.old_password,
      password: body.password,
      confirmation: body.password_confirmation,
      endOtherSessions: body.end_other_sessions,
      ip: ctx.ip,
    })
    return isProblem(done) ? done : { changed: true as const, closed_sessions: done.closedSessions }
  })

  const answer = (attributes: Record<string, unknown>) => ({ data: { type: 'password-reset' as const, id: '1', attributes } })

  const askReset = async (
    ctx: Ctx,
    given: { login: string; login_type?: string | null | undefined; country_code: string },
    after: AfterAnswer,
  ) => {
    const { brand, ip, lng } = ctx
    const { login } = given
    if (login.trim() === '') return problem('auth.login_required', { field: 'login' })
    if (given.login_type !== 'phone' && !isPhoneLike(login)) {
      const refused = await askPasswordReset(deps, { brand, login, ip, lng, origin: originOf(ctx) }, after)
      return refused ?? answer({ nextStep: 'email', resend_after: RESEND_AFTER_S })
    }
    const phone = readTyped(readPhone(), { given: given.country_code, here: ctx.country, text: login })
    if (isProblem(phone)) return { ...phone, field: 'login' }
    const hash = await askResetCode(deps, { brand, phone, ip, lng }, after)
    return isProblem(hash) ? hash : answer({ nextStep: 'sms', code_length: CODE_LENGTH, resend_after: RESEND_AFTER_S, hash })
  }

  route(app, contract.peekResetCall, async (ctx, { query }) => {
    const found = await peekPasswordReset(deps, ctx.brand, query.hash)
    return found ? answer({ isValid: true, login: found.login }) : problem('auth.hash_invalid', { status: 404, field: 'hash' })
  })

  route(app, contract.resetCall, async (ctx, { body }, reply) => {
    const { hash, sms_code: code, password, password_confirmation: confirmation } = body.data.attributes
    const { brand, ip } = ctx
    if (hash === '') return askReset(ctx, body.data.attributes, afterAnswer(reply))
    const refused =
      code === ''
        ? await resetPassword(deps, { brand, hash, password, confirmation, ip })
        : await resetByPhone(deps, { brand, authId: hash, code, password, confirmation, ip })
    return refused ?? answer({ nextStep: 'none' })
  })
}

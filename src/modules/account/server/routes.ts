/** The wire of registration, balance, accounts, settings and activation. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { languageOffered } from '#lib/language-tag.ts'
import { unixSeconds } from '#lib/time.ts'
import { inTx } from '#platform/server/db.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { currencyOptional, isOffered } from '#modules/ledger/server/index.ts'
import { originOf, requireStepUp, setSessionCookie, setTokenCookie, updateLanguage } from '#modules/auth/server/index.ts'
import * as contract from '../contract.ts'
import { bonusChoiceOf } from '../rules/registration.ts'
import { SETTING_ID, SETTINGS, settingRule } from '../rules/settings.ts'
import { listNewTerms, storeTerms } from './accepted-terms.ts'
import { createCurrencyAccount, deleteCurrencyAccount, readAccount, readBalance, setActiveAccount } from './accounts.ts'
import { activate, giveEmail, resendActivation } from './activation.ts'
import { activationPage } from './activation-page.ts'
import { convertAccount } from './convert.ts'
import type { DisallowedSports } from './disallowed-sports.ts'
import { describeForms, kindOf } from './form.ts'
import { chooseMailing } from './mailing.ts'
import { finishPhoneRegistration, register, type AccountDeps } from './register.ts'
import { readSettings, userConfig } from './user-config.ts'
import { errorText, refuseForm, visitOf } from './visit.ts'

export function accountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  registrationRoutes(app, deps)
  balanceRoutes(app, deps)
  settingRoutes(app, deps)
  if (deps.sports) disallowedSportRoutes(app, deps.sports)
  activationRoutes(app, deps)
  conversionRoutes(app, deps)
  activationPage(app, (brand, hash) => activate(deps.auth, brand, hash))
}

const me = (ctx: Ctx) => ctx.player!.id

function registrationRoutes(app: FastifyInstance, deps: AccountDeps): void {
  route(app, contract.formCall, (ctx, { query }) => {
    const layout = ctx.request.url.toLowerCase().includes('/popup') ? 'popup' : 'widget'
    return describeForms(ctx, layout, query.country)
  })

  route(app, contract.submitCall, async (ctx, { body }, reply) => {
    if (ctx.session) return problem('account.signed_in', { status: 409 })
    const done = await register(deps, {
      kind: kindOf(body.type, body.formId ?? null, ctx.config.registration.types),
      fields: body.fields,
      bonusChoice: bonusChoiceOf(body),
      refCode: body.refCode,
      promoCode: body.promoCode,
      referral: body.referral_user_id,
      socialId: body.type === 'soc_reg' ? body.authId : '',
      ...visitOf(ctx),
    })
    if (isProblem(done)) return done
    if ('errors' in done) return refuseForm(ctx, reply, done.errors)
    if (done.step === 'sms') {
      // Programs that know the wire only send number and code: the cookie tells which registration is meant.
      reply.setCookie(PHONE_COOKIE, done.authId, { path: '/', httpOnly: true, secure: true, sameSite: 'lax', maxAge: 600 })
      const { authId, codeLength: code_length, resendAfterS: resend_after } = done
      return { status: 'ok' as const, ...NOBODY_YET, nextStep: 'sms', authId, code_length, resend_after }
    }
    setSessionCookie(reply, done.secret)
    setTokenCookie(reply, done.token, ctx.now)
    return {
      status: 'ok' as const,
      userId: done.playerId,
      login: String(done.playerId),
      ...(done.password ? { password: done.password } : {}),
      token: done.token.token,
      refreshToken: done.refreshToken,
      expireDate: unixSeconds(done.token.expiresAt),
      nextStep: 'none',
    }
  })
}

const PHONE_COOKIE = '__Host-registration'
const NOBODY_YET = { userId: 0, login: '', token: '', refreshToken: '', expireDate: 0 }

function balanceRoutes(app: FastifyInstance, deps: AccountDeps): void {
  route(app, contract.extendedBalanceCall, (ctx) => readBalance(deps, ctx))
  route(app, contract.balanceCall, (ctx) => readBalance(deps, ctx))

  route(app, contract.setActiveAccountCall, async (ctx, { body }) => {
    const account = await setActiveAccount(deps, me(ctx), body.account_id)
    if (!isProblem(account)) deps.onBalanceChanged?.(me(ctx))
    return isProblem(account) ? account : readAccount(deps, ctx, account)
  })

  route(app, contract.createCurrencyAccountCall, async (ctx, { body }) => {
    const currency = currencyOptional(body.currency_id)
    const offered = currency !== undefined && isOffered(currency, ctx.config.currencies.offered)
    const account = await createCurrencyAccount(deps, me(ctx), body.currency_id, offered)
    if (!isProblem(account)) deps.onBalanceChanged?.(me(ctx))
    return isProblem(account) ? account : readAccount(deps, ctx, account)
  })

  route(app, contract.deleteCurrencyAccountCall, async (ctx, { body }) => {
    const refused = await deleteCurrencyAccount(deps, me(ctx), body.account_id)
    if (!refused) deps.onBalanceChanged?.(me(ctx))
    return refused ?? { account_id: body.account_id, deleted: true as const }
  })
}

function settingRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { db } = deps.auth
  route(app, contract.userConfigCall, (ctx) => userConfig(deps, ctx, me(ctx)))

  route(app, contract.settingsCall, async (ctx) => {
    const values = await readSettings(db, me(ctx))
    const data = SETTINGS.map(({ id, name }) => ({
      type: 'setting',
      id: String(id),
      attributes: { setting_id: id, name, setting_value: values.get(id) ?? 0 },
    }))
    return { data }
  })

  route(app, contract.friendTagCall, (ctx) => ({ tag: `R${me(ctx)}` }))

  route(app, contract.saveSettingCall, async (ctx, { body }) => {
    const rule = settingRule(body.setting_id)
    if (!rule) return problem('account.unknown_setting', { wire: 36, field: 'setting_id' })
    if (body.setting_value > rule.max) return problem('account.setting_value', { field: 'setting_value' })
    const value = { value: body.setting_value, changed_at: new Date(ctx.now) }
    await db
      .insertInto('player_setting')
      .values({ player_id: me(ctx), setting_id: rule.id, ...value })
      .onConflict((conflict) => conflict.columns(['player_id', 'setting_id']).doUpdateSet(value))
      .execute()
    if (rule.id === SETTING_ID.askAboutHalf) deps.halfAskers?.keep(me(ctx), body.setting_value)
    return body
  })

  route(app, contract.languageCall, async (ctx, { body }) => {
    const lng = languageOffered(body.lng, ctx.config.languages.offered)
    if (lng === null) return problem('platform.bad_field', { field: 'lng' })
    await inTx(db, (tx) => updateLanguage(tx, me(ctx), lng))
    return { lng }
  })

  route(app, contract.acceptTermsCall, async (ctx, { body }) => {
    const missing = (await listNewTerms(db, me(ctx), ctx.config)).filter(
      ({ id, version }) => !body.accepted.some((one) => one.id === id && one.version === version),
    )
    if (missing.length > 0) return problem('account.terms_other', { field: 'accepted' })
    await inTx(db, (tx) => storeTerms(tx, { playerId: me(ctx), config: ctx.config, ip: ctx.ip, at: new Date(ctx.now) }))
    return { accepted: true as const }
  })

  route(app, contract.mailingCall, (ctx, { body }) =>
    chooseMailing(db, { playerId: me(ctx), changes: body, ip: ctx.ip, at: new Date(ctx.now) }),
  )
}

function disallowedSportRoutes(app: FastifyInstance, sports: DisallowedSports): void {
  route(app, contract.disallowSportsCall, async (ctx, { body }): Promise<unknown> => {
    const { lineDisallowSport: line, liveDisallowSport: live } = body.data.attributes
    const kept = await sports.set(me(ctx), { line, live })
    if (isProblem(kept)) return kept
    const attributes = { lineDisallowSport: kept.line, liveDisallowSport: kept.live }
    return { data: { type: 'disallow-sports', id: String(me(ctx)), attributes } }
  })
}

function activationRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { auth } = deps

  route(app, contract.sendActivationCall, async (ctx, { body }) => {
    const playerId = ctx.player?.id ?? null
    if (playerId === null && body.email.trim() === '') return problem('account.email_required', { field: 'email' })
    const refused = await resendActivation(auth, {
      brand: ctx.brand,
      email: body.email,
      playerId,
      ip: ctx.ip,
      lng: ctx.lng,
      origin: originOf(ctx),
    })
    return refused ?? { sent: true as const, resend_after: 60 }
  })

  route(app, contract.repeatActivationPopupCall, async (ctx) => {
    const player = await auth.db
      .selectFrom('player')
      .select(['email_confirmed_at', 'phone_confirmed_at'])
      .where('id', '=', me(ctx))
      .executeTakeFirst()
    return { show: !player?.email_confirmed_at && !player?.phone_confirmed_at }
  })

  route(app, contract.activateCall, async (ctx, { body }, reply) => {
    const { hash, sms_code: code, authId } = body.data.attributes
    if (hash === '' && code !== '') return activatePhone(deps, ctx, reply, { authId, code })
    const done = await activate(auth, ctx.brand, hash)
    if (isProblem(done)) return done
    // A letter proves an address, not a sign-in: no token goes out here.
    return {
      data: {
        type: 'user',
        id: String(done.playerId),
        attributes: { userId: done.playerId, isActivated: true, userToken: '', expireDate: 0 },
      },
    }
  })

  route(app, contract.activateFastCall, async (ctx, { body }): Promise<unknown> => {
    const { email, userId } = body.data.attributes
    if (userId != null && userId !== me(ctx)) return notFound()
    const { ip } = ctx
    // Who may set the address may have the password set anew by a letter to it.
    const refused =
      requireStepUp(auth.sessions, ctx) ??
      (await giveEmail(auth, { playerId: me(ctx), brand: ctx.brand, email, ip, lng: ctx.lng, origin: originOf(ctx) }))
    if (refused) return refused
    return {
      data: { type: 'user', id: String(me(ctx)), attributes: { userId: me(ctx), isActivated: false, userToken: '', expireDate: 0 } },
    }
  })
}

/** The second half of a registration by phone: the code makes the account and signs in. */
async function activatePhone(deps: AccountDeps, ctx: Ctx, reply: FastifyReply, given: { authId: string; code: string }): Promise<unknown> {
  const authId = given.authId || (ctx.request.cookies[PHONE_COOKIE] ?? '')
  const done = await finishPhoneRegistration(deps, visitOf(ctx), { authId, code: given.code })
  if (isProblem(done)) return done
  if ('errors' in done) {
    const [first] = done.errors
    return first && 'problem' in first ? { ...first.problem, status: 422 } : problem('account.kind_closed', { status: 422 })
  }
  setSessionCookie(reply, done.secret)
  setTokenCookie(reply, done.token, ctx.now)
  reply.setCookie(PHONE_COOKIE, '', { path: '/', httpOnly: true, secure: true, sameSite: 'lax', maxAge: 0 })
  const { playerId, token } = done
  const attributes = { userId: playerId, isActivated: true, userToken: token.token, expireDate: unixSeconds(token.expiresAt) }
  return { data: { type: 'user', id: String(playerId), attributes } }
}

function conversionRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { auth } = deps
  route(app, contract.convertCall, async (ctx, { body }) => {
    const refused = requireStepUp(auth.sessions, ctx)
    if (refused) return refused
    const done = await convertAccount(deps, {
      playerId: me(ctx),
      brand: ctx.brand,
      ip: ctx.ip,
      lng: ctx.lng,
      origin: originOf(ctx),
      registration: ctx.config.registration,
      email: body.email,
      birthDate: body.birth_date,
      personalCode: body.personal_code,
      documentNumber: body.document_number,
    })
    if (done === null) return { converted: true as const }
    if (isProblem(done)) return done
    const fields = done.errors.map((error) => [error.field, [errorText(ctx, error).message]])
    return problem('account.convert_wrong', { extra: { validation_errors: Object.fromEntries(fields) } })
  })
}

function notFound(): Problem {
  return problem('account.unknown_player', { status: 404 })
}

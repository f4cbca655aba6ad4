/** The wire of phone, question, address and login in the office (wire 13.1, 13.2). */
import type { FastifyInstance } from 'fastify'
import { route, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem } from '#platform/shared/problem.ts'
import { readPhone } from '#modules/account/server/index.ts'
import { afterAnswer, confirmPlayer, maskPhone, originOf, requireStepUp, selectPlayer, type AuthDeps } from '#modules/auth/server/index.ts'
import * as identity from '../contract/identity.ts'
import * as phones from '../contract/phone.ts'
import * as questions from '../contract/question.ts'
import { QUESTION_IDS } from '../rules/secure-question.ts'
import { askEmailChange, changeLogin, confirmEmailChange, readSecureState } from './change-identity.ts'
import { beginPhoneChange, proveAnswer, provePhoneCode, sendPhoneCode, type PhoneStep } from './change-phone.ts'
import { confirmPhone, createPhone } from './phone.ts'
import { hasQuestion, readQuestion, setQuestion, type StoredQuestion } from './secure-question.ts'

const owner = (ctx: Ctx) => ({ playerId: ctx.player!.id, brand: ctx.brand, ip: ctx.ip })
const wordingOf = (ctx: Ctx, { id, own }: StoredQuestion) => own ?? ctx.text(`security:question_${id}`)

export function newPhoneRoutes(app: FastifyInstance, deps: AuthDeps): void {
  route(app, phones.createPhoneCall, async (ctx, { body }) => {
    const phone = readPhone(body.country_code, body.phone_number)
    if (isProblem(phone)) return phone
    const refused = requireStepUp(deps.sessions, ctx)
    if (refused) return refused
    const sent = await createPhone(deps, { ...owner(ctx), phone, lng: ctx.lng, toApps: body.is_send_sms_to_apps })
    if (isProblem(sent)) return sent
    return { authId: sent.authId, message: ctx.text('security:phone_sent'), code_length: sent.codeLength, resend_after: sent.resendAfterS }
  })

  route(app, phones.confirmPhoneCall, async (ctx, { body }) => {
    const done = await confirmPhone(deps, { ...owner(ctx), authId: body.authId, code: body.sms_code })
    return isProblem(done) ? done : { phone: done.phone, confirmed: true as const }
  })
}

export function phoneChangeRoutes(app: FastifyInstance, deps: AuthDeps): void {
  async function begin(ctx: Ctx, body: { country_code: string; phone_number: string }) {
    const phone = readPhone(body.country_code, body.phone_number)
    if (isProblem(phone)) return phone
    return requireStepUp(deps.sessions, ctx) ?? (await beginPhoneChange(deps, owner(ctx), phone))
  }
  const replyOf = (ctx: Ctx, step: PhoneStep, questionStep: string) =>
    step.next === 'question' ? { nextStep: questionStep, question: wordingOf(ctx, step.question) } : endOf(step)
  const endOf = (step: Exclude<PhoneStep, { next: 'question' }>) =>
    step.next === 'none' ? { nextStep: 'none', phone: step.phone } : { nextStep: step.next }

  route(app, phones.updatePhoneCall, async (ctx, { body }) => {
    const begun = await begin(ctx, body)
    return isProblem(begun) ? begun : { authId: begun.authId, nextStep: 'old_phone', code_length: 6 }
  })

  route(app, phones.sendUpdateCodeCall, async (ctx, { body }) => {
    const sent = await sendPhoneCode(deps, owner(ctx), { authId: body.authId, lng: ctx.lng, toApps: body.is_send_sms_to_apps })
    if (isProblem(sent)) return sent
    return { message: ctx.text('security:phone_sent'), code_length: sent.codeLength, resend_after: sent.resendAfterS, phone: sent.phone }
  })

  route(app, phones.confirmUpdateCall, async (ctx, { body }) => {
    const { authId } = body
    const step =
      body.user_answer === ''
        ? await provePhoneCode(deps, owner(ctx), { authId, code: body.sms_code })
        : await proveAnswer(deps, owner(ctx), { authId, answer: body.user_answer })
    return isProblem(step) ? step : replyOf(ctx, step, 'question')
  })

  /** v3 sends by itself: after the beginning to the old number, after its proof to the new one. */
  async function sendV3(ctx: Ctx, authId: string, toApps: boolean) {
    const sent = await sendPhoneCode(deps, owner(ctx), { authId, lng: ctx.lng, toApps })
    if (isProblem(sent)) return sent
    return { authId, nextStep: 'code', code_length: sent.codeLength, resend_after: sent.resendAfterS, phone: sent.phone }
  }

  route(app, phones.updatePhoneV3Call, async (ctx, { body }) => {
    const begun = await begin(ctx, body)
    return isProblem(begun) ? begun : sendV3(ctx, begun.authId, body.is_send_sms_to_apps)
  })

  route(app, phones.checkConfirmCodeCall, async (ctx, { query }) => {
    const step = await provePhoneCode(deps, owner(ctx), { authId: query.authId, code: query.confirm_code })
    if (isProblem(step)) return step.field === 'sms_code' ? { ...step, field: 'confirm_code' } : step
    return step.next === 'new_phone' ? sendV3(ctx, query.authId, query.is_send_sms_to_apps) : replyOf(ctx, step, 'answer')
  })

  route(app, phones.checkUserAnswerCall, async (ctx, { query }) => {
    const step = await proveAnswer(deps, owner(ctx), { authId: query.authId, answer: query.user_answer })
    return isProblem(step) ? step : replyOf(ctx, step, 'answer')
  })
}

export function questionRoutes(app: FastifyInstance, deps: AuthDeps): void {
  const { db } = deps
  const listed = (ctx: Ctx, id: number) => ({ id, wording: ctx.text(`security:question_${id}`) })
  const none = () => problem('security.no_question', { wire: 55 })
  async function stored(ctx: Ctx) {
    const found = await readQuestion(db, ctx.player!.id)
    return found ? { question_id: found.id, question: wordingOf(ctx, found), isCustom: found.own !== null } : none()
  }

  route(app, questions.questionsCall, (ctx) =>
    QUESTION_IDS.map((id) => ({ question_id: id, question: ctx.text(`security:question_${id}`) })),
  )
  route(app, questions.userQuestionCall, stored)
  route(app, questions.questionWithPhoneCall, async (ctx) => {
    const question = await stored(ctx)
    return isProblem(question) ? question : { ...question, phone: maskPhone((await selectPlayer(db, ctx.player!.id)).phone) }
  })

  route(app, questions.setAnswerCall, async (ctx, { body }) => {
    const given = { ...listed(ctx, body.question_id), answer: body.answer, repeat: body.answer_repeat }
    const refused = requireStepUp(deps.sessions, ctx) ?? (await setQuestion(deps, owner(ctx), given))
    return refused ?? { saved: true as const }
  })

  route(app, questions.setCustomAnswerCall, async (ctx, { body }) => {
    const given = { id: null, wording: body.question, answer: body.answer, repeat: body.answer_repeat }
    const refused = requireStepUp(deps.sessions, ctx) ?? (await setQuestion(deps, owner(ctx), given))
    return refused ?? { saved: true as const }
  })

  route(app, questions.secureCall, async (ctx, { body }) => {
    const playerId = ctx.player!.id
    if (body?.question_id != null || body?.answer) {
      const grade = await confirmPlayer(deps, playerId, { password: body.password ?? '', appCode: body.app_code ?? '' })
      if (isProblem(grade)) return grade
      const answer = body.answer ?? ''
      const refused = await setQuestion(deps, owner(ctx), { ...listed(ctx, body.question_id ?? 0), answer, repeat: answer })
      if (refused) return refused
    }
    return readSecureState(deps, playerId, await hasQuestion(db, playerId))
  })
}

export function identityRoutes(app: FastifyInstance, deps: AuthDeps): void {
  route(app, identity.changeEmailCall, async (ctx, { body }, reply) => {
    const refused = requireStepUp(deps.sessions, ctx)
    if (refused) return refused
    const letter = { email: body.umail, lng: ctx.lng, origin: originOf(ctx), after: afterAnswer(reply) }
    const asked = await askEmailChange(deps, owner(ctx), letter)
    return isProblem(asked) ? asked : { sent: true as const, resend_after: asked.resendAfterS }
  })

  route(app, identity.confirmEmailCall, async (ctx, { body }) => {
    const done = await confirmEmailChange(deps, owner(ctx), body.hash)
    return isProblem(done) ? done : { email: done.email, confirmed: true as const }
  })

  route(app, identity.changeLoginCall, async (ctx, { body }) => {
    const flag = body.auth_by_email
    const authByEmail = flag == null ? null : flag === true || flag === 1 || flag === '1' || flag === 'true'
    const refused = requireStepUp(deps.sessions, ctx)
    if (refused) return refused
    const done = await changeLogin(deps, owner(ctx), { login: body.login ?? null, authByEmail })
    return isProblem(done) ? done : { login: done.login, auth_by_email: done.authByEmail }
  })
}

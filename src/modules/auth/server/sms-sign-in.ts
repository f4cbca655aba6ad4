/** Sign-in by a code to the phone (features AU-07). Known and unknown numbers get the same answer (ACC-10). */
import type { FastifyInstance } from 'fastify'
import { inTx } from '#platform/server/db.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { checkCodeCall, sendCodeCall } from '../contract/sms.ts'
import { afterAnswer, type AfterAnswer } from './after-answer.ts'
import { CODE_LENGTH, RESEND_AFTER_S } from './challenges.ts'
import type { AuthDeps } from './deps.ts'
import type { PhoneReader } from './phone-reader.ts'
import { selectPlayer, selectPlayerOptional } from './player-store.ts'
import { isBrowser, signedInReply, visitorOf } from './visit.ts'
import { signInKnown, type SecondStep, type SignedIn } from './sign-in.ts'
import type { CodeStep } from './strange-sign-in.ts'

const PURPOSE = 'sms_sign_in'
const isOffered = (ctx: Ctx) => ctx.config.auth.loginTypes.includes('phone')
const notOffered = problem('auth.sms_not_offered', { status: 404 })
const wrongCode = problem('auth.wrong_sms_code', { wire: 2, field: 'sms_code', status: 401 })

export function smsRoutes(app: FastifyInstance, deps: AuthDeps, readPhone: () => PhoneReader): void {
  route(app, sendCodeCall, async (ctx, { body }, reply) => {
    if (!isOffered(ctx)) return notOffered
    const phone = readPhone()(body.country_code, body.phone)
    if (isProblem(phone)) return { ...phone, field: 'phone' }
    const authId = await sendSignInCode(deps, ctx, { phone, toApps: body.is_send_sms_to_apps, after: afterAnswer(reply) })
    return isProblem(authId) ? authId : { authId, code_length: CODE_LENGTH, resend_after: RESEND_AFTER_S }
  })

  route(app, checkCodeCall, async (ctx, { body }, reply) => {
    const outcome = await signInByCode(deps, ctx, { authId: body.authId, code: body.sms_code, remember: body.remember })
    return isProblem(outcome) ? outcome : signedInReply(ctx, reply, outcome, body.remember)
  })
}

/** Problem: auth.code_too_soon (44), told of a number whether or not somebody has it. */
async function sendSignInCode(
  deps: AuthDeps,
  ctx: Ctx,
  { phone, toApps, after }: { phone: string; toApps: boolean; after: AfterAnswer },
): Promise<string | Problem> {
  const limited = await deps.limits.count('message', ctx.ip)
  if (limited) return limited
  const { brand, lng } = ctx
  const to = deps.keys.mac('phone', `${brand}:${phone}`).toString('hex')
  const player = await selectPlayerOptional(deps.db, brand, { type: 'phone', key: phone })
  const opened = await inTx(deps.db, async (tx) => {
    const tooOften = await deps.challenges.tooOftenTo(tx, PURPOSE, to)
    return (
      tooOften ?? deps.challenges.openWithCode(tx, { purpose: PURPOSE, brand, playerId: null, data: { to, playerId: player?.id ?? null } })
    )
  })
  if (isProblem(opened)) return opened
  // After the answer: writing the message would tell by its time that there is somebody.
  const isActive = player?.status === 'active'
  const channel = toApps ? ('app' as const) : ('sms' as const)
  const message = { brand, channel, to: `+${phone}`, template: 'code', lng, params: { code: opened.code, brand } }
  after(async () => void (isActive && (await inTx(deps.db, (tx) => deps.messenger.send(tx, message)))))
  return opened.id
}

/** Problems: auth.wrong_sms_code (2) for wrong, used and expired codes alike; auth.sms_not_offered. */
export async function signInByCode(
  deps: AuthDeps,
  ctx: Ctx,
  { authId, code, remember }: { authId: string; code: string; remember: boolean },
): Promise<SignedIn | SecondStep | CodeStep | Problem> {
  if (!isOffered(ctx)) return notOffered
  const limited = await deps.limits.count('sign_in', ctx.ip)
  if (limited) return limited
  const found = await inTx(deps.db, (tx) => deps.challenges.redeemCode(tx, PURPOSE, ctx.brand, authId, code))
  const playerId = found?.data['playerId']
  if (typeof playerId !== 'number') return wrongCode
  return inTx(deps.db, async (tx) =>
    signInKnown(deps, tx, await selectPlayer(tx, playerId), {
      visitor: visitorOf(ctx),
      remember,
      browser: isBrowser(ctx),
      lng: ctx.lng,
      byCode: true,
    }),
  )
}

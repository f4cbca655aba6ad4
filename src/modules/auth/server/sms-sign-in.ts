/** Sign-in by a code to the phone (features AU-07). Known and unknown numbers get the same answer (ACC-10). */
import type { FastifyInstance } from 'fastify'
import { inTx } from '#platform/server/db.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { checkCodeCall, sendCodeCall } from '../contract/sms.ts'
import { afterAnswer } from './after-answer.ts'
import { CODE_LENGTH, codeOver, RESEND_AFTER_S } from './challenges.ts'
import { numberMark, sendCodeToNumber } from './code-to-number.ts'
import type { AuthDeps } from './deps.ts'
import { readTyped, type PhoneReader } from './phone-reader.ts'
import { selectAndLockPlayer, type PlayerRow } from './player-store.ts'
import { isBrowser, signedInReply, visitorOf } from './visit.ts'
import { signInKnown, type SecondStep, type SignedIn } from './sign-in.ts'
import type { CodeStep } from './strange-sign-in.ts'

const PURPOSE = 'sms_sign_in'
const isOffered = (ctx: Ctx) => ctx.config.auth.loginTypes.includes('phone')
const isActive = (player: PlayerRow) => player.status === 'active'
const notOffered = problem('auth.sms_not_offered', { status: 404 })

export function smsRoutes(app: FastifyInstance, deps: AuthDeps, readPhone: () => PhoneReader): void {
  route(app, sendCodeCall, async (ctx, { body }, reply) => {
    if (!isOffered(ctx)) return notOffered
    const phone = readTyped(readPhone(), { given: body.country_code, here: ctx.country, text: body.phone })
    if (isProblem(phone)) return { ...phone, field: 'phone' }
    const { brand, ip, lng } = ctx
    const channel = body.is_send_sms_to_apps ? 'app' : 'sms'
    const given = { purpose: PURPOSE, brand, phone, ip, lng, channel, mayHave: isActive } as const
    const authId = await sendCodeToNumber(deps, given, afterAnswer(reply))
    return isProblem(authId) ? authId : { authId, code_length: CODE_LENGTH, resend_after: RESEND_AFTER_S }
  })

  route(app, checkCodeCall, async (ctx, { body }, reply) => {
    const outcome = await signInByCode(deps, ctx, { authId: body.authId, code: body.sms_code, remember: body.remember })
    return isProblem(outcome) ? outcome : signedInReply(ctx, reply, outcome, body.remember)
  })
}

/** Problems: auth.wrong_code (2), auth.code_over (2) for used up and expired ones, of unknown numbers alike; auth.sms_not_offered. */
export async function signInByCode(
  deps: AuthDeps,
  ctx: Ctx,
  { authId, code, remember }: { authId: string; code: string; remember: boolean },
): Promise<SignedIn | SecondStep | CodeStep | Problem> {
  if (!isOffered(ctx)) return notOffered
  const limited = await deps.limits.count('sign_in', ctx.ip)
  if (limited) return limited
  const found = await inTx(deps.db, (tx) => deps.challenges.redeemCode(tx, PURPOSE, ctx.brand, authId, code))
  if (isProblem(found)) return { ...found, status: 401 }
  const { playerId, to } = found.data
  // Guessed, for nobody was sent it.
  if (typeof playerId !== 'number') return { ...codeOver, status: 401 }
  return inTx(deps.db, async (tx) => {
    const player = await selectAndLockPlayer(tx, playerId)
    // The number is no longer his: whoever holds that telephone has no way into the account.
    if (player.phone === null || numberMark(deps, ctx.brand, player.phone) !== to) return { ...codeOver, status: 401 }
    return signInKnown(deps, tx, player, { visitor: visitorOf(ctx), remember, browser: isBrowser(ctx), lng: ctx.lng, byCode: true })
  })
}

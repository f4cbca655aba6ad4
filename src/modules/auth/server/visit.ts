/** What a visit tells of itself, and how a sign-in answers it. */
import type { FastifyReply } from 'fastify'
import { unixSeconds } from '#lib/time.ts'
import type { Ctx } from '#platform/server/http.ts'
import type { SignedInReply } from '../contract.ts'
import { clearCodeStep, codeStepOf, deviceSecretOf, setCodeStep, setSessionCookie, setTokenCookie } from './cookies.ts'
import type { Visitor } from './sessions.ts'
import type { SecondStep, SignedIn } from './sign-in.ts'
import type { CodeStep } from './strange-sign-in.ts'

export function visitorOf(ctx: Ctx): Visitor {
  const { brand, ip, country, userAgent } = ctx
  return { brand, ip, country, userAgent, deviceSecret: deviceSecretOf(ctx.request), codeStep: codeStepOf(ctx.request) }
}

/** Browsers name the relation of pages in this header; programs have no reason to send it. */
export function isBrowser(ctx: Ctx): boolean {
  return ctx.request.headers['sec-fetch-site'] !== undefined
}

/** Where links in letters lead: the host that the player is on, one of the brand's. What a request calls itself is not asked. */
export function originOf(ctx: Ctx): string {
  return `${ctx.request.protocol}://${ctx.host}`
}

/** Answer and cookies of a sign-in, finished or waiting for its second step. */
export function signedInReply(ctx: Ctx, reply: FastifyReply, outcome: SignedIn | SecondStep | CodeStep, remember: boolean): SignedInReply {
  if (outcome.step !== 'none') {
    const { authId, step: nextStep } = outcome
    const code = outcome.step === 'two_factor' ? {} : { sentTo: outcome.sentTo, resend_after: outcome.resendAfterS }
    if (outcome.step !== 'two_factor') setCodeStep(reply, authId)
    return { userId: 0, type: 0, token: '', refreshToken: '', expireDate: 0, authId, nextStep, mustChangePassword: false, ...code }
  }
  const { session } = outcome
  clearCodeStep(reply)
  setSessionCookie(reply, outcome.secret, remember ? session.expiresAt - ctx.now : undefined)
  setTokenCookie(reply, outcome.token, ctx.now)
  return {
    userId: session.playerId,
    type: 25,
    token: outcome.token.token,
    refreshToken: outcome.refreshToken,
    expireDate: unixSeconds(outcome.token.expiresAt),
    authId: '',
    nextStep: 'none',
    mustChangePassword: outcome.mustChangePassword,
  }
}

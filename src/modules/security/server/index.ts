/** Door of security: second factor, phone, question, address and login of the office (spec §3–§5, §7). */
import type { FastifyInstance } from 'fastify'
import { route, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem } from '#platform/shared/problem.ts'
import { originOf, requireStepUp, type AuthDeps, type SecondFactor } from '#modules/auth/server/index.ts'
import * as contract from '../contract.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { identityRoutes, newPhoneRoutes, phoneChangeRoutes, questionRoutes } from './office-routes.ts'
import { askDisable, disableTwoFactor, enableTwoFactor, secondFactor, sendTwoFactorSms, setUpTwoFactor, takePicture } from './two-factor.ts'

export { secondFactor } from './two-factor.ts'
export { hasQuestion } from './secure-question.ts'
export { personalData } from './personal-data.ts'

export interface Security {
  secondFactor: SecondFactor
  routes(app: FastifyInstance): void
}

export function createSecurity(deps: AuthDeps): Security {
  const factor = secondFactor(deps)
  return {
    secondFactor: factor,
    routes(app) {
      securityRoutes(app, deps)
      newPhoneRoutes(app, deps)
      phoneChangeRoutes(app, deps)
      questionRoutes(app, deps)
      identityRoutes(app, deps)
      passkeyRoutes(app, deps)
    },
  }
}

function securityRoutes(app: FastifyInstance, deps: AuthDeps): void {
  const me = (ctx: Ctx) => ctx.player!.id
  const shownTo = ({ brand, config }: Ctx, playerId: number) => ({ playerId, brand, issuer: config.customize.name })

  route(app, contract.setUpCall, async (ctx) => {
    const made = requireStepUp(deps.sessions, ctx) ?? (await setUpTwoFactor(deps, shownTo(ctx, me(ctx))))
    if (isProblem(made)) return made
    return { qr_code_url: `/web-api/office/qr/${made.pictureId}.svg`, qr_link: made.link, code: made.secret }
  })

  route(app, contract.pictureCall, async (ctx, { params }, reply) => {
    // An <img> sends cookies but no token header, so the session's cookie is the proof here.
    const player = ctx.player ?? ctx.identity.extended
    const svg = player ? await takePicture(deps, shownTo(ctx, player.id), params.id.replace(/\.svg$/, '')) : null
    if (svg === null) return reply.code(404).type('text/plain').send('')
    return reply.header('cache-control', 'no-store').type('image/svg+xml').send(svg)
  })

  route(app, contract.enableCall, async (ctx, { body }) => {
    const refused = requireStepUp(deps.sessions, ctx)
    if (refused) return refused
    const done = await enableTwoFactor(deps, {
      playerId: me(ctx),
      brand: ctx.brand,
      appCode: body.app_code,
      smsCode: body.sms_code,
      smsRequired: ctx.config.auth.twoFactorSms,
      ip: ctx.ip,
    })
    if (isProblem(done)) return done
    return { enabled: true as const, recovery_code: done.recoveryCodes[0]!, recovery_codes: done.recoveryCodes }
  })

  route(app, contract.sendSmsCall, async (ctx) => {
    const sent = await sendTwoFactorSms(deps, me(ctx), ctx.lng)
    return isProblem(sent) ? sent : { code_length: sent.codeLength, resend_after: sent.resendAfterS }
  })

  route(app, contract.disableCall, async (ctx, { body }) => {
    if (body.hash !== '') {
      const refused = await disableTwoFactor(deps, { playerId: me(ctx), brand: ctx.brand, hash: body.hash, ip: ctx.ip })
      return refused ?? { enabled: false }
    }
    if (body.password === '') return problem('security.hash_wrong', { wire: 51, field: 'hash' })
    const asked = await askDisable(deps, {
      playerId: me(ctx),
      password: body.password,
      appCode: body.app_code,
      lng: ctx.lng,
      origin: originOf(ctx),
    })
    return isProblem(asked) ? asked : { enabled: true, ...asked }
  })
}

/** The captcha port: what is asked of a call follows from the kind that the brand's configuration names. */
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#lib/time.ts'
import type { Ctx } from '#platform/server/http.ts'
import type { Db } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { isHosted, offeredKind, type HostedKind, type OwnKind } from '../rules/captcha.ts'
import { hostedClient, isHostedPassed, type CaptchaSimulator, type HostedClient, type HostedKeys } from './captcha/hosted.ts'
import { captchaRoutes } from './captcha/routes.ts'
import { createCaptchaTasks, TOKEN_MARK } from './captcha/tasks.ts'
import type { AuthDeps } from './deps.ts'
import type { KeyService } from './keys.ts'

export interface Captcha {
  /** Checks x-captcha-token where the brand has a captcha. Problem: auth.captcha (400, error_code 40). */
  check(ctx: Ctx, token: string | undefined): Promise<Problem | null>
  routes(app: FastifyInstance): void
  useSimulator(simulator: CaptchaSimulator): void
  cleanUp(): Promise<void>
}

export function createCaptcha(deps: {
  db: Db
  clock: Clock
  keys: KeyService
  hosted?: HostedKeys
  log?: AuthDeps['log']
  /** Stands in for the network in tests. */
  fetch?: typeof fetch
}): Captcha {
  const tasks = createCaptchaTasks(deps)
  let simulator: CaptchaSimulator | null = null

  const hosted = (ctx: Ctx, kind: HostedKind) =>
    hostedClient(kind, { keys: deps.hosted?.[ctx.brand], country: ctx.country, simulator, fetch: deps.fetch })

  /** What this visitor is asked: a kind of ours, or a client of the brand's provider. */
  function offered(ctx: Ctx): OwnKind | HostedClient {
    const { type } = ctx.config.captcha
    return (isHosted(type) ? hosted(ctx, type) : null) ?? offeredKind(type)
  }

  async function isPassed(ctx: Ctx, token: string): Promise<boolean> {
    // An own token always counts: the way without a puzzle is open whatever the brand shows first (C5).
    if (token.startsWith(TOKEN_MARK)) return tasks.redeem(token, ctx.brand)
    const client = offered(ctx)
    return typeof client === 'string' ? false : isHostedPassed(client, { token, ip: ctx.ip }, deps.log)
  }

  return {
    async check(ctx, token) {
      if (ctx.config.captcha.type === 'disabled') return null
      const passed = token !== undefined && token.length > 0 && token.length <= 4096 && (await isPassed(ctx, token))
      return passed ? null : problem('auth.captcha', { wire: 40, status: 400 })
    },
    useSimulator: (given) => (simulator = given),
    routes: (app) => captchaRoutes(app, { tasks, offered, hosted }),
    cleanUp: () => tasks.cleanUp(),
  }
}

/** The captcha port: providers plug in by the kind that the brand's configuration names. */
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { Ctx } from '#platform/server/http.ts'

export interface Captcha {
  verify(token: string, visit: { brand: string; ip: string }): Promise<boolean>
}

/** Checks x-captcha-token where the brand has a captcha. Problem: auth.captcha (400, error_code 40). */
export function createCaptchaCheck(
  providers: Partial<Record<string, Captcha>>,
): (ctx: Ctx, token: string | undefined) => Promise<Problem | null> {
  return async (ctx, token) => {
    const { type } = ctx.config.captcha
    if (type === 'disabled') return null
    const provider = providers[type]
    // A brand that asks for a captcha nobody can check stays closed: it never fails open (WEB-14).
    const passed =
      provider !== undefined &&
      token !== undefined &&
      token.length <= 4096 &&
      (await provider.verify(token, { brand: ctx.brand, ip: ctx.ip }))
    return passed ? null : problem('auth.captcha', { wire: 40, status: 400 })
  }
}

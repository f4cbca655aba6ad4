/** A brand that breaks the jurisdiction profile it names is not served (standards §4, OPS-15). */
import type { BrandFile } from '#modules/brand/contract/config.ts'
import { overlay } from '#modules/brand/rules/resolve.ts'
import { brokenRules } from '#modules/protection/rules/profile.ts'
import { EnvError } from '#platform/server/env.ts'

function rulesOf({ registration, withdrawals, responsible, identification }: BrandFile['config']): Parameters<typeof brokenRules>[0] {
  return {
    profile: responsible.profile,
    minAge: registration.min_age,
    playerCanCancelWithdrawal: withdrawals.playerCanCancel,
    realityCheckMinutes: responsible.realityCheckMinutes,
    autoLogoff: responsible.autoLogoff,
    autoLogoffMinutes: responsible.autoLogoffMinutes,
    listsPapers: identification !== undefined,
  }
}

/** Keys that break the profile of each brand, in its own configuration and under each of its layers. */
export function brokenProfiles(brands: readonly BrandFile[]): string[] {
  return brands.flatMap(({ config, layers }) => {
    const configs = [config, ...layers.map(({ set }) => overlay(config, set))]
    return [...new Set(configs.flatMap((one) => brokenRules(rulesOf(one))))].map((key) => `${config.id}: ${key}`)
  })
}

/** Throws EnvError naming brand and keys. */
export function refuseBrokenProfiles(brands: readonly BrandFile[]): void {
  const broken = brokenProfiles(brands)
  if (broken.length > 0) throw new EnvError(`brands break their jurisdiction profile: ${broken.join(', ')}`)
}

/** Rules of pages as the brand writes them (`global.routes`, spec §2) and what they mean for one address. */
import type { RouteRule } from '#platform/shared/site-config.ts'
import type { AccessFlags } from './access.ts'

/** `/office/*` covers `/office` and everything below it. */
export function coversPath(pattern: string, path: string): boolean {
  if (!pattern.endsWith('/*')) return path === pattern
  const base = pattern.slice(0, -2)
  return path === base || path.startsWith(`${base}/`)
}

/** All rules that cover the path, laid over each other in the brand's order. `path` is the part after /{lng}. */
export function flagsOfPath(rules: readonly RouteRule[], path: string): AccessFlags {
  const flags: AccessFlags = {}
  for (const rule of rules) {
    if (!coversPath(rule.path, path)) continue
    if (rule.signedOut !== undefined) flags.signedOut = rule.signedOut
    if (rule.signedIn !== undefined) flags.signedIn = rule.signedIn
    if (rule.languages) flags.languages = rule.languages
    if (rule.blockedCountries) flags.blockedCountries = rule.blockedCountries
    if (rule.onlyCountriesSignedIn) flags.hideOutsideCountries = rule.onlyCountriesSignedIn
  }
  return flags
}

/** Pages without which nobody could sign in, or say why he cannot, and what the law wants to be read by everybody. */
const ALWAYS_OPEN = [
  '/login',
  '/social/*',
  '/two-factor',
  '/registration',
  '/password',
  '/password-reset',
  '/block-appeal',
  '/information/*',
]

/** On a VIP host visitors of the listed countries sign in before they see anything (AC-12). */
export function vipFlags(vip: { domain: boolean; authCountries: readonly string[] }, country: string, path: string): AccessFlags {
  const asks = vip.domain && vip.authCountries.some((listed) => listed.toUpperCase() === country.toUpperCase())
  return asks && !ALWAYS_OPEN.some((open) => coversPath(open, path)) ? { signedIn: true } : {}
}

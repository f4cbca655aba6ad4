/** Route access (spec §2 "Route access rules", features AC-01…05, 17). Pure: router and endpoints ask alike. */
export interface AccessFlags {
  signedOut?: boolean
  signedIn?: boolean
  /** Languages in which the page exists; left out = all. */
  languages?: readonly string[]
  /** Countries (two letters) where the page is closed by law. */
  blockedCountries?: readonly string[]
  /** Hidden for signed-in players outside these countries. */
  hideOutsideCountries?: readonly string[]
  /** The feature flag that must be on; a switched-off feature does not exist. */
  feature?: string
}

export interface AccessSubject {
  signedIn: boolean
  language: string
  /** Two letters; '' when it is not known. */
  country: string
  hasFeature?(name: string): boolean
}

export type AccessVerdict = 'allow' | 'home' | 'sign_in' | 'not_found' | 'blocked'

/**
 * The order matters: what does not exist (feature, language) is hidden before anything is told about it; the law
 * comes before sign-in, so that nobody signs in only to be refused.
 */
export function access(flags: AccessFlags, who: AccessSubject): AccessVerdict {
  const country = who.country.toUpperCase()
  if (flags.feature !== undefined && !(who.hasFeature?.(flags.feature) ?? false)) return 'not_found'
  if (flags.languages && !flags.languages.includes(who.language)) return 'not_found'
  if (includesCountry(flags.blockedCountries, country)) return 'blocked'
  if (flags.hideOutsideCountries && who.signedIn && !includesCountry(flags.hideOutsideCountries, country)) return 'not_found'
  if (flags.signedIn && !who.signedIn) return 'sign_in'
  if (flags.signedOut && who.signedIn) return 'home'
  return 'allow'
}

/** Whether a menu shows the entry: everything but a verdict that ends on "no such page". */
export function isListed(flags: AccessFlags, who: AccessSubject): boolean {
  const verdict = access(flags, who)
  return verdict === 'allow' || verdict === 'sign_in'
}

function includesCountry(list: readonly string[] | undefined, country: string): boolean {
  return list?.some((entry) => entry.toUpperCase() === country) ?? false
}

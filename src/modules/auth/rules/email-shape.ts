/** The least that an address must be before it is looked up; the full rules stand in account/rules/email.ts. */

/** Longest address that mail servers take (RFC 5321). */
export const EMAIL_MAX = 254

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u.test(text)
}

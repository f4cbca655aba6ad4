/** How a player names himself at sign-in (features AU-01…03). */
import { EMAIL_MAX, isEmail } from './email-shape.ts'

export const LOGIN_TYPES = ['phone', 'email', 'id'] as const
export type LoginType = (typeof LOGIN_TYPES)[number]

export interface Identifier {
  type: LoginType
  /** The form in which it is compared. */
  key: string
}

/** Two spellings of one address are one address: case and Unicode form do not count (ACC-02). */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

/**
 * Reads a login: with @ it is an e-mail, the rest by the type that is asked, what can only be a phone is one where none is
 * asked; null when it can be nobody's.
 */
export function readIdentifier(login: string, asked?: LoginType): Identifier | null {
  const text = login.trim()
  if (text === '' || text.length > EMAIL_MAX) return null
  if (asked !== 'phone' && text.includes('@')) return isEmail(emailKey(text)) ? { type: 'email', key: emailKey(text) } : null
  const digits = text.replaceAll(/[\s().+-]/g, '')
  if (asked === 'phone' || (asked === undefined && isPhoneLike(text)))
    return /^\d{6,17}$/.test(digits) ? { type: 'phone', key: digits } : null
  return asked !== 'email' && /^[\p{L}\p{N}_.-]{3,64}$/u.test(text) ? { type: 'id', key: text.toLowerCase() } : null
}

/** A plus, or more digits than a player's number ever has. */
export function isPhoneLike(login: string): boolean {
  return /^[\s\d().+-]+$/.test(login) && (login.trim().startsWith('+') || login.replaceAll(/\D/g, '').length >= 11)
}

/** a***@example.test; the name before @ keeps its first letter only (DAT-12). */
export function maskEmail(email: string | null): string {
  if (!email) return ''
  const at = email.lastIndexOf('@')
  return `${[...email.slice(0, at)][0] ?? ''}***${email.slice(at)}`
}

/** ***45: the last two digits. */
export function maskPhone(phone: string | null): string {
  return phone ? `***${phone.slice(-2)}` : ''
}

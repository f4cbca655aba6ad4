/** Small field rules of spec §5; each gives a message key of ux 6.5 with its parameters, or null. */
import { asciiDigits } from '#lib/ascii-digits.ts'

export interface FieldIssue {
  key: string
  params?: Record<string, string | number>
}

/** Anything but white space (message key `required`, with the label). */
export function checkRequired(text: string, label: string): FieldIssue | null {
  return text.trim() === '' ? { key: 'required', params: { label } } : null
}

/** Letters (with accents), apostrophe, backtick, space and hyphen; empty is fine. */
export function checkUserName(text: string): FieldIssue | null {
  return text === '' || /^[\p{L}\p{M}'’` -]+$/u.test(text) ? null : { key: 'user_name_symbols' }
}

export interface SmsCodeRule {
  /** Digits in the code. */
  length: number
  /** Pattern of the whole code; digits when left out. */
  pattern?: RegExp
}

/** Code from an SMS: trimmed, required, of the expected length, of the expected form. */
export function checkSmsCode(text: string, rule: SmsCodeRule): FieldIssue | null {
  const code = text.trim()
  if (code === '') return { key: 'auth_required_field' }
  if (code.length !== rule.length) return { key: 'phone_min_length', params: { n: rule.length, count: rule.length } }
  return (rule.pattern ?? /^\d+$/).test(code) ? null : { key: 'auth_incorrect_code' }
}

/** The variant with a least length: spaces inside do not count. */
export function checkMinLengthCode(text: string, minLength: number): FieldIssue | null {
  const code = text.replaceAll(/\s/g, '')
  if (code === '') return { key: 'auth_required_field' }
  return code.length < minLength ? { key: 'min_symbols_limit', params: { n: minLength, count: minLength } } : null
}

/** A phone for the server: digits of any script, 6 to 17 of them, a leading plus allowed; null when it is not one. */
export function normalizePhone(text: string): string | null {
  const digits = asciiDigits(text).replaceAll(/[\s().\-–+]/g, '')
  return /^\d{6,17}$/.test(digits) ? digits : null
}

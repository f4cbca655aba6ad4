/** Small field rules of spec §5; each gives a message key of ux 6.5 with its parameters, or null. */

export interface FieldIssue {
  key: string
  params?: Record<string, string | number>
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

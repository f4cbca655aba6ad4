/** The form of the second factor (spec §5): pure, so that the screen and its tests share it. */
export const APP_CODE_LENGTH = 6

/** Digits of a typed code; spaces and dashes that programs show are taken out. */
export function cleanAppCode(text: string): string {
  return text.replaceAll(/[\s-]/g, '').slice(0, APP_CODE_LENGTH)
}

export type CodeIssue = 'auth_required_field' | 'phone_min_length' | 'auth_incorrect_code'
export type MinLengthIssue = 'auth_required_field' | 'min_symbols_limit'

export function checkAppCode(text: string): CodeIssue | null {
  const code = text.replaceAll(/[\s-]/g, '')
  if (code === '') return 'auth_required_field'
  if (code.length !== APP_CODE_LENGTH) return 'phone_min_length'
  return /^\d+$/.test(code) ? null : 'auth_incorrect_code'
}

/** Either that code or a recovery code: no shorter than the first, spaces inside do not count. */
export function checkAppOrRecovery(text: string): MinLengthIssue | null {
  const code = text.replaceAll(/\s/g, '')
  if (code === '') return 'auth_required_field'
  return code.length < APP_CODE_LENGTH ? 'min_symbols_limit' : null
}

/** The wire says: error_code 2 belongs to the SMS field, every other to the app field (spec §5). */
export function fieldOfErrorCode(errorCode: number | undefined): 'sms_code' | 'app_code' {
  return errorCode === 2 ? 'sms_code' : 'app_code'
}

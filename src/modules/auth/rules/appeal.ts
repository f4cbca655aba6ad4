/** Bounds of an appeal that browser and server share. */
import { isEmail } from './email-shape.ts'
import { emailKey } from './identifier.ts'

export const APPEAL_TEXT_MAX = 2000
export const APPEAL_TEXT_MIN = 10

export type AppealIssue = { field: 'login' | 'reply_to' | 'text'; key: 'login_required' | 'appeal_reply_to' | 'appeal_text_short' }

/** All that is wrong, in the order of the form. */
export function checkAppeal(given: { login: string; reply_to: string; text: string }): AppealIssue[] {
  const found: AppealIssue[] = []
  if (given.login.trim() === '') found.push({ field: 'login', key: 'login_required' })
  if (!isEmail(emailKey(given.reply_to))) found.push({ field: 'reply_to', key: 'appeal_reply_to' })
  if ([...given.text.trim()].length < APPEAL_TEXT_MIN) found.push({ field: 'text', key: 'appeal_text_short' })
  return found
}

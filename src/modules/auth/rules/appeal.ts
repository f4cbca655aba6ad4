/** Bounds of an appeal that browser and server share. */
import { isEmail } from './email-shape.ts'
import { emailKey } from './identifier.ts'

export const APPEAL_TEXT_MAX = 2000
export const APPEAL_TEXT_MIN = 10

export type AppealIssue = { field: 'login' | 'reply_to' | 'text'; key: 'login_required' | 'appeal_reply_to' | 'appeal_text_short' }

/** The first thing that is wrong, in the order of the form. */
export function checkAppeal(given: { login: string; reply_to: string; text: string }): AppealIssue | null {
  if (given.login.trim() === '') return { field: 'login', key: 'login_required' }
  if (!isEmail(emailKey(given.reply_to))) return { field: 'reply_to', key: 'appeal_reply_to' }
  return [...given.text.trim()].length < APPEAL_TEXT_MIN ? { field: 'text', key: 'appeal_text_short' } : null
}

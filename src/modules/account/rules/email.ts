/** The e-mail rules of spec §5, in their order. Keys are the message keys of ux 6.5. */
import { EMAIL_MAX } from '#modules/auth/rules/email-shape.ts'
import type { FieldIssue } from './fields.ts'

export type EmailIssue =
  | {
      key: 'email_account_name' | 'email_domain' | 'email_at' | 'email_dot' | 'email_space' | 'validation_enter_correct_email'
      blocking: true
    }
  /** Advice, unless the address is wrong beyond its domain: then the advice is only the first thing to be said of it. */
  | { key: 'email_typo'; blocking: boolean; suggestion: string }

const KNOWN = ['yandex', 'mail', 'gmail', 'rambler', 'icloud', 'yahoo', 'aol', 'outlook'] as const
type Known = (typeof KNOWN)[number]

/** Real services whose names are one letter away from a known one: never "corrected". */
const REAL_NEIGHBOURS = new Set([
  'email',
  'ymail',
  'fmail',
  'tmail',
  'zmail',
  'xmail',
  'hmail',
  'jmail',
  'mall',
  'maid',
  'main',
  'mall',
  'sol',
  'uol',
])

const RUSSIAN = new Set<Known>(['yandex', 'mail', 'rambler'])
const BROKEN_COM = new Set(['con', 'cmo', 'ocm', 'vom', 'xom', 'comm', 'cm', 'om'])
const BROKEN_RU = new Set(['ry', 'ur', 'tu', 'rru', 'ruu', 'eu.ru'])

const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/**
 * The first rule that the address breaks, null when it is fine or empty (an empty field is the business of
 * "required"). A typo of a known domain is advice and does not block what is an address all the same.
 */
export function checkEmail(text: string): EmailIssue | null {
  if (text === '') return null
  if (text.startsWith('@')) return { key: 'email_account_name', blocking: true }
  if (text.endsWith('@')) return { key: 'email_domain', blocking: true }
  const at = text.lastIndexOf('@')
  if (at < 0) return { key: 'email_at', blocking: true }
  if (!text.slice(at).includes('.')) return { key: 'email_dot', blocking: true }
  if (text.includes(' ')) return { key: 'email_space', blocking: true }
  const suggestion = suggestEmail(text)
  if (suggestion !== null) return { key: 'email_typo', blocking: !isEmail(text), suggestion }
  return isEmail(text) ? null : { key: 'validation_enter_correct_email', blocking: true }
}

/** The rule for which an address is refused, null when it is taken: what a form says at its field. */
export function emailRefusal(text: string): FieldIssue | null {
  const issue = checkEmail(text)
  if (!issue?.blocking) return null
  return issue.key === 'email_typo' ? { key: issue.key, params: { suggestion: issue.suggestion } } : { key: issue.key }
}

/** True for an address that the server accepts; typos of known domains are accepted here. */
export function isEmail(text: string): boolean {
  if (text.length > EMAIL_MAX) return false
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const labels = text.slice(at + 1).split('.')
  if (at < 1 || local.length > 64 || !LOCAL.test(local) || labels.length < 2) return false
  const last = labels.at(-1)!
  return labels.every((label) => LABEL.test(label)) && last.length >= 2 && !/^\p{N}+$/u.test(last)
}

/** "a@gmial.com" → "a@gmail.com"; null when the domain is known, or not close to a known one. */
export function suggestEmail(text: string): string | null {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1).toLowerCase()
  const dot = domain.indexOf('.')
  if (at < 1 || dot < 1) return null
  const name = domain.slice(0, dot)
  const zone = domain.slice(dot + 1)
  const known =
    KNOWN.find((candidate) => candidate === name) ?? (REAL_NEIGHBOURS.has(name) ? undefined : KNOWN.find((k) => isTypoOf(name, k)))
  if (!known) return null
  const fixedZone = fixZone(known, zone)
  if (known === name && fixedZone === zone) return null
  return `${text.slice(0, at)}@${known}.${fixedZone}`
}

function fixZone(known: Known, zone: string): string {
  if (RUSSIAN.has(known)) return BROKEN_RU.has(zone) || zone === '' ? 'ru' : zone
  return BROKEN_COM.has(zone) || zone === '' ? 'com' : zone
}

/** One slip of the finger: two letters swapped, one missing or doubled; in longer names also one wrong or extra. */
function isTypoOf(name: string, known: string): boolean {
  if (name === known || Math.abs(name.length - known.length) > 1) return false
  if (swapped(name, known)) return true
  if (name.length === known.length + 1) return withoutOne(name, known, known.length < 5)
  if (name.length === known.length - 1) return known.length > 3 && withoutOne(known, name, false)
  return known.length >= 5 && differences(name, known) === 1
}

function swapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i + 1 < a.length; i += 1) {
    if (a[i] !== b[i]) return a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2)
  }
  return false
}

/** True when `long` without one letter is `short`; `onlyDoubled` asks that the extra letter repeats its neighbour. */
function withoutOne(long: string, short: string, onlyDoubled: boolean): boolean {
  for (let i = 0; i < long.length; i += 1) {
    if (long.slice(0, i) + long.slice(i + 1) !== short) continue
    if (!onlyDoubled || long[i] === long[i - 1] || long[i] === long[i + 1]) return true
  }
  return false
}

function differences(a: string, b: string): number {
  let count = 0
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) count += 1
  return count
}

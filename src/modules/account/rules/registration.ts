/** What a registration asks: fields of a form by the brand's sort list, and the check of what came back. */
import { emailRefusal } from './email.ts'
import { birthIssue } from './age.ts'
import { enforcedMinAge } from './min-age.ts'
import { parseDay, type Day } from './date.ts'
import { checkUserName, type FieldIssue } from './fields.ts'
import type { RegistrationKind } from '#platform/shared/site-config.ts'

export const REGISTRATION_FIELDS = [
  'country',
  'currency',
  'email',
  'password',
  'birth_date',
  'first_name',
  'last_name',
  'region',
  'city',
  'address',
  'phone',
  'personal_code',
  'document_number',
  'promo_code',
  'bonus',
  'terms',
] as const
export type RegistrationField = (typeof REGISTRATION_FIELDS)[number]

/** Fields that a kind of registration cannot do without, whatever the brand's list says. */
const NEEDED: Record<RegistrationKind, readonly RegistrationField[]> = {
  fast: ['country', 'currency', 'terms'],
  phone: ['phone', 'password', 'country', 'currency', 'terms'],
  full: ['email', 'password', 'birth_date', 'country', 'currency', 'terms'],
  social: ['email', 'birth_date', 'country', 'currency', 'terms'],
  short: ['email', 'password', 'country', 'currency', 'terms'],
  full_v1: ['email', 'password', 'first_name', 'last_name', 'birth_date', 'country', 'city', 'currency', 'terms'],
}

/** Fields that are of no use to a kind: a list may name them, they are left out. */
const UNFIT: Partial<Record<RegistrationKind, readonly RegistrationField[]>> = {
  fast: ['email', 'password', 'phone'],
  phone: ['email'],
  full: ['phone'],
  short: ['phone'],
  full_v1: ['phone'],
  social: ['password', 'phone'],
}

/** The brand's order, unknown names dropped, needed ones that it forgot before the consent, what papers ask for before that. */
export function fieldsOf(
  kind: RegistrationKind,
  sortList: readonly string[],
  papers: readonly ('personal_code' | 'document_number')[] = [],
): RegistrationField[] {
  const unfit = UNFIT[kind] ?? []
  const known = sortList.filter((name): name is RegistrationField => (REGISTRATION_FIELDS as readonly string[]).includes(name))
  // A one-click account is asked for its papers when it becomes a full one.
  const all = [...new Set([...known, ...NEEDED[kind], ...(kind === 'fast' ? [] : papers)])].filter((name) => !unfit.includes(name))
  return known.includes('terms') && known.at(-1) !== 'terms' ? all : [...all.filter((name) => name !== 'terms'), 'terms']
}

/** Fields that a kind cannot be sent without. */
export function isNeeded(kind: RegistrationKind, field: RegistrationField): boolean {
  return NEEDED[kind].includes(field) || field === 'personal_code' || field === 'document_number'
}

export interface FieldError extends FieldIssue {
  field: RegistrationField
}

export interface RegistrationInput {
  country: string
  currency: string
  email: string
  birthDate: string
  firstName: string
  lastName: string
  city: string
  personalCode: string
  documentNumber: string
  /** The whole number in digits; null when it is not one. */
  phone: string | null
  /** Ids of the documents whose boxes are ticked. */
  terms: readonly string[]
}

export interface RegistrationRules {
  fields: readonly RegistrationField[]
  /** Left out: nothing beyond what each field says by itself. */
  kind?: RegistrationKind
  minAge: unknown
  today: Day
  termIds: readonly string[]
  isCountry(text: string): boolean
  isCurrency(text: string): boolean
}

/** Every field that is wrong, in the order of the form. Passwords are judged on the server alone. */
export function checkRegistration(input: RegistrationInput, rules: RegistrationRules): FieldError[] {
  return rules.fields.flatMap((field) => {
    const issue = checkField(field, input, rules)
    return issue ? [{ field, ...issue }] : []
  })
}

function missing(field: RegistrationField, text: string, { kind }: RegistrationRules): FieldIssue | null {
  return kind && isNeeded(kind, field) && text.trim() === '' ? { key: 'field_empty' } : null
}

/** Numbers of papers differ by country; a sign that none of them has is a slip of the finger. */
export function checkPaper(text: string): FieldIssue | null {
  if (text.trim() === '') return { key: 'field_empty' }
  return /^[\p{L}\p{N} /-]{4,30}$/u.test(text.trim()) && /\p{N}/u.test(text) ? null : { key: 'paper_symbols' }
}

function checkField(field: RegistrationField, input: RegistrationInput, rules: RegistrationRules): FieldIssue | null {
  switch (field) {
    case 'country':
      return rules.isCountry(input.country) ? null : { key: 'choose_country' }
    case 'currency':
      return rules.isCurrency(input.currency) ? null : { key: 'choose_currency' }
    case 'email': {
      if (input.email.trim() === '') return { key: 'email_required' }
      return emailRefusal(input.email.trim())
    }
    case 'birth_date': {
      if (input.birthDate.trim() === '') return { key: 'date_required' }
      const day = parseDay(input.birthDate)
      if (!day) return { key: 'date_invalid' }
      return birthIssue(day, rules.today, enforcedMinAge(rules.minAge))
    }
    case 'first_name':
      return missing(field, input.firstName, rules) ?? checkUserName(input.firstName)
    case 'last_name':
      return missing(field, input.lastName, rules) ?? checkUserName(input.lastName)
    case 'city':
      return missing(field, input.city, rules)
    case 'phone':
      return input.phone === null ? { key: 'problem_phone_invalid' } : null
    case 'personal_code':
      return checkPaper(input.personalCode)
    case 'document_number':
      return checkPaper(input.documentNumber)
    case 'terms':
      return rules.termIds.every((id) => input.terms.includes(id)) ? null : { key: 'accept_terms' }
    default:
      return null
  }
}

/** Keys of first deposits, in the order of the bonuses that they stand for: sport 0, casino 1 (specification 3). */
export const FIRST_BONUSES = ['1st', 'slot_first_deposit'] as const

/** -1: none. */
export function bonusChoiceOf({
  bonusId,
  firstBonusId,
}: {
  bonusId: number
  firstBonusId?: '' | (typeof FIRST_BONUSES)[number] | null | undefined
}): number {
  return firstBonusId ? FIRST_BONUSES.indexOf(firstBonusId) : bonusId
}

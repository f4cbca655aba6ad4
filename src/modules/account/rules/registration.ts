/** What a registration asks: fields of a form by the brand's sort list, and the check of what came back. */
import { checkEmail } from './email.ts'
import { enforcedMinAge, isOldEnough } from './age.ts'
import { parseDay, type Day } from './date.ts'
import { checkUserName, type FieldIssue } from './fields.ts'

export const REGISTRATION_FIELDS = [
  'country',
  'currency',
  'email',
  'password',
  'birth_date',
  'first_name',
  'last_name',
  'city',
  'address',
  'promo_code',
  'bonus',
  'terms',
] as const
export type RegistrationField = (typeof REGISTRATION_FIELDS)[number]

/** Fields that a kind of registration cannot do without, whatever the brand's list says. */
const NEEDED: Record<'fast' | 'full', readonly RegistrationField[]> = {
  fast: ['country', 'currency', 'terms'],
  full: ['email', 'password', 'birth_date', 'country', 'currency', 'terms'],
}

/** The brand's order, unknown names dropped, needed ones that it forgot at the end. */
export function fieldsOf(kind: 'fast' | 'full', sortList: readonly string[]): RegistrationField[] {
  const known = sortList.filter((name): name is RegistrationField => (REGISTRATION_FIELDS as readonly string[]).includes(name))
  return [...new Set([...known, ...NEEDED[kind]])]
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
  /** Ids of the documents whose boxes are ticked. */
  terms: readonly string[]
}

export interface RegistrationRules {
  fields: readonly RegistrationField[]
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

function checkField(field: RegistrationField, input: RegistrationInput, rules: RegistrationRules): FieldIssue | null {
  switch (field) {
    case 'country':
      return rules.isCountry(input.country) ? null : { key: 'choose_country' }
    case 'currency':
      return rules.isCurrency(input.currency) ? null : { key: 'choose_currency' }
    case 'email': {
      if (input.email.trim() === '') return { key: 'email_required' }
      const issue = checkEmail(input.email.trim())
      return issue?.blocking ? { key: issue.key } : null
    }
    case 'birth_date': {
      if (input.birthDate.trim() === '') return { key: 'date_required' }
      const day = parseDay(input.birthDate)
      if (!day) return { key: 'date_invalid' }
      const minAge = enforcedMinAge(rules.minAge)
      return isOldEnough(day, rules.today, minAge) ? null : { key: 'min_age', params: { n: minAge } }
    }
    case 'first_name':
      return checkUserName(input.firstName)
    case 'last_name':
      return checkUserName(input.lastName)
    case 'terms':
      return rules.termIds.every((id) => input.terms.includes(id)) ? null : { key: 'accept_terms' }
    default:
      return null
  }
}

/** What came in a registration's fields, read and judged by the brand's lists. */
import { readNewPassword, type AuthDeps, type Visitor } from '#modules/auth/server/index.ts'
import { currencyByCode, currencyOptional, isOffered, type Currency } from '#modules/ledger/server/index.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { RegistrationKind, SiteConfig } from '#platform/shared/site-config.ts'
import { latestMidnight } from '../rules/age.ts'
import { dayText, parseDay } from '../rules/date.ts'
import type { FieldIssue } from '../rules/fields.ts'
import { checkRegistration, fieldsOf, type RegistrationField } from '../rules/registration.ts'
import { countryByCode } from './countries.ts'
import { phoneLengthIssue, readPhone } from './phones.ts'
import { regionIsOf } from './places.ts'

export interface Registration {
  kind: RegistrationKind
  fields: Readonly<Record<string, unknown>>
  bonusChoice: number
  refCode: string
  promoCode: string
  /** Number of the player who invited this one; '' = nobody. */
  referral: string
  /** Of a person whom another service knows (soc_reg). */
  socialId: string
  config: SiteConfig
  lng: string
  visitor: Visitor
  browser: boolean
  origin: string
  partner: number
}

export interface RegistrationForm {
  input: Parameters<typeof checkRegistration>[0]
  rules: Parameters<typeof checkRegistration>[1]
  email: string
  phone: Problem | string
  /** Too short or too long for its country: said in the words of the field. */
  phoneIssue: FieldIssue | null
  countryId: number
  regionId: number | null
  currency: Currency | undefined
  birthDate: string | null
  address: string
  /** Kind of the papers that the country asks for; null = none are asked. */
  document: string | null
}

/** The fields of a kind in a country: the brand's list and what its papers ask for. */
export function fieldsHere(kind: RegistrationKind, config: SiteConfig, country: string): RegistrationField[] {
  return fieldsOf(kind, config.registration.sort[kind], config.registration.identity[country]?.fields ?? [])
}

const TEXT_MAX = 100

export function readForm({ kind, fields, config }: Registration, now: number): RegistrationForm {
  const value = (name: string) =>
    typeof fields[name] === 'string' || typeof fields[name] === 'number' ? String(fields[name]).trim().slice(0, 2100) : ''
  const country = countryByCode(value('country'))
  const asked = fieldsHere(kind, config, country?.iso ?? '')
  const has = (name: RegistrationField) => asked.includes(name)
  const currency = readCurrency(value('currency'))
  const birthDay = has('birth_date') ? parseDay(value('birth_date')) : null
  const region = Number(value('region')) || 0
  const phone = has('phone') ? readPhone(value('country_code'), value('phone')) : ''
  const text = (name: RegistrationField) => (has(name) ? value(name).slice(0, TEXT_MAX) : '')
  const termIds = config.registration.terms.map((term) => term.id)
  return {
    email: text('email'),
    phone,
    phoneIssue: isProblem(phone) ? phoneLengthIssue(value('country_code'), value('phone')) : null,
    currency,
    countryId: country?.id ?? 0,
    regionId: has('region') && country && regionIsOf(region, country.id) ? region : null,
    birthDate: birthDay ? dayText(birthDay) : null,
    address: text('address'),
    document: has('personal_code') || has('document_number') ? (config.registration.identity[country?.iso ?? '']?.document ?? null) : null,
    input: {
      country: value('country'),
      currency: value('currency'),
      email: has('email') ? value('email') : '',
      birthDate: value('birth_date'),
      firstName: text('first_name'),
      lastName: text('last_name'),
      city: text('city'),
      personalCode: text('personal_code'),
      documentNumber: text('document_number'),
      phone: isProblem(phone) ? null : phone,
      terms: readTerms(fields, termIds),
    },
    rules: {
      kind,
      fields: asked,
      minAge: config.registration.min_age,
      today: latestMidnight(now),
      termIds,
      isCountry: () => country !== undefined && !config.countries.blocked.includes(country.iso),
      isCurrency: () => currency !== undefined && isOffered(currency, config.currencies.offered),
    },
  }
}

function readCurrency(text: string): Currency | undefined {
  return /^\d{1,5}$/.test(text) ? currencyOptional(Number(text)) : currencyByCode(text)
}

/** `terms: true` for one box over all documents, a list of ids, or a box per document. */
function readTerms(fields: Readonly<Record<string, unknown>>, ids: readonly string[]): string[] {
  const isTicked = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true'
  const { terms } = fields
  if (isTicked(terms)) return [...ids]
  if (Array.isArray(terms)) return terms.map(String)
  return ids.filter((id) => isTicked(fields[id]))
}

/** Problems: those of readNewPassword, and auth.password_not_encoded for a form that asks for one and got none. */
export async function choosePassword(
  auth: AuthDeps,
  { fields, config }: Registration,
  names: readonly string[],
): Promise<string | Problem> {
  const password = typeof fields['password'] === 'string' ? fields['password'] : ''
  if (password === '') return problem('auth.password_short', { field: 'password' })
  const repeated = fields['password_confirmation']
  // Only decoding and judging: a form without the second field compares the password with itself.
  const confirmation = typeof repeated === 'string' && repeated !== '' ? repeated : password
  return readNewPassword(auth, { password, confirmation }, [config.id, config.customize.name, ...config.hosts, ...names])
}

/** The registration form as the server describes it (wire 12.5.1), and what goes back. Pure: tests drive it. */
import { emailRefusal } from '../../rules/email.ts'
import { birthIssue, latestMidnight } from '../../rules/age.ts'
import { parseDay } from '../../rules/date.ts'
import { checkUserName, type FieldIssue } from '../../rules/fields.ts'
import { checkPaper, FIRST_BONUSES } from '../../rules/registration.ts'

export interface Choice {
  value: string
  id: number
  name: string
  symbol?: string
}

export interface FieldDescription {
  id: number
  name: string
  props: {
    type: string
    config: { options?: Choice[]; documents?: { id: string; version: string; url: string }[] } | null
    value: string | boolean | null
    label: string
    full: boolean
    hidden: boolean
  }
  validators: { type: string; options: Record<string, unknown> }[]
}

export interface FormDescription {
  id: number
  title: string
  type: 'fast_reg' | 'full_reg' | 'phone_reg' | 'soc_reg'
  /** The variant, where two forms have one type. */
  kind: string
  steps: { fields: FieldDescription[][] }[]
}

export interface FormsAnswer {
  setupId: number
  layout: string
  /** The first payment may make the account. */
  payAndPlay?: boolean
  forms: FormDescription[]
}

export type Values = Readonly<Record<string, string>>

export function fieldsIn(form: FormDescription): FieldDescription[] {
  return form.steps.flatMap((step) => step.fields.flat()).filter((field) => !field.props.hidden)
}

/** Values at the start: what the server preselects; a tick is '1'. */
export function initialValues(forms: readonly FormDescription[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (const form of forms) {
    // The phone is two values: the country of its code is chosen beside it.
    if (fieldsIn(form).some(({ name }) => name === 'phone')) values['country_code'] ??= ''
    for (const { name, props } of fieldsIn(form))
      values[name] ??= typeof props.value === 'string' ? props.value : props.value === true ? '1' : ''
  }
  return values
}

/**
 * What of a draft may be kept and laid over the form again (SH-32): never a password, never a consent, and nothing that stood
 * there before anybody typed.
 */
export function draftOf(values: Values, initial: Values): Record<string, string> {
  const isTyped = ([name, value]: [string, string]) => name !== 'password' && name !== 'terms' && value !== '' && value !== initial[name]
  return Object.fromEntries(Object.entries(values).filter(isTyped))
}

/** Fields of the place, which follow each other by themselves: alone they are no form that somebody has begun. */
const OF_PLACE: ReadonlySet<string> = new Set(['country', 'country_code', 'currency'])

export function isBegun({ values }: Draft): boolean {
  return Object.keys(values).some((name) => !OF_PLACE.has(name))
}

export interface Draft {
  /** Of the form that was open; empty where a draft does not say it. */
  kind: string
  values: Record<string, string>
}

/** A stored draft that is still young enough; null for an old one and for anything else. */
export function readDraft(stored: unknown, now: number, lifeMs: number): Draft | null {
  const draft = stored as { keptAt?: unknown; kind?: unknown; values?: unknown } | null
  if (typeof draft?.keptAt !== 'number' || typeof draft.values !== 'object' || draft.values === null) return null
  if (now - draft.keptAt >= lifeMs) return null
  const texts = Object.entries(draft.values).filter(([, value]) => typeof value === 'string')
  return { kind: typeof draft.kind === 'string' ? draft.kind : '', values: Object.fromEntries(texts) as Record<string, string> }
}

export type FieldProblem = FieldIssue | { message: string }

/** Errors of one form by field, in its order, before anything is sent. Keys are texts of the account unit. */
export function checkForm(form: FormDescription, values: Values, now: number): Record<string, FieldProblem> {
  const found: Record<string, FieldProblem> = {}
  for (const field of fieldsIn(form)) {
    const problem = checkValue(field, values[field.name] ?? '', now)
    if (problem) found[field.name] = problem
  }
  return found
}

export function isRequired(field: FieldDescription): boolean {
  return field.validators.some((rule) => rule.type === 'required')
}

function checkValue(field: FieldDescription, value: string, now: number): FieldProblem | null {
  if (value.trim() === '') {
    if (!isRequired(field)) return null
    if (field.name === 'terms') return { key: 'accept_terms' }
    if (field.name === 'birth_date') return { key: 'date_required' }
    return { key: 'required', params: { label: field.props.label } }
  }
  switch (field.name) {
    case 'email':
      return emailRefusal(value.trim())
    case 'birth_date': {
      const day = parseDay(value)
      if (!day) return { key: 'date_invalid' }
      const min = Number(field.validators.find((rule) => rule.type === 'age')?.options['min'] ?? 18)
      return birthIssue(day, latestMidnight(now), min)
    }
    case 'first_name':
    case 'last_name':
      return checkUserName(value)
    case 'personal_code':
    case 'document_number':
      return checkPaper(value)
    case 'password': {
      const rule = field.validators.find((other) => other.type === 'length')?.options
      const message = rule?.['message']
      return rule && [...value].length < Number(rule['min'] ?? 0) && typeof message === 'string' ? { message } : null
    }
    default:
      return null
  }
}

/** What came with the address or from another service: who sent the visitor, and who he is there. */
export interface Origin {
  refCode: string
  referral: string
  socialId: string
}

export const NO_ORIGIN: Origin = { refCode: '', referral: '', socialId: '' }

/** The body of a submission; the password is encoded by the caller. */
export function submission(
  setupId: number,
  form: FormDescription,
  values: Values,
  { encodedPassword, origin = NO_ORIGIN }: { encodedPassword: string | null; origin?: Origin },
) {
  const fields: Record<string, string | boolean> = {}
  for (const { name, props } of fieldsIn(form)) {
    const value = values[name] ?? ''
    if (name === 'bonus' || name === 'promo_code') continue
    if (name === 'password') fields[name] = encodedPassword ?? ''
    else if (props.type === 'checkbox') fields[name] = value === '1'
    else if (value.trim() !== '') fields[name] = value.trim()
  }
  const bonusId = values['bonus'] ? Number(values['bonus']) : -1
  if (fields['phone'] !== undefined) fields['country_code'] = values['country_code'] ?? ''
  const firstBonusId = FIRST_BONUSES[bonusId] ?? ''
  const promoCode = values['promo_code']?.trim() ?? ''
  const { refCode, referral: referral_user_id, socialId: authId } = origin
  return { type: form.type, setupId, formId: form.id, fields, refCode, referral_user_id, authId, promoCode, bonusId, firstBonusId }
}

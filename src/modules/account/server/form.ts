/** The description of the registration forms (wire 12.5.1), from the brand's configuration. */
import type { Ctx } from '#platform/server/http.ts'
import { currencies, currencyName, isOffered } from '#modules/ledger/server/index.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#modules/auth/server/index.ts'
import { enforcedMinAge } from '../rules/min-age.ts'
import { isNeeded, type RegistrationField } from '../rules/registration.ts'
import { REGISTRATION_KINDS, type RegistrationKind } from '#platform/shared/site-config.ts'
import { countries, countryName } from './countries.ts'
import { isPayAndPlayOpen } from './pay-and-play.ts'
import { fieldsHere } from './registration-form.ts'

const FORM_IDS: Record<RegistrationKind, number> = { fast: 11, full: 12, phone: 13, social: 14, short: 15, full_v1: 16 }
const TYPES = {
  fast: 'fast_reg',
  full: 'full_reg',
  phone: 'phone_reg',
  social: 'soc_reg',
  short: 'full_reg',
  full_v1: 'full_reg',
} as const satisfies Record<RegistrationKind, string>
const ICONS: Record<RegistrationKind, string> = {
  fast: 'one-click',
  full: 'mail',
  phone: 'phone-reg',
  social: 'social',
  short: 'mail',
  full_v1: 'mail',
}

/** The kind of a submission: the form's number where it fits its type, else the first kind of that type that is offered. */
export function kindOf(
  type: (typeof TYPES)[RegistrationKind],
  formId: number | null,
  offered: readonly RegistrationKind[],
): RegistrationKind {
  const ofType = REGISTRATION_KINDS.filter((kind) => TYPES[kind] === type)
  const named = ofType.find((kind) => FORM_IDS[kind] === formId)
  return named ?? ofType.find((kind) => offered.includes(kind)) ?? ofType[0]!
}

interface Validator {
  type: string
  id: number
  systemId: string
  options: Record<string, unknown>
}

export function describeForms(ctx: Ctx, layout: 'widget' | 'popup', country: string) {
  const { registration } = ctx.config
  const forms = registration.types.map((kind) => ({
    id: FORM_IDS[kind],
    title: ctx.text(`account:form_${kind}`),
    type: TYPES[kind],
    /** Ours: the variant, where two forms have one type. */
    kind,
    icon: ICONS[kind],
    badge: null,
    steps: [{ id: FORM_IDS[kind] * 10 + 1, subTitle: null, fields: rowsOf(ctx, kind, country) }],
  }))
  return { setupId: ctx.config.number, layout, payAndPlay: isPayAndPlayOpen(ctx.config, ctx.country, isoOf(ctx, country)), forms }
}

const PAY_FORM_ID = 17

/** Beside the payment: what one click asks. */
export function describePayForm(ctx: Ctx, country: string) {
  const steps = [{ id: PAY_FORM_ID * 10 + 1, subTitle: null, fields: rowsOf(ctx, 'fast', country) }]
  return { id: PAY_FORM_ID, title: ctx.text('account:form_pay'), type: 'fast_reg', kind: 'pay', icon: 'card', badge: null, steps }
}

/** Compact fields share a row with the next compact one; the others have a row of their own (RG-08). */
function rowsOf(ctx: Ctx, kind: RegistrationKind, country: string) {
  const { registration } = ctx.config
  const rows: ReturnType<typeof describeField>[][] = []
  let open = false
  for (const [index, name] of fieldsHere(kind, ctx.config, isoOf(ctx, country)).entries()) {
    const field = describeField(ctx, { name, isRequired: isNeeded(kind, name), id: FORM_IDS[kind] * 100 + index, country })
    const compact = registration.compact.includes(name) && !registration.fullRow.includes(name)
    if (compact && open) rows.at(-1)!.push(field)
    else rows.push([field])
    open = compact && !open
  }
  return rows
}

const INPUT_TYPES: Record<RegistrationField, string> = {
  country: 'dropdown',
  currency: 'dropdown',
  email: 'input_email',
  password: 'input_password',
  birth_date: 'date',
  first_name: 'input_text',
  last_name: 'input_text',
  region: 'dropdown',
  city: 'input_text',
  address: 'input_text',
  phone: 'input_phone_mega',
  personal_code: 'input_text',
  document_number: 'input_text',
  promo_code: 'input_text',
  bonus: 'bonus_choice',
  terms: 'checkbox',
}

interface Described {
  name: RegistrationField
  isRequired: boolean
  id: number
  country: string
}

/** `country` of the query, two letters, preselects when it can be chosen; else the visitor's own. */
function isoOf(ctx: Ctx, country: string): string {
  const asked = country.toUpperCase()
  return countries.some((one) => one.iso === asked && isOpen(ctx, one)) ? asked : ctx.country
}

const isOpen = (ctx: Ctx, { iso }: { iso: string }) => !ctx.config.countries.blocked.includes(iso)

function describeField(ctx: Ctx, { name, isRequired, id, country }: Described) {
  const label = labelOf(ctx, name, country)
  return {
    id,
    name,
    props: {
      type: INPUT_TYPES[name],
      config: configOf(ctx, name),
      value: valueOf(ctx, name, country),
      label,
      description: null,
      placeholder: null,
      tooltip: null,
      full: ctx.config.registration.fullRow.includes(name),
      hidden: false,
      disabled: false,
      size: null,
      theme: null,
      additionalConfig: null,
    },
    validators: validatorsOf(ctx, { name, isRequired, id, label }),
    dependencies: null,
    decorators: [],
    analytics: [],
    group: null,
  }
}

/** Papers are called by the name that they have in the country. */
function labelOf(ctx: Ctx, name: RegistrationField, country: string): string {
  const papers = ctx.config.registration.identity[isoOf(ctx, country)]
  if (name === 'document_number' && papers) return ctx.text(`account:paper_${papers.document}`)
  return ctx.text(`account:field_${name}`, name === 'terms' ? { age: enforcedMinAge(ctx.config.registration.min_age) } : {})
}

function configOf(ctx: Ctx, name: RegistrationField): Record<string, unknown> | null {
  const { config } = ctx
  if (name === 'country') {
    const open = countries.filter((country) => isOpen(ctx, country))
    return { options: open.map((c) => ({ value: c.iso, id: c.id, name: countryName(c, ctx.lng) })) }
  }
  if (name === 'currency') {
    const offered = currencies.filter((currency) => isOffered(currency, config.currencies.offered))
    return { options: offered.map((c) => ({ value: c.code, id: c.id, name: currencyName(c, ctx.lng), symbol: c.symbol })) }
  }
  if (name === 'phone') return { isVisibleCountdown: true }
  if (name === 'terms')
    return { documents: config.registration.terms.map(({ id, version }) => ({ id, version, url: `/${ctx.lng}/information/${id}` })) }
  return null
}

function valueOf(ctx: Ctx, name: RegistrationField, country: string): string | boolean | null {
  const iso = isoOf(ctx, country)
  if (name === 'country') return iso
  if (name === 'currency') return ctx.config.currencies.byCountry[iso] ?? ctx.config.currencies.default
  return name === 'terms' ? false : null
}

function validatorsOf(
  ctx: Ctx,
  { name, isRequired, id, label }: { name: RegistrationField; isRequired: boolean; id: number; label: string },
): Validator[] {
  const list: Validator[] = []
  const add = (type: string, options: Record<string, unknown>) =>
    void list.push({ type, id: id * 10 + list.length, systemId: `${type}_${id}`, options })
  if (isRequired) add('required', { message: ctx.text('account:required', { label }) })
  if (name === 'email') add('email', { message: ctx.text('account:validation_enter_correct_email') })
  if (name === 'password') add('length', { min: PASSWORD_MIN, max: PASSWORD_MAX, message: ctx.text('auth:problem_password_short') })
  if (name === 'birth_date') {
    const min = enforcedMinAge(ctx.config.registration.min_age)
    add('age', { min, message: ctx.text('account:min_age', { n: min }) })
  }
  return list
}

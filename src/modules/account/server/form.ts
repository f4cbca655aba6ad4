/** The description of the registration forms (wire 12.5.1), from the brand's configuration. */
import type { Ctx } from '#platform/server/http.ts'
import { currencies } from '#modules/ledger/server/index.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#modules/auth/server/index.ts'
import { enforcedMinAge } from '../rules/age.ts'
import { fieldsOf, type RegistrationField } from '../rules/registration.ts'
import { countries } from './countries.ts'

const FORM_IDS = { fast: 11, full: 12 } as const
const TYPES = { fast: 'fast_reg', full: 'full_reg' } as const

interface Validator {
  type: string
  id: number
  systemId: string
  options: Record<string, unknown>
}

/** `country` of the query, two letters, preselects; else the visitor's own. */
export function describeForms(ctx: Ctx, layout: 'widget' | 'popup', country: string) {
  const { registration } = ctx.config
  const forms = registration.types.map((kind) => ({
    id: FORM_IDS[kind],
    title: ctx.text(`account:form_${kind}`),
    type: TYPES[kind],
    icon: kind === 'fast' ? 'one-click' : 'mail',
    badge: null,
    steps: [{ id: FORM_IDS[kind] * 10 + 1, subTitle: null, fields: rowsOf(ctx, kind, country) }],
  }))
  return { setupId: ctx.config.number, layout, forms }
}

/** Compact fields share a row with the next compact one; the others have a row of their own (RG-08). */
function rowsOf(ctx: Ctx, kind: 'fast' | 'full', country: string) {
  const { registration } = ctx.config
  const rows: ReturnType<typeof describeField>[][] = []
  let open = false
  for (const [index, name] of fieldsOf(kind, registration.sort[kind]).entries()) {
    const field = describeField(ctx, name, FORM_IDS[kind] * 100 + index, country)
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
  city: 'input_text',
  address: 'input_text',
  promo_code: 'input_text',
  bonus: 'bonus_choice',
  terms: 'checkbox',
}
const REQUIRED: readonly RegistrationField[] = ['country', 'currency', 'email', 'password', 'birth_date', 'terms']

function describeField(ctx: Ctx, name: RegistrationField, id: number, country: string) {
  const label = ctx.text(`account:field_${name}`)
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
    validators: validatorsOf(ctx, name, id, label),
    dependencies: null,
    decorators: [],
    analytics: [],
    group: null,
  }
}

function configOf(ctx: Ctx, name: RegistrationField): Record<string, unknown> | null {
  const { config } = ctx
  if (name === 'country') {
    const open = countries.filter((country) => !config.countries.blocked.includes(country.iso))
    return { options: open.map((c) => ({ value: c.iso, id: c.id, name: c.name })) }
  }
  if (name === 'currency') {
    const offered = currencies.filter((currency) => !currency.hidden && config.currencies.offered.includes(currency.code))
    return { options: offered.map((c) => ({ value: c.code, id: c.id, name: c.name, symbol: c.symbol })) }
  }
  if (name === 'terms')
    return { documents: config.registration.terms.map(({ id, version }) => ({ id, version, url: `/${ctx.lng}/information/${id}` })) }
  return null
}

function valueOf(ctx: Ctx, name: RegistrationField, country: string): string | boolean | null {
  const iso = country.length === 2 ? country.toUpperCase() : ctx.country
  if (name === 'country') return iso
  if (name === 'currency') return ctx.config.currencies.byCountry[iso] ?? ctx.config.currencies.default
  return name === 'terms' ? false : null
}

function validatorsOf(ctx: Ctx, name: RegistrationField, id: number, label: string): Validator[] {
  const list: Validator[] = []
  const add = (type: string, options: Record<string, unknown>) =>
    void list.push({ type, id: id * 10 + list.length, systemId: `${type}_${id}`, options })
  if (REQUIRED.includes(name)) add('required', { message: ctx.text('account:required', { label }) })
  if (name === 'email') add('email', { message: ctx.text('account:validation_enter_correct_email') })
  if (name === 'password') add('length', { min: PASSWORD_MIN, max: PASSWORD_MAX, message: ctx.text('auth:problem_password_short') })
  if (name === 'birth_date') {
    const min = enforcedMinAge(ctx.config.registration.min_age)
    add('age', { min, message: ctx.text('account:min_age', { n: min }) })
  }
  return list
}

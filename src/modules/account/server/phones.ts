/** Masks and rules of phone numbers by country: seed/phones.json (ISO code, mask, least and greatest length, first digits). */
import type { FastifyInstance } from 'fastify'
import { must } from '#lib/assert.ts'
import { checkPhone, phoneDigits, type PhoneIssue, type PhonePlan } from '#lib/phone.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import rows from '#seed/phones.json' with { type: 'json' }
import { phoneCountriesCall, phoneDataCall, phoneMasksCall, postPhoneDataCall, type PhoneCountry } from '../contract/phones.ts'
import { countries, countryByCode, countryName } from './countries.ts'

type Row = [iso: string, mask: string, min: number, max: number, firstDigits: string]

const plans = rows as unknown as Row[]
const byIso = new Map(plans.map((row) => [row[0], row]))
const DAY_CACHE = 'private,max-age=86400'

/** The rules of matching that one message explains: what is refused there, and why. */
const RULES: Readonly<Record<string, { Pattern: string; text: string }[]>> = {
  KZ: [{ Pattern: '^(80[0-9])', text: 'account:phone_service_number' }],
  RU: [{ Pattern: '^(80[0-9])', text: 'account:phone_service_number' }],
  GB: [{ Pattern: '^(70|76|80|84|87|9)', text: 'account:phone_service_number' }],
}

/** A null mask means that none is known for the country. */
export function phonePlanOf(iso: string, phoneCode: string): PhonePlan {
  const [, mask, min, max, firstDigits] = byIso.get(iso) ?? [iso, null, 6, 14, '']
  return { phoneCode, mask, min, max, firstDigits }
}

function planOf(country: string): { iso: string; plan: PhonePlan } | null {
  const byLetters = /^[a-z]{2}$/i.test(country) ? countryByCode(country) : undefined
  const found = byLetters ?? countries.find(({ phoneCode }) => phoneCode === `+${phoneDigits(country)}`)
  return found ? { iso: found.iso, plan: phonePlanOf(found.iso, found.phoneCode) } : null
}

/** What is wrong with the length of a number, in the words of its field; null where it is something else, or nothing. */
export function phoneLengthIssue(country: string, national: string): PhoneIssue | null {
  const isByHand = country === '' || country === 'default'
  const found = isByHand ? null : planOf(country)
  if (!isByHand && !found) return null
  const issue = checkPhone(national, found?.plan ?? null, true)
  return issue?.key === 'required' ? null : issue
}

/**
 * The whole number, digits with the country's code, from what a form sends. `country` is the two letters or the phone code; without one the number carries its code. Problems: account.phone_invalid (field phone_number), and the country's own message.
 */
export function readPhone(country: string, national: string): string | Problem {
  if (country === '' || country === 'default') {
    const whole = phoneDigits(national)
    return whole.length >= 8 && whole.length <= 17 ? whole : problem('account.phone_invalid', { field: 'phone_number' })
  }
  const found = planOf(country)
  if (!found) return problem('account.phone_country', { field: 'country_code' })
  const digits = phoneDigits(national)
  const { plan } = found
  const wrongStart = plan.firstDigits !== '' && digits !== '' && !plan.firstDigits.includes(digits[0]!)
  if (checkPhone(national, plan, true) || wrongStart) return problem('account.phone_invalid', { field: 'phone_number' })
  if (RULES[found.iso]?.some(({ Pattern }) => new RegExp(Pattern).test(digits)))
    return problem('account.phone_service_number', { field: 'phone_number' })
  return plan.phoneCode.slice(1) + digits
}

/** The visitor's own stands first. */
function countriesFor({ lng, country: own }: Pick<Ctx, 'lng' | 'country'>): PhoneCountry[] {
  const list = countries.map((country): PhoneCountry => {
    const { id, iso, phoneCode } = country
    return { id, name: countryName(country, lng), code: iso.toLowerCase(), phoneCode, iso }
  })
  return [...list.filter(({ iso }) => iso === own), ...list.filter(({ iso }) => iso !== own)]
}

export function phoneRoutes(app: FastifyInstance): void {
  route(app, phoneCountriesCall, (ctx, _input, reply) => {
    reply.header('cache-control', DAY_CACHE)
    return [{ id: 0, name: '', code: 'default', phoneCode: '', iso: '' }, ...countriesFor(ctx)]
  })

  for (const call of [phoneDataCall, postPhoneDataCall]) {
    route(app, call, (ctx) => ({
      countries: countriesFor(ctx).map(({ iso, ...country }) => ({ ...country, alpha2: iso, otpChannels: ['sms' as const] })),
    }))
  }

  route(app, phoneMasksCall, (ctx, _input, reply) => {
    reply.header('cache-control', DAY_CACHE)
    return plans.map(([iso, Mask, Min, Max, firstDigits]) => ({
      CountryId: must(countryByCode(iso), `a country ${iso}`).id,
      Mask,
      Min,
      Max,
      ...(firstDigits ? { FirstDigits: firstDigits } : {}),
      ...(RULES[iso] ? { Rules: RULES[iso].map(({ Pattern, text }) => ({ Pattern, Message: ctx.text(text) })) } : {}),
    }))
  })
}

/** Masks and rules of phone numbers by country: seed/phones.json (ISO code, mask, least and greatest length, first digits). */
import type { FastifyInstance } from 'fastify'
import { must } from '#lib/assert.ts'
import { checkPhone, phoneDigits, type PhonePlan } from '#lib/phone.ts'
import { route } from '#platform/server/http.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import rows from '#seed/phones.json' with { type: 'json' }
import { phoneCountriesCall, phoneMasksCall, type PhoneCountry } from '../contract/phones.ts'
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

/**
 * The whole number, digits with the country's code, from what a form sends. `country` is the two letters or the phone code; without one the number carries its code. Problems: account.phone_invalid (field phone_number), and the country's own message.
 */
export function readPhone(country: string, national: string): string | Problem {
  if (country === '' || country === 'default') {
    const whole = phoneDigits(national)
    return whole.length >= 8 && whole.length <= 17 ? whole : problem('account.phone_invalid', { field: 'phone_number' })
  }
  const byLetters = /^[a-z]{2}$/i.test(country) ? countryByCode(country) : undefined
  const found = byLetters ?? countries.find(({ phoneCode }) => phoneCode === `+${phoneDigits(country)}`)
  if (!found) return problem('account.phone_country', { field: 'country_code' })
  const digits = phoneDigits(national)
  const plan = phonePlanOf(found.iso, found.phoneCode)
  const wrongStart = plan.firstDigits !== '' && digits !== '' && !plan.firstDigits.includes(digits[0]!)
  if (checkPhone(national, plan, true) || wrongStart) return problem('account.phone_invalid', { field: 'phone_number' })
  if (RULES[found.iso]?.some(({ Pattern }) => new RegExp(Pattern).test(digits)))
    return problem('account.phone_service_number', { field: 'phone_number' })
  return found.phoneCode.slice(1) + digits
}

export function phoneRoutes(app: FastifyInstance): void {
  route(app, phoneCountriesCall, (ctx, _input, reply) => {
    reply.header('cache-control', DAY_CACHE)
    const list = countries.map((country): PhoneCountry => {
      const { id, iso, phoneCode } = country
      return { id, name: countryName(country, ctx.lng), code: iso.toLowerCase(), phoneCode, iso }
    })
    const own = list.filter(({ iso }) => iso === ctx.country)
    return [{ id: 0, name: '', code: 'default', phoneCode: '', iso: '' }, ...own, ...list.filter(({ iso }) => iso !== ctx.country)]
  })

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

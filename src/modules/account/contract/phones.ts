/** Countries and masks of phone fields (wire 12.4). */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

const phoneCountry = z.object({ id: z.number().int(), name: z.string(), code: z.string(), phoneCode: z.string(), iso: z.string() })
export type PhoneCountry = z.output<typeof phoneCountry>

/** The answers carry words and are kept for a day: the language stands in the address. */
const query = z.object({ lng: z.string().max(8).optional() })

export const phoneCountriesCall = endpoint({
  method: 'GET',
  path: '/web-api/user/getphonecountries',
  envelope: 'C',
  auth: 'none',
  query,
  reply: z.array(phoneCountry),
  summary: "Countries of phone fields; the default entry first, then the visitor's own",
})

const phoneMask = z.object({
  CountryId: z.number().int(),
  Mask: z.string(),
  Min: z.number().int(),
  Max: z.number().int(),
  /** First digits that a number may have; all when left out. */
  FirstDigits: z.string().optional(),
  Rules: z.array(z.object({ Pattern: z.string(), Message: z.string() })).optional(),
})
export type PhoneMask = z.output<typeof phoneMask>

export const phoneMasksCall = endpoint({
  method: 'GET',
  path: '/web-api/api/user/phonemasks',
  envelope: 'C',
  auth: 'none',
  query,
  reply: z.array(phoneMask),
  summary: 'Masks of phone numbers; a country without a row has none',
})

/** How a code can reach a number of the country. */
const otpChannels = z.array(z.enum(['sms', 'telegram']))
const phoneData = {
  path: '/account-api/user/v1/phone-data',
  envelope: 'B',
  auth: 'none',
  query,
  reply: z.object({ countries: z.array(phoneCountry.omit({ iso: true }).extend({ alpha2: z.string(), otpChannels })) }),
} as const

export const phoneDataCall = endpoint({ ...phoneData, method: 'GET', summary: "Countries of phone fields, the visitor's own first" })
export const postPhoneDataCall = endpoint({ ...phoneData, method: 'POST', csrf: false, summary: 'The same, asked by POST' })

/** Countries and masks of phone fields (wire 12.4.2). */
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

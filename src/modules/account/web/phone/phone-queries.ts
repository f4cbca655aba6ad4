/** Countries and masks of phone fields: asked once a visit (VL-10). */
import { queryOptions } from '@tanstack/react-query'
import type { PhonePlan } from '#lib/phone.ts'
import { call } from '#platform/web/call.ts'
import type { phoneCountriesCall, phoneMasksCall, PhoneCountry, PhoneMask } from '../../contract/phones.ts'

export const phoneCountriesQuery = queryOptions({
  queryKey: ['phone-countries'],
  queryFn: ({ signal }) => call<typeof phoneCountriesCall>('GET', '/web-api/user/getphonecountries', { signal }),
  staleTime: Infinity,
})

export const phoneMasksQuery = queryOptions({
  queryKey: ['phone-masks'],
  queryFn: ({ signal }) => call<typeof phoneMasksCall>('GET', '/web-api/api/user/phonemasks', { signal }),
  staleTime: Infinity,
})

/** A country without a row has no mask; one that is not a country (id 0) has no plan at all. */
export function planOf(country: PhoneCountry, masks: readonly PhoneMask[]): PhonePlan | null {
  if (country.id === 0) return null
  const row = masks.find(({ CountryId }) => CountryId === country.id)
  const { phoneCode } = country
  return row
    ? { phoneCode, mask: row.Mask, min: row.Min, max: row.Max, firstDigits: row.FirstDigits ?? '' }
    : { phoneCode, mask: null, min: 6, max: 14, firstDigits: '' }
}

/** The country's own message for a number that it refuses (VL-08). */
export function refusedBy(masks: readonly PhoneMask[], countryId: number, digits: string): string | null {
  const rules = masks.find(({ CountryId }) => CountryId === countryId)?.Rules ?? []
  return rules.find(({ Pattern }) => new RegExp(Pattern).test(digits))?.Message ?? null
}

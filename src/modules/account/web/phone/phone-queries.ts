/** Countries and masks of phone fields: asked once a visit (VL-10). */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { PhonePlan } from '#lib/phone.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import type { phoneCountriesCall, phoneMasksCall, PhoneCountry, PhoneMask } from '../../contract/phones.ts'

/** Both carry words and are kept for a day: the language is a part of their address, so that another one asks anew. */
export function phoneCountriesQuery(lng: string) {
  return queryOptions({
    queryKey: ['phone-countries', lng],
    queryFn: ({ signal }) => call<typeof phoneCountriesCall>('GET', '/web-api/user/getphonecountries', { query: { lng }, signal }),
    staleTime: Infinity,
  })
}

export function phoneMasksQuery(lng: string) {
  return queryOptions({
    queryKey: ['phone-masks', lng],
    queryFn: ({ signal }) => call<typeof phoneMasksCall>('GET', '/web-api/api/user/phonemasks', { query: { lng }, signal }),
    staleTime: Infinity,
  })
}

/** The calling code ("+7") of a country of the phone field, the visitor's own while none is chosen; '' when it was typed by hand. */
export function usePhoneCode(country: string): string {
  const site = useSite()
  const asked = country || site.country
  const { data } = useQuery(phoneCountriesQuery(site.lng))
  return data?.find(({ iso }) => iso === asked)?.phoneCode ?? ''
}

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

import { expect, test } from 'vitest'
import { countries, countryByCode, countryName } from './countries.ts'

test('every country of the brands can be chosen, the seen ids stay and the others are our own numbers', () => {
  for (const code of ['KZ', 'RU', 'UA', 'BY', 'DE', 'FR', 'PL', 'GB', 'US', 'CN', 'IL']) expect(countryByCode(code)?.iso, code).toBe(code)
  expect([countryByCode('KZ')?.id, countryByCode('US')?.id, countryByCode('GB')?.id]).toEqual([82, 153, 1_000_000])
  // The same rule by which feeds number a country that the table of seen ids lacks.
  for (const { id, iso } of countries) {
    if (id < 1_001_000) continue
    expect(id, iso).toBe(1_001_000 + (iso.charCodeAt(0) - 65) * 26 + iso.charCodeAt(1) - 65)
  }
})

test('no continent is offered as a country, ids and codes are unique, and every country has a phone code', () => {
  expect(countries.every(({ iso, phoneCode }) => /^[A-Z]{2}$/.test(iso) && /^\+\d{1,4}$/.test(phoneCode))).toBe(true)
  for (const key of ['id', 'iso'] as const) expect(new Set(countries.map((country) => country[key])).size).toBe(countries.length)
  expect(countryByCode('225')).toBeUndefined()
  expect(countryByCode('1000000')?.iso).toBe('GB')
})

test('countries that browsers do not know have names in the languages of the brands, others in English', () => {
  const names = (iso: string) => ['ru', 'ar', 'en', 'de'].map((lng) => countryName(countryByCode(iso)!, lng))
  expect(names('AB')).toEqual(['Абхазия', 'أبخازيا', 'Abkhazia', 'Abkhazia'])
  expect(names('OS')).toEqual(['Южная Осетия', 'أوسيتيا الجنوبية', 'South Ossetia', 'South Ossetia'])
})

import { expect, test } from 'vitest'
import { countryName } from './country.ts'

test.each([
  [225, 'en', 'World'],
  [225, 'ru', 'Мир'],
  [8, 'ru', 'Алжир'],
  [8, 'fr', 'Algérie'],
  [153, 'en', 'USA'],
  [1_000_001, 'ru', 'Англия'],
  [1_000_001, 'de', 'England'],
  [1_001_082, 'ru', 'Германия'],
  [1_001_082, 'es', 'Alemania'],
  [8, 'zz-broken-language-tag-of-nobody', 'Algeria'],
])('%i in %s is %s', (id, lng, name) => {
  expect(countryName(id, lng)).toBe(name)
})

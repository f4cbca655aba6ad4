import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatNumber, withDecimalSign } from '#lib/number-format.ts'
import { canonicalNumeric } from './numeric-text.ts'
import { readPasted } from './pasted-number.ts'

it.each([
  ['1,000', 'en', '1000'],
  ['2,500', 'en', '2500'],
  ['1,000,000', 'en', '1000000'],
  ['1,00,000', 'en', '100000'],
  ['1,000.50', 'ru', '1000.50'],
  ['1,000.50', 'en', '1000.50'],
  ['1.000,50', 'en', '1000,50'],
  ['₸1,000', 'en', '1000'],
  ['1 000,50 ₸', 'ru', '1000,50'],
  ['1\u00a0000', 'ru', '1000'],
  ["1'000.5", 'en', '1000.5'],
  // A sign that parts no groups in the language, or too few digits: decimals.
  ['1,000', 'ru', '1,000'],
  ['1.000', 'en', '1.000'],
  ['1.000', 'de', '1000'],
  ['12,50', 'en', '12,50'],
  ['0,500', 'en', '0,500'],
  ['1000,500', 'en', '1000,500'],
  ['.5', 'en', '.5'],
  ['-5', 'en', '-5'],
  ['500', 'en', '500'],
  ['٢٬٥٠٠', 'ar', '2500'],
  // No number, or more than one.
  ['1e3', 'en', null],
  ['1 or 2', 'en', null],
  ['12 34', 'ru', null],
  ['2026-11-28', 'en', null],
  ['12.34.56', 'en', null],
  ['1.000,5,5', 'en', null],
  ['', 'en', null],
  ['many', 'en', null],
])('%j in %s is %j', (text, lng, expected) => {
  expect(readPasted(text, lng)).toBe(expected)
})

it('what the site writes is read as it was meant, in every language', () => {
  const numbers = fc.tuple(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 99 }))
  fc.assert(
    fc.property(numbers, fc.constantFrom('ru', 'en', 'ar', 'de', 'fr', 'kk', 'hi'), ([whole, cents], lng) => {
      const decimals = cents === 0 ? '' : withDecimalSign(`.${String(cents).padStart(2, '0')}`, lng)
      const read = readPasted(formatNumber(whole, lng) + decimals, lng)
      expect(Number(canonicalNumeric(read ?? ''))).toBe(Number(`${whole}.${String(cents).padStart(2, '0')}`))
    }),
  )
})

/** Euro cents of the limits in the currencies of accounts. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { currencies, currencyByCode, euroCents, minorOfCents } from './currency.ts'

it('a limit of 20 euro is a round sum where the rate is one', () => {
  expect(minorOfCents(2_000n, currencyByCode('KZT')!)).toBe(1_120_000n)
})

it('a limit is the largest sum that is worth no more than its cents', () => {
  fc.assert(
    fc.property(fc.constantFrom(...currencies), fc.bigInt({ min: 1n, max: 10n ** 12n }), (currency, cents) => {
      const most = minorOfCents(cents, currency)
      expect(euroCents(most, currency) <= cents && euroCents(most + 1n, currency) > cents).toBe(true)
    }),
  )
  expect(minorOfCents(-5n, currencyByCode('KZT')!)).toBe(0n)
})

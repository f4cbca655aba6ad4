import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies } from '#modules/ledger/rules/currency.ts'
import { transferred } from './transfer.ts'

const terms = { perEuro: { EUR: '1', USD: '1.08', JPY: '162.5', BTC: '0.0000152' }, feePermille: 10 }
const side = { EUR: 2, USD: 2, JPY: 0, BTC: 8 } as const
const of = (code: keyof typeof side) => ({ code, exponent: side[code] })

test.each([
  [10_000n, 'EUR', 'USD', 10_692n],
  [10_000n, 'USD', 'EUR', 9_166n],
  [100n, 'EUR', 'JPY', 160n],
  [1n, 'JPY', 'EUR', 0n],
  [100_000n, 'EUR', 'BTC', 1_504_800n],
] as const)('%s %s → %s: %s', (amount, from, to, wanted) => expect(transferred(amount, of(from), of(to), terms)).toBe(wanted))

test('a currency without a rate takes no part', () => {
  expect(transferred(100n, of('EUR'), { code: 'CHF', exponent: 2 }, terms)).toBeNull()
  expect(transferred(100n, { code: 'toString', exponent: 2 }, of('EUR'), terms)).toBeNull()
})

test('by no way round does money come back as more', () => {
  const codes = fc.array(fc.constantFrom('EUR' as const, 'USD' as const, 'JPY' as const, 'BTC' as const), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 12n), codes, fc.integer({ min: 0, max: 200 }), (amount, way, feePermille) => {
      let money = amount
      let at = of('EUR')
      for (const code of [...way, 'EUR' as const]) {
        money = transferred(money, at, of(code), { ...terms, feePermille })!
        at = of(code)
      }
      expect(money <= amount).toBe(true)
    }),
  )
})

test('money of any two of all currencies there and back is never more', () => {
  const perEuro = Object.fromEntries(currencies.map(({ code, rate }) => [code, rate]))
  fc.assert(
    fc.property(fc.constantFrom(...currencies), fc.constantFrom(...currencies), fc.bigInt(1n, 10n ** 14n), (one, two, sum) => {
      const there = transferred(sum, one, two, { perEuro, feePermille: 0 })!
      expect(transferred(there, two, one, { perEuro, feePermille: 0 })! <= sum).toBe(true)
    }),
  )
})

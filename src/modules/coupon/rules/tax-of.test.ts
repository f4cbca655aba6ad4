import { expect, test } from 'vitest'
import { must } from '#lib/assert.ts'
import { currencyByCode } from '#modules/ledger/rules/currency.ts'
import type { TaxRule } from '#modules/payout/rules/terms.ts'
import { taxOf } from './tax-of.ts'

const named = (code: string) => must(currencyByCode(code), code)
const threshold: TaxRule = {
  country: 'PL',
  validFrom: 0,
  rule: 'PL',
  currency: 'PLN',
  payout: { base: 'gross', rate: '0.10' },
  threshold: '2280',
  returnsStakeTax: true,
}
const steps: TaxRule = {
  country: 'GR',
  validFrom: 0,
  rule: 'GR',
  currency: 'EUR',
  payout: {
    base: 'net',
    mode: 'progressive',
    brackets: [
      { from: '0', rate: '0' },
      { from: '100.5', rate: '0.025' },
    ],
  },
  returnsStakeTax: false,
}
const inMajor = (amount: number, from: string, to: string) => (amount / Number(named(from).rate)) * Number(named(to).rate)

test('an account in the money of the law has its amounts as they are written, and no more fields than a bet keeps', () => {
  expect(taxOf([threshold], 'PL', 1, named('PLN'))).toEqual({
    rule: 'PL',
    payout: { base: 'gross', rate: '0.10' },
    threshold: '2280',
    returnsStakeTax: true,
  })
})

test('in other money a threshold and steps are worth as much, down to a minor unit', () => {
  const tenge = Number(taxOf([threshold], 'PL', 1, named('KZT'))?.threshold)
  expect(inMajor(2280, 'PLN', 'KZT') - tenge).toBeGreaterThanOrEqual(0)
  expect(inMajor(2280, 'PLN', 'KZT') - tenge).toBeLessThan(0.01)
  const yen = taxOf([steps], 'GR', 1, named('JPY'))?.payout
  expect(yen).toEqual({
    base: 'net',
    mode: 'progressive',
    brackets: [
      { from: '0', rate: '0' },
      { from: String(Math.floor(inMajor(100.5, 'EUR', 'JPY'))), rate: '0.025' },
    ],
  })
})

test('a rule without a currency has amounts of every account', () => {
  const { currency: _, ...anywhere } = threshold
  expect(taxOf([anywhere], 'PL', 1, named('KZT'))?.threshold).toBe('2280')
  expect(taxOf([anywhere], 'DE', 1, named('KZT'))).toBeNull()
})

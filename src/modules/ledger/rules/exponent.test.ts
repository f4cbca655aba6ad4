import { expect, it } from 'vitest'
import { currencies } from './currency.ts'
import { exponentOf } from './exponent.ts'

it('agrees with the ledger on every currency', () => {
  expect(currencies.length).toBeGreaterThan(200)
  expect(currencies.filter(({ code, exponent }) => exponentOf(code) !== exponent).map(({ code }) => code)).toEqual([])
})

import { describe, expect, it } from 'vitest'
import { currencies, currencyByCode } from '#modules/ledger/rules/currency.ts'
import { readyAmount } from './ready-amount.ts'

describe('ready stakes of a currency that the brand does not name', () => {
  it.each([
    ['EUR', '10', '10'],
    ['USD', '25', '25'],
    ['KWD', '10', '5'],
    ['JPY', '10', '2000'],
    ['JPY', '50', '10000'],
    ['BTC', '10', '0.0001'],
    ['XXX', '10', '10'],
  ])('%s: %s is %s', (code, amount, expected) => {
    expect(readyAmount(amount, currencyByCode(code))).toBe(expected)
  })

  it('is worth between half and twice the euros, in every currency that is offered', () => {
    for (const currency of currencies.filter(({ hidden }) => !hidden)) {
      const euros = Number(readyAmount('10', currency)) / Number(currency.rate)
      const smallest = 10 ** -currency.exponent / Number(currency.rate)
      if (smallest < 1) expect([currency.code, euros > 4.9 && euros < 20.5]).toEqual([currency.code, true])
    }
  })
})

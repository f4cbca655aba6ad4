import { describe, expect, test } from 'vitest'
import vectors from '../../../../test/vectors/tax.json' with { type: 'json' }
import { must } from '#lib/assert.ts'
import { minorText, parseMinor } from '#lib/money.ts'
import { parsePrice } from '#lib/price.ts'
import type { SettledBet } from './bet.ts'
import { fraction, fractionText } from './fraction.ts'
import { legResult } from './leg.ts'
import { betMoney } from './money.ts'
import { referenceMoney } from './reference.ts'
import { asReference } from './reference-bridge.ts'
import {
  acceptedUnderTax,
  effectiveStake,
  payoutTaxMinor,
  rateOf,
  stakeTaxMinor,
  taxRuleAt,
  taxTermsOf,
  transferTaxAt,
  transferTaxMinor,
} from './tax.ts'
import type { TaxRule, TaxTerms } from './terms.ts'

// Each operation below reads the keys that its cases have.
// oxlint-disable-next-line typescript/no-explicit-any
type Case = { name: string; input: any; expected: any }

const minor = (text: string) => must(parseMinor(text, 2), `money ${text}`)
const text = (amount: bigint) => minorText(amount, 2)

function termsOf(config: Case['input']): TaxTerms {
  return {
    rule: 'test',
    ...(config.stakeTaxMode ? { stake: { mode: config.stakeTaxMode === 'INCL' ? 'included' : 'excluded', rate: config.stakeTax } } : {}),
    ...(config.payoutBase === 'NONE'
      ? {}
      : { payout: { base: config.payoutBase === 'PAYOUT_NET' ? 'net' : 'gross', rate: config.payoutTax } }),
    threshold: config.taxActivationThreshold,
    returnsStakeTax: config.hasReturnTax,
  }
}

function checkBet({ input, expected }: Case): void {
  const tax = termsOf(input.config)
  const stakeMinor = minor(input.stake)
  const price = must(parsePrice(input.coefficient), 'a coefficient')
  const bet: SettledBet = { kind: 'single', stakeMinor, legs: [{ price, result: legResult(input.outcome) }], tax, exponent: 2 }
  const money = must(betMoney(bet), 'decided')
  expect(text(stakeTaxMinor(stakeMinor, tax))).toBe(expected.stakeTax)
  const effective = effectiveStake(stakeMinor, tax)
  expect(fractionText({ num: effective.num, den: effective.den * 100n }, 2)).toBe(expected.effectiveStake)
  if (expected.returned) expect([text(money.netMinor), money.status]).toEqual([expected.returned, 'RETURN'])
  else {
    expect({ gross: text(money.grossMinor), payoutTax: text(money.taxMinor), net: text(money.netMinor) }).toEqual({
      gross: expected.gross,
      payoutTax: expected.payoutTax,
      net: expected.net,
    })
  }
  expect(referenceMoney(asReference(bet)).net).toBe(money.netMinor)
}

function checkBracket({ input, expected }: Case): void {
  const tax: TaxTerms = { rule: 'test', payout: { base: 'net', mode: input.mode, brackets: input.brackets }, returnsStakeTax: false }
  const stake = input.stake ? minor(input.stake) : 0n
  const payout = input.payout ? minor(input.payout) : minor(input.netWin)
  const taken = payoutTaxMinor(fraction(payout), fraction(stake), tax, 2)
  expect(text(taken)).toBe(expected.tax)
  if (expected.base) expect(text(payout - stake)).toBe(expected.base)
  expect(text(payout - taken)).toBe(expected.net ?? expected.left)
}

describe('tax.json', () => {
  test.each(vectors.cases as Case[])('$name', (c) => {
    const { input, expected } = c
    switch (input.op) {
      case 'bet':
        return checkBet(c)
      case 'bracket':
        return checkBracket(c)
      case 'coefficientLimit': {
        const tax = { rule: 'test', minPrice: must(parsePrice(input.coefficientTaxLimit), 'a price'), returnsStakeTax: false }
        return expect(acceptedUnderTax(must(parsePrice(input.coefficient), 'a price'), tax)).toBe(expected.accepted)
      }
      case 'depositWithdraw': {
        const transfer = { deposit: input.depositTax, withdrawal: input.withdrawTax }
        const rules: TaxRule[] = [{ rule: 'test', country: 'KE', validFrom: 0, transfer, returnsStakeTax: false }]
        const taken = (sum: string, way: 'deposit' | 'withdrawal') => transferTaxMinor(minor(sum), transferTaxAt(rules, 'KE', 0, way))
        const deposited = taken(input.deposit, 'deposit')
        const withdrawn = taken(input.withdraw, 'withdrawal')
        return expect({
          playable: text(minor(input.deposit) - deposited),
          received: text(minor(input.withdraw) - withdrawn),
          taxTotal: text(deposited + withdrawn),
        }).toEqual(expected)
      }
      default:
        throw new Error(`no check for ${input.op}`)
    }
  })
})

describe('the rule in force', () => {
  const rule = (validFrom: number, stakeRate?: string): TaxRule => ({
    rule: `KE-${validFrom}`,
    country: 'KE',
    validFrom,
    ...(stakeRate ? { stake: { mode: 'included', rate: stakeRate } } : {}),
    returnsStakeTax: false,
  })
  const rules = [rule(200, '0.125'), rule(100, '0.15'), rule(300)]

  test('is the newest that has begun, whatever the order of the list', () => {
    expect(taxRuleAt(rules, 'ke', 100)?.rule).toBe('KE-100')
    expect(taxTermsOf(must(taxRuleAt(rules, 'KE', 299), 'a rule'), (amount) => amount)).toEqual({
      rule: 'KE-200',
      stake: { mode: 'included', rate: '0.125' },
      returnsStakeTax: false,
    })
  })

  test('is none before the first, after an abolition and in other countries', () => {
    expect([taxRuleAt(rules, 'KE', 99), taxRuleAt(rules, 'KE', 300), taxRuleAt(rules, 'DE', 250)]).toEqual([null, null, null])
  })

  test('of deposits and withdrawals is the same one, and a bet knows nothing of it', () => {
    const both: TaxRule = { ...rule(200, '0.125'), transfer: { deposit: '0.05' } }
    expect(transferTaxAt([rule(100), both, rule(300)], 'ke', 299, 'deposit')).toEqual({ rule: 'KE-200', rate: '0.05' })
    expect([199, 300].map((at) => transferTaxAt([rule(100), both, rule(300)], 'KE', at, 'deposit'))).toEqual([null, null])
    expect([transferTaxAt([both], 'KE', 200, 'withdrawal'), transferTaxAt([both], 'DE', 200, 'deposit')]).toEqual([null, null])
    expect(transferTaxAt([{ ...both, transfer: { deposit: '0' } }], 'KE', 200, 'deposit')).toBeNull()
    expect(taxTermsOf(both, (amount) => amount)).not.toHaveProperty('transfer')
    expect(taxRuleAt([{ ...rule(100), transfer: { deposit: '0.05' } }], 'KE', 100)).toBeNull()
  })

  test('its sum is rounded once, half up', () => {
    expect([10n, 9n, 1_000n, 0n].map((minor) => transferTaxMinor(minor, { rate: '0.05' }))).toEqual([1n, 0n, 50n, 0n])
    expect(transferTaxMinor(1_050n, { rate: '5/105' })).toBe(50n)
    expect(transferTaxMinor(1_000n, null)).toBe(0n)
  })

  test('a rate is an exact decimal or fraction', () => {
    expect(rateOf('5/105')).toEqual(fraction(5, 105))
    expect(fractionText(rateOf('0.125'), 3)).toBe('0.125')
    for (const bad of ['', '-0.1', '1e-3', '5/0', '0,05', '0.05 ']) expect(() => rateOf(bad)).toThrow(RangeError)
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../../../test/support/properties.ts'
import { insuranceOf, insuranceTerms, type InsuranceRule } from './express-insurance.ts'
import { legResult } from './leg.ts'
import { betMoney } from './money.ts'
import { referenceAgrees } from './reference-bridge.ts'
import { betOfInputs, inputsOf } from './why.ts'
import type { SettledBet } from './bet.ts'

const RULE: InsuranceRule = { from: '2026-03-01', to: '2026-03-31', legs: 3, minPrice: 1400, maxEur: '20', days: 7 }
const leg = { price: 1400, kind: 3 }
const NOON = Date.parse('2026-03-31T12:00:00Z')

test('expresses before the match, long enough, every leg of the price, in the days of the entry', () => {
  const of = (vid: number, legs: { price: number; kind: number }[], at = NOON) => insuranceOf([RULE], { vid, legs }, at)
  expect(of(1, [leg, leg, leg])).toBe(RULE)
  expect(of(1, [leg, leg, leg, { ...leg, price: 9000 }])).toBe(RULE)
  for (const legs of [
    [leg, leg],
    [leg, leg, { ...leg, price: 1399 }],
    [leg, leg, leg, { ...leg, kind: 1 }],
  ])
    expect(of(1, legs)).toBeNull()
  for (const vid of [0, 2, 3, 6, 7, 11]) expect(of(vid, [leg, leg, leg])).toBeNull()
  expect([of(1, [leg, leg, leg], NOON - 31 * 86_400_000), of(1, [leg, leg, leg], NOON + 86_400_000)]).toEqual([null, null])
})

test('the stake comes back, up to the most', () => {
  expect([insuranceTerms(RULE, 1500n, 2000n).minor, insuranceTerms(RULE, 2500n, 2000n).minor]).toEqual(['1500', '2000'])
})

type Name = 'WIN' | 'LOSE' | 'VOID' | 'HALF_LOSE' | 'open'
const bet = (names: readonly Name[], more: Partial<SettledBet> = {}): SettledBet => ({
  kind: 'express',
  stakeMinor: 1000n,
  legs: names.map((name) => ({ price: 2000, result: name === 'open' ? null : legResult(name) })),
  expressInsurance: { legs: 3, minor: '1000', days: 7 },
  maxPayoutMinor: null,
  ...more,
})
/** What is given back, null while the bet is open. */
const back = (names: readonly Name[], more?: Partial<SettledBet>) => betMoney(bet(names, more))?.freeBetMinor ?? null

test('exactly one lost leg of enough that count; a half lost one is not lost', () => {
  expect(back(['WIN', 'LOSE', 'WIN'])).toBe(1000n)
  expect(back(['WIN', 'LOSE', 'HALF_LOSE'])).toBe(1000n)
  expect(back(['WIN', 'WIN', 'LOSE', 'VOID'])).toBe(1000n)
  expect(back(['WIN', 'WIN', 'WIN'])).toBe(0n)
  expect(back(['LOSE', 'LOSE', 'WIN'])).toBe(0n)
  expect(back(['WIN', 'LOSE', 'VOID'])).toBe(0n)
  expect(back(['VOID', 'VOID', 'VOID'])).toBe(0n)
})

test('with one lost leg it waits for the others, and no longer than they decide something', () => {
  expect(back(['LOSE', 'open', 'WIN'])).toBeNull()
  expect(back(['LOSE', 'open', 'LOSE'])).toBe(0n)
  expect(back(['LOSE', 'open', 'VOID'])).toBe(0n)
  expect(betMoney(bet(['LOSE', 'open', 'WIN'], { expressInsurance: undefined as never }))?.status).toBe('LOSE')
})

test('a part that was sold, or that the player has insured himself, does not come back', () => {
  expect(back(['LOSE', 'WIN', 'WIN'], { soldStakeMinor: 400n })).toBe(600n)
  expect(back(['LOSE', 'WIN', 'WIN'], { insuredMinor: 300n })).toBe(700n)
  expect(back(['LOSE', 'WIN', 'WIN'], { insuredMinor: 1000n })).toBe(0n)
})

const anyBet = fc
  .record({
    names: fc.array(fc.constantFrom<Name>('WIN', 'LOSE', 'VOID', 'HALF_LOSE'), { minLength: 2, maxLength: 8 }),
    legs: fc.integer({ min: 2, max: 6 }),
    minor: fc.bigInt({ min: 0n, max: 2000n }),
    sold: fc.bigInt({ min: 0n, max: 1000n }),
    insured: fc.bigInt({ min: 0n, max: 1000n }),
  })
  .map(({ names, legs, minor, sold, insured }) =>
    bet(names, { soldStakeMinor: sold, insuredMinor: insured, expressInsurance: { legs, minor: String(minor), days: 7 } }),
  )

test('both calculations give the same; one that forgets a condition is found out; the browser gets the same inputs', () => {
  fc.assert(
    fc.property(anyBet, (given) => {
      const money = betMoney(given)!
      expect(referenceAgrees(given, money)).toBe(true)
      expect(referenceAgrees(given, { ...money, freeBetMinor: money.freeBetMinor + 1n })).toBe(false)
      expect(betMoney(betOfInputs(inputsOf(given)))).toEqual(money)
      // Never money of the account, and never more than ran.
      expect(money.freeBetMinor <= 1000n - given.soldStakeMinor! - money.insuranceMinor).toBe(true)
      expect(money.netMinor).toBe(money.grossMinor + money.insuranceMinor)
    }),
  )
})

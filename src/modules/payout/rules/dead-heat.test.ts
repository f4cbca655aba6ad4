import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../../../test/support/properties.ts'
import type { SettledBet } from './bet.ts'
import { houseHeatOf, resultByHouse } from './dead-heat.ts'
import { deadHeatFraction, deadHeatResult, legResult, type LegResult } from './leg.ts'
import { betMoney } from './money.ts'
import { referenceAgrees } from './reference-bridge.ts'

test('two who share are paid half, more give the stake back, in legs on runners alone (rules 3.4)', () => {
  expect(houseHeatOf('house', [{ t: 2637 }, { t: 1 }, { t: 836 }, { t: 1_000_003 }])).toEqual([0, 2])
  expect(houseHeatOf('industry', [{ t: 2637 }])).toEqual([])
  const of = (official: LegResult | null, leg = 0) => resultByHouse([0], leg, official)
  expect(of(deadHeatResult(1, 2))).toEqual(deadHeatResult(1, 2))
  for (const many of [deadHeatResult(1, 3), deadHeatResult(2, 3), deadHeatResult(2, 4)]) {
    expect(of(many)).toEqual(legResult('VOID'))
    expect(of(many, 1)).toBe(many)
  }
  for (const usual of [legResult('WIN'), legResult('LOSE'), legResult('VOID'), null]) expect(of(usual)).toBe(usual)
})

test('of how many share is kept where a share in its lowest terms does not say it', () => {
  expect([deadHeatFraction(0.5), deadHeatFraction(0.5, 4), deadHeatFraction(2 / 3, 6)]).toEqual([
    { num: 1n, den: 2n },
    { num: 2n, den: 4n },
    { num: 4n, den: 6n },
  ])
  // What does not fit is not believed.
  expect(deadHeatFraction(1 / 3, 4)).toEqual({ num: 1n, den: 3n })
})

const heat = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 4 }))
  .map(([places, more]) => deadHeatResult(places, places + more))
const drawn = fc.record({
  price: fc.integer({ min: 1001, max: 30_000 }),
  official: fc.oneof(heat, fc.constantFrom(legResult('WIN'), legResult('VOID'))),
  byHouse: fc.boolean(),
  deducted: fc.constantFrom(0, 25),
})

test('both calculations pay the same; the second one counts those who share by itself', () => {
  fc.assert(
    fc.property(fc.array(drawn, { minLength: 1, maxLength: 5 }), fc.bigInt({ min: 1000n, max: 10n ** 9n }), (list, stakeMinor) => {
      const houseHeat = list.flatMap(({ byHouse }, leg) => (byHouse ? [leg] : []))
      const legs = list.map(({ price, official, deducted }, leg) => ({
        price,
        result: resultByHouse(houseHeat, leg, official),
        shared: official,
        ...(deducted ? { deducted } : {}),
      }))
      const bet: SettledBet = { kind: list.length > 1 ? 'express' : 'single', stakeMinor, legs, houseHeat, maxPayoutMinor: null }
      expect(referenceAgrees(bet, betMoney(bet)!)).toBe(true)
      // A first calculation that shares the place all the same is found out.
      const wrong: SettledBet = { ...bet, legs: legs.map((leg) => ({ ...leg, result: leg.shared })) }
      const money = betMoney(wrong)!
      if (money.grossMinor !== betMoney(bet)!.grossMinor) expect(referenceAgrees(wrong, money)).toBe(false)
    }),
  )
})

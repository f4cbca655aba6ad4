import fc from 'fast-check'
import { expect, test } from 'vitest'
import { betOf, betMoney } from '#modules/payout/rules/money.ts'
import { legResult } from '#modules/payout/rules/leg.ts'
import { allowedBet, readAddress, writeAddress } from './address.ts'
import { betName, betsOf, calculate, LEG_RESULTS, type CalculatorBet, type CalculatorLeg } from './calculate.ts'

const leg = (price: number, more: Partial<CalculatorLeg> = {}): CalculatorLeg => ({ price, result: 'won', rule4: 0, tied: 1, ...more })
const work = (bet: CalculatorBet, legs: CalculatorLeg[], stakeMinor: bigint, eachWay: number | null = null, perLine = false) =>
  calculate({ bet, legs, stakeMinor, perLine, eachWay })!

/** Unit stake at 2.00: number of bets, all won, one lost (rules 2.5). */
test.each([
  ['trixie', 'cover', 3, 4, 20, 4],
  ['patent', 'full', 3, 7, 26, 8],
  ['yankee', 'cover', 4, 11, 72, 20],
  ['lucky_15', 'full', 4, 15, 80, 26],
  ['canadian', 'cover', 5, 26, 232, 72],
  ['lucky_31', 'full', 5, 31, 242, 80],
  ['heinz', 'cover', 6, 57, 716, 232],
  ['lucky_63', 'full', 6, 63, 728, 242],
  ['super_heinz', 'cover', 7, 120, 2172, 716],
  ['goliath', 'cover', 8, 247, 6544, 2172],
] as const)('%s', (name, bet, n, lines, all, oneLost) => {
  const legs = Array.from({ length: n }, () => leg(2000))
  expect(betName(bet, n)).toBe(name)
  expect(work(bet, legs, 100n, null, true)).toMatchObject({
    lines: BigInt(lines),
    stakeMinor: 100n * BigInt(lines),
    returnMinor: 100n * BigInt(all),
  })
  expect(work(bet, [leg(2000, { result: 'lost' }), ...legs.slice(1)], 100n, null, true).returnMinor).toBe(100n * BigInt(oneLost))
})

test('each way, rule 4, dead heats', () => {
  // Half on the win, half on a place at a fifth of the winnings.
  expect(work('singles', [leg(6000)], 2_000n, 5)).toMatchObject({ lines: 2n, winMinor: 6_000n, placeMinor: 2_000n, returnMinor: 8_000n })
  expect(work('singles', [leg(6000, { result: 'placed' })], 2_000n, 5)).toMatchObject({ winMinor: 0n, placeMinor: 2_000n })
  expect(work('singles', [leg(6000, { result: 'placed' })], 2_000n).returnMinor).toBe(0n)
  // Ten percent of the winnings, never of the stake.
  expect(work('singles', [leg(5000, { rule4: 10 })], 1_000n).returnMinor).toBe(4_600n)
  expect(work('singles', [leg(6000, { rule4: 20 })], 2_000n, 4)).toMatchObject({ winMinor: 5_000n, placeMinor: 2_000n })
  // 60 at 6.0, three share the first (rules 3.4); the place of a shared first is whole, a shared last place is not.
  expect(work('singles', [leg(6000, { tied: 3 })], 6_000n).returnMinor).toBe(12_000n)
  expect(work('singles', [leg(6000, { tied: 2 })], 2_000n, 5)).toMatchObject({ winMinor: 3_000n, placeMinor: 2_000n })
  expect(work('singles', [leg(6000, { tied: 2, result: 'placed' })], 2_000n, 5).placeMinor).toBe(1_000n)
  // Doubles each way: win with win, place with place.
  expect(work('express', [leg(3000), leg(5000, { result: 'placed' })], 2_000n, 4)).toMatchObject({ winMinor: 0n, placeMinor: 3_000n })
})

test('what it says of lucky, patent and system is what settlement would pay', () => {
  const legs = fc.array(fc.record({ price: fc.integer({ min: 1010, max: 20_000 }), result: fc.constantFrom('won', 'lost', 'void') }), {
    minLength: 3,
    maxLength: 6,
  })
  fc.assert(
    fc.property(legs, fc.bigInt(1n, 1_000_000n), fc.constantFrom<CalculatorBet[]>('full', 'cover', 2), (given, stakeMinor, bet) => {
      const vid = bet === 'full' ? 7 : bet === 'cover' ? 8 : 2
      const settled = betOf({ vid, stakeMinor, legs: given, terms: bet === 2 ? { size: 2 } : {}, exponent: 2 })
      const results = { won: 'WIN', lost: 'LOSE', void: 'VOID' } as const
      const money = betMoney({
        ...settled,
        legs: settled.legs.map((one, i) => ({ ...one, result: legResult(results[given[i]!.result]) })),
      })!
      expect(
        work(
          bet,
          given.map((one) => leg(one.price, { result: one.result })),
          stakeMinor,
        ).returnMinor,
      ).toBe(money.grossMinor)
    }),
    { numRuns: 100 },
  )
})

test('an address says it and nothing else', () => {
  const legs = fc.array(
    fc.record({
      price: fc.integer({ min: 1001, max: 1_001_000 }),
      result: fc.constantFrom(...LEG_RESULTS),
      rule4: fc.constantFrom(0, 5, 90),
      tied: fc.integer({ min: 1, max: 10 }),
    }),
    { minLength: 1, maxLength: 20 },
  )
  fc.assert(
    fc.property(legs, fc.boolean(), fc.constantFrom(null, 2, 3, 4, 5, 8), fc.nat(), (given, perLine, eachWay, nth) => {
      const bets = betsOf(given.length)
      const state = { bet: bets[nth % bets.length]!, stake: '12.50', perLine, eachWay, legs: given }
      expect(readAddress(new URLSearchParams(new URLSearchParams(writeAddress(state)).toString()))).toEqual(state)
    }),
    { numRuns: 100 },
  )
  const odd = readAddress(new URLSearchParams('bet=goliath&stake=-1e9&ew=7&legs=0.5:won,abc:sold:33:99,2.5'))
  expect(odd).toMatchObject({ bet: 'express', stake: '10', eachWay: null })
  expect(odd.legs).toEqual([leg(0), leg(0), leg(2500)])
  expect(readAddress(new URLSearchParams(`legs=${'2,'.repeat(500)}`)).legs).toHaveLength(20)
  expect(allowedBet('full', 1)).toBe('singles')
  expect(calculate({ bet: 'express', legs: [leg(0), leg(2000)], stakeMinor: 100n, perLine: false, eachWay: null })).toBeNull()
})

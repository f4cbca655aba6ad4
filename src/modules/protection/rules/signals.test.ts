import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY } from '#lib/time.ts'
import { signalsOf, untold, type DayTotals, type Signal } from './signals.ts'

const TODAY = 20_000
const NOW = TODAY * DAY + 5
const day = (ago: number, more: Partial<DayTotals>): DayTotals => ({
  day: TODAY - ago,
  depositsMinor: 0n,
  deposits: 0,
  stakesMinor: 0n,
  bets: 0,
  returnsMinor: 0n,
  withdrawalsMinor: 0n,
  takenBack: 0,
  nightBets: 0,
  ...more,
})
/** A usual player: two deposits a week, a few bets, wins about what he stakes. */
const usual = (ago: number) =>
  ago % 3 === 0 ? [day(ago, { deposits: 1, depositsMinor: 1_000n, bets: 3, stakesMinor: 900n, returnsMinor: 900n })] : []
const weeksBefore = Array.from({ length: 28 }, (_none, i) => usual(i + 7)).flat()

describe('planted patterns are found', () => {
  it.each<[Signal, DayTotals[]]>([
    ['more_deposits', [...weeksBefore, ...[0, 1, 2, 3].map((ago) => day(ago, { deposits: 1, depositsMinor: 2_000n }))]],
    ['more_stakes', [...weeksBefore, day(1, { bets: 12, stakesMinor: 9_000n, returnsMinor: 9_000n })]],
    [
      'losses_grow',
      [...weeksBefore.map((one) => ({ ...one, returnsMinor: 800n })), day(1, { bets: 12, stakesMinor: 9_000n, returnsMinor: 100n })],
    ],
    [
      'deposits_after_losses',
      [0, 1, 2, 3].map((ago) => day(ago, { deposits: 2, depositsMinor: 500n, bets: 2, stakesMinor: 1_000n, returnsMinor: 10n })),
    ],
    ['withdrawals_back', [day(0, { takenBack: 1 }), day(4, { takenBack: 1 })]],
    ['at_night', [day(2, { bets: 12, nightBets: 8, stakesMinor: 100n })]],
  ])('%s', (signal, days) => expect(signalsOf(days, NOW)).toContain(signal))
})

it('a usual week says nothing, and neither does a first one', () => {
  expect(signalsOf([...weeksBefore, ...[0, 3, 6].flatMap(usual)], NOW)).toEqual([])
  expect(signalsOf([day(0, { deposits: 1, depositsMinor: 1_000_000n, bets: 5, stakesMinor: 500n })], NOW)).toEqual([])
  expect(signalsOf([], NOW)).toEqual([])
})

it('what is older than five weeks, and what is richer in all weeks alike, changes nothing', () => {
  const amount = fc.bigInt({ min: 0n, max: 10_000n })
  const some = fc.array(
    fc.record({
      ago: fc.integer({ min: 0, max: 34 }),
      deposits: fc.integer({ min: 0, max: 3 }),
      bets: fc.integer({ min: 0, max: 9 }),
      a: amount,
      b: amount,
      c: amount,
    }),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(some, fc.bigInt({ min: 1n, max: 1_000n }), (given, factor) => {
      const build = (times: bigint) =>
        [...new Map(given.map((one) => [one.ago, one])).values()].map(({ ago, deposits, bets, a, b, c }) =>
          day(ago, { deposits, bets, depositsMinor: a * times, stakesMinor: b * times, returnsMinor: c * times }),
        )
      const found = signalsOf(build(1n), NOW)
      expect(signalsOf(build(factor), NOW)).toEqual(found)
      expect(signalsOf([...build(1n), day(60, { deposits: 9, bets: 99, stakesMinor: 10n ** 12n })], NOW)).toEqual(found)
    }),
    { numRuns: 1_000 },
  )
})

it('what was told this week is not told again, what is new is', () => {
  const told = [
    { signal: 'at_night', at: NOW - 6 * DAY },
    { signal: 'more_stakes', at: NOW - 7 * DAY },
  ]
  expect(untold(['at_night', 'more_stakes', 'more_deposits'], told, NOW)).toEqual(['more_stakes', 'more_deposits'])
})

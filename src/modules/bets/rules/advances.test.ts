import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR } from '#lib/time.ts'
import { ADVANCE, areCovered, decideAdvances, type AdvancesOf, type Payment, type TakenAdvance } from './advances.ts'

const { open, covered, uncovered } = ADVANCE
const DAYS_2 = 48 * HOUR

/** Bets have the number of their hour. */
const advance = (hour: number, amount: number, state: 0 | 1 | 2 = open): TakenAdvance => ({
  betId: BigInt(hour),
  at: hour * HOUR,
  dueAt: hour * HOUR + DAYS_2,
  amountMinor: BigInt(amount),
  state,
})
const paid = (bet: number, hour: number | null, minor: number): Payment => ({
  betId: BigInt(bet),
  at: hour === null ? null : hour * HOUR,
  minor: BigInt(minor),
})

/** Its win waits for officers since this hour. */
const waits = (bet: number, hour: number): Payment => ({ ...paid(bet, null, 0), waitsSince: hour * HOUR })

function decisions(of: Partial<AdvancesOf> & { hour: number }, sinceHour?: number): [bet: number, from: number, to: number][] {
  const all = { advances: [], payments: [], balanceMinor: 1_000n, now: of.hour * HOUR, ...of }
  return decideAdvances(all, sinceHour === undefined ? undefined : sinceHour * HOUR).map(({ betId, from, to }) => [Number(betId), from, to])
}

describe('open ones', () => {
  const advances = [advance(10, 30), advance(11, 50)]
  test.each([
    ['wait for bets that are open', [paid(1, null, 0)], 12, []],
    ['wait for one of two', [paid(1, 12, 0), paid(2, null, 0)], 12, []],
    ['are covered in their order', [paid(1, 12, 40), paid(2, null, 0)], 12, [[10, open, covered]]],
    ['are covered whole or not at all', [paid(1, 12, 29)], 12, [[10, open, uncovered], [11, open, uncovered]]], // prettier-ignore
    ['leave what is not enough for the first to the second', [paid(1, 12, 29), paid(2, null, 0)], 12, []],
    ['are covered by both', [paid(1, 12, 40), paid(2, 13, 40)], 13, [[10, open, covered], [11, open, covered]]], // prettier-ignore
    ['end after 48 hours', [paid(1, null, 0)], 59, [[10, open, uncovered]]],
    ['get nothing of what came after that', [paid(1, 59, 90)], 59, [[10, open, uncovered], [11, open, covered]]], // prettier-ignore
    ['wait past their end for a win that officers look at', [waits(1, 57)], 99, []],
    ['do not wait for one that came after their end', [waits(1, 59)], 99, [[10, open, uncovered]]],
    ['get nothing of bets that were made later', [paid(12, 13, 90)], 13, [[10, open, uncovered], [11, open, uncovered]]], // prettier-ignore
    ['get nothing of what was settled before', [paid(1, 11, 90), paid(2, null, 0)], 12, [[10, open, covered]]],
  ])('%s', (_what, payments, hour, expected) => {
    expect(decisions({ advances, payments, hour })).toEqual(expected)
  })

  test('what a later advance was repaid with need not be missing to an earlier one', () => {
    const taken = [advance(10, 30), advance(12, 30, covered)]
    expect(decisions({ advances: taken, payments: [paid(1, 14, 30), paid(11, 13, 30)], hour: 14 })).toEqual([[10, open, covered]])
    expect(decisions({ advances: taken, payments: [paid(1, 14, 30)], hour: 14 })).toEqual([[10, open, uncovered]])
  })

  test('cannot be repaid out of an account that is short of it', () => {
    expect(decisions({ advances, payments: [paid(1, 12, 40), paid(2, null, 0)], hour: 12, balanceMinor: 29n })).toEqual([])
  })
})

describe('after a correction', () => {
  test.each([
    ['nothing changes when enough is left', [advance(10, 30, covered)], [paid(1, 12, 30)], []],
    [
      'the last one is given back first',
      [advance(10, 30, covered), advance(11, 30, covered)],
      [paid(1, 12, 30)],
      [[11, covered, uncovered]],
    ],
    ['it waits again for a bet that is open again', [advance(10, 30, covered)], [paid(1, null, 0)], [[10, covered, open]]],
    ['so does one that nothing covered', [advance(10, 30, uncovered)], [paid(1, null, 0)], [[10, uncovered, open]]],
    ['one that nothing covered is covered', [advance(10, 30, uncovered)], [paid(1, 12, 30)], [[10, uncovered, covered]]],
    ['one is covered instead of another', [advance(10, 30, covered), advance(14, 20, uncovered)], [paid(13, 15, 20)],
      [[10, covered, uncovered], [14, uncovered, covered]]], // prettier-ignore
  ] as const)('%s', (_what, advances, payments, expected) => {
    expect(decisions({ advances, payments, hour: 20 }, 11)).toEqual(expected)
  })

  test('what was over before it stays as it was', () => {
    const advances = [advance(10, 30, covered), advance(11, 30, uncovered), advance(70, 30, covered)]
    expect(decisions({ advances, payments: [], hour: 100 }, 60)).toEqual([[70, covered, uncovered]])
  })

  test('after 48 hours nothing waits any more', () => {
    expect(decisions({ advances: [advance(10, 30, covered)], payments: [paid(1, null, 0)], hour: 59 }, 11)).toEqual([
      [10, covered, uncovered],
    ])
  })

  test('what is given back repays what is covered now; without it that one waits', () => {
    const advances = [advance(10, 30, covered), advance(14, 20, uncovered)]
    const payments = [paid(13, 15, 20)]
    const states = (balanceMinor: bigint) => decisions({ advances, payments, hour: 20, balanceMinor }, 11).map(([, , to]) => to)
    expect([states(-10n), states(-11n)]).toEqual([
      [uncovered, covered],
      [uncovered, open],
    ])
  })
})

const histories = fc.record({
  advances: fc
    .uniqueArray(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 5 })
    .chain((hours) =>
      fc.tuple(
        ...hours
          .toSorted((a, b) => a - b)
          .map((hour) =>
            fc
              .tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom(open, covered, uncovered))
              .map(([amount, state]) => advance(hour, amount, state)),
          ),
      ),
    ),
  payments: fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 9 }))
      .map(([bet, more, minor]) => paid(bet, bet + more, minor)),
    { maxLength: 6 },
  ),
})

/** Hall: no set of advances asks for more than all payments that may repay one of them. */
function areCoveredSlowly(advances: readonly TakenAdvance[], payments: readonly Payment[]): boolean {
  return Array.from({ length: 2 ** advances.length }, (_, bits) => advances.filter((_one, i) => (bits >> i) & 1)).every((some) => {
    const owed = some.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
    const there = payments.filter(({ betId, at }) => some.some((one) => at !== null && betId < one.betId && at > one.at && at <= one.dueAt))
    return there.reduce((sum, { minor }) => sum + minor, 0n) >= owed
  })
}

test('payments are found for advances whenever there are any', () => {
  fc.assert(
    fc.property(histories, ({ advances, payments }) => {
      expect(areCovered(advances, payments)).toBe(areCoveredSlowly(advances, payments))
    }),
    { numRuns: 2_000 },
  )
})

test('after a correction those that are covered are covered together, no other could be, and nothing is left to decide', () => {
  fc.assert(
    fc.property(histories, ({ advances, payments }) => {
      const of = { advances, payments, now: 200 * HOUR, balanceMinor: 1_000n }
      const states = new Map(decideAdvances(of, 0).map(({ betId, to }) => [betId, to]))
      const after = advances.map((one) => ({ ...one, state: states.get(one.betId) ?? one.state }))
      const repaid = after.filter(({ state }) => state === covered)
      expect(areCovered(repaid, payments)).toBe(true)
      for (const one of after)
        if (one.state !== covered)
          expect(
            areCovered(
              [...repaid, one].toSorted((a, b) => Number(a.betId - b.betId)),
              payments,
            ),
          ).toBe(false)
      expect(decideAdvances({ ...of, advances: after }, 0)).toEqual([])
    }),
    { numRuns: 1_000 },
  )
})

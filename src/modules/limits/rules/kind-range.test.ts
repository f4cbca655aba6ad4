/** Limits of every kind against its own payout: at the largest stake no bound is passed, one unit above one is. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../../../test/support/properties.ts'
import { must } from '#lib/assert.ts'
import { KIND_OF_VID, type BetKind } from '#modules/payout/rules/bet.ts'
import { possibleMoney, betOf } from '#modules/payout/rules/money.ts'
import type { BetTerms } from '#modules/payout/rules/terms.ts'
import { greatestStake, ridingShares, variantCount, type Bounds, type StakedBet } from './kind-range.ts'

const vidOf = (kind: BetKind) =>
  Number(
    must(
      Object.entries(KIND_OF_VID).find(([, one]) => one === kind),
      kind,
    )[0],
  )

/** Least legs of each kind, and terms for so many. */
const KINDS: Record<BetKind, { least: number; most: number; terms: (n: number) => BetTerms }> = {
  single: { least: 1, most: 1, terms: () => ({}) },
  express: { least: 2, most: 12, terms: () => ({}) },
  system: { least: 3, most: 12, terms: (n) => ({ size: Math.max(2, n - 2) }) },
  chain: { least: 2, most: 8, terms: () => ({}) },
  multi_bet: {
    least: 5,
    most: 10,
    terms: (n) => ({ size: 2, withLobby: true, blocks: [[0, 1], ...Array.from({ length: n - 2 }, (_, i) => [i + 2])] }),
  },
  conditional: {
    least: 3,
    most: 6,
    terms: (n) => ({
      blocks: Array.from({ length: n }, (_, i) => [i]),
      blockStakes: [null, '500', ...Array.from({ length: n - 2 }, () => null)],
    }),
  },
  anti_express: { least: 2, most: 6, terms: () => ({ antiExpressPrice: 1250 }) },
  lucky: { least: 2, most: 8, terms: () => ({}) },
  patent: { least: 3, most: 8, terms: () => ({}) },
  multi_single: { least: 2, most: 10, terms: () => ({}) },
}

const bets = fc
  .constantFrom(...(Object.keys(KINDS) as BetKind[]))
  .chain((kind) =>
    fc
      .array(fc.integer({ min: 1010, max: 9000 }), { minLength: KINDS[kind].least, maxLength: KINDS[kind].most })
      .map((prices): StakedBet => ({ kind, prices, terms: KINDS[kind].terms(prices.length) })),
  )

const none = (bet: StakedBet): Bounds => ({
  legMaxMinor: bet.prices.map(() => null),
  legRoomMinor: bet.prices.map(() => null),
  maxPayoutMinor: null,
  maxCoefficient: null,
  netRoomMinor: null,
})

/** What the bet pays when all goes well, before any cut; several singles are paid each for itself. */
function paid(bet: StakedBet, stakeMinor: bigint): bigint {
  return possibleMoney(
    betOf({ vid: vidOf(bet.kind), stakeMinor, legs: bet.prices.map((price) => ({ price })), terms: bet.terms, exponent: 2 }),
  ).grossMinor
}

test('the largest stake by the maximum payout pays no more than it, one unit above pays more or is a rounding away from it', () => {
  fc.assert(
    fc.property(bets, fc.bigInt({ min: 1_000n, max: 10_000_000n }), (bet, maxPayoutMinor) => {
      const stake = must(greatestStake(bet, { ...none(bet), maxPayoutMinor }), 'bounded')
      if (bet.kind === 'multi_single') {
        const n = BigInt(bet.prices.length)
        const longest = BigInt(Math.max(...bet.prices))
        expect((stake / n) * longest).toBeLessThanOrEqual(maxPayoutMinor * 1000n)
        return
      }
      if (stake === 0n) return
      expect(paid(bet, stake)).toBeLessThanOrEqual(maxPayoutMinor)
      expect(paid(bet, stake + 1n)).toBeGreaterThanOrEqual(maxPayoutMinor)
    }),
    { numRuns: 2_000 },
  )
})

test('no leg carries more than its room, whatever the kind', () => {
  fc.assert(
    fc.property(bets, fc.bigInt({ min: 100n, max: 1_000_000n }), (bet, room) => {
      if (bet.kind === 'conditional') return
      const stake = must(greatestStake(bet, { ...none(bet), legRoomMinor: bet.prices.map(() => room) }), 'bounded')
      for (const { num, den } of ridingShares(bet)) expect((stake * num) / den).toBeLessThanOrEqual(room)
    }),
    { numRuns: 500 },
  )
})

test('a system of twenty and an express of fifty are worked out without listing their variants', () => {
  const prices = Array.from({ length: 20 }, (_, i) => 1300 + i * 37)
  const system: StakedBet = { kind: 'system', prices, terms: { size: 10 } }
  expect(variantCount(system)).toBe(184_756n)
  const started = process.hrtime.bigint()
  for (let i = 0; i < 20; i += 1) greatestStake(system, { ...none(system), maxPayoutMinor: 5_000_000n })
  // Listing 184,756 variants twenty times takes seconds; the sums take milliseconds even on a busy machine.
  expect(process.hrtime.bigint() - started).toBeLessThan(1_500_000_000n)
})

test('there are as many variants as subsets that can be listed', () => {
  for (let n = 2; n <= 10; n += 1) {
    const prices = Array.from({ length: n }, () => 2000)
    const sizes = Array.from({ length: 2 ** n }, (_, mask) => mask.toString(2).replaceAll('0', '').length)
    const listed = (fits: (size: number) => boolean) => BigInt(sizes.filter(fits).length)
    for (let k = 2; k < n; k += 1) expect(variantCount({ kind: 'system', prices, terms: { size: k } })).toBe(listed((size) => size === k))
    expect(variantCount({ kind: 'lucky', prices, terms: {} })).toBe(listed((size) => size > 0))
    expect(variantCount({ kind: 'patent', prices, terms: {} })).toBe(listed((size) => size > 1))
  }
})

test('a limit that is higher never makes the largest stake smaller', () => {
  fc.assert(
    fc.property(bets, fc.bigInt({ min: 1n, max: 100_000n }), fc.bigInt({ min: 0n, max: 100_000n }), (bet, low, more) => {
      const at = (most: bigint) =>
        must(greatestStake(bet, { ...none(bet), legMaxMinor: bet.prices.map(() => most), netRoomMinor: most * 3n }), 'bounded')
      expect(at(low + more)).toBeGreaterThanOrEqual(at(low))
    }),
    { numRuns: 500 },
  )
})

test('a conditional bet whose first block knows no limit is bounded by the limits of the others', () => {
  const terms = { blocks: [[0], [1]], blockStakes: ['100', null] }
  const bet: StakedBet = { kind: 'conditional', prices: [2000, 2000], terms }
  // What the first block pays is what the second one stakes.
  expect(greatestStake(bet, { ...none(bet), legMaxMinor: [null, 1_000n] })).toBe(500n)
  expect(greatestStake(bet, { ...none(bet), netRoomMinor: 3_000n })).toBe(1_000n)
  expect(greatestStake(bet, none(bet))).toBeNull()
})

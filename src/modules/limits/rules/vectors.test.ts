/** The published cases of stake limits (test/vectors/limits.json), through the one function for all kinds. */
import { expect, test } from 'vitest'
import { must } from '#lib/assert.ts'
import { minorText, parseMinor, type Minor } from '#lib/money.ts'
import { parsePrice } from '#lib/price.ts'
import vectors from '../../../../test/vectors/limits.json' with { type: 'json' }
import { greatestStake, variantCount, type Bounds, type StakedBet } from './kind-range.ts'
import { leftOfMost, shareOfMost } from './equal-bets.ts'
import { legMaxStake } from './stake-limits.ts'

interface Case {
  name: string
  input: Record<string, unknown>
  expected: Record<string, unknown>
}
const of = (op: string) => (vectors.cases as unknown as Case[]).filter((c) => c.input['op'] === op)
const money = (text: unknown) => must(parseMinor(String(text), 2), 'money')
const price = (text: unknown) => must(parsePrice(String(text)), 'price')
const text = (minor: Minor | null) => minorText(must(minor, 'a bound'), 2)

const leg = (liability: unknown, odds: unknown, factor: unknown = '1', absMax: unknown = null) =>
  legMaxStake(
    { liabilityMinor: money(liability), userFactorMilli: Number(factor) * 1000, absMaxMinor: absMax === null ? null : money(absMax) },
    price(odds),
  )

const most = (bet: StakedBet, bounds: Partial<Bounds>) =>
  greatestStake(bet, {
    legMaxMinor: bet.prices.map(() => null),
    legRoomMinor: bet.prices.map(() => null),
    maxPayoutMinor: null,
    maxCoefficient: null,
    netRoomMinor: null,
    ...bounds,
  })

test.each(of('legMax'))('$name', ({ input, expected }) => {
  expect(text(leg(input['liability'], input['odds'], input['userFactor'], input['absMax']))).toBe(expected['maxStake'])
})

test.each(of('expressMax'))('$name', ({ input, expected }) => {
  const legMaxMinor = (input['legMax'] as string[]).map(money)
  // The limits of the legs are given, not made of prices: one leg has the whole coefficient.
  const bet: StakedBet = { kind: 'express', prices: [price(input['coefficient']), 1000, 1000], terms: {} }
  const maxPayoutMinor = money(input['maxPayout'])
  expect({
    byLegs: text(most(bet, { legMaxMinor })),
    byPayout: text(most(bet, { maxPayoutMinor })),
    maxStake: text(most(bet, { legMaxMinor, maxPayoutMinor })),
  }).toEqual(expected)
})

test.each(of('expressMaxFromOdds'))('$name', ({ input, expected }) => {
  const odds = input['odds'] as string[]
  const legMaxMinor = odds.map((o) => leg(input['liability'], o))
  const bet: StakedBet = { kind: 'express', prices: odds.map(price), terms: {} }
  const maxPayoutMinor = money(input['maxPayout'])
  expect({
    legMax: legMaxMinor.map(text),
    byPayout: text(most(bet, { maxPayoutMinor })),
    maxStake: text(most(bet, { legMaxMinor, maxPayoutMinor })),
  }).toEqual(expected)
})

/** Subsets of k of the indexes 0..n−1: only here are variants listed. */
function subsets(n: number, k: number, from = 0): number[][] {
  if (k === 0) return [[]]
  return Array.from({ length: Math.max(0, n - k - from + 1) }, (_, at) => at + from).flatMap((i) =>
    subsets(n, k - 1, i + 1).map((rest) => [i, ...rest]),
  )
}

test.each(of('systemMax'))('$name', ({ input, expected }) => {
  const odds = input['odds'] as string[]
  const k = Number(input['k'])
  const legMaxMinor = odds.map((o) => leg(input['liability'], o))
  const bet: StakedBet = { kind: 'system', prices: odds.map(price), terms: { size: k } }
  const maxPayoutMinor = money(input['maxPayout'])
  const variantMax = subsets(odds.length, k).map((subset) =>
    text(
      most(
        { kind: 'express', prices: subset.map((i) => bet.prices[i]!), terms: {} },
        { legMaxMinor: subset.map((i) => legMaxMinor[i]!), maxPayoutMinor },
      ),
    ),
  )
  expect({
    variantMax,
    byVariants: text(most(bet, { legMaxMinor })),
    byPayout: text(most(bet, { maxPayoutMinor })),
    maxStake: text(most(bet, { legMaxMinor, maxPayoutMinor })),
  }).toEqual(expected)
})

test.each(of('systemMin'))('$name', ({ input, expected }) => {
  const count = variantCount({ kind: 'system', prices: [1500, 2000, 2600], terms: { size: 2 } })
  expect([count, text(money(input['minBet']) * count)]).toEqual([BigInt(Number(input['variants'])), expected['minStake']])
})

test.each(of('minBetSystems'))('$name', ({ input, expected }) => {
  const legs = Number(input['legs'])
  const rows = Array.from({ length: legs - 2 }, (_, i) => i + 2).map((k) => ({
    k,
    minBet: text(
      money(input['minBet']) * variantCount({ kind: 'system', prices: Array.from({ length: legs }, () => 2000), terms: { size: k } }),
    ),
  }))
  expect(rows).toEqual(expected['minBetSystems'])
})

// What would run at 1.00 is refused: at the price runs what is left of the largest stake.
test.each(of('repeatExcess'))('$name', ({ input, expected }) => {
  const [most, stake] = [money(input['maxStake']), money(input['stake'])]
  const left = leftOfMost(most, shareOfMost(money(input['alreadyStaked']), most))
  const atPrice = stake < left ? stake : left
  const atOne = stake - atPrice
  const won = input['result'] === 'WIN' ? (atPrice * BigInt(price(input['coefficient']))) / 1000n : 0n
  expect({ atCoefficient: text(atPrice), atOne: text(atOne), payout: text(won + atOne) }).toEqual(expected)
})

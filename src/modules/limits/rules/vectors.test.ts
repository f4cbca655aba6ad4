/** The published cases of stake limits (test/vectors/limits.json). */
import { expect, test } from 'vitest'
import { must } from '#lib/assert.ts'
import { minorText, parseMinor } from '#lib/money.ts'
import { parsePrice } from '#lib/price.ts'
import vectors from '../../../../test/vectors/limits.json' with { type: 'json' }
import { expressMaxStake, legMaxStake, maxStakeByPayout, minStake, repeatExcess, subsets, systemMaxStake } from './stake-limits.ts'

interface Case {
  name: string
  input: Record<string, unknown>
  expected: Record<string, unknown>
}
const of = (op: string) => (vectors.cases as unknown as Case[]).filter((c) => c.input['op'] === op)
const money = (text: unknown) => must(parseMinor(String(text), 2), 'money')
const price = (text: unknown) => must(parsePrice(String(text)), 'price')
const text = (minor: bigint) => minorText(minor, 2)

const leg = (liability: unknown, odds: unknown, factor: unknown = '1', absMax: unknown = null) =>
  legMaxStake(
    { liabilityMinor: money(liability), userFactorMilli: Number(factor) * 1000, absMaxMinor: absMax === null ? null : money(absMax) },
    price(odds),
  )

test.each(of('legMax'))('$name', ({ input, expected }) => {
  expect(text(leg(input['liability'], input['odds'], input['userFactor'], input['absMax']))).toBe(expected['maxStake'])
})

test.each(of('expressMax'))('$name', ({ input, expected }) => {
  const legs = (input['legMax'] as string[]).map(money)
  const product = { num: BigInt(price(input['coefficient'])), den: 1000n }
  expect(text(expressMaxStake(legs, product, money(input['maxPayout'])))).toBe(expected['maxStake'])
  expect(text(maxStakeByPayout(money(input['maxPayout']), product))).toBe(expected['byPayout'])
  expect(text(expressMaxStake(legs, product, null))).toBe(expected['byLegs'])
})

test.each(of('expressMaxFromOdds'))('$name', ({ input, expected }) => {
  const odds = input['odds'] as string[]
  const legs = odds.map((o) => leg(input['liability'], o))
  const product = { num: odds.reduce((a, o) => a * BigInt(price(o)), 1n), den: 1000n ** BigInt(odds.length) }
  expect(legs.map(text)).toEqual(expected['legMax'])
  expect(text(expressMaxStake(legs, product, money(input['maxPayout'])))).toBe(expected['maxStake'])
})

test.each(of('systemMax'))('$name', ({ input, expected }) => {
  const odds = input['odds'] as string[]
  const legs = odds.map((o) => leg(input['liability'], o))
  const k = Number(input['k'])
  const found = systemMaxStake(legs, odds.map(price), k, money(input['maxPayout']))
  expect({ byVariants: text(found.byVariants), byPayout: text(found.byPayout), maxStake: text(found.maxStake) }).toEqual({
    byVariants: expected['byVariants'],
    byPayout: expected['byPayout'],
    maxStake: expected['maxStake'],
  })
  const variantMax = [...subsets(odds.length, k)].map((subset) =>
    text(
      expressMaxStake(
        subset.map((i) => legs[i]!),
        { num: 1n, den: 1n },
        null,
      ),
    ),
  )
  expect(variantMax).toEqual(expected['variantMax'])
})

test.each(of('systemMin'))('$name', ({ input, expected }) => {
  expect(text(minStake(money(input['minBet']), Number(input['variants'])))).toBe(expected['minStake'])
})

test.each(of('minBetSystems'))('$name', ({ input, expected }) => {
  const legs = Number(input['legs'])
  const rows = Array.from({ length: legs - 2 }, (_, i) => i + 2).map((k) => ({
    k,
    minBet: text(minStake(money(input['minBet']), [...subsets(legs, k)].length)),
  }))
  expect(rows).toEqual(expected['minBetSystems'])
})

test.each(of('repeatExcess'))('$name', ({ input, expected }) => {
  const { atPrice, atOne } = repeatExcess(money(input['maxStake']), money(input['alreadyStaked']), money(input['stake']))
  const won = input['result'] === 'WIN' ? (atPrice * BigInt(price(input['coefficient']))) / 1000n : 0n
  expect({ atCoefficient: text(atPrice), atOne: text(atOne), payout: text(won + atOne) }).toEqual(expected)
})

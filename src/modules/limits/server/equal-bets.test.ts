/** Equal bets of one player have one largest stake together (rules 4): what is shown, what is counted, two servers at once. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { must } from '#lib/assert.ts'
import { minorText, parseMinor } from '#lib/money.ts'
import { parsePrice } from '#lib/price.ts'
import { createLedger, currencyById } from '#modules/ledger/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import vectors from '../../../../test/vectors/limits.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'
import { createLimits, type LimitedBet, type LimitLeg } from './index.ts'
import type { PoolPart } from './pools.ts'

const { db } = await testDatabase(6)
const clock = manualClock(Date.UTC(2026, 8, 1))
await createLedger({ db, clock })
const [EUR, KZT] = [currencyById(2), currencyById(87)]
const minor = (text: string) => must(parseMinor(text, 2), `money ${text}`)
/** At 7.8 a liability of 4,250 bears a stake of 625. */
const config = { minStakeEur: '0.20', liabilityEur: '4250', maxStakeEur: '100000', maxPayoutEur: '50000' }
const leg = (ci: number, price = 7800): LimitLeg => ({ ci, t: 9, p: 25_000, playerId: 0, price })
let player = 100
const bet = (legs: readonly LimitLeg[], more: Partial<LimitedBet> = {}): LimitedBet => ({
  vid: legs.length > 1 ? 1 : 0,
  legs,
  terms: {},
  playerId: player,
  brand: 'test',
  ...more,
})
const repeats = (parts: readonly PoolPart[] | null) => (parts ?? []).filter(({ key }) => key.startsWith('r:'))
let betId = 7_000n
/** As the transaction of the bet does. */
async function counted(parts: readonly PoolPart[] | null): Promise<void> {
  betId += 1n
  const list = parts ?? []
  await rawPool(db).query('SELECT count_pools($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[])', [
    [betId],
    list.map(() => betId),
    list.map(({ key }) => key),
    list.map(({ cents }) => String(cents)),
    list.map(({ mostCents }) => String(mostCents)),
  ])
}

interface Repeat {
  name: string
  input: { op: string; maxStake: string; alreadyStaked: string; stake: string; coefficient: string }
  expected: { atCoefficient: string; atOne: string }
}
const cases = (vectors.cases as unknown as Repeat[]).filter(({ input }) => input.op === 'repeatExcess')

test.each(cases.map((one) => [one.name, one] as const))('%s: what would run at 1.00 is refused with what is left', (_name, one) => {
  player += 1
  const limits = createLimits(db, clock)
  const { input, expected } = one
  const again = bet([leg(player, must(parsePrice(input.coefficient), 'price'))])
  const most = () => minorText(limits.stakeRangeOf(again, EUR, config).maxMinor, 2)
  expect(most()).toBe(input.maxStake + '.00')
  limits.take(again, minor(input.alreadyStaked), EUR, config).keep()
  expect(most()).toBe(expected.atCoefficient)
  expect(minorText(minor(input.stake) - minor(most()), 2)).toBe(expected.atOne)
})

test('equal are the same outcomes in any order, whatever the price; another kind, size or player is not', () => {
  player += 1
  const limits = createLimits(db, clock)
  const legs = [leg(1, 2000), leg(2, 2000), leg(3, 2000)]
  const keyOf = (one: LimitedBet) => repeats(limits.take(one, 100_000n, EUR, config).parts).map(({ key }) => key)
  const key = keyOf(bet(legs))
  expect(key).toHaveLength(1)
  expect(keyOf(bet([leg(3, 2200), leg(1), leg(2)]))).toEqual(key)
  const others = [
    bet(legs, { vid: 2, terms: { size: 2 } }),
    bet(legs.slice(1)),
    bet([leg(1), leg(2), { ...leg(3), p: 35_000 }]),
    bet(legs, { playerId: player + 1000 }),
  ]
  for (const other of others) expect(keyOf(other)).not.toEqual(key)
  expect(keyOf(bet(legs, { playerId: null }))).toEqual([])
})

test('small stakes are not counted, a bet that was not taken gives back, and after the count is gone all is free again', async () => {
  player += 1
  const limits = createLimits(db, clock)
  const again = bet([leg(player)])
  const max = () => limits.stakeRangeOf(again, EUR, config).maxMinor
  expect(repeats(limits.take(again, 125n, EUR, config).parts)).toEqual([])
  const large = limits.take(again, 60_000n, EUR, config)
  expect(max()).toBe(2_500n)
  large.giveBack()
  expect(max()).toBe(62_500n)
  const kept = limits.take(again, 60_000n, EUR, config)
  await counted(kept.parts)
  kept.keep()
  await limits.refresh()
  expect(max()).toBe(2_500n)
  await sql`UPDATE liability_pool SET used_cents = 0`.execute(db)
  expect(max()).toBe(2_500n)
  await limits.refresh()
  expect(max()).toBe(62_500n)
})

test('a largest stake in another currency is taken whole, and nothing is left of it', () => {
  player += 1
  const limits = createLimits(db, clock)
  const again = bet([leg(player)])
  const max = () => limits.stakeRangeOf(again, KZT, config).maxMinor
  limits.take(again, max(), KZT, config).keep()
  expect(max()).toBe(0n)
})

test('two servers at once: together no more than the largest stake, and the loser learns what is left', async () => {
  player += 1
  const [here, there] = [createLimits(db, clock), createLimits(db, clock)]
  const again = bet([leg(player)])
  const takes = [here, there].map((limits) => limits.take(again, 40_000n, EUR, config))
  const done = await Promise.allSettled(takes.map(({ parts }) => counted(parts)))
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  for (const limits of [here, there]) {
    await limits.refresh()
    expect(limits.stakeRangeOf(again, EUR, config).maxMinor).toBe(22_500n)
  }
})

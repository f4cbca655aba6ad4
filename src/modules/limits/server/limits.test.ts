/** What is shown and refused early: shares of liabilities, blocks and limits as this process knows them. */
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createLedger, currencyById } from '#modules/ledger/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { inTx } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createLimits, payoutCapMinor, type LimitedBet, type LimitLeg } from './index.ts'

const { db } = await testDatabase(6)
const clock = manualClock(Date.UTC(2026, 8, 1))
await createLedger({ db, clock })
const EUR = currencyById(2)
const config = { minStakeEur: '0.20', liabilityEur: '1000', maxStakeEur: '100000', maxPayoutEur: '50000' }
const leg: LimitLeg = { ci: 1, t: 9, p: 25_000, playerId: 0, price: 2000 }
const bet = (legs: readonly LimitLeg[], more: Partial<LimitedBet> = {}): LimitedBet => ({
  vid: legs.length > 1 ? 1 : 0,
  legs,
  terms: {},
  playerId: null,
  brand: 'test',
  ...more,
})

test('what an outcome already carries lowers the next stake; a refused bet gives it back', () => {
  const limits = createLimits(db, clock)
  const max = () => limits.stakeRangeOf(bet([leg]), EUR, config).maxMinor
  expect(max()).toBe(100_000n)
  // The row of the outcome has room for fifteen largest bets.
  const taken = limits.take(bet([leg]), 1_450_000n, EUR, config)
  expect(max()).toBe(50_000n)
  limits.take(bet([leg]), 60_000n, EUR, config).keep()
  expect(max()).toBe(31_250n)
  taken.giveBack()
  expect(max()).toBe(100_000n)
})

test('legs that take no stake alone are those whose largest stake as a single is below the smallest', () => {
  const tight = {
    ...config,
    minStakeEur: '100',
    liabilityEur: '5000',
    marketEur: '4000',
    playerEur: '3000',
    maxCoefSingle: 9_000,
    maxPayoutEur: '1000',
  }
  const limits = createLimits(db, clock, { groupOf: () => 17 })
  const at = (ci: number, price: number): LimitLeg => ({ ci, t: 9, p: 0, playerId: 0, price, game: { mainCi: ci, sportId: 1 } })
  const legs = [at(61, 1500), at(62, 2000), at(63, 4000), at(64, 12_000), at(65, 2000), at(66, 1010)]
  limits.take(bet([legs[4]!]), 295_000n, EUR, tight).keep()
  for (const playerId of [null, 9]) {
    const alone = legs.map((one) => limits.stakeRangeOf(bet([one], { playerId }), EUR, tight))
    const full = alone.flatMap(({ minMinor, maxMinor }, i) => (maxMinor < minMinor ? [i] : []))
    expect(limits.fullLegs(bet(legs, { playerId }), EUR, tight)).toEqual(full)
    expect(full.length).toBeGreaterThan(0)
    expect(full.length).toBeLessThan(legs.length)
  }
  expect(limits.fullLegs(bet([]), EUR, tight)).toEqual([])
})

test('market, game, player and brand bound a bet as well; outcomes of one market share its room', () => {
  const tight = { ...config, marketEur: '400', gameEur: '4000', playerEur: '300', brandEur: '8000' }
  const limits = createLimits(db, clock, { groupOf: () => 17 })
  const of = (legs: LimitLeg[], more: Partial<LimitedBet> = {}) => limits.stakeRangeOf(bet(legs, more), EUR, tight).maxMinor
  const at = (ci: number, t: number, mainCi = 50): LimitLeg => ({ ci, t, p: 0, playerId: 0, price: 2000, game: { mainCi, sportId: 1 } })
  expect(of([at(51, 1)])).toBe(30_000n)
  expect(of([at(51, 1)], { playerId: 9 })).toBe(22_500n)
  limits.take(bet([at(51, 1)]), 20_000n, EUR, tight).keep()
  expect([of([at(51, 1)]), of([at(51, 2)]), of([at(52, 2)])]).toEqual([10_000n, 10_000n, 30_000n])
  for (let ci = 60; ci < 74; ci += 1) limits.take(bet([at(ci, 1)], { brand: 'other' }), 20_000n, EUR, tight).keep()
  // 15 · 200 of the 3,000 that the game's row has are taken.
  expect([of([at(52, 2)]), of([at(52, 2, 51)])]).toEqual([6_250n, 30_000n])
  for (let n = 0; n < 29; n += 1) limits.take(bet([at(100 + n, 1, 100 + n)]), 20_000n, EUR, tight).keep()
  // 30 · 200 of the brand's 6,000 are taken.
  expect([of([at(52, 2, 51)]), of([at(52, 2, 51)], { brand: 'other' })]).toEqual([0n, 30_000n])
})

test('a sport and a market may have limits of their own, and a player is trusted more or less', async () => {
  const own = { ...config, bySport: { 4: { liabilityEur: '100' } }, byMarket: { 17: { liabilityEur: '10' } } }
  const limits = createLimits(db, clock, { groupOf: (t) => (t === 9 ? 17 : t) })
  const of = (t: number, sportId: number, playerId: number | null = null) =>
    limits.stakeRangeOf(bet([{ ...leg, t, game: { mainCi: 7, sportId } }], { playerId }), EUR, own).maxMinor
  expect([of(1, 1), of(1, 4), of(9, 1), of(9, 4)]).toEqual([100_000n, 10_000n, 1_000n, 1_000n])
  await inTx(db, (tx) => limits.setTrust(tx, { playerId: 77, factorMilli: 500, actor: 'desk', reason: 'test' }))
  const other = createLimits(db, clock, { groupOf: (t) => t })
  await other.load()
  await other.stop()
  expect([of(1, 1, 77), of(1, 1, 78)]).toEqual([50_000n, 100_000n])
  expect(other.stakeRangeOf(bet([leg], { playerId: 77 }), EUR, own).maxMinor).toBe(50_000n)
})

test('without any limit the coupon is unlimited; a highest coefficient cuts what is paid', () => {
  const limits = createLimits(db, clock)
  const none = { ...config, liabilityEur: null, maxStakeEur: null, maxPayoutEur: null }
  expect(limits.stakeRangeOf(bet([leg]), EUR, none)).toMatchObject({ unlimited: true, minMinor: 20n })
  expect(limits.take(bet([leg], { playerId: 1 }), 10n ** 15n, EUR, none).parts).toBeNull()
  const cut = { ...config, maxCoefMulti: 3000 }
  const range = limits.stakeRangeOf(bet([leg, { ...leg, ci: 2 }]), EUR, cut)
  expect(payoutCapMinor(range, 1_000n)).toBe(3_000n)
  expect(payoutCapMinor(limits.stakeRangeOf(bet([leg]), EUR, cut), 1_000n)).toBe(5_000_000n)
})

test('of a range that takes no stake it is known whether the win is too large for the smallest', () => {
  const limits = createLimits(db, clock)
  const of = (price: number, vary: object = {}) => {
    const legs = [1, 2].map((ci) => ({ ...leg, ci, price }))
    return limits.stakeRangeOf(bet(legs), EUR, { ...config, ...vary }).isWinTooLarge
  }
  // 0.20 at 500 · 500 wins the 50,000.00 that are paid, above it more.
  expect([of(500_000), of(500_001)]).toEqual([false, true])
  expect(of(500_001, { maxCoefMulti: 3000 })).toBe(false)
  // No stake is taken, but not because of what it would win.
  expect(of(2000, { maxStakeEur: '0.10' })).toBe(false)
})

test('every kind has its own range', () => {
  const limits = createLimits(db, clock)
  const three = [1500, 2000, 2600].map((price, i) => ({ ...leg, ci: 200 + i, price }))
  const of = (vid: number, terms: LimitedBet['terms'] = {}) => {
    const { minMinor, maxMinor } = limits.stakeRangeOf(bet(three, { vid, terms }), EUR, { ...config, liabilityEur: '2000' })
    return [minMinor, maxMinor]
  }
  expect(of(1)).toEqual([20n, 125_000n])
  expect(of(2, { size: 2 })).toEqual([60n, 375_000n])
  expect(of(3)).toEqual([20n, 125_000n])
  expect(of(7)).toEqual([140n, 875_000n])
  expect(of(8)).toEqual([80n, 500_000n])
  expect(of(11)).toEqual([60n, 375_000n])
  expect(of(6, { antiExpressPrice: 1071 })).toEqual([20n, 2_816_901n])
  expect(of(5, { blocks: [[0], [1], [2]], blockStakes: [null, '100', '200000'] })[1]).toBeLessThan(125_000n)
  expect(of(1, { jointPrice: 5000 })).toEqual([20n, 50_000n])
})

test('a price at which nothing can be lost bounds nothing and takes nothing', () => {
  const limits = createLimits(db, clock)
  // The anti-express of many long prices comes out below 1.00: it is not offered, and asking for its range does no harm.
  const long = Array.from({ length: 12 }, (_, i) => ({ ...leg, ci: 300 + i, price: 9_000 }))
  for (const antiExpressPrice of [undefined, 952, 1000, 1001]) {
    const of = bet(long, { vid: 6, terms: antiExpressPrice === undefined ? {} : { antiExpressPrice } })
    expect(limits.stakeRangeOf(of, EUR, config).maxMinor).toBeGreaterThan(0n)
    limits.take(of, 100n, EUR, config).giveBack()
  }
})

test('a limit never rises with the price and is in the currency of the account', () => {
  const limits = createLimits(db, clock)
  let before = 10n ** 18n
  for (const price of [1001, 1100, 1500, 2000, 5000, 100_000]) {
    const { maxMinor } = limits.stakeRangeOf(bet([{ ...leg, price }]), EUR, config)
    expect(maxMinor <= before).toBe(true)
    before = maxMinor
  }
  expect(limits.stakeRangeOf(bet([leg]), currencyById(71), config)).toMatchObject({
    minMinor: 40n,
    maxMinor: 165_000n,
    maxPayoutMinor: 8_250_000n,
  })
})

test('a block of another process is seen at the next load and ends by itself', async () => {
  const one = createLimits(db, clock)
  const two = createLimits(db, clock)
  await inTx(db, (tx) => one.block(tx, 5, new Date(clock.now() + 1_000), 'test'))
  expect(one.check(5, 1n, 2)?.wire).toBe(900_030)
  expect(two.check(5, 1n, 2)).toBeNull()
  await two.load()
  await two.stop()
  expect(two.check(5, 1n, 2)?.wire).toBe(900_030)
  clock.advance(1_000)
  expect(two.check(5, 1n, 2)).toBeNull()
})

test('what is written while memory is read stays in memory', async () => {
  const limits = createLimits(db, clock)
  await inTx(db, (tx) => limits.setLimit(tx, { playerId: 16, periodDays: 1, currencyId: 2, amountMinor: 1_000n }))
  await limits.load()
  const reading = limits.load()
  limits.count(16, 400n, 2)
  await inTx(db, (tx) => limits.block(tx, 17, null, 'test'))
  await reading
  expect([limits.check(16, 600n, 2), limits.check(16, 601n, 2)?.wire, limits.check(17, 1n, 2)?.wire]).toEqual([null, 900_030, 900_030])
  await limits.load()
  await limits.stop()
  // The database decides again: it knows of no stake, but of the block.
  expect([limits.check(16, 1_000n, 2), limits.check(17, 1n, 2)?.wire]).toEqual([null, 900_030])
})

test('a limit of another process is seen at the next load, with the stakes of its week', async () => {
  const one = createLimits(db, clock)
  const two = createLimits(db, clock)
  await inTx(db, (tx) => one.setLimit(tx, { playerId: 6, periodDays: 7, currencyId: 2, amountMinor: 1_000n }))
  const day = (ago: number) => new Date(clock.now() - ago * 86_400_000)
  await sql`INSERT INTO limit_counter (player_id, kind, currency_id, day, amount_minor)
    VALUES (6, 1, 2, ${day(1)}, 300), (6, 1, 2, ${day(2)}, 5000), (6, 1, 2, ${day(0)}, 100)`.execute(db)
  await two.load()
  await two.stop()
  expect(two.check(6, 600n, 2)).toBeNull()
  expect(two.check(6, 601n, 2)).toMatchObject({ code: 'bets.own_limit', wire: 900_030 })
  two.count(6, 1n, 2)
  expect(two.check(6, 600n, 2)?.wire).toBe(900_030)
})

test('a read that fails is told, the next one works, and a stop waits for the one that runs', async () => {
  const log = { warn: vi.fn(), info: vi.fn() }
  const limits = createLimits(db, clock, { refreshMs: 5, log })
  await limits.load()
  const away = new Error('planted')
  const refresh = vi.spyOn(limits.stops, 'refresh').mockRejectedValueOnce(away)
  await vi.waitFor(() => expect(log.info).toHaveBeenCalledTimes(1))
  expect(log.warn.mock.calls).toEqual([[{ err: away, of: 'limits' }, expect.any(String)]])
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  refresh.mockImplementationOnce(() => {
    begin()
    return held
  })
  await begun
  const stopped = vi.fn()
  const stopping = limits.stop().then(stopped)
  await Promise.resolve()
  expect(stopped).not.toHaveBeenCalled()
  release()
  await stopping
})

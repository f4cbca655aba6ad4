/** What is shown and refused early: shares of liabilities, blocks and limits as this process knows them. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLedger, currencyById } from '#modules/ledger/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { inTx } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createExposure } from './exposure.ts'
import { createLimits } from './index.ts'

const { db } = await testDatabase(6)
const clock = manualClock(Date.UTC(2026, 8, 1))
await createLedger({ db, clock })
const EUR = currencyById(2)
const config = { minStakeEur: '0.20', liabilityEur: '1000', maxStakeEur: '100000', maxPayoutEur: '50000' }
const leg = { ci: 1, t: 9, p: 25_000, playerId: 0, price: 2000 }
const even = { num: 2000n, den: 1000n }
/** Most of an outcome in these tests; a process has 1/64 of it without a count, the row has 3/4. */
const MOST = 6_400n

/** An open bet of the database on this outcome, with a count or without. */
async function storeBet(betId: bigint, at: typeof leg, stakeCents: bigint, countedCents: bigint | null): Promise<void> {
  await sql`INSERT INTO bet (id, player_id, account_id, currency_id, vid, legs, open_legs, stake_minor, accepted_at, price)
    VALUES (${betId}, 1, 1, 2, 0, 1, 1, ${stakeCents}, now(), 2)`.execute(db)
  await sql`INSERT INTO bet_leg (ci, t, p, player_id, bet_id, ix, kind, price)
    VALUES (${at.ci}, ${at.t}, ${at.p}, ${at.playerId}, ${betId}, 0, 3, ${at.price})`.execute(db)
  if (countedCents === null) return
  await sql`INSERT INTO liability_leg (ci, t, p, player_id, bet_id, cents)
    VALUES (${at.ci}, ${at.t}, ${at.p}, ${at.playerId}, ${betId}, ${countedCents})`.execute(db)
  await sql`INSERT INTO outcome_liability AS o (ci, t, p, player_id, used_cents) VALUES (${at.ci}, ${at.t}, ${at.p}, ${at.playerId}, ${countedCents})
    ON CONFLICT (ci, t, p, player_id) DO UPDATE SET used_cents = o.used_cents + excluded.used_cents`.execute(db)
}

test('small stakes cost no count; above the free share every leg is counted', () => {
  const exposure = createExposure(db)
  expect(exposure.take([leg], 100n, MOST)).toMatchObject({ cents: null })
  expect(exposure.take([leg], 1n, MOST)).toMatchObject({ cents: [1n], mostCents: 4_800n })
  expect(exposure.take([leg, { ...leg, ci: 2, price: 3000 }], 50n, MOST).cents).toEqual([50n, 0n])
})

test('a bet that was not taken gives back once, a bet that was taken never', () => {
  const exposure = createExposure(db)
  const free = exposure.take([leg], 100n, MOST)
  const counted = exposure.take([leg], 4_800n, MOST)
  expect(exposure.room(leg, MOST)).toBe(0n)
  counted.giveBack()
  counted.giveBack()
  expect(exposure.room(leg, MOST)).toBe(4_800n)
  free.giveBack()
  free.keep()
  expect(exposure.take([leg], 100n, MOST).cents).toBeNull()
  const kept = exposure.take([leg], 4_000n, MOST)
  kept.keep()
  kept.giveBack()
  expect(exposure.room(leg, MOST)).toBe(800n)
})

test('what another process tells lowers the room until the database is read', async () => {
  const exposure = createExposure(db)
  exposure.hear([{ ...leg, ci: 3 }], 4_800n)
  expect(exposure.room({ ...leg, ci: 3 }, MOST)).toBe(100n)
  await exposure.refreshCounted()
  expect(exposure.room({ ...leg, ci: 3 }, MOST)).toBe(4_800n)
})

test('news of many outcomes are all read in their turn, and outcomes without a count are forgotten', async () => {
  const exposure = createExposure(db)
  const outcomes = Array.from({ length: 3_000 }, (_, n) => ({ ...leg, ci: 1_000 + n }))
  exposure.hear(outcomes, 4_800n)
  await exposure.refreshCounted()
  await exposure.refreshCounted()
  expect(outcomes.filter((one) => exposure.room(one, MOST) !== 4_800n)).toEqual([])
})

test('a new process finds what open bets take, counted and not', async () => {
  const at = { ...leg, ci: 4 }
  await storeBet(41n, at, 60n, null)
  await storeBet(42n, at, 1_000n, 1_000n)
  const exposure = createExposure(db)
  await exposure.load()
  expect(exposure.room(at, MOST)).toBe(3_800n)
  expect(exposure.take([at], 40n, MOST).cents).toBeNull()
  expect(exposure.take([at], 1n, MOST).cents).toEqual([1n])
})

test('settled bets give back what they had taken, blocked ones keep it', async () => {
  const at = { ...leg, ci: 5 }
  await storeBet(51n, at, 1_000n, 1_000n)
  await storeBet(52n, at, 2_000n, 2_000n)
  await storeBet(53n, at, 90n, null)
  const exposure = createExposure(db)
  await exposure.load()
  expect(exposure.room(at, MOST)).toBe(1_800n)
  await sql`UPDATE bet SET status = CASE id WHEN 51 THEN 2 WHEN 52 THEN 7 ELSE 4 END WHERE id IN (51, 52, 53)`.execute(db)
  await exposure.refreshOldest(100)
  expect(exposure.room(at, MOST)).toBe(2_800n)
  expect(exposure.take([at], 100n, MOST).cents).toBeNull()
  const { rows } = await sql<{ used_cents: bigint }>`SELECT used_cents FROM outcome_liability WHERE ci = 5`.execute(db)
  expect(rows).toEqual([{ used_cents: 2_000n }])
})

test('a bet on its way while outcomes are read is never forgotten', async () => {
  const at = { ...leg, ci: 6 }
  const exposure = createExposure(db)
  const before = exposure.take([at], 40n, MOST)
  const read = exposure.refreshOldest(100)
  // The read has begun; its two questions are not answered within a turn.
  await new Promise((done) => setImmediate(done))
  exposure.take([at], 60n, MOST).keep()
  before.keep()
  await read
  expect(exposure.take([at], 1n, MOST).cents).toEqual([1n])
})

test('what an outcome already carries lowers the next stake; a refused bet gives it back', () => {
  const limits = createLimits(db, clock)
  const max = () => limits.stakeRange([leg], even, EUR, config).maxMinor
  expect(max()).toBe(100_000n)
  // The row of the outcome has room for fifteen largest bets.
  const taken = limits.take([leg], 1_450_000n, EUR, config)
  expect(max()).toBe(50_000n)
  limits.take([leg], 60_000n, EUR, config).keep()
  expect(max()).toBe(31_250n)
  taken.giveBack()
  expect(max()).toBe(100_000n)
})

test('a limit never rises with the price and is in the currency of the account', () => {
  const limits = createLimits(db, clock)
  let before = 10n ** 18n
  for (const price of [1001, 1100, 1500, 2000, 5000, 100_000]) {
    const { maxMinor } = limits.stakeRange([{ ...leg, price }], { num: BigInt(price), den: 1000n }, EUR, config)
    expect(maxMinor <= before).toBe(true)
    before = maxMinor
  }
  expect(limits.stakeRange([leg], even, currencyById(71), config)).toEqual({
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
  two.stop()
  expect(two.check(5, 1n, 2)?.wire).toBe(900_030)
  clock.advance(1_000)
  expect(two.check(5, 1n, 2)).toBeNull()
})

test('a limit of another process is seen at the next load, with the stakes of its days', async () => {
  const one = createLimits(db, clock)
  const two = createLimits(db, clock)
  await inTx(db, (tx) => one.setLimit(tx, { playerId: 6, periodDays: 7, currencyId: 2, amountMinor: 1_000n }))
  const day = (ago: number) => new Date(clock.now() - ago * 86_400_000)
  await sql`INSERT INTO limit_counter (player_id, kind, currency_id, day, amount_minor)
    VALUES (6, 1, 2, ${day(6)}, 300), (6, 1, 2, ${day(7)}, 5000), (6, 1, 2, ${day(0)}, 100)`.execute(db)
  await two.load()
  two.stop()
  expect(two.check(6, 600n, 2)).toBeNull()
  expect(two.check(6, 601n, 2)).toMatchObject({ code: 'bets.own_limit', wire: 900_030 })
  two.count(6, 1n, 2)
  expect(two.check(6, 600n, 2)?.wire).toBe(900_030)
})

/** Liabilities of outcomes and blocks, rebuilt from the database. */
import { expect, test } from 'vitest'
import { createLedger, currencyById } from '#modules/ledger/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { inTx } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createLimits } from './index.ts'

const { db } = await testDatabase(6)
const clock = manualClock(Date.UTC(2026, 8, 1))
await createLedger({ db, clock })
const EUR = currencyById(2)
const config = { minStakeEur: '0.20', liabilityEur: '1000', maxStakeEur: '100000', maxPayoutEur: '50000' }
const leg = { ci: 1, t: 9, p: 25_000, playerId: 0, price: 2000 }
const even = { num: 2000n, den: 1000n }

test('what an outcome already carries lowers the next stake; a refused bet gives it back', () => {
  const limits = createLimits(db, clock)
  const max = () => limits.stakeRange([leg], even, EUR, config).maxMinor
  expect(max()).toBe(100_000n)
  const giveBack = limits.reserve([leg], 1_950_000n, EUR)
  expect(max()).toBe(50_000n)
  limits.reserve([leg], 60_000n, EUR)
  expect(max()).toBe(0n)
  giveBack()
  giveBack()
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
  expect(limits.stakeRange([leg], even, currencyById(71), config)).toEqual({ minMinor: 40n, maxMinor: 165_000n, maxPayoutMinor: 8_250_000n })
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

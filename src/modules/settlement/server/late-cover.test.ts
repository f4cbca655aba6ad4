/** Cover that was bought when the loss was known already, though its result came later (WAG-17): its price comes back, no more. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createLog } from '#platform/server/log.ts'
import { betState, insureTestBet, openAccounts, placeTestBet, rollbackFact, settleFact } from './fixtures.ts'
import { createSettlement } from './settlement.ts'
import { verify } from './verify.ts'

const { db } = await testDatabase()
const settlement = createSettlement({ db, clock: manualClock(10_000_000), log: createLog('silent', false) })
let ci = 346_000_000
let account: number
let bet: bigint

beforeEach(async () => {
  ci += 10
  account = (await openAccounts(db, 1, 100_000n))[0]!
  const legs = [0, 1].map((n) => ({ ci: ci + n, t: 1, price: 2000 }))
  bet = await placeTestBet(db, { accountId: account, stakeMinor: 10_000n, legs, at: 1_000_000 })
})

const cover = (insuredMinor: bigint, premiumMinor: bigint, at: number) =>
  insureTestBet(db, { bet, accountId: account, insuredMinor, premiumMinor, at })
const say = (won: 0 | 1, at: number, leg = 0) => settlement.apply([settleFact({ at, ci: ci + leg, results: [{ outcome: '1', won }] })])
const state = async () => Object.values(await betState(db, bet)).map(Number)
async function balance(): Promise<number> {
  expect((await verify(db)).filter((check) => check.violations > 0)).toEqual([])
  return Number((await sql<{ b: bigint }>`SELECT balance_minor AS b FROM account WHERE id = ${account}`.execute(db)).rows[0]!.b)
}

test('of two slices the one from before the loss pays, the other gives its price back', async () => {
  await cover(3_000n, 200n, 2_000_000)
  await cover(5_000n, 900n, 4_000_000)
  await say(0, 3_000_000)
  expect([await state(), await balance()]).toEqual([[2, 3_900], 100_000 - 10_000 - 1_100 + 3_900])
})

test('who bought it in the same moment is covered', async () => {
  await cover(10_000n, 500n, 3_000_000)
  await say(0, 3_000_000)
  expect(await state()).toEqual([2, 10_000])
})

test('a second loss that is told later but was known first takes back what the first has paid', async () => {
  await cover(10_000n, 500n, 3_000_000)
  await say(0, 5_000_000)
  expect(await state()).toEqual([2, 10_000])
  await say(0, 2_000_000, 1)
  expect([await state(), await balance()]).toEqual([[2, 500], 90_000])
})

test('a correction that makes it a win takes the price back too: it was cover all the time', async () => {
  await cover(10_000n, 500n, 4_000_000)
  await say(0, 3_000_000)
  expect(await state()).toEqual([2, 500])
  await say(1, 5_000_000)
  await say(1, 5_000_000, 1)
  expect([await state(), await balance()]).toEqual([[4, 40_000], 100_000 - 10_000 - 500 + 40_000])
})

test('cover bought while everybody was told that the leg had won pays when the result is put right', async () => {
  await say(1, 2_000_000)
  await cover(10_000n, 500n, 3_000_000)
  await say(0, 4_000_000)
  expect([await state(), await balance()]).toEqual([[2, 10_000], 100_000 - 500])
})

test('of several corrections the first that said lost counts, until all is taken back', async () => {
  await say(0, 2_000_000)
  await cover(10_000n, 500n, 3_000_000)
  await say(1, 4_000_000)
  await say(0, 5_000_000)
  expect(await state()).toEqual([2, 500])
  await settlement.apply([rollbackFact({ ci, at: 6_000_000 })])
  await say(0, 7_000_000)
  expect([await state(), await balance()]).toEqual([[2, 10_000], 100_000 - 500])
})

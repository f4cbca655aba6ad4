/** Bets from before places and pairs of races had numbers of their own (wire rule 32) are settled by results under those. */
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createLog } from '#platform/server/log.ts'
import { betState, cancelFact, openAccounts, placeTestBet, settleFact } from './fixtures.ts'
import { createSettlement } from './settlement.ts'
import { verify } from './verify.ts'

const { db } = await testDatabase()
const settlement = createSettlement({ db, clock: manualClock(10_000_000), log: createLog('silent', false) })
const CI = 345_000_000
const [NOW, BEFORE] = [1_000_002, 16_688]
const PLACE = { p: 2, playerId: 71 }

test('an exact place under its former number wins, is corrected and voided like one under its own', async () => {
  const [account] = await openAccounts(db, 1)
  const place = (t: number, playerId: number) =>
    placeTestBet(db, { accountId: account!, stakeMinor: 1_000n, legs: [{ ci: CI, t, price: 2500, ...PLACE, playerId }], at: 1_000_000 })
  const bets = [await place(NOW, 71), await place(BEFORE, 71), await place(BEFORE, 72)]
  const states = async () => Promise.all(bets.map(async (id) => Object.values(await betState(db, id)).map(Number)))
  const told = (at: number, winner: number) =>
    settleFact({
      at,
      ci: CI,
      market: 'finish',
      spec: 'n=2',
      results: [71, 72].map((id) => ({ outcome: `${NOW}:2@${id}`, won: id === winner ? (1 as const) : (0 as const) })),
    })
  await settlement.apply([told(2_000_000, 71)])
  expect(await states()).toEqual([
    [4, 2500],
    [4, 2500],
    [2, 0],
  ])
  await settlement.apply([told(3_000_000, 72)])
  expect(await states()).toEqual([
    [2, 0],
    [2, 0],
    [4, 2500],
  ])
  await settlement.apply([cancelFact({ at: 4_000_000, ci: CI, market: 'finish', spec: 'n=2' })])
  expect(await states()).toEqual([
    [5, 1000],
    [5, 1000],
    [5, 1000],
  ])
  expect((await verify(db)).filter((check) => check.violations > 0)).toEqual([])
})

import { expect, test } from 'vitest'
import { legResult } from '#modules/payout/rules/leg.ts'
import { openAccounts, placeTestBet, settleFact } from '#modules/settlement/server/fixtures.ts'
import { createSettlement } from '#modules/settlement/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createLog } from '#platform/server/log.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { selectBetOptional } from './bet-store.ts'

const { db } = await testDatabase()

test('a leg whose place three share is worth in a sale what it pays: a third, or by the rule of the house the stake', async () => {
  const settlement = createSettlement({ db, clock: manualClock(10_000_000), log: createLog('silent', false) })
  const [accountId] = await openAccounts(db, 1, 100_000n)
  const ci = 361_000_000
  const legs = [
    { ci, t: 2637, price: 6000, playerId: 701 },
    { ci: ci + 1, t: 1, price: 2000 },
  ]
  const place = (terms: object) => placeTestBet(db, { accountId: accountId!, stakeMinor: 1000n, legs, terms })
  const [house, usual] = [await place({ houseHeat: [0] }), await place({})]
  const results = [{ outcome: '2637@701', won: 1 as const, deadHeat: 1 / 3 }]
  await settlement.apply([settleFact({ ci, at: 2_000_000, market: 'outright', results })])
  const resultIn = async (id: bigint) => (await selectBetOptional(db, id))!.legs[0]!.result
  expect([await resultIn(house), await resultIn(usual)]).toEqual([
    legResult('VOID'),
    { won: 1, voidHalves: 0, deadHeat: { num: 1n, den: 3n } },
  ])
})

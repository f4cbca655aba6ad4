/** Results in force that are not what was said are named; what officers, corrections and cancels leave is sound. */
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { brokenOf, plantedIn } from '../../../../test/support/planted-rows.ts'
import { cancelFact, openAccounts, placeTestBet, rollbackFact, settleFact, wonBy } from './fixtures.ts'
import { settlingScene } from './test-scene.ts'
import { verify } from './verify.ts'
import { checkResults } from './verify-results.ts'

const { db } = await testDatabase()
const NAME = 'settlement: results in force are what was said of their markets'
const CI = 396_000_000
// Rows that were written before the rule of times are not held to it.
const NOW = Date.now() + 3_600_000
const { settlement } = settlingScene(db, { firstCi: CI, balanceMinor: 100_000n, now: NOW })
const look = async () => [await checkResults(db)]

beforeAll(async () => {
  const [account] = await openAccounts(db, 1, 100_000n)
  const place = (ci: number, t: number) => placeTestBet(db, { accountId: account!, stakeMinor: 100n, legs: [{ ci, t, price: 2000 }] })
  for (const ci of [CI, CI + 1, CI + 2, CI + 3]) await place(ci, 1)
  await settlement.apply([settleFact({ ci: CI, at: 2_000_000, results: wonBy(1) })])
  await settlement.apply([settleFact({ ci: CI, at: 3_000_000, results: wonBy(2) })])
  await settlement.apply([settleFact({ ci: CI + 1, at: 2_000_000, results: wonBy(1) }), rollbackFact({ ci: CI + 1, at: 2_500_000 })])
  // Of a cancel only outcomes that somebody has bet on are written, and of one that bets come after, none of theirs.
  await settlement.apply([cancelFact({ ci: CI + 2, at: 4_000_000, from: 500_000, to: 1_500_000 })])
  await place(CI + 2, 3)
  await settlement.apply([
    settleFact({
      ci: CI + 3,
      at: 2_000_000,
      results: [
        { outcome: '1', won: 1, voidFactor: 0.5 },
        { outcome: '2', won: 1, deadHeat: 0.5 },
        { outcome: '3', won: null },
      ],
    }),
  ])
})

test('what was said is what stands', async () => {
  expect(await checkResults(db)).toMatchObject({ checked: 4n, violations: 0 })
  expect(brokenOf(await verify(db))).toEqual([])
})

const OF = `WHERE ci = ${CI} AND t = 1`
test.each([
  ['outcome_result', `UPDATE outcome_result SET won = 1 - won WHERE ci = ${CI}`],
  ['outcome_result', `UPDATE outcome_result SET void_halves = 2 ${OF}`],
  ['outcome_result', `UPDATE outcome_result SET heat_den = 2 ${OF}`],
  ['outcome_result', `UPDATE outcome_result SET known_at = known_at - interval '1 hour' ${OF}`],
  ['outcome_result', `UPDATE outcome_result SET voided = '{}' WHERE ci = ${CI + 2}`],
  ['outcome_result', `UPDATE outcome_result SET won = 1 WHERE ci = ${CI + 1}`],
  ['outcome_result', `DELETE FROM outcome_result ${OF}`],
  [
    'outcome_result',
    `INSERT INTO outcome_result (ci, t, p, player_id, market_key, spec, won, updated_at) VALUES (${CI}, 9, 0, 0, 'result_1x2', '', 1, now())`,
  ],
  ['settlement_action', `UPDATE settlement_action SET results = replace(results::text, '"won": 1', '"won": 0')::jsonb WHERE ci = ${CI}`],
  ['settlement_action', `DELETE FROM settlement_action WHERE ci = ${CI} AND sent_at = to_timestamp(3000)`],
])('%s: %s', async (table, change) => expect(await plantedIn(db, table, change, look)).toEqual([NAME]))

test.each([CI, CI + 3])('a result of %s that has changed more or less often', async (ci) => {
  for (const change of ['version + 1', 'version - 1'])
    expect(
      await plantedIn(db, 'outcome_result', `UPDATE outcome_result SET version = ${change} WHERE ci = ${ci} AND t = 1`, verify),
    ).toEqual(['settlement: a result has changed as often as runs have settled by it'])
})

test('a result of a market of which nothing was said', async () => {
  const change = `INSERT INTO outcome_result (ci, t, p, player_id, market_key, spec, won, updated_at) VALUES (${CI}, 9, 0, 0, 'total', '', 1, now())`
  expect(await plantedIn(db, 'outcome_result', change, verify)).toEqual(['settlement: something was said of the market of every result'])
})

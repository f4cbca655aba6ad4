/** What `verify` says of when a bet was first decided and of what results say beside themselves: the name of what was changed. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { brokenOf, plantedIn } from '../../../../test/support/planted-rows.ts'
import { cancelFact, placeTestBet, settleFact, wonBy } from './fixtures.ts'
import { settlingScene } from './test-scene.ts'
import { verify } from './verify.ts'

const { db } = await testDatabase()
const scene = settlingScene(db, { firstCi: 720_000_000, balanceMinor: 1_000_000n })
/** Bets by what became of them. */
const bets: Record<string, bigint> = {}
const games: Record<string, number> = {}

async function decide(name: string, ...winners: (1 | 2 | 3)[]): Promise<void> {
  const { account, ci } = await scene.fresh()
  bets[name] = await placeTestBet(db, { accountId: account, stakeMinor: 500n, legs: [{ ci, t: 1, price: 2000 }] })
  for (const winner of winners) {
    await scene.result(winner)
    scene.clock.advance(60_000)
  }
}

beforeAll(async () => {
  // The clock of these tests stands before any migration.
  await sql`UPDATE migration SET applied_at = 'epoch' WHERE name = '0126_advances_decided_anew.sql'`.execute(db)
  await decide('once', 1)
  await decide('corrected', 1, 3)
  await decide('paid later', 3, 1)
  await decide('paid again', 1, 3, 1)
  const { account, ci } = await scene.fresh()
  await placeTestBet(db, { accountId: account, stakeMinor: 500n, legs: [{ ci, t: 1, price: 2000 }] })
  await scene.settlement.apply([settleFact({ ci, at: scene.sentAt(), certainty: 'live', results: wonBy(1) })])
  games['live'] = ci
  games['cancelled'] = scene.nextGame()
  await placeTestBet(db, { accountId: account, stakeMinor: 500n, legs: [{ ci: games['cancelled'], t: 1, price: 2000 }] })
  const cancel = cancelFact({ ci: games['cancelled'], at: scene.sentAt() })
  await scene.settlement.apply([{ ...cancel, fact: { ...cancel.fact, reason: 'abandoned' } as typeof cancel.fact }])
})

test('sound rows are sound', async () => {
  expect(brokenOf(await verify(db))).toEqual([])
  const { rows } = await sql<{ first: Date | null }>`
    SELECT first_settled_at AS first FROM bet WHERE id = ANY(${`{${Object.values(bets).join()}}`}::bigint[]) ORDER BY id`.execute(db)
  expect(rows.map(({ first }) => first !== null)).toEqual([false, true, true, true])
  const { rows: results } = await sql<{ reason: string }>`
    SELECT reason FROM outcome_result WHERE ci = ${games['cancelled']!} AND t = 1`.execute(db)
  expect(results).toEqual([{ reason: 'abandoned' }])
})

test.each([
  ['once', `now()`],
  ['corrected', 'NULL'],
  ['corrected', `first_settled_at + interval '1 millisecond'`],
  ['corrected', `first_settled_at - interval '1 millisecond'`],
  ['paid later', `first_settled_at + interval '1 hour'`],
  ['paid again', 'settled_at'],
  ['paid again', 'NULL'],
])('a bet decided %s, first settled %s', async (name, at) => {
  const found = await plantedIn(db, 'bet', `UPDATE bet SET first_settled_at = ${at} WHERE id = ${bets[name]}`, verify)
  expect(found.filter((one) => one.startsWith('settlement: a bet that was decided anew'))).not.toEqual([])
})

test.each([
  ['live', 'confirmed = true'],
  ['live', `reason = 'abandoned'`],
  ['cancelled', `reason = 'abandoned by nobody'`],
])('a result, %s: %s', async (name, change) => {
  const found = await plantedIn(db, 'outcome_result', `UPDATE outcome_result SET ${change} WHERE ci = ${games[name]} AND t = 1`, verify)
  expect(found.filter((one) => one.startsWith('settlement: a confirmed result'))).not.toEqual([])
})

/** A leg that an edit kept is told as settlement counts it: by when it was bought. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY } from '#lib/time.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { fakeLine } from '#modules/bets/server/fake-line.ts'
import { inTx } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { listResults } from './leg-results.ts'
import { ciOf, historySite, NOW } from './test-bets.ts'

const { db } = await testDatabase(4)
const site = await historySite(db, polosa.config, fakeLine(NOW + 100 * DAY))
const [LATE, CANCELLED, BEGUN] = [600_100_200, 600_100_300, 600_100_400]
for (const game of [LATE, CANCELLED, BEGUN]) site.line.addGame(game, { startsAt: NOW + 100 * DAY })

test('known, cancelled or begun between the purchase and the edit, a kept leg is neither late nor cancelled nor taken too late', async () => {
  const account = await site.openAccount(7)
  const legs = [LATE, CANCELLED, BEGUN].map((game) => ({ game, t: 1, price: 2000 }))
  const [kept, bought] = [
    await site.insertBet(7, account, { vid: 1, stake: 1000, legs }),
    await site.insertBet(7, account, { vid: 1, stake: 1000, legs }),
  ]
  const accepted = (await db.selectFrom('bet').select('accepted_at').where('id', '=', kept).executeTakeFirstOrThrow()).accepted_at.getTime()
  const [before, known, edges] = [
    new Date(accepted - 9000),
    new Date(accepted - 5000),
    [accepted - 1000, accepted + 1000].map((at) => new Date(at)),
  ]
  await inTx(db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await sql`UPDATE bet_leg SET bought_at = ${before} WHERE bet_id = ${kept}`.execute(tx)
    await sql`INSERT INTO outcome_result (ci, t, p, player_id, market_key, spec, won, known_at, confirmed, voided, line_voided, updated_at) VALUES
      (${ciOf(LATE)}, 1, 0, 0, 'result_1x2', '', 1, ${known}, true, '{}', '{}', ${known}),
      (${ciOf(CANCELLED)}, 1, 0, 0, 'result_1x2', '', NULL, NULL, true, tstzmultirange(tstzrange(${edges[0]}, ${edges[1]})), '{}', ${known}),
      (${ciOf(BEGUN)}, 1, 0, 0, 'result_1x2', '', 1, ${edges[1]}, true, '{}', tstzmultirange(tstzrange(${edges[0]}, NULL)), ${known})`.execute(
      tx,
    )
  })
  const found = await listResults(db, [kept, bought])
  expect([kept, bought].map((id) => found.get(id)!.map((leg) => leg.voided))).toEqual([
    [null, null, null],
    ['late', 'cancelled', 'started'],
  ])
  // Late as well: a cancelled market has no result to be late for, here as in "why this result".
  await sql`UPDATE outcome_result SET won = 1, known_at = ${known} WHERE ci = ${ciOf(CANCELLED)}`.execute(db)
  expect((await listResults(db, [bought])).get(bought)![1]!.voided).toBe('cancelled')
})

/** F-4, F-5: a limit whose lock is gone, a limit that is checked in a snapshot. Caught by the race rig (S-3). */
import { rawPool } from '#platform/server/db.ts'
import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { plantSql } from './planted.ts'
import { raceForPool } from './race-rig.ts'

const BETTORS = 160

test('the limit holds as it is', async () => {
  const { db } = await testDatabase(24)
  const { taken, most, accepted } = await raceForPool(db, BETTORS)
  expect(taken).toBeLessThanOrEqual(most)
  expect(accepted).toBe(71)
})

test('F-4: FOR UPDATE removed', async () => {
  const { db } = await testDatabase(24)
  await plantSql(db, 'lock_pools', [[' ORDER BY p.key FOR UPDATE', ' ORDER BY p.key']])
  const { taken, most } = await raceForPool(db, BETTORS)
  expect(taken).toBeGreaterThan(most)
})

test('F-5: limit checked under REPEATABLE READ', async () => {
  const { db } = await testDatabase(24)
  // The form that is to be told apart: a sum over rows, then an insert, in a snapshot.
  await rawPool(db).query(`
    CREATE OR REPLACE FUNCTION guard_pools(p_bets bigint[], q_bet bigint[], q_key text[], q_cents bigint[], q_most bigint[]) RETURNS bigint[] LANGUAGE sql AS $$
      SELECT array_agg(q.bet) FROM unnest(q_bet, q_key, q_cents, q_most) AS q(bet, key, cents, most)
      WHERE q.cents + coalesce((SELECT sum(u.cents) FROM liability_bet b, unnest(b.keys, b.cents) AS u(key, cents) WHERE u.key = q.key), 0) > q.most $$;
    CREATE OR REPLACE FUNCTION count_pools(p_bets bigint[], q_bet bigint[], q_key text[], q_cents bigint[], q_most bigint[]) RETURNS void LANGUAGE sql AS $$
      INSERT INTO liability_bet (bet_id, keys, cents)
      SELECT q.bet, array_agg(q.key), array_agg(q.cents) FROM unnest(q_bet, q_key, q_cents) AS q(bet, key, cents) GROUP BY q.bet $$`)
  const { taken, most } = await raceForPool(db, BETTORS, 'REPEATABLE READ')
  expect(taken).toBeGreaterThan(most)
})

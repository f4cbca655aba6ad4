/** F-2: a key that does not protect. Caught by the run through faulty lines (S-2). */
import { expect, test } from 'vitest'
import { harnessTarget } from '../crash/harness-target.ts'
import { testDatabase } from '../support/database.ts'
import { plantSql } from './planted.ts'
import { faultRun } from './proxy-run.ts'

const SOME = { operations: 600, seed: 7, postgres: {} }
/** What a key that is stored after the commit amounts to: whoever comes in between passes, the last one is remembered. */
const UNCLAIMED = [
  [
    'ON CONFLICT DO NOTHING;\n  IF NOT FOUND THEN',
    'ON CONFLICT (player_id, guid) DO UPDATE SET bet_id = excluded.bet_id;\n  IF false THEN',
  ],
] as const

test('as it is, every effect is there once', { timeout: 60_000 }, async () => {
  const { db, url } = await testDatabase(6)
  await expect(faultRun(db, url, harnessTarget(), SOME)).resolves.toMatchObject({ operations: SOME.operations })
})

test('F-2: idempotency key stored after commit', { timeout: 60_000 }, async () => {
  const { db, url } = await testDatabase(6)
  await plantSql(db, 'place_bet', UNCLAIMED)
  await plantSql(db, 'place_bets', [
    [
      'ON CONFLICT DO NOTHING RETURNING k.bet_id',
      'ON CONFLICT (player_id, guid) DO UPDATE SET bet_id = excluded.bet_id RETURNING k.bet_id',
    ],
  ])
  await expect(faultRun(db, url, harnessTarget(), SOME)).rejects.toThrow(/expected|broken|is not there/)
})

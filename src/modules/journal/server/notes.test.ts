/** Changes of limits and words of providers: written once, and what is edited, taken away or slipped in is named. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { manualClock } from '#platform/server/clock.ts'
import { createLog } from '#platform/server/log.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { plantedIn } from '../../../../test/support/planted-rows.ts'
import { createJournal, temporaryJournalKey, type Journal } from './index.ts'

const { db } = await testDatabase(4)
const NOW = Date.UTC(2026, 8, 1, 12)
const WRITTEN = 'journal: receipts, settlements and movements are as they were written'
const [LIMITS, WORDS] = ['journal: every change of a limit or a break is in it', 'journal: every word of a provider is in it']
let journal: Journal

beforeAll(async () => {
  const deps = { db, clock: manualClock(NOW), log: createLog('silent', false), texts: loadTexts('locales') }
  journal = await createJournal({ ...deps, key: temporaryJournalKey(), home: null })
  await sql`INSERT INTO player (brand, password_hash, status, language, created_at) VALUES ('polosa', '', 'active', 'en', now())`.execute(
    db,
  )
  for (const amount of ['100.00 EUR', '50.00 EUR'])
    await sql`INSERT INTO protection_event (player_id, what, details, at)
      SELECT id, 'limit_set', ${JSON.stringify({ type: 'stake', period: 'day', amount })}::jsonb, ${new Date(NOW)} FROM player`.execute(db)
  await sql`INSERT INTO payment_callback (provider, event_id, body_hash, outcome, received_at)
    SELECT 'sandbox', 'event-' || n, sha256('body'), 'done', ${new Date(NOW)} FROM generate_series(1, 3) n`.execute(db)
  await journal.write()
})

test('each is written once', async () => {
  const { rows } = await sql<{ kind: number; n: number }>`SELECT kind, count(*)::integer AS n FROM journal GROUP BY 1 ORDER BY 1`.execute(
    db,
  )
  expect(rows).toEqual([
    { kind: 1_001, n: 2 },
    { kind: 1_002, n: 3 },
  ])
  expect((await journal.check()).filter(({ violations }) => violations > 0)).toEqual([])
})

test.each([
  ['protection_event', `UPDATE protection_event SET details = details || '{"amount": "900.00 EUR"}'`, WRITTEN],
  ['protection_event', `UPDATE protection_event SET what = 'limit_removed'`, WRITTEN],
  ['protection_event', 'DELETE FROM protection_event', WRITTEN],
  [
    'protection_event',
    `INSERT INTO protection_event (player_id, what, details, at) SELECT player_id, 'limit_removed', details, at FROM protection_event LIMIT 1`,
    LIMITS,
  ],
  ['payment_callback', `UPDATE payment_callback SET body_hash = sha256('another')`, WRITTEN],
  ['payment_callback', `UPDATE payment_callback SET event_id = 'another' WHERE event_id = 'event-2'`, WRITTEN],
  ['payment_callback', `DELETE FROM payment_callback WHERE event_id = 'event-2'`, WRITTEN],
  [
    'payment_callback',
    `INSERT INTO payment_callback (provider, event_id, body_hash, outcome, received_at) VALUES ('sandbox', 'event-4', '', 'done', now())`,
    WORDS,
  ],
])('%s: %s', async (table, change, named) => expect(await plantedIn(db, table, change, () => journal.check())).toEqual([named]))

test('what a later release has put there to be written is left to it', async () => {
  await sql`ALTER TABLE journal_due DROP CONSTRAINT journal_due_what_check`.execute(db)
  await sql`INSERT INTO journal_due (what, ids) VALUES (99, ARRAY[1])`.execute(db)
  await sql`INSERT INTO payment_callback (provider, event_id, body_hash, outcome, received_at)
    VALUES ('sandbox', 'event-9', sha256('body'), 'done', ${new Date(NOW)})`.execute(db)
  await journal.write()
  const { rows } = await sql<{ what: number }>`SELECT what FROM journal_due`.execute(db)
  expect(rows).toEqual([{ what: 99 }])
})

/** The nightly deletion on a real PostgreSQL. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY } from '#lib/time.ts'
import { manualClock } from '#platform/server/clock.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { RETENTION_RULES } from '../rules/retention.ts'
import { deleteWhatIsDue } from './retention.ts'

const { db } = await testDatabase()
const clock = manualClock(Date.UTC(2026, 10, 21, 12))
const errors: { rule: string }[] = []
const log = { error: (details: { rule: string }) => void errors.push(details) } as never

async function choices(count: number, at: number): Promise<void> {
  await sql`INSERT INTO cookie_consent (brand, level, version, agreed_at, received_at)
    SELECT 'polosa', 1, '1', ${new Date(at)}, ${new Date(at)} FROM generate_series(1, ${count}::int)`.execute(db)
}

test('a rule that fails is logged and the others are carried out, page by page, each with its proof', async () => {
  await choices(7, clock.now() - 2_000 * DAY)
  await choices(2, clock.now() - DAY)
  await sql`INSERT INTO game_event (ci, key, option, about, at) VALUES (1, 'end', 1, '{}', ${new Date(clock.now() - 100 * DAY)})`.execute(
    db,
  )
  await sql`CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'planted'; END $$`.execute(db)
  await sql`CREATE TRIGGER planted BEFORE DELETE ON game_event FOR EACH ROW EXECUTE FUNCTION planted()`.execute(db)
  const gone = await deleteWhatIsDue({ db, clock, log }, 3)
  expect(errors.map(({ rule }) => rule)).toEqual(['notices'])
  expect(Object.keys(gone)).toEqual(RETENTION_RULES)
  expect([gone.notices, gone.cookie_choices]).toEqual([0, 7])
  expect(await db.selectFrom('cookie_consent').select('id').execute()).toHaveLength(2)
  const proof = await db.selectFrom('privacy_retention_run').select('deleted').where('rule', '=', 'cookie_choices').orderBy('id').execute()
  expect(proof.map(({ deleted }) => deleted)).toEqual([3n, 3n, 1n])
})

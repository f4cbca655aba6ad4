/** A house in which the world already runs keeps the calendar of its seasons; a new one plays whole tours at once. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { rawPool } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { selectToursFrom } from './calendar-store.ts'

const { db } = await testDatabase()
const pool = rawPool(db)

it('tours begin with the seasons after those whose games are known', async () => {
  expect(await selectToursFrom(pool)).toBe(0)
  await pool.query(
    `INSERT INTO game (ci, provider, ref, championship_id, type, sides, starts_at, start_confirmed, status, kind, neutral, live_coverage, origin, sent_at)
     VALUES (310900500, 'world', 'g:es.1-liga:2026:20:1', 1, 'match', '[]', '2026-12-20', true, 'scheduled', 3, false, true, 'simulated', '2026-11-20')`,
  )
  await pool.query('DROP TABLE world_calendar')
  await pool.query(readFileSync('migrations/0094_tours_of_leagues.sql', 'utf8'))
  expect(await selectToursFrom(pool)).toBe(2027)
})

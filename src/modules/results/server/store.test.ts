import { expect, test } from 'vitest'
import { HOUR } from '#lib/time.ts'
import { rawPool } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { listResults } from './store.ts'

const { db } = await testDatabase()
const pool = rawPool(db)
const start = Date.UTC(2026, 10, 20)

test('a page behind the last one is empty and still tells how many there are', async () => {
  await pool.query(
    `INSERT INTO championship (id, sport_id, country_id, country_code, type, tz, names, weight) VALUES (910001, 1, 225, '', 'league', 'UTC', '{"en":"Lowland"}', 100)`,
  )
  for (const id of [70_000, 70_001])
    await pool.query(
      `INSERT INTO competitor (id, sport_id, type, country_id, country_code, names) VALUES ($1, 1, 'team', 225, '', '{"en":"Team"}')`,
      [id],
    )
  for (let n = 0; n < 3; n += 1)
    await pool.query(
      `INSERT INTO finished_game (ci, i, provider, ref, championship_id, home_id, away_id, starts_at, status, score, periods, stats, incidents, head_at)
       VALUES ($1, $2, 'world', $3, 910001, 70000, 70001, $4, 'closed', '{2,1}', '[]', '{}', '[]', $4)`,
      [310_000_000 + n, 600_000_000 + n, `f${n}`, new Date(start + n * HOUR)],
    )
  const wanted = { from: new Date(start), to: new Date(start + 24 * HOUR) }
  for (const newestFirst of [true, false]) {
    const page = (offset: number) => listResults(pool, wanted, { newestFirst, offset, limit: 2 })
    const seen = [await page(0), await page(2), await page(4)].map(({ rows, count }) => [rows.length, count])
    expect(seen).toEqual([
      [2, 3],
      [1, 3],
      [0, 3],
    ])
  }
  expect(await listResults(pool, { ...wanted, championshipId: 1 }, { newestFirst: true, offset: 4, limit: 2 })).toEqual({
    rows: [],
    count: 0,
  })
})

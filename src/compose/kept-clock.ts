/**
 * In development the clock can be moved forward. It stays there over restarts and for processes that start later: a
 * feed whose clock ran back would tell of an earlier minute and take results back.
 */
import { sql } from 'kysely'
import type { AdjustableClock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'

const KEY = 'clock.offset_ms'

export async function keepClock(db: Db, clock: AdjustableClock, log: Logger): Promise<void> {
  const { rows } = await sql<{ offset: number }>`SELECT value::text::float8 AS "offset" FROM setting WHERE key = ${KEY}`.execute(db)
  if (rows[0]) clock.advance(rows[0].offset)
  clock.onAdvance(() => {
    sql`INSERT INTO setting (key, value) VALUES (${KEY}, to_jsonb(${clock.offsetMs()}::bigint))
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()
      WHERE (setting.value #>> '{}')::bigint < (excluded.value #>> '{}')::bigint`
      .execute(db)
      .catch((error: unknown) => log.warn({ err: error }, 'the clock could not be kept'))
  })
}

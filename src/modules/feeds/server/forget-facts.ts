/** The log keeps what is still asked of it: a line of thousands of games would fill the disk within months (ADR 0017). */
import { sql } from 'kysely'
import { DAY, type Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'

/** What led to a price is looked at when somebody complains of it, which is within weeks. */
export const FACTS_KEPT_MS = 30 * DAY
/** Key of the table of settings: the id of the last fact that was looked at. */
const SETTING = 'feeds.forgotten_to'
/** Facts of one statement. */
const ROWS = 5_000

/**
 * Deletes what is older, page by page from where the last night ended, and answers how many facts went. What was played
 * stays, because whoever puts an old match right reads all of it again: early payouts, who scored. Results stay, because
 * money followed from them, and so does what a person did, because somebody answers for it.
 */
export async function forgetOldFacts({ db, clock }: { db: Db; clock: Clock }, rows = ROWS): Promise<number> {
  const before = new Date(clock.now() - FACTS_KEPT_MS)
  await sql`DELETE FROM fact_parked WHERE received_at < ${before}`.execute(db)
  let forgotten = 0
  for (;;) {
    const page = await sql<{ due: number; gone: number }>`WITH page AS MATERIALIZED (
      SELECT id, received_at < ${before} AS due FROM fact
      WHERE id > coalesce((SELECT value::text::bigint FROM setting WHERE key = ${SETTING}), 0) ORDER BY id LIMIT ${rows}
    ), due AS MATERIALIZED (
      SELECT id FROM page WHERE id < coalesce((SELECT min(id) FROM page WHERE NOT due), 'infinity'::float8)
    ), gone AS (
      DELETE FROM fact f USING due WHERE f.id = due.id AND f.provider <> 'trader'
        AND f.t NOT IN ('live', 'settle', 'settle.rollback', 'cancel', 'cancel.rollback') RETURNING 1
    ), kept AS (
      INSERT INTO setting (key, value) SELECT ${SETTING}, to_jsonb(max(id)) FROM due HAVING max(id) IS NOT NULL
      ON CONFLICT (key) DO UPDATE SET value = excluded.value
    ) SELECT (SELECT count(*)::int FROM due) AS due, (SELECT count(*)::int FROM gone) AS gone`.execute(db)
    const { due, gone } = page.rows[0]!
    forgotten += gone
    if (due < rows) return forgotten
  }
}

/** A refusal that nobody asks about again need not stand for ever: a betGUID is kept for ninety days (WAG-02). */
import { sql } from 'kysely'
import { DAY, type Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'

const KEPT_MS = 90 * DAY
/** Keys of one statement. */
const ROWS = 5_000

/** Deletes older refusals, page by page, and answers how many. Keys of bets and of orders stay as long as those do. */
export async function forgetRefusals({ db, clock }: { db: Db; clock: Clock }, rows = ROWS): Promise<number> {
  const before = new Date(clock.now() - KEPT_MS)
  // Each page begins where the last one ended: what that has left in the index is not read again.
  let from = new Date(0)
  let forgotten = 0
  for (;;) {
    // By their places, which no plan can make a reading of the whole table of; what is so old does not change any more.
    const page = await sql<{ gone: number; last: Date | null }>`WITH page AS MATERIALIZED (
      SELECT ctid, at FROM bet_key WHERE outcome > 0 AND at >= ${from} AND at < ${before} ORDER BY at LIMIT ${rows}
    ), gone AS (
      DELETE FROM bet_key WHERE ctid = ANY (ARRAY(SELECT ctid FROM page))
    ) SELECT count(*)::int AS gone, max(at) AS last FROM page`.execute(db)
    const { gone, last } = page.rows[0]!
    forgotten += gone
    if (!last || gone < rows) return forgotten
    from = last
  }
}

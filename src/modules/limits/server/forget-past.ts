/**
 * What decided bets had counted (`liability_past`) need not stand for ever: bets that a later correction opens are counted
 * from stake and legs, which is never less (`reopened.ts`). Only those that cannot be read from these stay.
 */
import { sql } from 'kysely'
import { DAY, type Clock } from '#lib/time.ts'
import { firstIdAt } from '#modules/ledger/server/index.ts'
import { inTx, type Db } from '#platform/server/db.ts'
import { LOCKS } from '#platform/server/locks.ts'
import { UNREADABLE_VIDS } from '../rules/kind-range.ts'

/** Corrections come within days; a person may put a result right for ninety (ADR 0017). */
const KEPT_MS = 90 * DAY
/** Bets of one statement. */
const ROWS = 5_000

/** Deletes the counts of bets that were decided longer ago, page by page, and answers how many. */
export async function forgetPast({ db, clock }: { db: Db; clock: Clock }, rows = ROWS): Promise<number> {
  const before = new Date(clock.now() - KEPT_MS)
  const end = firstIdAt(before.getTime())
  let forgotten = 0
  for (let after = 0n; ;) {
    const { seen, last, gone } = await forgetPage(db, { after, end, before, rows })
    forgotten += gone
    if (last === null || seen < rows) return forgotten
    after = last
  }
}

interface Page {
  after: bigint
  end: bigint
  before: Date
  rows: number
}

/** Under the lock of `release_pools`: nobody counts again meanwhile what is deleted here. */
function forgetPage(db: Db, { after, end, before, rows }: Page): Promise<{ seen: number; last: bigint | null; gone: number }> {
  return inTx(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${LOCKS.pools})`.execute(tx)
    const page = await sql<{ seen: number; last: bigint | null; gone: number }>`WITH page AS MATERIALIZED (
      SELECT p.bet_id FROM liability_past p WHERE p.bet_id > ${after} AND p.bet_id < ${end} ORDER BY p.bet_id LIMIT ${rows}
    ), gone AS (
      DELETE FROM liability_past p USING page, bet b LEFT JOIN bet_receipt r ON r.bet_id = b.id
      WHERE p.bet_id = page.bet_id AND b.id = page.bet_id AND b.status NOT IN (1, 7) AND b.settled_at < ${before}
        AND b.vid <> ALL(${`{${UNREADABLE_VIDS.join()}}`}::smallint[])
        AND coalesce(r.receipt->'terms'->>'jointPrice', r.receipt->'terms'->>'basePrice') IS NULL
      RETURNING p.bet_id
    ) SELECT (SELECT count(*) FROM page)::integer AS seen, (SELECT max(bet_id) FROM page) AS last, (SELECT count(*) FROM gone)::integer AS gone`.execute(
      tx,
    )
    return page.rows[0]!
  })
}

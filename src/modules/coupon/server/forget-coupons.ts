/** Saved coupons whose time is over: nobody can load them any more. */
import { sql } from 'kysely'
import type { Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'

/** Codes of one statement. */
const ROWS = 5_000

/** Deletes them, those that ended first before the others, page by page, and answers how many. */
export async function forgetCoupons({ db, clock }: { db: Db; clock: Clock }, rows = ROWS): Promise<number> {
  const now = new Date(clock.now())
  let forgotten = 0
  for (;;) {
    // The time is asked twice: a code that is given again meanwhile stays.
    const { numAffectedRows } = await sql`DELETE FROM coupon_code c
      USING (SELECT code FROM coupon_code WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${rows}) page
      WHERE c.code = page.code AND c.expires_at <= ${now}`.execute(db)
    const gone = Number(numAffectedRows ?? 0n)
    forgotten += gone
    if (gone < rows) return forgotten
  }
}

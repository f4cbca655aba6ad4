/** The books checked against themselves: after tests and restarts, hourly in production (standards §5). */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db.ts'

export interface Violation {
  /** Name of the invariant, `INV-3 stored balance is the sum of entries`. */
  invariant: string
  /** The transaction, account, currency or bet. */
  what: string
  value: string
}

const MAX_REPORTED = 20

function statements(): { name: string; text: string }[] {
  const file = readFileSync(new URL('./invariants.sql', import.meta.url), 'utf8')
  return file
    .split(/^-- name: /m)
    .slice(1)
    .map((block) => {
      const end = block.indexOf('\n')
      return {
        name: block.slice(0, end).trim(),
        text: block
          .slice(end + 1)
          .trim()
          .replace(/;$/, ''),
      }
    })
}

/** Every violation, at most twenty an invariant. All statements see one moment of the database. */
export async function checkInvariants(db: Db): Promise<Violation[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // Whole tables are joined: looking up row by row is what a planner with old statistics may fall into, and never the best.
      await sql`SET LOCAL enable_nestloop = off`.execute(tx)
      const found: Violation[] = []
      for (const { name, text } of statements()) {
        const { rows } = await sql<{ what: string; value: string }>`${sql.raw(text)} LIMIT ${sql.lit(MAX_REPORTED)}`.execute(tx)
        for (const row of rows) found.push({ invariant: name, what: row.what, value: row.value })
      }
      return found
    })
}

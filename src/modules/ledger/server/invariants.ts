/** The books checked against themselves: after tests and restarts, hourly in production (standards §5). */
import { readFileSync } from 'node:fs'
import { rawPool, type Db } from '#platform/server/db.ts'

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

/**
 * Every violation, at most twenty an invariant. All statements see one moment of the database, and go to it in one message:
 * a way there and back for each would take longer than the small books of most tests. Each has the time of a statement for itself.
 */
export async function checkInvariants(db: Db): Promise<Violation[]> {
  const checks = statements()
  const client = await rawPool(db).connect()
  try {
    const message = [
      'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
      // Whole tables are joined: looking up row by row is what a planner with old statistics may fall into, and never the best.
      'SET LOCAL enable_nestloop = off',
      ...checks.map(({ text }) => `${text} LIMIT ${MAX_REPORTED}`),
      'COMMIT',
    ]
    const answers = (await client.query(message.join(';\n'))) as unknown as { rows: { what: string; value: string }[] }[]
    client.release()
    return checks.flatMap(({ name }, i) => answers[i + 2]!.rows.map(({ what, value }) => ({ invariant: name, what, value })))
  } catch (error) {
    // It may be in the middle of the transaction.
    client.release(true)
    throw error
  }
}

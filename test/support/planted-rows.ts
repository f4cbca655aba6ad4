/** Rows that somebody has changed past the guards of the database, and which checks name them. */
import type { Check } from '#platform/server/checks.ts'
import { rawPool, type Db } from '#platform/server/db.ts'

/** Names of the checks that are broken. */
export const brokenOf = (checks: readonly Check[]): string[] => checks.filter(({ violations }) => violations > 0).map(({ name }) => name)

/** What `look` finds broken after `change`, a superuser's statement on this table; the rows are put back. */
export async function plantedIn(db: Db, table: string, change: string, look: (db: Db) => Promise<Check[]>): Promise<string[]> {
  await asSuperuser(db, [`CREATE TABLE kept_rows AS SELECT * FROM ${table}`, change])
  try {
    return brokenOf(await look(db))
  } finally {
    await asSuperuser(db, [
      `DELETE FROM ${table}`,
      `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM kept_rows`,
      'DROP TABLE kept_rows',
    ])
  }
}

async function asSuperuser(db: Db, statements: readonly string[]): Promise<void> {
  const client = await rawPool(db).connect()
  try {
    await client.query('BEGIN')
    await client.query('SET LOCAL session_replication_role = replica')
    for (const statement of statements) await client.query(statement)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

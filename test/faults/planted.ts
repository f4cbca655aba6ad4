/**
 * Faults that are put into a copy of the product on purpose, to see that the suite which should catch them does
 * (standards §8, "a zero without its control run does not count"). A plant changes a function of a test's own database;
 * nothing of it can be switched on in the product.
 */
import { rawPool, type Db } from '#platform/server/db.ts'

/** Replaces text in functions of the database; a text that is not there means that the plant has become stale. */
export async function plantSql(db: Db, name: string, changes: readonly (readonly [from: string, to: string])[]): Promise<void> {
  const pool = rawPool(db)
  const { rows } = await pool.query<{ text: string }>('SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE proname = $1', [name])
  if (rows.length !== 1) throw new Error(`${rows.length} functions are named ${name}`)
  let text = rows[0]!.text
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`nothing to plant in ${name}: ${from}`)
    text = text.replace(from, to)
  }
  await pool.query(text)
}

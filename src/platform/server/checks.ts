/**
 * What `./polosa verify` is made of: checks over stored rows. Every module checks its own tables; `tools/verify.ts` asks
 * them all.
 */
import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'

export interface Check {
  name: string
  /** Rows looked at, where that is known. */
  checked: bigint | null
  violations: number
  /** The first broken row, as text. */
  first: string | null
}

/** A text of ours that answers, as `what`, the rows that are not as they should be. */
export interface Statement {
  name: string
  text: string
}

/** The checks of a list, one after the other. One that fails is broken itself and does not keep the others from being made. */
export async function checkStatements(db: Db, statements: readonly Statement[]): Promise<Check[]> {
  const checks: Check[] = []
  for (const statement of statements) checks.push(...(await checkOrFail(statement.name, async () => [await checkStatement(db, statement)])))
  return checks
}

export async function checkStatement(db: Db | Tx, { name, text }: Statement): Promise<Check> {
  const { rows } = await sql<{
    what: string
    total: bigint
  }>`SELECT what, count(*) OVER () AS total FROM (${sql.raw(text)}) v LIMIT 1`.execute(db)
  return { name, checked: null, violations: Number(rows[0]?.total ?? 0n), first: rows[0]?.what ?? null }
}

/** What stored rows make of code that reads them is told by name, like what it would have found. */
export async function checkOrFail(name: string, make: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await make()
  } catch (error) {
    return [{ name, checked: null, violations: 1, first: `cannot be checked: ${error instanceof Error ? error.message : String(error)}` }]
  }
}

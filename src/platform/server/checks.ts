/**
 * What `./polosa verify` is made of: checks over stored rows. Every module checks its own tables; `tools/verify.ts` asks
 * them all.
 */
import { sql } from 'kysely'
import { rawPool, type Db, type Tx } from './db.ts'

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

/** The checks of a list in one message. One that fails is broken itself and does not keep the others from being made. */
export async function checkStatements(db: Db, statements: readonly Statement[]): Promise<Check[]> {
  const answers = await rawPool(db)
    .query(statements.map(counted).join(';\n'))
    .then((told) => [told].flat() as { rows: Found[] }[])
    .catch(() => null)
  if (answers) return statements.map(({ name }, i) => checkOf(name, answers[i]!.rows[0]))
  // The message ends with the first that fails: which one that is, and what the others say, is asked one after the other.
  const checks: Check[] = []
  for (const statement of statements) checks.push(...(await checkOrFail(statement.name, async () => [await checkStatement(db, statement)])))
  return checks
}

export async function checkStatement(db: Db | Tx, statement: Statement): Promise<Check> {
  const { rows } = await sql<Found>`${sql.raw(counted(statement))}`.execute(db)
  return checkOf(statement.name, rows[0])
}

interface Found {
  what: string
  total: bigint
}

function counted({ text }: Statement): string {
  return `SELECT what, count(*) OVER () AS total FROM (${text}) v LIMIT 1`
}

function checkOf(name: string, found: Found | undefined): Check {
  return { name, checked: null, violations: Number(found?.total ?? 0n), first: found?.what ?? null }
}

/** What stored rows make of code that reads them is told by name, like what it would have found. */
export async function checkOrFail(name: string, make: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await make()
  } catch (error) {
    return [{ name, checked: null, violations: 1, first: `cannot be checked: ${error instanceof Error ? error.message : String(error)}` }]
  }
}

/** Rows of a player in the tables that the parts of the product name. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db.ts'
import type { PersonalPart, PersonalTable } from '#platform/server/personal-data.ts'

/** More of one table is no copy for a person any more; the newest come first. */
const MOST_ROWS = 50_000

/** The condition that finds the rows of one player. */
function whose({ by, of, only }: PersonalTable, playerId: number) {
  const column = sql.ref(by)
  const his = of ? sql`${column} IN (SELECT id FROM ${sql.table(of)} WHERE player_id = ${playerId})` : sql`${column} = ${playerId}`
  return only ? sql`${his} AND ${sql.ref(only.column)} = ${only.value}` : his
}

/** Rows without what is secret, as plain values; one that is secret whole is in no copy, not even as an empty row. */
export async function rowsOf(db: Db | Tx, table: PersonalTable, playerId: number): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`SELECT to_jsonb(t) AS row FROM ${sql.table(table.table)} t
    WHERE ${whose(table, playerId)} LIMIT ${MOST_ROWS}`.execute(db)
  const hidden = new Set(table.secret ?? [])
  return rows
    .map(({ row }) => Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.has(name))))
    .filter((row) => Object.keys(row).length > 0)
}

/** Takes out of the tables what names the player. Whoever calls has looked that nothing of it is needed any more. */
export async function eraseRows(tx: Tx, parts: readonly PersonalPart[], playerId: number): Promise<void> {
  await sql`SELECT set_config('polosa.erasing', 'on', true)`.execute(tx)
  for (const table of parts.flatMap(({ tables }) => tables)) {
    if (table.erase === 'keep') continue
    if (table.erase === 'delete') {
      await sql`DELETE FROM ${sql.table(table.table)} WHERE ${whose(table, playerId)}`.execute(tx)
      continue
    }
    const set = sql.join(Object.entries(table.erase.clear).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
    await sql`UPDATE ${sql.table(table.table)} SET ${set} WHERE ${whose(table, playerId)}`.execute(tx)
  }
}

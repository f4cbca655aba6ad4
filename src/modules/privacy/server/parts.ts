/** Rows of a player in the tables that the parts of the product name. */
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#platform/server/db.ts'
import type { PersonalPart, PersonalTable } from '#platform/server/personal-data.ts'
import { columnsOf } from '../rules/data-classes.ts'
import { NEWEST } from '../rules/newest.ts'

/** More of one table is no copy for a person any more; the newest come first. */
const MOST_ROWS = 50_000

/** The condition that finds the rows of one player. */
function whose({ by, of, only }: PersonalTable, playerId: number) {
  const column = sql.ref(by)
  const his = of ? sql`${column} = ANY(ARRAY(${keysOf(of, playerId)}))` : sql`${column} = ${playerId}`
  return only ? sql`${his} AND ${sql.ref(only.column)} = ${only.value}` : his
}

/** Bets have no index of players, which each bet would pay for: a bet is found through its entry of kind 1. */
function keysOf(of: NonNullable<PersonalTable['of']>, playerId: number) {
  return of === 'bet'
    ? sql`SELECT e.tx_id FROM ledger_entry e WHERE e.account_id = ANY(ARRAY(SELECT id FROM account WHERE player_id = ${playerId})) AND e.kind = 1`
    : sql`SELECT id FROM ${sql.table(of)} WHERE player_id = ${playerId}`
}

/** The columns that a copy may show. Secrets and the bytes of files stay in the database. */
const shownOf = ({ table, secret = [] }: PersonalTable) => columnsOf(table).filter((column) => !secret.includes(column))

/** Reads rows without what is secret, as plain values. */
export function rowsQuery(table: PersonalTable, playerId: number): RawBuilder<{ row: Record<string, unknown> }> {
  const newest = NEWEST[table.table]
  return sql`SELECT to_jsonb(t) AS row FROM (
    SELECT ${sql.join(shownOf(table).map((column) => sql.ref(column)))} FROM ${sql.table(table.table)}
    WHERE ${whose(table, playerId)} ${newest ? sql`ORDER BY ${sql.ref(newest)} DESC` : sql``} LIMIT ${MOST_ROWS}) t`
}

/** What a copy holds of a table; one that is secret whole is in no copy, not even as an empty row. */
export async function rowsOf(db: Db | Tx, table: PersonalTable, playerId: number): Promise<Record<string, unknown>[]> {
  if (shownOf(table).length === 0) return []
  const { rows } = await rowsQuery(table, playerId).execute(db)
  return rows.map(({ row }) => row)
}

/** Takes what names the player out of a table; null where all of it stays. */
export function eraseQuery(table: PersonalTable, playerId: number): RawBuilder<unknown> | null {
  if (table.erase === 'keep') return null
  if (table.erase === 'delete') return sql`DELETE FROM ${sql.table(table.table)} WHERE ${whose(table, playerId)}`
  const set = sql.join(Object.entries(table.erase.clear).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
  return sql`UPDATE ${sql.table(table.table)} SET ${set} WHERE ${whose(table, playerId)}`
}

/** Takes out of the tables what names the player. Whoever calls has looked that nothing of it is needed any more. */
export async function eraseRows(tx: Tx, parts: readonly PersonalPart[], playerId: number): Promise<void> {
  await sql`SELECT set_config('polosa.erasing', 'on', true)`.execute(tx)
  for (const table of parts.flatMap(({ tables }) => tables)) await eraseQuery(table, playerId)?.execute(tx)
}

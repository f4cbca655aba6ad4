/** Everything that the database holds of a player, found by its columns: a new table is in it by itself. */
import { sql } from 'kysely'
import type { Db } from '#platform/server/db.ts'

/** There player_id is a person who plays in a game, not one who bets. */
const ATHLETES = [
  'bet_leg',
  'outcome_result',
  'settlement_run_outcome',
  'settlement_chunk',
  'outcome_liability',
  'liability_leg',
  'finished_player',
  'finished_cricketer',
]
/** Columns that the product moves by itself while time passes. */
const MOVING = ['last_action_at', 'expires_at', 'seen_line']

interface Owned {
  table: string
  by: 'player_id' | 'account_id' | 'ticket_id' | 'bet_id'
}

async function ownedTables(db: Db): Promise<Owned[]> {
  const { rows } = await sql<{ table: string; column: Owned['by'] }>`
    SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
    JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.table_type = 'BASE TABLE'
    WHERE c.table_schema = 'public' AND c.column_name IN ('player_id', 'account_id', 'ticket_id') AND c.data_type <> 'ARRAY'
    ORDER BY c.table_name, array_position(ARRAY['player_id', 'account_id', 'ticket_id'], c.column_name::text)`.execute(db)
  const first = new Map<string, Owned>()
  for (const { table, column } of rows) if (!ATHLETES.includes(table) && !first.has(table)) first.set(table, { table, by: column })
  return [...first.values()]
}

const whose = (by: Owned['by'], playerId: number) => {
  const column = sql.ref(by)
  switch (by) {
    case 'player_id':
      return sql`${column} = ${playerId}`
    case 'account_id':
      return sql`${column} IN (SELECT id FROM account WHERE player_id = ${playerId})`
    case 'ticket_id':
      return sql`${column} IN (SELECT id FROM support_ticket WHERE player_id = ${playerId})`
    case 'bet_id':
      return sql`${column} IN (SELECT id FROM bet WHERE player_id = ${playerId})`
  }
}

/** Rows of each table as text. */
export async function rowsOf(db: Db, playerId: number): Promise<Record<string, string[]>> {
  const out: Record<string, string[]> = {}
  for (const { table, by } of await ownedTables(db)) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      SELECT to_jsonb(r) AS row FROM ${sql.table(table)} r WHERE ${whose(by, playerId)}`.execute(db)
    out[table] = rows
      .map(({ row }) => JSON.stringify(row, (name, value: unknown) => (MOVING.includes(name) ? undefined : value)))
      .sort((a, b) => (a < b ? -1 : 1))
  }
  const { rows } = await sql<{ row: object }>`SELECT to_jsonb(p) AS row FROM player p WHERE id = ${playerId}`.execute(db)
  out['player'] = rows.map(({ row }) => JSON.stringify(row))
  return out
}

const ID_COLUMNS = /(^|_)(id|ref|guid|code|number|request_key)$/

/** Every id under which something of the player is kept, a few of each kind; his own number too. */
export async function idsOf(db: Db, playerId: number, ofEach = 2): Promise<{ from: string; id: string }[]> {
  const found = new Map<string, string>([[String(playerId), 'player.id']])
  for (const [table, rows] of Object.entries(await rowsOf(db, playerId)))
    for (const row of rows.slice(0, ofEach))
      for (const [column, value] of Object.entries(JSON.parse(row) as Record<string, unknown>))
        if (
          ID_COLUMNS.test(column) &&
          !OF_THE_HOUSE.has(column) &&
          (typeof value === 'string' || typeof value === 'number') &&
          value !== ''
        )
          if (!found.has(String(value))) found.set(String(value), `${table}.${column}`)
  return [...found].map(([id, from]) => ({ id, from }))
}

/** These name things of the house, the same for everybody. */
const OF_THE_HOUSE = new Set([
  'currency_id',
  'country_id',
  'setting_id',
  'question_id',
  'reason_id',
  'region_id',
  'consultant_id',
  'ref_code',
  'method_id',
])

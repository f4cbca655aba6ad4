/**
 * Every table as text and back, exactly: Postgres writes a row as it reads it. One line of JSON a table, row, end of a table,
 * and the numbers of the sequences.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'

export class BackupError extends Error {
  override name = 'BackupError'
}

/** A row of the stream. */
export type Line =
  | { table: string; columns: string[] }
  | { row: string }
  | { end: string; rows: number; digest: string }
  | { sequences: Record<string, string> }

const ROWS_AT_ONCE = 2_000
/** Of tables with long rows, such as files: so few at once stay small. */
const LONG_ROWS_AT_ONCE = 4
const BYTES_AT_ONCE = 8_000_000
/** Both sides write and read times, numbers and bytes alike. */
const SAME_TEXT = `SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres';
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL statement_timeout = 0; SET LOCAL search_path = public`

/** All tables in one moment; the client's transaction is ended by the caller. What is unlogged is gone with a crash anyway. */
export async function* dumpTables(client: pg.Client): AsyncGenerator<Line> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await client.query(SAME_TEXT)
  for (const table of await listTables(client)) {
    const { name, columns } = table
    yield { table: name, columns }
    const sum = new RowSum()
    for await (const row of rowsOf(client, table)) {
      sum.add(row)
      yield { row }
    }
    yield { end: name, rows: sum.rows, digest: sum.digest() }
  }
  yield { sequences: await listSequences(client) }
}

interface TableOf {
  name: string
  /** Those that are written: generated ones are reckoned again. */
  columns: string[]
  hasLongRows: boolean
}

async function listTables(client: pg.Client): Promise<TableOf[]> {
  const { rows } = await client.query<TableOf>(`
    SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns,
      pg_relation_size(c.reltoastrelid) > 1000000 AS "hasLongRows"
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p' GROUP BY c.oid, c.relname ORDER BY c.relname`)
  return rows
}

/** `r.*` is the row, also of a table with a column r. */
async function* rowsOf(client: pg.Client, { name: table, hasLongRows }: TableOf): AsyncGenerator<string> {
  const atOnce = hasLongRows ? LONG_ROWS_AT_ONCE : ROWS_AT_ONCE
  await client.query(`DECLARE backup NO SCROLL CURSOR FOR SELECT (r.*)::text AS row FROM ${client.escapeIdentifier(table)} r`)
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`FETCH ${atOnce} FROM backup`)
    for (const { row } of rows) yield row
    if (rows.length < atOnce) break
  }
  await client.query('CLOSE backup')
}

async function listSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: bigint | null }>(
    `SELECT sequencename AS name, last_value AS last FROM pg_sequences WHERE schemaname = 'public'`,
  )
  return Object.fromEntries(rows.filter(({ last }) => last !== null).map(({ name, last }) => [name, String(last)]))
}

/** Rows have no order: their hashes are added up. */
class RowSum {
  rows = 0
  readonly #sum = new BigUint64Array(4)
  add(row: string): void {
    this.rows += 1
    const hash = createHash('sha256').update(row).digest()
    for (let i = 0; i < 4; i += 1) this.#sum[i]! += hash.readBigUInt64BE(i * 8)
  }
  digest(): string {
    return [...this.#sum].map((part) => part.toString(16).padStart(16, '0')).join('')
  }
}

/** Fills the migrated tables of an open transaction and reads them back: rows and digests must be those of the backup. */
export async function loadTables(client: pg.Client, lines: AsyncIterable<Line>): Promise<{ tables: number; rows: number }> {
  await client.query(SAME_TEXT)
  // No trigger, no foreign key on the way: what is loaded has been through all of them once.
  await client.query('SET LOCAL session_replication_role = replica')
  const here = new Map((await listTables(client)).map((table) => [table.name, table]))
  await client.query(`TRUNCATE ${[...here.keys()].map((name) => client.escapeIdentifier(name)).join(', ')}`)
  const done = { tables: 0, rows: 0 }
  let filling: TableOf | null = null
  let waiting: string[] = []
  let bytes = 0
  const flush = async () => {
    if (filling && waiting.length > 0) await insertRows(client, filling, waiting)
    waiting = []
    bytes = 0
  }
  for await (const line of lines) {
    if ('row' in line) {
      bytes += line.row.length
      if (waiting.push(line.row) >= ROWS_AT_ONCE || bytes > BYTES_AT_ONCE) await flush()
    } else if ('table' in line) {
      filling = here.get(line.table) ?? null
      if (!filling || filling.columns.join() !== line.columns.join())
        throw new BackupError(`table ${line.table} is not the one of the backup`)
      here.delete(line.table)
    } else if ('end' in line) {
      await flush()
      if (filling?.name !== line.end) throw new BackupError(`table ${line.end} ends without its beginning`)
      await compare(client, filling, line)
      done.tables += 1
      done.rows += line.rows
    } else {
      for (const [name, last] of Object.entries(line.sequences)) await client.query('SELECT setval($1::regclass, $2)', [name, last])
    }
  }
  if (here.size > 0) throw new BackupError(`the backup has no table ${[...here.keys()].join(', ')}`)
  return done
}

async function insertRows(client: pg.Client, { name, columns }: TableOf, rows: string[]): Promise<void> {
  const table = client.escapeIdentifier(name)
  const list = columns.map((column) => client.escapeIdentifier(column))
  await client.query(
    `INSERT INTO ${table} (${list.join(', ')}) OVERRIDING SYSTEM VALUE
     SELECT ${list.map((column) => `(r.v).${column}`).join(', ')} FROM (SELECT u::${table} AS v FROM unnest($1::text[]) u OFFSET 0) r`,
    [rows],
  )
}

async function compare(client: pg.Client, table: TableOf, { rows, digest }: { rows: number; digest: string }): Promise<void> {
  const sum = new RowSum()
  for await (const row of rowsOf(client, table)) sum.add(row)
  if (sum.rows !== rows || sum.digest() !== digest) throw new BackupError(`table ${table.name} has not come back as it was`)
}

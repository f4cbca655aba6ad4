/** Forward-only migrations: `migrations/NNNN_name.sql`, plain SQL, each once, in order, under one lock. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { connectionOf } from './db.ts'
import { EnvError } from './env.ts'
import { LOCKS } from './locks.ts'

export interface Migration {
  name: string
  sql: string
  hash: string
}

export function readMigrations(dir: string): Migration[] {
  return readdirSync(dir)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(dir, file), 'utf8')
      return { name: file, sql, hash: createHash('sha256').update(sql).digest('hex') }
    })
}

/**
 * Applies what is missing, up to `until`, and returns its names. Refuses a database in which an applied file has changed, and
 * (EnvError) one that has files which this release does not know.
 */
export async function migrate(url: string, dir: string, { until }: { until?: string } = {}): Promise<string[]> {
  const client = new pg.Client(connectionOf(url))
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCKS.migrations])
    await client.query(
      'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    const applied = new Map<string, string>(
      (await client.query<{ name: string; hash: string }>('SELECT name, hash FROM migration')).rows.map((r) => [r.name, r.hash]),
    )
    const known = readMigrations(dir)
    refuseNewer(applied, known)
    const done: string[] = []
    for (const migration of known) {
      if (until !== undefined && migration.name > until) break
      const before = applied.get(migration.name)
      if (before === migration.hash) continue
      if (before !== undefined) {
        throw new Error(`migration ${migration.name} was changed after it was applied: migrations only go forward`)
      }
      await client.query('BEGIN')
      try {
        await client.query(migration.sql)
        await client.query('INSERT INTO migration (name, hash) VALUES ($1, $2)', [migration.name, migration.hash])
        await client.query('COMMIT')
      } catch (error) {
        await client.query('ROLLBACK')
        throw new Error(`migration ${migration.name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
      }
      done.push(migration.name)
    }
    return done
  } finally {
    await client.end()
  }
}

/** What a later release has made of the tables, this one would read and write wrongly. */
function refuseNewer(applied: ReadonlyMap<string, string>, known: readonly Migration[]): void {
  const names = new Set(known.map(({ name }) => name))
  const newest = [...applied.keys()]
    .filter((name) => !names.has(name))
    .toSorted()
    .at(-1)
  if (newest !== undefined)
    throw new EnvError(
      `the database is newer than this release: it has ${newest}, which is unknown here; start the release that it belongs to`,
    )
}

/** The database of a verb: DATABASE_URL, else the embedded one of POLOSA_HOME. What is not there, or is of another release, is said first. */
import { join } from 'node:path'
import pg from 'pg'
import { connectionOf } from '#platform/server/db.ts'
import { hasEmbeddedDatabase, startEmbeddedPostgres } from '#platform/server/embedded-postgres.ts'
import { readEnv } from '#platform/server/env.ts'
import { readMigrations } from '#platform/server/migrate.ts'
import { UsageError } from './arguments.ts'
import { isHomeShared } from './home-lock.ts'
import { databaseInWords } from './in-words.ts'
import { root } from './steps.ts'

interface VerbDatabase {
  url: string
  /** Data folder of the embedded database; null with DATABASE_URL. */
  home: string | null
}

/** What the work asks of the database: that one was begun, or that its tables are those of this release. Only for `nothing` is one made. */
type Needs = 'nothing' | 'begun' | 'this release'

/** Throws UsageError. An embedded server that runs goes on running. */
export async function onDatabase<T>(needs: Needs, work: (database: VerbDatabase) => Promise<T>): Promise<T> {
  const { databaseUrl, home } = readEnv(process.env)
  const checked = async (name: string, database: VerbDatabase) => {
    if (needs !== 'nothing') refuse(name, needs, await levelOf(database.url))
    return work(database)
  }
  if (databaseUrl) return databaseInWords(() => checked('DATABASE_URL', { url: databaseUrl, home: null }))
  const name = `POLOSA_HOME: ${home}`
  const stateDir = join(home, 'pg')
  if (needs !== 'nothing' && !hasEmbeddedDatabase(stateDir)) throw notBegun(name)
  const embedded = await startEmbeddedPostgres({ stateDir })
  try {
    return await checked(name, { url: embedded.url, home })
  } finally {
    // A Polosa that was started meanwhile goes on with it, and stops it.
    if (!embedded.adopted && !(await isHomeShared(embedded.url))) await embedded.stop()
  }
}

interface Level {
  is: 'not begun' | 'older' | 'this release' | 'other'
  /** The migration that it lacks, or that is none of this release. */
  migration: string
}

/** The migrations of the database beside those of this release. */
export async function levelOf(url: string): Promise<Level> {
  const applied = await listApplied(url)
  if (applied.size === 0) return { is: 'not begun', migration: '' }
  const ours = new Map(readMigrations(join(root, 'migrations')).map(({ name, hash }) => [name, hash]))
  const foreign = [...applied].find(([name, hash]) => ours.get(name) !== hash)
  if (foreign) return { is: 'other', migration: foreign[0] }
  const missing = [...ours.keys()].find((name) => !applied.has(name))
  return missing === undefined ? { is: 'this release', migration: '' } : { is: 'older', migration: missing }
}

async function listApplied(url: string): Promise<Map<string, string>> {
  const client = new pg.Client({ ...connectionOf(url), application_name: 'polosa-level' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows: tables } = await client.query(`SELECT 1 WHERE to_regclass('public.migration') IS NOT NULL`)
    if (tables.length === 0) return new Map()
    const { rows } = await client.query<{ name: string; hash: string }>('SELECT name, hash FROM migration ORDER BY name')
    return new Map(rows.map(({ name, hash }) => [name, hash]))
  } finally {
    await client.end()
  }
}

function refuse(name: string, needs: Needs, { is, migration }: Level): void {
  if (is === 'not begun') throw notBegun(name)
  if (needs !== 'this release' || is === 'this release') return
  throw new UsageError(
    is === 'older'
      ? `${name}: the database is of an older release (it lacks ${migration}); ./polosa start brings it up to this one`
      : `${name}: the database is of a newer release (this one has no ${migration} of the same text); use that one`,
  )
}

const notBegun = (name: string) => new UsageError(`${name}: no database was begun there; ./polosa start begins one`)

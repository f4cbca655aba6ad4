/** One PostgreSQL for all test runs of this checkout, and a migrated template database in it. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { connectionOf } from '#platform/server/db.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/server/embedded-postgres.ts'
import { migrate, readMigrations } from '#platform/server/migrate.ts'

const root = resolve(import.meta.dirname, '../..')
const MEMORY = '/dev/shm'
const ENOUGH_MEMORY = 2 * 1024 ** 3
const inMemory = join(MEMORY, `polosa-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`)
const state = existsSync(inMemory) || scratchFolder() === MEMORY ? inMemory : join(root, '.cache/test-postgres')

/**
 * Where a test's own data lie: in memory when it has room. A database is a thousand files, and ext4 takes up to a second
 * to find numbers for them among those of the databases that were just dropped.
 */
export function scratchFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_MEMORY ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** The server's URL: DATABASE_URL when set, else the embedded one. Data of tests need not survive a power cut. */
export async function testServer(): Promise<{ url: string; embedded: EmbeddedPostgres | null }> {
  const given = process.env['DATABASE_URL']
  if (given) return { url: given, embedded: null }
  mkdirSync(state, { recursive: true })
  const release = await folderLock(join(state, 'starting'))
  try {
    const embedded = await startEmbeddedPostgres({
      stateDir: state,
      settings: {
        fsync: 'off',
        full_page_writes: 'off',
        max_connections: '300',
        shared_buffers: '128MB',
        max_wal_size: '256MB',
        min_wal_size: '64MB',
      },
    })
    return { url: embedded.url, embedded }
  } finally {
    release()
  }
}

/** Makes the template for the present migrations once, whoever asks first, and returns its name. */
export async function templateDatabase(serverUrl: string): Promise<string> {
  const dir = join(root, 'migrations')
  const hash = createHash('sha256')
    .update(
      readMigrations(dir)
        .map((m) => m.hash)
        .join(),
    )
    .digest('hex')
    .slice(0, 12)
  const name = `polosa_template_${hash}`
  const client = new pg.Client(connectionOf(serverUrl))
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock(7061967)')
    const ready = await client.query('SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate', [name])
    if (ready.rowCount) return name
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${name}`)
    await migrate(databaseUrl(serverUrl, name), dir)
    await client.query(`ALTER DATABASE ${name} IS_TEMPLATE true`)
    return name
  } finally {
    await client.end()
  }
}

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.toString()
}

/** A lock between processes; a lock older than a minute belongs to a dead one. */
async function folderLock(path: string): Promise<() => void> {
  for (;;) {
    try {
      mkdirSync(path)
      return () => rmdirSync(path)
    } catch {
      try {
        if (Date.now() - statSync(path).mtimeMs > 60_000) rmdirSync(path)
      } catch {
        // Released between the two calls: try again.
      }
      await new Promise((done) => setTimeout(done, 30))
    }
  }
}

/** Ends the embedded server of the test runs, if one runs, and gives its memory back. */
export async function stopTestServer(): Promise<void> {
  if (process.env['DATABASE_URL']) return
  const { embedded } = await testServer()
  await embedded?.stop()
  rmSync(inMemory, { recursive: true, force: true })
}

/** A fresh, migrated database for a test file: a clone of the template, dropped when the file is done. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect } from 'vitest'
import { connectionOf, createDb, rawPool, type Db } from '#platform/server/db.ts'
import { databaseUrl, templateDatabase, testServer } from './postgres.ts'

export interface TestDatabase {
  db: Db
  url: string
}

/** `const { db } = await testDatabase()` at the top of a test file. `max` is the size of the pool. */
export async function testDatabase(max = 10): Promise<TestDatabase> {
  const { url: server } = await testServer()
  const template = await templateDatabase(server)
  const name = `polosa_test_${randomBytes(6).toString('hex')}`
  // Copied as files: through the log it takes eight times as long.
  await admin(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  const url = databaseUrl(server, name)
  const db = createDb(url, { max })
  afterAll(async () => {
    await db.destroy()
    await admin(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  })
  return { db, url }
}

async function admin(server: string, sql: string): Promise<void> {
  const client = new pg.Client(connectionOf(server))
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** How many connections of this database wait for a lock: a test knows by it that a call has come as far as it may. */
export async function lockWaits(db: Db): Promise<number> {
  const { rows } = await sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

/** What a call answers whose player is blocked by another process after the call has begun and before it takes his money. */
export async function besideBlock<T>(db: Db, playerId: number, call: () => Promise<T>): Promise<T> {
  const other = await rawPool(db).connect()
  try {
    await other.query('BEGIN')
    await other.query('SELECT 1 FROM account WHERE player_id = $1 FOR UPDATE', [playerId])
    await other.query(`INSERT INTO betting_block (player_id, until, reason) VALUES ($1, NULL, 'test')`, [playerId])
    const answer = call()
    await expect.poll(() => lockWaits(db)).toBe(1)
    await other.query('COMMIT')
    return await answer
  } finally {
    await other.query('ROLLBACK')
    other.release()
  }
}

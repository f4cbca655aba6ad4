/** The restore drill on a real PostgreSQL (standards DAT-10, OPS-06), and what must be refused. */
import { appendFileSync, chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR } from '#lib/time.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { databaseUrl, testServer } from '../../../../test/support/postgres.ts'
import { connectionOf, createDb } from '../db.ts'
import { writeBackupAside } from './aside.ts'
import { restoreBackup, verifyFolder, writeBackup } from './backup.ts'
import { newKeys } from './sealing.ts'

const { db, url } = await testDatabase(12)
const site = await accountSite({ db })
const folder = mkdtempSync(join(tmpdir(), 'backups-'))
const { publicKey, secretKey } = newKeys()
const migrations = 'migrations'
const made: string[] = []
afterAll(async () => {
  rmSync(folder, { recursive: true })
  for (const name of made) await admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
})

async function admin(text: string): Promise<void> {
  const client = new pg.Client(connectionOf((await testServer()).url))
  await client.connect()
  await client.query(text)
  await client.end()
}
async function emptyDatabase(): Promise<string> {
  const name = `polosa_restored_${randomBytes(6).toString('hex')}`
  made.push(name)
  await admin(`CREATE DATABASE ${name} TEMPLATE template0`)
  return databaseUrl((await testServer()).url, name)
}
async function rich(sum = '100') {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick('EUR')
  const { data } = (await visitor.call('POST', '/web-api/office/deposit', { method_id: 1, sum })).body
  await site.app.inject({ method: 'POST', url: `/dev/api/cashier/${data.id}`, payload: { outcome: 'success' } })
  return userId
}
const backup = () => writeBackup({ url, folder, publicKey, now: site.clock.now() })
const restore = (file: string, to: string, key = secretKey) => restoreBackup({ file, secretKey: key, url: to, migrations })
/** Every row of every table as text, in one order. */
async function contentOf(at: string): Promise<Record<string, string[]>> {
  const client = new pg.Client(connectionOf(at))
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p' ORDER BY 1`,
  )
  const all: Record<string, string[]> = {}
  for (const { name } of rows)
    all[name] = (await client.query<{ row: string }>(`SELECT (t.*)::text AS row FROM "${name}" t ORDER BY 1`)).rows.map(({ row }) => row)
  await client.end()
  return all
}

const SECRET = 'canary@planted.example'
const ODD = 'a\u2028b\\c"d,e)\n(f \u0001 ё 🙂 NULL'
let first: Awaited<ReturnType<typeof backup>>
let before: Record<string, string[]>

beforeAll(async () => {
  const id = await rich()
  await sql`UPDATE player_profile SET first_name = ${ODD}, last_name = '', city = ${SECRET} WHERE player_id = ${id}`.execute(db)
  await sql`INSERT INTO setting (key, value) VALUES ('backup_test', 'null'::jsonb), ('backup_test_2', ${JSON.stringify({ big: randomBytes(300_000).toString('hex'), n: 0.1 })}::jsonb)`.execute(
    db,
  )
  // A table with columns that are called like what the backup calls its rows.
  await sql`INSERT INTO fact (provider, producer, key, t, game_ref, sent_at, received_at, body)
    VALUES ('world', 'live', 'k1', 'score', 'g1', now(), now(), '{}')`.execute(db)
  before = await contentOf(url)
  first = await backup()
})

test('comes back row by row into an empty database, and goes on from there', async () => {
  const target = await emptyDatabase()
  const done = await restore(first.file, target)
  expect(done).toEqual({ at: new Date(site.clock.now()).toISOString(), tables: first.tables, rows: first.rows })
  expect(await contentOf(target)).toEqual(before)
  expect(first.rows).toBe(Object.values(before).reduce((sum, rows) => sum + rows.length, 0))
  // The site goes on with it: invariants hold, numbers go on, rules are on guard again.
  const other = createDb(target, { max: 4 })
  const again = await accountSite({ db: other })
  expect(await again.ledger.checkInvariants()).toEqual([])
  const visitor = new Visitor(again)
  const { userId } = await visitor.oneClick('EUR')
  expect(userId).toBeGreaterThan(0)
  expect((await visitor.call('POST', '/web-api/office/deposit', { method_id: 1, sum: '20' })).body.success).toBe(true)
  await expect(sql`DELETE FROM ledger_entry`.execute(other)).rejects.toThrow('append-only')
  await again.app.close()
  await other.destroy()
})

test('is of one moment while the site works, and of that moment whole', async () => {
  let stop = false
  const working = (async () => {
    let n = 0
    while (!stop) n += (await rich('30')) > 0 ? 1 : 0
    return n
  })()
  const file = (await backup()).file
  stop = true
  expect(await working).toBeGreaterThan(0)
  const target = await emptyDatabase()
  await restore(file, target)
  const other = createDb(target, { max: 2 })
  const again = await accountSite({ db: other })
  expect(await again.ledger.checkInvariants()).toEqual([])
  await again.app.close()
  await other.destroy()
})

test('takes away what killed ones have left, and nothing that may still be written or is not its own', async () => {
  const [left, young, foreign] = ['polosa-000001-20260101T000000Z.backup.part', 'polosa-000002-20260101T000000Z.backup.part', 'notes.part']
  for (const name of [left, young, foreign]) writeFileSync(join(folder, name), 'x')
  for (const name of [left, foreign]) utimesSync(join(folder, name), 0, new Date(site.clock.now() - 25 * HOUR))
  utimesSync(join(folder, young), 0, new Date(site.clock.now() - 23 * HOUR))
  await backup()
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([foreign, young])
  for (const name of [young, foreign]) rmSync(join(folder, name))
})

test('shows nothing of what it holds, and who writes cannot read', async () => {
  const bytes = readFileSync(first.file)
  expect([bytes.includes(SECRET), bytes.includes('sandbox')]).toEqual([false, false])
  await expect(restore(first.file, await emptyDatabase(), newKeys().secretKey)).rejects.toThrow('this key does not open the backup')
  await expect(restore(first.file, await emptyDatabase(), publicKey)).rejects.toThrow('this is not a restore key')
})

/** A changed copy of the first backup. */
function changed(name: string, change: (bytes: Buffer) => Buffer): string {
  const file = join(tmpdir(), `changed-${name}-${randomBytes(4).toString('hex')}`)
  writeFileSync(file, change(Buffer.from(readFileSync(first.file))))
  return file
}
const flip = (at: (bytes: Buffer) => number) => (bytes: Buffer) => {
  bytes[at(bytes)]! ^= 1
  return bytes
}
const afterHead = (bytes: Buffer) => bytes.indexOf(10) + 1

const REFUSED: [string, (bytes: Buffer) => Buffer, RegExp][] = [
  ['time', (bytes) => Buffer.from(bytes.toString('latin1').replace(/"at":"20/, '"at":"21'), 'latin1'), /changed/],
  ['first chunk', flip((bytes) => afterHead(bytes) + 100), /changed/],
  ['middle', flip((bytes) => Math.floor(bytes.length / 2)), /changed/],
  ['end', flip((bytes) => bytes.length - 1), /changed/],
  ['cut', (bytes) => bytes.subarray(0, bytes.length - 40), /cut off|changed/],
  ['edge', (bytes) => bytes.subarray(0, afterHead(bytes) + 4 + 65_536 + 16), /cut off/],
  ['longer', (bytes) => Buffer.concat([bytes, Buffer.from('more')]), /added|changed/],
  ['foreign', () => Buffer.from('another file\n'), /no backup of ours/],
]

test('changed in any place it is refused, and the database stays empty: the right one comes into it afterwards', async () => {
  const target = await emptyDatabase()
  for (const [name, change, message] of REFUSED) {
    const file = changed(name, change)
    await expect(restore(file, target), name).rejects.toThrow(message)
    rmSync(file)
    expect([name, await contentOf(target)]).toEqual([name, {}])
  }
  expect((await restore(first.file, target)).rows).toBe(first.rows)
})

test('never over a database that has something, nor by a version that has other migrations', async () => {
  await expect(restore(first.file, url)).rejects.toThrow('not empty')
  const other = mkdtempSync(join(tmpdir(), 'migrations-'))
  for (const name of readdirSync(migrations)) copyFileSync(join(migrations, name), join(other, name))
  const last = readdirSync(other).sort().at(-1)!
  const target = await emptyDatabase()
  appendFileSync(join(other, last), '-- changed')
  await expect(restoreBackup({ file: first.file, secretKey, url: target, migrations: other })).rejects.toThrow(last)
  // A later version brings it back at its own level, and migrates with the next start.
  copyFileSync(join(migrations, last), join(other, last))
  writeFileSync(join(other, '9999_later.sql'), 'CREATE TABLE later (id integer)')
  expect((await restoreBackup({ file: first.file, secretKey, url: target, migrations: other })).rows).toBe(first.rows)
  rmSync(other, { recursive: true })
})

test('a thread writes one for the worker, and says what went wrong', async () => {
  const given = { url, folder: mkdtempSync(join(folder, 'nightly-')), publicKey, now: site.clock.now() }
  const { file } = await writeBackupAside(given)
  expect((await restore(file, await emptyDatabase())).rows).toBeGreaterThan(first.rows)
  await expect(writeBackupAside({ ...given, publicKey: 'no key' })).rejects.toThrow('not a public backup key')
})

test('a folder tells without a key when a file is missing, exchanged or changed; nothing is written over', async () => {
  const chain = mkdtempSync(join(tmpdir(), 'chain-'))
  const write = () => writeBackup({ url, folder: chain, publicKey, now: site.clock.now() })
  for (let i = 0; i < 4; i += 1) await write()
  expect(await verifyFolder(chain)).toBe(4)
  const names = readdirSync(chain).sort()
  expect(names.map((name) => name.slice(0, 13))).toEqual(['polosa-000001', 'polosa-000002', 'polosa-000003', 'polosa-000004'])
  const second = readFileSync(join(chain, names[1]!))
  rmSync(join(chain, names[1]!))
  await expect(verifyFolder(chain)).rejects.toThrow(names[2])
  second[second.length - 1]! ^= 1
  writeFileSync(join(chain, names[1]!), second)
  await expect(verifyFolder(chain)).rejects.toThrow(names[2])
  second[second.length - 1]! ^= 1
  writeFileSync(join(chain, names[1]!), second)
  expect(await verifyFolder(chain)).toBe(4)
  // Two at once: one of them writes.
  const both = await Promise.allSettled([write(), write()])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await verifyFolder(chain)).toBe(5)
  for (const name of readdirSync(chain)) chmodSync(join(chain, name), 0o600)
  rmSync(chain, { recursive: true })
})

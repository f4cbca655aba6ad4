/**
 * Backups (standards DAT-10, OPS-06): one sealed file each, written beside a working site, in a folder to which files are
 * only added. A file begins with a clear head: version, time, the half of its key, and the hash of the file before it.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { connectionOf } from '../db.ts'
import { LOCKS } from '../locks.ts'
import { migrate, readMigrations } from '../migrate.ts'
import { keyFor, keyOf, seal, unseal } from './sealing.ts'
import { BackupError, dumpTables, loadTables, type Line } from './tables.ts'

const NAME = /^polosa-\d{6}-\d{8}T\d{6}Z\.backup$/
const MAX_HEAD = 4_096
const WRITE_AT_ONCE = 65_536

interface Head {
  polosa: 1
  at: string
  ephemeral: string
  /** SHA-256 of the file before it in the folder; '' of the first. */
  before: string
}

interface Level {
  migrations: { name: string; hash: string }[]
}

export interface WrittenBackup {
  file: string
  tables: number
  rows: number
  bytes: number
}

/** Writes one more file into the folder. `publicKey` is all that it needs: what it wrote it cannot read. */
export async function writeBackup(given: { url: string; folder: string; publicKey: string; now: number }): Promise<WrittenBackup> {
  const { url, folder, publicKey, now } = given
  const client = await connect(url)
  try {
    // One backup at a time: each names the one before it.
    const { rows } = await client.query<{ ok: boolean }>('SELECT pg_try_advisory_lock($1) AS ok', [LOCKS.backup])
    if (!rows[0]!.ok) throw new BackupError('another backup of this database is being written')
    return await writeFile(client, { folder, publicKey, now })
  } finally {
    await client.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionOf(url), application_name: 'polosa-backup' })
  // A connection that dies fails its query; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

async function writeFile(client: pg.Client, given: { folder: string; publicKey: string; now: number }): Promise<WrittenBackup> {
  const { folder, publicKey, now } = given
  await mkdir(folder, { recursive: true })
  const last = (await listBackups(folder)).at(-1)
  const { key, ephemeral } = keyFor(publicKey)
  const head: Head = { polosa: 1, at: new Date(now).toISOString(), ephemeral, before: last ? await hashOf(join(folder, last)) : '' }
  const file = join(folder, nameAfter(last, head.at))
  const counted = { tables: 0, rows: 0 }
  const handle = await open(`${file}.part`, 'wx', 0o400)
  try {
    const bytes = Buffer.from(`${JSON.stringify(head)}\n`)
    await handle.write(bytes)
    const packed = createGzip()
    const flowing = pipeline(Readable.from(linesOf(client, counted)), packed)
    flowing.catch(() => {})
    await append(handle, seal(key, bytes, packed))
    await flowing
    await handle.sync()
    const { size } = await handle.stat()
    // Never over a file that is there.
    await link(`${file}.part`, file)
    return { file, ...counted, bytes: size }
  } finally {
    await handle.close()
    await rm(`${file}.part`, { force: true })
  }
}

async function append(handle: FileHandle, source: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const bytes of source) await handle.write(bytes)
}

async function* linesOf(client: pg.Client, counted: { tables: number; rows: number }): AsyncGenerator<string> {
  const { rows } = await client.query<Level['migrations'][number]>('SELECT name, hash FROM migration ORDER BY name')
  // A write a row would take longer than all the rest.
  let text = `${JSON.stringify({ migrations: rows } satisfies Level)}\n`
  for await (const line of dumpTables(client)) {
    if ('end' in line) {
      counted.tables += 1
      counted.rows += line.rows
    }
    text += `${JSON.stringify(line)}\n`
    if (text.length < WRITE_AT_ONCE) continue
    yield text
    text = ''
  }
  yield text
}

/** The number goes on, so that files sort as they were written also when a clock was set back. */
function nameAfter(last: string | undefined, at: string): string {
  const number = last ? Number(last.slice(7, 13)) + 1 : 1
  return `polosa-${String(number).padStart(6, '0')}-${at.replace(/[-:]|\.\d+/g, '')}.backup`
}

export async function listBackups(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => NAME.test(name)).sort()
}

/** Without any key: that every file follows the one before it, and none is missing or was exchanged. Gives how many there are. */
export async function verifyFolder(folder: string): Promise<number> {
  const names = await listBackups(folder)
  let before = ''
  for (const name of names) {
    const { head } = await readHead(join(folder, name))
    if (head.before !== before) throw new BackupError(`${name} does not follow the file before it: one is missing or was changed`)
    before = await hashOf(join(folder, name))
  }
  return names.length
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

async function readHead(file: string): Promise<{ head: Head; bytes: Buffer }> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_HEAD), 0, MAX_HEAD, 0)
    const end = buffer.subarray(0, bytesRead).indexOf(10)
    const head = end < 0 ? null : (parse(buffer.subarray(0, end).toString()) as Head | null)
    if (head?.polosa !== 1 || typeof head.ephemeral !== 'string' || typeof head.before !== 'string')
      throw new BackupError(`${file} is no backup of ours`)
    return { head, bytes: buffer.subarray(0, end + 1) }
  } finally {
    await handle.close()
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Brings a backup back into an empty database: the migrations that it was made with, then all rows in one transaction, read
 * back and compared. What fails leaves the database as empty as it was.
 */
export async function restoreBackup(given: {
  file: string
  secretKey: string
  url: string
  migrations: string
}): Promise<{ at: string; tables: number; rows: number }> {
  const { head, bytes } = await readHead(given.file)
  const key = keyOf(given.secretKey, head.ephemeral)
  const client = await connect(given.url)
  try {
    const { rowCount } = await client.query(`SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace LIMIT 1`)
    if (rowCount !== 0) throw new BackupError('the database is not empty: a backup is brought back into an empty one only')
    try {
      const lines = jsonLines(unseal(key, bytes, createReadStream(given.file, { start: bytes.length })))
      const first = (await lines.next()).value as unknown as Level
      await migrateAs(first, given)
      await client.query('BEGIN')
      const done = await loadTables(client, lines)
      await client.query('COMMIT')
      return { at: head.at, ...done }
    } catch (error) {
      await client.query('ROLLBACK')
      await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
      throw error
    }
  } finally {
    await client.end()
  }
}

/** The backup's own level: later migrations follow with the next start. */
async function migrateAs({ migrations: wanted }: Level, { url, migrations }: { url: string; migrations: string }): Promise<void> {
  const known = new Map(readMigrations(migrations).map(({ name, hash }) => [name, hash]))
  const foreign = wanted.find(({ name, hash }) => known.get(name) !== hash)
  if (foreign) throw new BackupError(`the backup is of another version: this one has no migration ${foreign.name} of the same text`)
  await migrate(url, migrations, { until: wanted.at(-1)?.name ?? '' })
}

async function* jsonLines(sealed: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const unpacked = createGunzip()
  // Faults of the file are the reader's: they arrive where it reads.
  const flowing = pipeline(Readable.from(sealed), unpacked)
  flowing.catch(() => {})
  let rest: Buffer = Buffer.alloc(0)
  for await (const bytes of unpacked as AsyncIterable<Buffer>) {
    rest = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield JSON.parse(rest.subarray(0, end).toString()) as Line
      rest = rest.subarray(end + 1)
    }
  }
  await flowing
}

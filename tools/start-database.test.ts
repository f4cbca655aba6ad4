/** The embedded database of a start: held as long as its process lives, started again when it ends by itself. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { connectionOf } from '#platform/server/db.ts'
import { startEmbeddedPostgres } from '#platform/server/embedded-postgres.ts'
import { scratchFolder } from '../test/support/postgres.ts'
import { AlreadyRunning, openDatabase, type OpenDatabase } from './start-database.ts'

const SOON = { timeout: 30_000, interval: 100 }

function newHome(): string {
  const home = mkdtempSync(join(scratchFolder(), 'polosa-home-'))
  // The user of the server has to get in.
  chmodSync(home, 0o755)
  onTestFinished(async () => {
    await (await startEmbeddedPostgres({ stateDir: join(home, 'pg') })).stop()
    rmSync(home, { recursive: true, force: true })
  }, 60_000)
  return home
}

async function open(home: string): Promise<OpenDatabase> {
  const database = await openDatabase({ databaseUrl: null, home, mode: 'production', logLevel: 'silent' }, () => {})
  onTestFinished(() => database.close())
  return database
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(connectionOf(url))
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const answers = ({ url }: { url: string }) =>
  ask(url, 'SELECT 1').then(
    () => true,
    () => false,
  )
const HOLDERS = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 7061965 AND granted`
const holders = async ({ url }: { url: string }) => ((await ask(url, HOLDERS)) as { pid: number }[]).map(({ pid }) => pid)
const heldAnew = (database: { url: string }, before: number[]) =>
  holders(database).then(
    (held) => held.length === 1 && held[0] !== before[0],
    () => false,
  )

/** 0 between two servers. */
function postmasterOf(home: string): number {
  const file = join(home, 'pg/data/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
}

it('a data folder stays held when a process of its server crashes, and when the server does', { timeout: 120_000 }, async () => {
  const home = newHome()
  const first = await open(home)
  const before = await holders(first)
  // All other processes of the server are ended with it.
  process.kill(before[0]!, 'SIGKILL')
  await expect.poll(() => heldAnew(first, before), SOON).toBe(true)
  await expect(open(home)).rejects.toThrow(AlreadyRunning)

  const postmaster = postmasterOf(home)
  process.kill(postmaster, 'SIGKILL')
  await expect.poll(() => [0, postmaster].includes(postmasterOf(home)), SOON).toBe(false)
  await expect
    .poll(
      () =>
        holders(first).then(
          (held) => held.length,
          () => 0,
        ),
      SOON,
    )
    .toBe(1)
  await expect(open(home)).rejects.toThrow(AlreadyRunning)
  // Who was refused has left the server as it was.
  expect(await answers(first)).toBe(true)
  await first.close()
  expect(await answers(first)).toBe(false)
})

it('a server that another Polosa needs is not stopped by who adopted it', { timeout: 120_000 }, async () => {
  const home = newHome()
  await startEmbeddedPostgres({ stateDir: join(home, 'pg') })
  const second = await open(home)
  const other = new pg.Client({ ...connectionOf(second.url), application_name: 'polosa 1' })
  other.on('error', () => {})
  await other.connect()
  await second.close()
  expect(await answers(second)).toBe(true)
  await other.end()
  await (await open(home)).close()
  expect(await answers(second)).toBe(false)
})

it('a start that is just being refused does not keep the server running', { timeout: 120_000 }, async () => {
  const home = newHome()
  const first = await open(home)
  const refused = new pg.Client({ ...connectionOf(first.url), application_name: 'polosa 1' })
  refused.on('error', () => {})
  await refused.connect()
  setTimeout(() => void refused.end(), 150)
  await first.close()
  expect(await answers(first)).toBe(false)
})

import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { newKeys } from '#platform/server/backup/sealing.ts'
import { connectionOf } from '#platform/server/db.ts'
import { databaseUrl, templateDatabase, testServer } from '../test/support/postgres.ts'
import { UsageError } from './arguments.ts'
import { backup } from './backup.ts'

const dir = mkdtempSync(join(tmpdir(), 'backup-command-'))
const { url: server } = await testServer()
const run = randomBytes(6).toString('hex')
const NAMES = [`polosa_backed_up_${run}`, `polosa_brought_back_${run}`]
async function admin(...texts: string[]): Promise<void> {
  const client = new pg.Client(connectionOf(server))
  await client.connect()
  for (const text of texts) await client.query(text)
  await client.end()
}
const drop = NAMES.map((name) => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
await admin(
  `CREATE DATABASE ${NAMES[0]!} TEMPLATE ${await templateDatabase(server)} STRATEGY FILE_COPY`,
  `CREATE DATABASE ${NAMES[1]!} TEMPLATE template0 STRATEGY FILE_COPY`,
)
afterAll(async () => {
  vi.unstubAllEnvs()
  rmSync(dir, { recursive: true, force: true })
  await admin(...drop)
})

it('makes keys, writes, checks and brings back by its words, and says what it did', async () => {
  const said: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  onTestFinished(() => spy.mockRestore())
  const keyFile = join(dir, 'restore.key')
  const folder = join(dir, 'backups')
  expect(await backup(['keys', keyFile])).toBe(0)
  const publicKey = said.join('').split('\n')[1]!
  expect(statSync(keyFile).mode & 0o777).toBe(0o400)
  expect(said.join('')).not.toContain(readFileSync(keyFile, 'utf8').trim())
  await expect(backup(['keys', keyFile])).rejects.toThrow('never written over')
  vi.stubEnv('DATABASE_URL', databaseUrl(server, NAMES[0]!))
  // A folder that is not mounted looks like one in which nothing was ever written.
  mkdirSync(folder)
  expect(await backup(['verify', folder])).toBe(1)
  expect(await backup(['write', folder, `--key=${publicKey}`])).toBe(0)
  expect(await backup(['verify', folder])).toBe(0)
  const file = join(folder, readdirSync(folder)[0]!)
  expect(statSync(file).mode & 0o777).toBe(0o400)
  await expect(backup(['restore', file, `--key=${keyFile}`])).rejects.toThrow('not empty')
  vi.stubEnv('DATABASE_URL', databaseUrl(server, NAMES[1]!))
  expect(await backup(['restore', file, `--key=${keyFile}`])).toBe(0)
  expect(said.join('')).toMatch(/no backup in [^]*1 backup, whole[^]*brought back as of 20[^]*all invariants hold/)
})

it('what is not there, or is something else, is told in one sentence', async () => {
  const said = async (...args: string[]) => {
    const error = await backup(args).then(
      () => null,
      (fault: unknown) => fault,
    )
    expect(error).toBeInstanceOf(UsageError)
    return (error as UsageError).message
  }
  const none = join(dir, 'none')
  const file = join(dir, 'plain')
  writeFileSync(file, '')
  const { publicKey } = newKeys()
  expect(await said('verify', none)).toBe(`${none}: there is no such file or folder`)
  expect(await said('verify', file)).toBe(`${file}: a part of this path is a file, not a folder`)
  expect(await said('keys', join(none, 'key'))).toBe(`${join(none, 'key')}: there is no such file or folder`)
  expect(await said('write', file, `--key=${publicKey}`)).toBe(`${file}: there is a file of that name`)
  expect(await said('restore', none, `--key=${file}`)).toBe(`${none}: there is no such file or folder`)
  expect(await said('restore', file, `--key=${none}`)).toBe(`${none}: there is no such file or folder`)
  vi.stubEnv('DATABASE_URL', 'postgres://polosa:kept-to-itself@127.0.0.1:1/x')
  expect(await said('write', join(dir, 'more'), `--key=${publicKey}`)).toBe('DATABASE_URL: no PostgreSQL answers there')
})

it.each([[[]], [['write', dir]], [['keys', dir, 'more']], [['verify', dir, '--key=x']], [['restore', dir]], [['nothing', dir]]])(
  '%j is refused with what may be said',
  async (args) => {
    await expect(backup(args)).rejects.toThrow('usage: ./polosa backup keys FILE')
  },
)

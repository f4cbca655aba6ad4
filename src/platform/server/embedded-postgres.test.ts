/** The starter of the embedded PostgreSQL and what stands in its way. */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { databaseFolder } from '../../../test/support/database-folder.ts'
import { scratchFolder } from '../../../test/support/postgres.ts'
import { isServerOf, startEmbeddedPostgres } from './embedded-postgres.ts'
import { makeFolder } from './make-folder.ts'

/** A folder in which a database was begun and ended: a copy of one, for beginning it takes seconds. */
async function begunFolder(): Promise<string> {
  const stateDir = databaseFolder()
  begun ??= await (async () => {
    const folder = mkdtempSync(join(scratchFolder(), 'polosa-begun-'))
    chmodSync(folder, 0o755)
    await (await startEmbeddedPostgres({ stateDir: folder })).stop()
    return folder
  })()
  // With its owner, who is the user of the server.
  execFileSync('cp', ['-a', `${begun}/.`, stateDir])
  return stateDir
}
let begun: string | undefined
afterAll(() => begun && rmSync(begun, { recursive: true, force: true }))

it('an empty file that a full disk left is no password', { timeout: 60_000 }, async () => {
  const stateDir = databaseFolder()
  writeFileSync(join(stateDir, 'password'), '')
  const server = await startEmbeddedPostgres({ stateDir })
  await server.stop()
  expect(server.isRunning()).toBe(false)
  writeFileSync(join(stateDir, 'password'), '')
  await expect(startEmbeddedPostgres({ stateDir })).rejects.toThrow(`the password of the database in ${stateDir} is lost`)
})

it('the reason of a failed start is what was said this time, or that nothing was', { timeout: 120_000 }, async () => {
  const stateDir = await begunFolder()
  const log = join(stateDir, 'postgres.log')
  writeFileSync(log, 'LOG: of yesterday\n')
  const start = (settings: Record<string, string>) => startEmbeddedPostgres({ stateDir, settings })
  await expect(start({ work_mem: 'plenty' })).rejects.toThrow(/did not start: .*invalid value for parameter "work_mem"/)
  writeFileSync(log, 'LOG: of yesterday\n')
  await expect(start({ log_min_messages: 'panic', port: '0' })).rejects.toThrow(/did not start: (?!.*of yesterday)/)
})

it('a server that does not answer yet is waited for and adopted: after a crash it repairs its data', { timeout: 60_000 }, async () => {
  const stateDir = await begunFolder()
  const first = await startEmbeddedPostgres({ stateDir })
  process.kill(first.pid, 'SIGSTOP')
  onTestFinished(async () => {
    process.kill(first.pid, 'SIGCONT')
    await first.stop()
  })
  setTimeout(() => process.kill(first.pid, 'SIGCONT'), 4_000)
  expect(await startEmbeddedPostgres({ stateDir })).toMatchObject({ adopted: true, pid: first.pid })
})

it('a server that repairs its data is not given up, however long it takes, unless the start is', { timeout: 60_000 }, async () => {
  const stateDir = await begunFolder()
  const data = join(stateDir, 'data')
  // It waits for the log of another server for ever.
  writeFileSync(join(data, 'standby.signal'), '')
  const givenUp = new AbortController()
  let error: unknown
  const start = startEmbeddedPostgres({ stateDir, settings: { hot_standby: 'off' }, signal: givenUp.signal }).catch(
    (thrown: unknown) => (error = thrown),
  )
  const pidFile = join(data, 'postmaster.pid')
  const pidIn = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  // For a moment it is there and empty.
  await expect.poll(() => existsSync(pidFile) && isServerOf(pidIn(), data), { timeout: 20_000 }).toBe(true)
  const pid = pidIn()
  const later = vi.spyOn(Date, 'now')
  onTestFinished(() => later.mockRestore())
  const began = performance.timeOrigin + performance.now()
  for (const minutes of [0.9, 1.8, 2.7]) {
    await new Promise((done) => setTimeout(done, 500))
    later.mockImplementation(() => began + minutes * 60_000)
  }
  await new Promise((done) => setTimeout(done, 500))
  expect([error, isServerOf(pid, data)]).toEqual([undefined, true])
  givenUp.abort()
  await start
  expect(error).toMatchObject({ name: 'AbortError' })
  expect(isServerOf(pid, data)).toBe(false)
})

it('the lock file that another start is just writing is left to it; one that stays empty is of a crash', async () => {
  const stateDir = await begunFolder()
  const data = join(stateDir, 'data')
  const pidFile = join(data, 'postmaster.pid')
  writeFileSync(pidFile, '')
  const seen: boolean[] = []
  const look = setInterval(() => seen.push(existsSync(pidFile) && statSync(pidFile).size === 0), 20)
  const server = await startEmbeddedPostgres({ stateDir })
  clearInterval(look)
  await server.stop()
  expect(seen.filter(Boolean).length).toBeGreaterThan(5)
})

// Only there a process says what it is, and is there a folder of the system in which none can be made.
const isLinux = process.platform === 'linux'

it.runIf(isLinux)('a number that belongs to another process by now is not the server', async () => {
  const other = spawn('sleep', ['60'])
  onTestFinished(() => void other.kill())
  expect(isServerOf(other.pid!, databaseFolder())).toBe(false)
})

it.runIf(isLinux)('a folder where none can be made is refused at once', () => {
  expect(() => makeFolder('/proc/none/deeper')).toThrow('ENOENT')
  const folder = databaseFolder()
  makeFolder(join(folder, 'a/b'))
  makeFolder(join(folder, 'a/b'))
  expect(existsSync(join(folder, 'a/b'))).toBe(true)
})

/** What the watch over the embedded PostgreSQL leaves behind when it ends. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isServerOf } from './embedded-postgres.ts'
import { keepEmbeddedPostgres } from './embedded-watch.ts'

const log = () => ({ error() {}, info() {} })

it('a start again that does not answer is given up at once when the watch ends, and leaves no server', { timeout: 60_000 }, async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'polosa-embedded-'))
  chmodSync(stateDir, 0o755)
  onTestFinished(() => rmSync(stateDir, { recursive: true, force: true }))
  const data = join(stateDir, 'data')
  const kept = await keepEmbeddedPostgres({ stateDir }, log)
  const first = kept.pid
  const pidOf = () => {
    const file = join(data, 'postmaster.pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  }
  // Refused for its password it cannot be told from one that does not answer.
  writeFileSync(join(stateDir, 'password'), 'another')
  process.kill(first, 'SIGKILL')
  await expect.poll(() => [0, first].includes(pidOf()), { timeout: 20_000, interval: 50 }).toBe(false)
  const second = pidOf()
  const began = performance.now()
  await kept.stop()
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(isServerOf(second, data)).toBe(false)
})

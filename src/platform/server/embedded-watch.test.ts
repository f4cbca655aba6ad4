/** The watch over the embedded PostgreSQL: what it leaves behind when it ends, and how often it begins. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { databaseFolder } from '../../../test/support/database-folder.ts'
import { isServerOf, type EmbeddedPostgres } from './embedded-postgres.ts'
import { keepEmbeddedPostgres } from './embedded-watch.ts'

const log = () => ({ error() {}, info() {} })

it('a start again that does not answer is given up at once when the watch ends, and leaves no server', { timeout: 60_000 }, async () => {
  const stateDir = databaseFolder()
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

it('the pause before a start doubles while the server lives for less than a minute, and that is said once', async () => {
  const stateDir = databaseFolder()
  mkdirSync(join(stateDir, 'data'))
  writeFileSync(join(stateDir, 'data/PG_VERSION'), '')
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let lifeMs = 500
  const starts: number[] = []
  const start = async (): Promise<EmbeddedPostgres> => {
    const endsAt = performance.now() + lifeMs
    starts.push(performance.now())
    return { url: '', adopted: false, pid: 1, isRunning: () => performance.now() < endsAt, stop: async () => {} }
  }
  const said: unknown[] = []
  const kept = await keepEmbeddedPostgres(
    { stateDir },
    () => ({ error: (...words: unknown[]) => said.push(words.at(-1)), info() {} }),
    start,
  )
  await vi.advanceTimersByTimeAsync(110_000)
  // The look that finds it gone comes a second after the start.
  const gapsS = starts.slice(1).map((at, i) => Math.round((at - starts[i]!) / 1_000))
  expect(gapsS).toEqual([1, 2, 3, 5, 9, 17, 31, 31])
  expect(said.filter((words) => String(words).includes('again and again'))).toHaveLength(1)

  lifeMs = 60_500
  await vi.advanceTimersByTimeAsync(31_000)
  const before = starts.length
  await vi.advanceTimersByTimeAsync(61_000)
  expect(starts).toHaveLength(before + 1)
  await kept.stop()
})

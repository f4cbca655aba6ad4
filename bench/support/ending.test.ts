/** Ended by hand, a bench takes its PostgreSQL with it, which no Ctrl-C reaches. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const home = mkdtempSync(join(tmpdir(), 'bench-ending-'))
// As root the server runs as somebody else, who has to get in.
chmodSync(home, 0o755)
afterAll(() => rmSync(home, { recursive: true, force: true }))

const BENCH = `
const { benchPostgres } = await import(${JSON.stringify(resolve('bench/support/postgres.ts'))})
const { pid } = await benchPostgres({ stateDir: ${JSON.stringify(join(home, 'pg'))} })
console.log('pid', pid)
setInterval(() => {}, 1000)`

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it.each(['SIGINT', 'SIGHUP'] as const)('%s', { timeout: 60_000 }, async (signal) => {
  const bench = spawn(process.execPath, ['--input-type=module', '-e', BENCH], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  bench.stdout.on('data', (part) => (said += String(part)))
  await expect.poll(() => said, { timeout: 40_000 }).toMatch(/pid \d+\n/)
  const pid = Number(/pid (\d+)/.exec(said)![1])
  expect(isAlive(pid)).toBe(true)
  const ended = once(bench, 'exit')
  bench.kill(signal)
  expect(await ended).toEqual([1, null])
  // Whoever takes over the children of the dead asks for it a moment later.
  await expect.poll(() => isAlive(pid)).toBe(false)
})

/** However it is told to end, the product stops in order and leaves nothing behind. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { once } from 'node:events'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '../test/support/database.ts'

const { url } = await testDatabase(1)
const home = mkdtempSync(join(tmpdir(), 'start-command-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

it.each(['SIGHUP', 'SIGTERM'] as const)('%s stops it', { timeout: 60_000 }, async (signal) => {
  const product = spawn(process.execPath, [resolve('tools/polosa.ts'), 'start', '--only=api,feed,worker'], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      PORT: '0',
      POLOSA_HOME: home,
      POLOSA_MODE: 'development',
      BRANDS: resolve('brands'),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  product.stdout.on('data', (part) => (said += String(part)))
  const ended = once(product, 'exit')
  await expect.poll(() => said, { timeout: 40_000 }).toContain('ready player: boris')
  product.kill(signal)
  expect(await ended).toEqual([0, null])
  expect(said).toMatch(/ {2}stopping\n$/)
})

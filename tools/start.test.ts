/** What a start leaves behind: nothing, however it is told to end, and no data folder when it cannot begin. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { once } from 'node:events'
import { afterAll, expect, it, onTestFinished } from 'vitest'
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
  const ended = once(product, 'close')
  await expect.poll(() => said, { timeout: 40_000 }).toContain('ready player: boris')
  product.kill(signal)
  expect(await ended).toEqual([0, null])
  expect(said).toMatch(/ {2}stopping\n$/)
})

it('a port that is taken is told before a data folder is begun', { timeout: 60_000 }, async () => {
  const taken = createServer()
  await once(taken.listen(0, '127.0.0.1'), 'listening')
  const fresh = join(home, 'fresh')
  const env = { ...process.env, DATABASE_URL: '', PORT: String((taken.address() as AddressInfo).port), POLOSA_HOME: fresh }
  const product = spawn(process.execPath, [resolve('tools/polosa.ts'), 'start'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  product.stderr.on('data', (part) => (said += String(part)))
  expect(await once(product, 'close')).toEqual([1, null])
  taken.close()
  expect(said).toBe(`polosa: PORT: ${env.PORT} is taken by another program; choose another\n`)
  expect(existsSync(fresh)).toBe(false)
})

it('a key of the journal that cannot be read is the only thing said', { timeout: 60_000 }, async () => {
  const key = join(home, 'no-such-key.pem')
  const env = { ...process.env, DATABASE_URL: url, PORT: '0', POLOSA_HOME: home, POLOSA_JOURNAL_KEY: key, POLOSA_MODE: 'development' }
  const product = spawn(process.execPath, [resolve('tools/polosa.ts'), 'start', '--only=api,feed,worker'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [product.stdout, product.stderr]) stream.on('data', (part) => (said += String(part)))
  expect(await once(product, 'close')).toEqual([1, null])
  expect(said).toBe(`  Polosa, development mode\npolosa: POLOSA_JOURNAL_KEY: the journal's key ${key} cannot be read\n`)
})

it.runIf(process.platform === 'linux')('a data folder that nobody can make is one sentence', { timeout: 60_000 }, async () => {
  const env = { ...process.env, DATABASE_URL: '', PORT: '0', POLOSA_HOME: '/proc/x', POLOSA_MODE: 'development' }
  const product = spawn(process.execPath, [resolve('tools/polosa.ts'), 'start'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void product.kill('SIGKILL'))
  let said = ''
  product.stderr.on('data', (part) => (said += String(part)))
  expect(await once(product, 'close')).toEqual([1, null])
  expect(said).toBe('polosa: POLOSA_HOME: /proc/x: no folder can be made there\n')
})

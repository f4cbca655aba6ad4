/** What an operator gets wrong at the start: one clear sentence, no secret in it, and an end with 1. */
import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../support/database.ts'

const root = resolve(import.meta.dirname, '../..')
const home = mkdtempSync(join(tmpdir(), 'polosa-secrets-'))
const START_MS = 60_000
const SECRET = 'kept-to-itself'
const taken = createServer()
let url = ''

beforeAll(async () => {
  ;({ url } = await testDatabase())
  await new Promise<void>((done) => void taken.listen(0, '127.0.0.1', done))
}, START_MS)
afterAll(() => void taken.close())

function fileWith(name: string, text: string): string {
  const path = join(home, name)
  writeFileSync(path, text)
  return path
}

/** What the product says on stderr until it ends by itself, and its exit code. */
function refusedStart(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [join(root, 'tools/polosa.ts'), 'start', '--only=api,feed,worker'], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      PORT: '0',
      POLOSA_HOME: home,
      NATS_URL: '',
      BRANDS: join(root, 'brands'),
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (part) => (said += String(part)))
  const late = setTimeout(() => child.kill('SIGKILL'), START_MS)
  return new Promise((done) =>
    child.once('exit', (code) => {
      clearTimeout(late)
      done({ code, said })
    }),
  )
}

const production = { POLOSA_MODE: 'production' }
it.each<[string, () => Record<string, string>, RegExp]>([
  ['production without a key file', () => production, /^polosa: .*POLOSA_KEYS: no key file at .*keys\.json/m],
  [
    'a key file that is another document',
    () => ({ ...production, POLOSA_KEYS: fileWith('other.json', `{"password":"${SECRET}"}`) }),
    /^polosa: .*POLOSA_KEYS: .*other\.json is not a key file/m,
  ],
  [
    'a port that is taken',
    () => ({ PORT: String((taken.address() as AddressInfo).port) }),
    /^polosa: PORT: \d+ is taken by another program; choose another\n$/m,
  ],
  ['a mode that is none', () => ({ POLOSA_MODE: 'staging' }), /^polosa: POLOSA_MODE: .*\n$/],
  [
    'a database that is none',
    () => ({ DATABASE_URL: `mysql://polosa:${SECRET}@localhost/x` }),
    /^polosa: DATABASE_URL: must be a URL starting with postgres:\/\/ or postgresql:\/\/\n$/,
  ],
])('%s', { timeout: START_MS }, async (_what, env, sentence) => {
  const { code, said } = await refusedStart(env())
  expect(said).toMatch(sentence)
  expect(said).not.toContain(SECRET)
  expect(code).toBe(1)
})

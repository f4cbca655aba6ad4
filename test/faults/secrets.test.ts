/** What an operator gets wrong at the start: one clear sentence, no secret in it, and an end with 1. */
import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../support/database.ts'

const root = resolve(import.meta.dirname, '../..')
const home = mkdtempSync(join(tmpdir(), 'polosa-secrets-'))
const START_MS = 60_000
const SECRET = 'kept-to-itself'
let url = ''

beforeAll(async () => {
  ;({ url } = await testDatabase())
}, START_MS)

function changed(parts: Partial<Record<'pathname' | 'username' | 'password', string>>): string {
  return Object.assign(new URL(url), parts).toString()
}

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
    child.once('close', (code) => {
      clearTimeout(late)
      done({ code, said })
    }),
  )
}

const REAL_STORE = {
  url: 'https://pay.example',
  store: 'store1',
  apiKey: SECRET,
  webhookSecret: SECRET,
  returnUrl: 'https://polosa.example',
  methods: { BTC: 'BTC-CHAIN' },
}
const production = { POLOSA_MODE: 'production' }
it.each<[string, () => Record<string, string>, RegExp]>([
  [
    'production without a key file',
    () => production,
    /^polosa: POLOSA_KEYS: no key file at .*keys\.json; \.\/polosa keys FILE makes one\n$/,
  ],
  [
    'a key file that is another document',
    () => ({ ...production, POLOSA_KEYS: fileWith('other.json', `{"password":"${SECRET}"}`) }),
    /^polosa: POLOSA_KEYS: .*other\.json: rsaPrivatePem: .*\n$/,
  ],
  [
    'a host that is none',
    () => ({ HOST: 'no-such-host.invalid' }),
    /^polosa: HOST: no-such-host\.invalid is no address of this machine\n$/,
  ],
  ['a host of another machine', () => ({ HOST: '192.0.2.1' }), /^polosa: HOST: 192\.0\.2\.1 is no address of this machine\n$/],
  [
    'a data folder that is a file',
    () => ({ POLOSA_HOME: fileWith('home', '') }),
    /^polosa: POLOSA_HOME: .*home: there is a file of that name\n$/,
  ],
  [
    'a database that nobody serves',
    () => ({ DATABASE_URL: `postgres://polosa:${SECRET}@127.0.0.1:1/x` }),
    /^polosa: DATABASE_URL: no PostgreSQL answers there\n$/,
  ],
  ['an unknown database', () => ({ DATABASE_URL: changed({ pathname: '/polosa_none' }) }), /^polosa: DATABASE_URL: .*polosa_none.*\n$/],
  ['a database without a user', () => ({ DATABASE_URL: changed({ username: '', password: '' }) }), /^polosa: DATABASE_URL: .+\n$/],
  ['a wrong password', () => ({ DATABASE_URL: changed({ password: SECRET }) }), /^polosa: DATABASE_URL: .*authentication.*\n$/],
  ['countries in no file', () => ({ GEOIP_DB: join(home, 'none.mmdb') }), /^polosa: GEOIP_DB: no file at .*none\.mmdb\n$/],
  [
    'a broken file of a cashier',
    () => ({ PAYMENTS_BTCPAY: fileWith('btcpay.json', `{"apiKey":${SECRET}`) }),
    /^polosa: PAYMENTS_BTCPAY: .*btcpay\.json is not JSON\n$/,
  ],
  [
    'real money on recorded games',
    () => ({ FEED: 'replay', PAYMENTS_BTCPAY: fileWith('real.json', JSON.stringify(REAL_STORE)) }),
    /^polosa: PAYMENTS_BTCPAY takes real money, and FEED=replay shows games that nobody plays: [^\n]+\n$/,
  ],
  [
    'a key file that was mistyped in development',
    () => ({ POLOSA_KEYS: join(home, 'mistyped.json') }),
    /^polosa: POLOSA_KEYS: no key file at /,
  ],
])('%s', { timeout: START_MS }, async (_what, env, sentence) => {
  const { code, said } = await refusedStart(env())
  expect(said).toMatch(sentence)
  expect(said).not.toContain(SECRET)
  expect(code).toBe(1)
})

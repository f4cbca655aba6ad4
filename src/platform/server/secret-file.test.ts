/** A wrong file of secrets stops the start with one sentence in which nothing of it stands. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadKeys, readHostedKeys, readSocialKeys } from '#modules/auth/server/index.ts'
import { readBtcpaySettings } from '#modules/payments/server/btcpay.ts'
import { readSpelpausSettings } from '#modules/protection/server/spelpaus.ts'
import { EnvError } from './env.ts'
import { readSmsGateway } from './sms.ts'

const SECRET = 'TOPSECRETKEY123456'
const dir = mkdtempSync(join(tmpdir(), 'secret-file-'))
const file = join(dir, 'secrets.json')
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const READERS: [string, (file: string) => unknown][] = [
  ['PAYMENTS_BTCPAY', readBtcpaySettings],
  ['REGISTER_SPELPAUS', readSpelpausSettings],
  ['CAPTCHA_KEYS', readHostedKeys],
  ['SOCIAL_KEYS', readSocialKeys],
  ['SMS_GATEWAY_FILE', readSmsGateway],
  ['POLOSA_KEYS', (path) => loadKeys({ home: dir, file: path, create: true })],
]

/** Broken where the secret stands, a word alone, another document, an empty file. */
const TEXTS = [
  `{"url":"https://pay.example","apiKey":${SECRET}}`,
  SECRET,
  `"${SECRET}"`,
  `{"brand":{"google":"${SECRET}"}}`,
  `["${SECRET}"`,
  '',
]

it.each(READERS)('%s', async (setting, read) => {
  const sentence = async (path: string) => {
    const error = await Promise.resolve(path)
      .then(read)
      .then(
        () => null,
        (fault: unknown) => fault,
      )
    expect(error).toBeInstanceOf(EnvError)
    return (error as EnvError).message
  }
  for (const text of TEXTS) {
    writeFileSync(file, text)
    const said = await sentence(file)
    expect(said.startsWith(`${setting}: ${file}`)).toBe(true)
    expect(said).not.toMatch(/TOPS|\n/)
  }
  expect(await sentence(join(dir, 'none.json'))).toMatch(new RegExp(`^${setting}: no (?:key )?file at .*none\\.json`))
  expect(await sentence(dir)).toBe(`${setting}: ${dir} cannot be read`)
})

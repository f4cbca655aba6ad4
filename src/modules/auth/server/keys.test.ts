import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { encodePassword, loadKeys } from './keys.ts'

const home = mkdtempSync(join(tmpdir(), 'keys-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Two at once on an empty home: both must end with the same file. */
async function wide() {
  const [keys, same] = await Promise.all([loadKeys({ home, create: true }), loadKeys({ home, create: true })])
  return { keys, same }
}

it('keys are made once, readable by their owner only, and needed in production', async () => {
  const { keys, same } = await wide()
  expect(keys.publicKeyPem()).toBe(same.publicKeyPem())
  expect(same.open(keys.seal('secret', 'a:1'), 'a:1')).toBe('secret')
  expect(() => same.open(keys.seal('secret', 'a:1'), 'a:2')).toThrow()
  expect(statSync(join(home, 'keys.json')).mode & 0o777).toBe(0o600)
  await expect(loadKeys({ home: join(home, 'none'), create: false })).rejects.toThrow(/POLOSA_KEYS: no key file/)
}, 60_000)

it('encoding carries every text unchanged (C4)', async () => {
  const { keys } = await wide()
  const long = '😀'.repeat(100)
  expect(await keys.decrypt(await encodePassword(keys.publicKeyPem(), long))).toBe(long)
  for (const text of ['😀'.repeat(40), 'пароль с пробелом ', '\u0000nul\u0000', 'e\u0301', '\uFEFFbom']) {
    expect(await keys.decrypt(await encodePassword(keys.publicKeyPem(), text))).toBe(text)
  }
  for (const bad of ['', 'plain', '1.', `1.${'A'.repeat(344)}`, '2.AAAA']) expect(await keys.decrypt(bad)).toBeNull()
})

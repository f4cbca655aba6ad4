import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { testDatabase } from '../../../../test/support/database.ts'
import { encodePassword, loadKeys, makeKeyFile } from './keys.ts'
import { refuseOtherKeys } from './keys-of-database.ts'

const home = mkdtempSync(join(tmpdir(), 'keys-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

interface KeyText {
  currentSealKey: string
  sealKeys: Record<string, string>
  macKey: string
  rsaPrivatePem: string
}

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

it('a file that was named is never made by a start, and never written over', async () => {
  const named = join(home, 'named.json')
  await expect(loadKeys({ home, file: named, create: true })).rejects.toThrow(`POLOSA_KEYS: no key file at ${named}`)
  expect(existsSync(named)).toBe(false)
  expect(await Promise.all([makeKeyFile(named, 2048), makeKeyFile(named, 2048)])).toContain(true)
  const text = readFileSync(named, 'utf8')
  expect([await makeKeyFile(named, 2048), readFileSync(named, 'utf8'), statSync(named).mode & 0o777]).toEqual([false, text, 0o600])
  await loadKeys({ home, file: named, create: false })
})

describe('keys of a database', () => {
  /** A key file with changes; parts that are left out are those of the first. */
  let first: KeyText
  beforeAll(async () => {
    await wide()
    first = JSON.parse(readFileSync(join(home, 'keys.json'), 'utf8')) as KeyText
  })
  const keysWith = (change: Partial<KeyText>) => {
    const file = join(home, 'changed.json')
    writeFileSync(file, JSON.stringify({ ...first, ...change }))
    return loadKeys({ home, file, create: false })
  }
  const key = () => randomBytes(32).toString('base64')
  const refusal = /^POLOSA_KEYS: this database was begun with other keys \((\S+) is missing or differs\)/

  it('are noted, and others are refused: another seal key of the same name, another for marks', async () => {
    const { db } = await testDatabase()
    await refuseOtherKeys(db, await keysWith({}))
    await refuseOtherKeys(db, await keysWith({}))
    for (const [change, name] of [
      [{ sealKeys: { k1: key() } }, 'seal.k1'],
      [{ macKey: key() }, 'mac'],
    ] as const)
      await expect(refuseOtherKeys(db, await keysWith(change))).rejects.toThrow(new RegExp(refusal.source.replace('\\S+', name)))
    await refuseOtherKeys(db, await keysWith({}))
    const { rows } = await sql<{ text: string }>`SELECT value::text AS text FROM setting WHERE key = 'keys'`.execute(db)
    for (const secret of [first.macKey, first.sealKeys['k1']!]) {
      expect(rows[0]!.text).not.toContain(secret)
      expect(rows[0]!.text).not.toContain(Buffer.from(secret, 'base64').toString('hex').slice(0, 32))
    }
  })

  it('may be rotated: one more for sealing is noted, and from then on needed', async () => {
    const { db } = await testDatabase()
    await refuseOtherKeys(db, await keysWith({}))
    const sealKeys = { ...first.sealKeys, k2: key() }
    const rotated = await keysWith({ currentSealKey: 'k2', sealKeys })
    expect(rotated.open((await keysWith({})).seal('secret', 'a:1'), 'a:1')).toBe('secret')
    await refuseOtherKeys(db, rotated)
    await refuseOtherKeys(db, rotated)
    await expect(refuseOtherKeys(db, await keysWith({}))).rejects.toThrow('seal.k2')
    await expect(refuseOtherKeys(db, await keysWith({ currentSealKey: 'k2', sealKeys: { k2: sealKeys.k2 } }))).rejects.toThrow('seal.k1')
  })

  it('two processes with different keys cannot begin one database', async () => {
    const { db } = await testDatabase()
    const both = [await keysWith({}), await keysWith({ macKey: key() })]
    const done = await Promise.allSettled(both.map((keys) => refuseOtherKeys(db, keys)))
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('that are damaged are refused in a sentence', async () => {
    await expect(keysWith({ currentSealKey: 'k9' })).rejects.toThrow(/currentSealKey: is none of sealKeys$/)
    await expect(keysWith({ macKey: 'AAAA' })).rejects.toThrow(/macKey: is no key of 32 bytes$/)
    await expect(keysWith({ rsaPrivatePem: 'AAAA' })).rejects.toThrow(/rsaPrivatePem is no RSA key$/)
  })
})

it('encoding carries every text unchanged (C4)', async () => {
  const { keys } = await wide()
  const long = '😀'.repeat(100)
  expect(await keys.decrypt(await encodePassword(keys.publicKeyPem(), long))).toBe(long)
  for (const text of ['😀'.repeat(40), 'пароль с пробелом ', '\u0000nul\u0000', 'e\u0301', '\uFEFFbom']) {
    expect(await keys.decrypt(await encodePassword(keys.publicKeyPem(), text))).toBe(text)
  }
  for (const bad of ['', 'plain', '1.', `1.${'A'.repeat(344)}`, '2.AAAA']) expect(await keys.decrypt(bad)).toBeNull()
})

/**
 * The key that signs receipts and heads (Ed25519). It is kept outside the database, so that whoever can write there
 * cannot sign: `journal-key.pem` in the data folder, made at the first start, or POLOSA_JOURNAL_KEY, which several
 * machines of one installation share.
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign, verify, type KeyObject } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EnvError } from '#platform/server/env.ts'
import { makeFolder } from '#platform/server/make-folder.ts'

export interface JournalKey {
  /** First 16 hexadecimal digits of SHA-256 of the public key. */
  id: string
  /** 32 bytes. */
  publicKey: Buffer
  sign(text: string): Buffer
}

/** `given`: the private key itself as PEM, or the path of a file with it; null: the file of the data folder. */
export function loadJournalKey({ home, given }: { home: string; given: string | null }): JournalKey {
  if (given !== null) return keyOf(given.includes('-----BEGIN') ? given : readPem(given, 'POLOSA_JOURNAL_KEY'))
  const path = join(home, 'journal-key.pem')
  if (!existsSync(path)) makeFile(home, path)
  return keyOf(readPem(path, 'POLOSA_HOME'))
}

/** A key that lives in memory: for tests. */
export function temporaryJournalKey(): JournalKey {
  return journalKey(generateKeyPairSync('ed25519').privateKey)
}

function readPem(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new EnvError(`${name}: the journal's key ${path} cannot be read`)
  }
}

/** Two processes may start at once: a link never replaces a file, so the first key stays. */
function makeFile(home: string, path: string): void {
  makeFolder(home, 0o700)
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  writeFileSync(draft, pem, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function keyOf(pem: string): JournalKey {
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    throw new EnvError('POLOSA_JOURNAL_KEY: not a private key')
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new EnvError('POLOSA_JOURNAL_KEY: the key must be an Ed25519 key')
  return journalKey(key)
}

function journalKey(privateKey: KeyObject): JournalKey {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  const publicKey = Buffer.from(x!, 'base64url')
  return { id: keyId(publicKey), publicKey, sign: (text) => sign(null, Buffer.from(text), privateKey) }
}

export function keyId(publicKey: Buffer): string {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, 16)
}

/** To check many signatures with: `verifySigned` takes no other. */
export function publicKeyOf(publicKey: Buffer): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') }, format: 'jwk' })
}

/** False for anything that is not a signature of this key over this text. */
export function verifySigned(key: KeyObject, text: string, signature: Buffer): boolean {
  return verify(null, Buffer.from(text), key, signature)
}

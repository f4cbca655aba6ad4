/**
 * Keys of the installation, made once and kept outside the database (DAT-02): the RSA pair for passwords on
 * their way, AES-256-GCM keys for secrets at rest, HMAC keys for codes and provider signatures.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, generateKeyPair, randomBytes, webcrypto } from 'node:crypto'
import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { EnvError } from '#platform/server/env.ts'
import { makeFolder } from '#platform/server/make-folder.ts'
import { readSecretFile } from '#platform/server/secret-file.ts'
import { encodedPasswordPart } from '../rules/password.ts'

export interface KeyService {
  /** SPKI PEM: goes out as `auth.public_key` of the configuration. */
  publicKeyPem(): string
  /** The text of a `1.`+base64 value (wire 12.2); null when it is not one of ours. */
  decrypt(encoded: string): Promise<string | null>
  /** Seals a secret; it opens only with the same owner. */
  seal(plain: string, ownerId: string): string
  /** Throws when the value was changed or belongs to somebody else. */
  open(sealed: string, ownerId: string): string
  /** HMAC-SHA256 under a key of that purpose. */
  mac(purpose: string, text: string): Buffer
  /** Shared secret of a payment provider. */
  providerSecret(provider: string): Buffer
  /** By name, of the keys that what is in the database depends on: tells keys apart and gives none away. */
  fingerprints(): Record<string, string>
}

const key32 = z.string().refine((text) => Buffer.from(text, 'base64').length === 32, 'is no key of 32 bytes')
const fileSchema = z
  .object({
    rsaPrivatePem: z.string(),
    rsaPublicPem: z.string(),
    currentSealKey: z.string(),
    sealKeys: z.record(z.string(), key32),
    macKey: key32,
  })
  .refine(({ currentSealKey, sealKeys }) => Object.hasOwn(sealKeys, currentSealKey), {
    path: ['currentSealKey'],
    message: 'is none of sealKeys',
  })
type KeyFile = z.output<typeof fileSchema>

/**
 * Reads the key file, `<home>/keys.json` unless one is named; in development a missing one of the data folder is made
 * (mode 0600). One that was named is never made: its name may be mistyped. Throws EnvError when it is missing or damaged.
 */
export async function loadKeys({
  home,
  file = null,
  create,
  rsaBits = 4096,
}: {
  home: string
  file?: string | null
  create: boolean
  rsaBits?: number
}): Promise<KeyService> {
  const path = file ?? join(home, 'keys.json')
  if (!existsSync(path)) {
    if (!create || file !== null) throw new EnvError(`POLOSA_KEYS: no key file at ${path}; ./polosa keys FILE makes one`)
    await writeOnce(path, await makeKeys(rsaBits))
  }
  try {
    return await keyService(readSecretFile('POLOSA_KEYS', path, fileSchema))
  } catch (error) {
    if (error instanceof EnvError) throw error
    throw new EnvError(`POLOSA_KEYS: ${path}: rsaPrivatePem is no RSA key`)
  }
}

/** Makes a key file. False: there is one already, and it stays as it is. */
export async function makeKeyFile(path: string, rsaBits = 4096): Promise<boolean> {
  return !existsSync(path) && (await writeOnce(path, await makeKeys(rsaBits)))
}

/** Keys that live in memory only: for tests and one-off tools. */
export async function temporaryKeys(rsaBits = 2048): Promise<KeyService> {
  return keyService(await makeKeys(rsaBits))
}

async function makeKeys(rsaBits: number): Promise<KeyFile> {
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: rsaBits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return {
    rsaPrivatePem: pair.privateKey,
    rsaPublicPem: pair.publicKey,
    currentSealKey: 'k1',
    sealKeys: { k1: randomBytes(32).toString('base64') },
    macKey: randomBytes(32).toString('base64'),
  }
}

/** Two processes may start at once: the first file stays, for a link never replaces one. False: it was another's. */
async function writeOnce(path: string, keys: KeyFile): Promise<boolean> {
  makeFolder(dirname(path), 0o700)
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, JSON.stringify(keys), { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (!existsSync(path)) throw error
    return false
  } finally {
    rmSync(draft, { force: true })
  }
}

async function keyService(file: KeyFile): Promise<KeyService> {
  // WebCrypto decrypts on the thread pool; the classic call would hold the event loop for some milliseconds.
  const privateKey = await webcrypto.subtle.importKey('pkcs8', derOf(file.rsaPrivatePem), { name: 'RSA-OAEP', hash: 'SHA-256' }, false, [
    'decrypt',
  ])
  const macKey = Buffer.from(file.macKey, 'base64')
  const sealKey = (id: string) => {
    const key = file.sealKeys[id]
    if (key === undefined) throw new Error(`unknown seal key ${id}`)
    return Buffer.from(key, 'base64')
  }
  return {
    publicKeyPem: () => file.rsaPublicPem,
    async decrypt(encoded) {
      const part = encodedPasswordPart(encoded)
      if (part === null) return null
      try {
        const plain = await webcrypto.subtle.decrypt({ name: 'RSA-OAEP' }, privateKey, Buffer.from(part, 'base64'))
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain)
      } catch {
        return null
      }
    },
    seal(plain, ownerId) {
      const id = file.currentSealKey
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealKey(id), iv)
      cipher.setAAD(Buffer.from(`${id}:${ownerId}`))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return ['v1', id, iv.toString('base64url'), body.toString('base64url'), cipher.getAuthTag().toString('base64url')].join('.')
    },
    open(sealed, ownerId) {
      const [version, id, iv, body, tag] = sealed.split('.')
      if (version !== 'v1' || !id || !iv || body === undefined || !tag) throw new Error('not a sealed value')
      const decipher = createDecipheriv('aes-256-gcm', sealKey(id), Buffer.from(iv, 'base64url'), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(`${id}:${ownerId}`))
      decipher.setAuthTag(Buffer.from(tag, 'base64url'))
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8')
    },
    mac: (purpose, text) => createHmac('sha256', macKey).update(`${purpose}\0${text}`).digest(),
    providerSecret: (provider) => createHmac('sha256', macKey).update(`provider\0${provider}`).digest(),
    // Not of the RSA pair: nothing that is stored depends on it.
    fingerprints: () =>
      Object.fromEntries([
        ['mac', fingerprint('mac', file.macKey)],
        ...Object.entries(file.sealKeys).map(([id, key]) => [`seal.${id}`, fingerprint(`seal.${id}`, key)] as const),
      ]),
  }
}

function fingerprint(name: string, key: string): string {
  return createHash('sha256').update(`polosa key ${name}\0`).update(Buffer.from(key, 'base64')).digest('hex').slice(0, 32)
}

function derOf(pem: string): Buffer {
  return Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
}

/** The client's side of the encoding: `1.` + base64 of RSA-OAEP-SHA256. For programs and tests. */
export async function encodePassword(publicKeyPem: string, password: string): Promise<string> {
  const key = await webcrypto.subtle.importKey('spki', derOf(publicKeyPem), { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt'])
  const sealed = await webcrypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, new TextEncoder().encode(password))
  return `1.${Buffer.from(sealed).toString('base64')}`
}

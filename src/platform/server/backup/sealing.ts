/**
 * Bytes sealed for one reader (standards DAT-10): whoever has the public key can write, only the secret key reads. Every
 * file has a key of its own; every chunk knows its place, the head of its file and whether it is the last, so that what is
 * changed, cut, moved, taken out or added is found.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'

export class SealError extends Error {
  override name = 'SealError'
}

const CHUNK = 64 * 1024
const TAG = 16
const LAST = 0x8000_0000

export function newKeys(): { publicKey: string; secretKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    secretKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  }
}

/** A new key for a file, and the half of it that its reader needs. */
export function keyFor(reader: string): { key: Buffer; ephemeral: string } {
  const publicKey = readPublic(reader)
  const own = generateKeyPairSync('x25519')
  const ephemeral = own.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  return { key: derive(own.privateKey, publicKey, ephemeral), ephemeral }
}

export function keyOf(secret: string, ephemeral: string): Buffer {
  let own: KeyObject
  try {
    own = createPrivateKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' })
  } catch {
    throw new SealError('this is not a restore key')
  }
  return derive(own, readPublic(ephemeral), ephemeral)
}

function readPublic(text: string): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType === 'x25519') return key
  } catch {
    // Said below.
  }
  throw new SealError('this is not a public backup key')
}

function derive(privateKey: KeyObject, publicKey: KeyObject, ephemeral: string): Buffer {
  const shared = diffieHellman({ privateKey, publicKey })
  return Buffer.from(hkdfSync('sha256', shared, Buffer.from(ephemeral), 'polosa backup 1', 32))
}

/** Chunk: length with the mark of the last (4 bytes), sealed bytes, tag (16 bytes). The place is the nonce: a key seals one file. */
export async function* seal(key: Buffer, head: Buffer, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let n = 0
  let waiting = Buffer.alloc(0)
  for await (const bytes of source) {
    waiting = Buffer.concat([waiting, bytes])
    // One chunk always waits: only at the end is it known which one is the last.
    while (waiting.length > CHUNK) {
      yield sealChunk(key, head, { n, last: false }, waiting.subarray(0, CHUNK))
      waiting = waiting.subarray(CHUNK)
      n += 1
    }
  }
  yield sealChunk(key, head, { n, last: true }, waiting)
}

interface Place {
  n: number
  last: boolean
}

function sealChunk(key: Buffer, head: Buffer, place: Place, bytes: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(place.n))
  cipher.setAAD(aadOf(head, place))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  const length = Buffer.alloc(4)
  length.writeUInt32BE((place.last ? LAST : 0) + body.length)
  return Buffer.concat([length, body, cipher.getAuthTag()])
}

function nonceOf(n: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(n, 6, 6)
  return nonce
}

function aadOf(head: Buffer, { n, last }: Place): Buffer {
  return createHash('sha256').update(head).update(`${n} ${last}`).digest()
}

/** The bytes again. Throws SealError as soon as something is not as it was sealed; nothing may be kept of what came before. */
export async function* unseal(key: Buffer, head: Buffer, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let n = 0
  let ended = false
  let waiting = Buffer.alloc(0)
  for await (const bytes of source) {
    if (ended) throw new SealError('something was added behind the end of the backup')
    waiting = Buffer.concat([waiting, bytes])
    for (let whole = wholeChunk(waiting); whole; whole = wholeChunk(waiting)) {
      if (ended) throw new SealError('something was added behind the end of the backup')
      yield openChunk(key, head, { n, last: whole.last }, whole.sealed)
      ended = whole.last
      waiting = waiting.subarray(4 + whole.sealed.length)
      n += 1
    }
  }
  if (ended && waiting.length > 0) throw new SealError('something was added behind the end of the backup')
  if (!ended) throw new SealError('the backup is cut off')
}

function wholeChunk(bytes: Buffer): { last: boolean; sealed: Buffer } | null {
  if (bytes.length < 4) return null
  const word = bytes.readUInt32BE(0)
  const last = word >= LAST
  const length = (last ? word - LAST : word) + TAG
  if (length > CHUNK + TAG) throw new SealError('the backup was changed')
  return bytes.length < 4 + length ? null : { last, sealed: bytes.subarray(4, 4 + length) }
}

function openChunk(key: Buffer, head: Buffer, place: Place, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(place.n))
  decipher.setAAD(aadOf(head, place))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG)), decipher.final()])
  } catch {
    throw new SealError(place.n === 0 ? 'this key does not open the backup, or it was changed' : 'the backup was changed')
  }
}

/** Random secrets and their digests. Only digests are stored. */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 192 random bits as text: session cookies, tokens, links. */
export function newSecret(): string {
  return randomBytes(24).toString('base64url')
}

/** 96 random bits: public ids that cannot be counted up. */
export function newId(): string {
  return randomBytes(12).toString('base64url')
}

/** A code of that many digits, every value equally likely. */
export function newCode(digits: number): string {
  return String(randomInt(0, 10 ** digits)).padStart(digits, '0')
}

export function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Compares without telling how much is equal. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Services that are no OAuth: Telegram signs what it tells, a wallet signs what we ask. */
import { createHash, createHmac } from 'node:crypto'
import { isWalletAddress, TELEGRAM_LIFE_S, telegramText, textAt, type SocialPerson } from '../../rules/social.ts'
import { sameBytes } from '../secret.ts'

/** HMAC-SHA256 under the digest of the bot's token (Telegram's own rule). Null when forged or older than five minutes. */
export function telegramPerson(query: URLSearchParams, botToken: string, nowMs: number): SocialPerson | null {
  const hash = query.get('hash') ?? ''
  if (!/^[0-9a-f]{64}$/.test(hash)) return null
  const right = telegramSignature(query, botToken)
  if (!sameBytes(right, Buffer.from(hash, 'hex'))) return null
  const ageS = nowMs / 1000 - Number(query.get('auth_date'))
  // A clock that is a little ahead of ours is no forger's.
  if (!(ageS >= -60 && ageS <= TELEGRAM_LIFE_S)) return null
  const fields = Object.fromEntries(query)
  const subject = textAt(fields, 'id')
  return subject === null ? null : { subject, email: null, emailProved: false, name: textAt(fields, 'first_name') }
}

export function telegramSignature(query: URLSearchParams, botToken: string): Buffer {
  const key = createHash('sha256').update(botToken).digest()
  return createHmac('sha256', key)
    .update(telegramText((name) => query.get(name)))
    .digest()
}

/** The bytes that a wallet signs for a text (EIP-191, personal_sign). */
async function signedBytes(message: string): Promise<Uint8Array> {
  const { keccak_256 } = await import('@noble/hashes/sha3.js')
  const text = Buffer.from(message)
  return keccak_256(Buffer.concat([Buffer.from(`\u0019Ethereum Signed Message:\n${text.length}`), text]))
}

/** Null unless the key behind the address signed exactly this message. The subject is the address in lower case. */
export async function walletPerson(message: string, address: string, signature: string): Promise<SocialPerson | null> {
  if (!isWalletAddress(address) || !/^0x[0-9a-fA-F]{130}$/.test(signature)) return null
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const recovery = bytes[64]! >= 27 ? bytes[64]! - 27 : bytes[64]!
  if (recovery > 1) return null
  const { secp256k1 } = await import('@noble/curves/secp256k1.js')
  try {
    const recovered = Buffer.concat([Buffer.from([recovery]), bytes.subarray(0, 64)])
    const key = secp256k1.recoverPublicKey(recovered, await signedBytes(message), { prehash: false })
    const found = await walletAddress(key)
    return found === address.toLowerCase() ? { subject: found, email: null, emailProved: false, name: null } : null
  } catch {
    return null
  }
}

async function walletAddress(publicKey: Uint8Array): Promise<string> {
  const [{ secp256k1 }, { keccak_256 }] = await Promise.all([import('@noble/curves/secp256k1.js'), import('@noble/hashes/sha3.js')])
  const whole = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return `0x${Buffer.from(keccak_256(whole.subarray(1)).subarray(-20)).toString('hex')}`
}

/** What a wallet does: for the simulated one and for tests. `seed` is 32 bytes. */
export async function signAsWallet(
  seed: Uint8Array,
  messageOf: (address: string) => string,
): Promise<{ address: string; signature: string }> {
  const { secp256k1 } = await import('@noble/curves/secp256k1.js')
  const address = await walletAddress(secp256k1.getPublicKey(seed))
  const made = secp256k1.sign(await signedBytes(messageOf(address)), seed, { prehash: false, format: 'recovered' })
  const signature = `0x${Buffer.from(made.subarray(1)).toString('hex')}${(27 + made[0]!).toString(16)}`
  return { address, signature }
}

/** What `checkReceipt` needs, in Node: as the page has it in the browser, from the same interface of the platform. */
import { webcrypto } from 'node:crypto'
import type { CheckTools } from '../rules/check-receipt.ts'
import { digestHex } from './documents.ts'

export const checkTools: CheckTools = {
  digest: async (hex) => digestHex(hex),
  hexOf: (text) => Buffer.from(text).toString('hex'),
  async verify(publicKey, signature, message) {
    const key = await webcrypto.subtle.importKey('raw', Buffer.from(publicKey, 'hex'), { name: 'Ed25519' }, false, ['verify'])
    return webcrypto.subtle.verify({ name: 'Ed25519' }, key, Buffer.from(signature, 'hex'), Buffer.from(message, 'hex'))
  },
}

import { expect, test } from 'vitest'
import { signInCall } from './passkey.ts'

const proof = (signatureBytes: number) => ({
  authId: 'x',
  response: {
    id: 'a',
    rawId: 'a',
    type: 'public-key',
    response: { clientDataJSON: 'a', authenticatorData: 'a', signature: Buffer.alloc(signatureBytes, 7).toString('base64url') },
  },
})

test.each([
  ['ES256', 72],
  ['RS256 of 4,096 bits', 512],
  ['ML-DSA-44, which new browsers prefer', 2_420],
  ['ML-DSA-87', 4_627],
])('a signature of %s is read', (_name, bytes) => expect(signInCall.body.safeParse(proof(bytes)).success).toBe(true))

test('what is longer than any is refused', () => expect(signInCall.body.safeParse(proof(5_000)).success).toBe(false))

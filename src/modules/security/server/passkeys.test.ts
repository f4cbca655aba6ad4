/** Two keys of one player, made as a device makes them: without an attestation. */
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { afterAll, expect, test } from 'vitest'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase()
const HOST = 'bets.example'
const site = await accountSite({ db, host: HOST })
afterAll(() => site.app.close())

const url64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** What a device answers to `challenge`: the player was there and has proved himself to it. */
function madeKey(challenge: string) {
  const { x, y } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const coordinate = (text?: string) => new Uint8Array(Buffer.from(text!, 'base64url'))
  const publicKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]) as never,
  )
  const PRESENT_VERIFIED_WITH_KEY = 0x45
  const authData = Buffer.concat([
    createHash('sha256').update(HOST).digest(),
    Buffer.from([PRESENT_VERIFIED_WITH_KEY, 0, 0, 0, 0]),
    Buffer.alloc(16),
    Buffer.from([0, id.length]),
    id,
    publicKey,
  ])
  const attestation = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', new Uint8Array(authData)],
  ])
  const clientData = { type: 'webauthn.create', challenge, origin: `http://${HOST}`, crossOrigin: false }
  return {
    id: url64(id),
    rawId: url64(id),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: url64(Buffer.from(JSON.stringify(clientData))),
      attestationObject: url64(isoCBOR.encode(attestation as never)),
    },
  }
}

test('keys of two like devices have names that can be told apart', async () => {
  const visitor = new Visitor(site)
  await visitor.oneClick()
  const add = async (name = '') => {
    const { authId, options } = (await visitor.call('POST', '/web-api/office/passkeys/options')).body.data
    return visitor.call('POST', '/web-api/office/passkeys/add', { authId, name, response: madeKey(options.challenge) })
  }
  expect((await add()).body).toMatchObject({ success: true })
  await add()
  await add('Work')
  const { passkeys } = (await visitor.call('GET', '/web-api/office/passkeys')).body.data
  expect(passkeys.map(({ name }: { name: string }) => name).sort()).toEqual(['Chrome, Windows', 'Chrome, Windows (2)', 'Work'])
})

/** Two keys of one player, made as a device makes them: without an attestation. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { afterAll, expect, test } from 'vitest'
import { inTx } from '#platform/server/db.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { lockWaits, testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase()
const HOST = 'bets.example'
const site = await accountSite({ db, host: HOST })
afterAll(() => site.app.close())

const url64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** What a device answers to `challenge`: the player was there and has proved himself to it. */
function madeKey(challenge: string) {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = pair.publicKey.export({ format: 'jwk' })
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
  const made = {
    id: url64(id),
    rawId: url64(id),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: url64(Buffer.from(JSON.stringify(clientData))),
      attestationObject: url64(isoCBOR.encode(attestation as never)),
    },
  }
  return { made, privateKey: pair.privateKey }
}

/** What the device answers when the key is used. */
function usedKey({ made, privateKey }: ReturnType<typeof madeKey>, challenge: string) {
  const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: `http://${HOST}`, crossOrigin: false }))
  const PRESENT_VERIFIED = 0x05
  const authData = Buffer.concat([createHash('sha256').update(HOST).digest(), Buffer.from([PRESENT_VERIFIED, 0, 0, 0, 1])])
  const signature = sign('sha256', Buffer.concat([authData, createHash('sha256').update(clientData).digest()]), privateKey)
  const response = { clientDataJSON: url64(clientData), authenticatorData: url64(authData), signature: url64(signature) }
  return { ...made, response }
}

test('keys of two like devices have names that can be told apart', async () => {
  const visitor = new Visitor(site)
  await visitor.oneClick()
  const add = async (name = '') => {
    const { authId, options } = (await visitor.call('POST', '/web-api/office/passkeys/options')).body.data
    return visitor.call('POST', '/web-api/office/passkeys/add', { authId, name, response: madeKey(options.challenge).made })
  }
  expect((await add()).body).toMatchObject({ success: true })
  await add()
  await add('Work')
  const { passkeys } = (await visitor.call('GET', '/web-api/office/passkeys')).body.data
  expect(passkeys.map(({ name }: { name: string }) => name).sort()).toEqual(['Chrome, Windows', 'Chrome, Windows (2)', 'Work'])
})

test('a key opens no account that is being closed', async () => {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick()
  const begun = (await visitor.call('POST', '/web-api/office/passkeys/options')).body.data
  const key = madeKey(begun.options.challenge)
  await visitor.call('POST', '/web-api/office/passkeys/add', { authId: begun.authId, name: '', response: key.made })
  const { authId, options } = (await new Visitor(site).call('POST', '/user/passkey/options')).body.data
  const asked = { authId, response: usedKey(key, options.challenge) }
  const { answer } = await inTx(db, async (tx) => {
    await tx.updateTable('player').set({ status: 'closed' }).where('id', '=', userId).execute()
    let done = false
    const call = new Visitor(site).call('POST', '/user/passkey', asked).finally(() => (done = true))
    await expect.poll(async () => done || (await lockWaits(db)) > 0, { timeout: 10_000 }).toBe(true)
    return { answer: call }
  })
  expect((await answer).body.error_code).toBe(42)
})

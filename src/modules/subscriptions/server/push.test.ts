/** A push message as a browser's service and the browser itself see it: over a socket, decrypted by RFC 8291, signed by RFC 8292. */
import { createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { Agent } from 'node:https'
import { connect, createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decryptPush, openPushService, type PushService } from '../../../../test/support/push-service.ts'
import { createSendPush, vapidKeys, type SendPush } from './push.ts'

let service!: PushService
let send!: SendPush
beforeAll(async () => {
  service = await openPushService()
  send = createSendPush(keys, 'mailto:a@b.example', service.agent)
})
afterAll(() => service.close())

const bytes = (text: string) => Buffer.from(text, 'base64url')

const keys = vapidKeys((purpose, text) => createHmac('sha256', 'installation').update(purpose).update(text).digest())
const browser = createECDH('prime256v1')
browser.generateKeys()
const auth = randomBytes(16)
const to = {
  playerId: 1,
  sessionId: null,
  language: 'ru',
  endpoint: 'https://push.example.com/send/one',
  p256dh: browser.getPublicKey('base64url'),
  auth: auth.toString('base64url'),
}
const message = { title: 'Ставка рассчитана', text: 'Выигрыш 1 200,50 ₸', url: '/ru/coupon/7', tag: 'bets-7' }

test('the decryption of this file is the one of the standard: its own example', () => {
  const example = createECDH('prime256v1')
  example.setPrivateKey(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'))
  const body = bytes(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
  expect(decryptPush(body, example, bytes('BTBZMqHH6r4Tts7J_aSIgg'))).toBe('When I grow up, I want to be a watermelon')
})

test('only the browser reads the message, and the service knows who sends it', async () => {
  expect(await send(to, message)).toBe('sent')
  const [{ url, headers, body }] = service.heard as [(typeof service.heard)[number]]
  expect(url).toBe('/send/one')
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '600' })
  expect(body.toString('latin1')).not.toContain('coupon')
  expect(JSON.parse(decryptPush(body, browser, auth))).toEqual(message)
  expect(() => decryptPush(body, browser, randomBytes(16))).toThrow()

  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(String(headers['authorization'])) ?? []
  expect(key).toBe(keys.publicKey)
  const [head, claims, signature] = token!.split('.') as [string, string, string]
  const point = bytes(key!)
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const signer = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), signer, bytes(signature))).toBe(true)
  const { aud, sub, exp } = JSON.parse(bytes(claims).toString()) as { aud: string; sub: string; exp: number }
  expect({ aud, sub }).toEqual({ aud: 'https://push.example.com', sub: 'mailto:a@b.example' })
  expect(exp).toBeLessThanOrEqual(Date.now() / 1000 + 24 * 3600)
})

test.each([
  [201, 'sent'],
  [404, 'gone'],
  [410, 'gone'],
  [429, 'later'],
  [503, 'later'],
] as const)('a service that says %i: %s', async (said, end) => {
  service.status = said
  expect(await send(to, message)).toBe(end)
})

test('a service whose answer never ends is left, and what it said first counts', async () => {
  const hasty = createSendPush(keys, 'mailto:a@b.example', service.agent, 100)
  service.drips = true
  for (const [said, end] of [
    [201, 'sent'],
    [410, 'gone'],
    [503, 'later'],
  ] as const) {
    service.status = said
    expect(await hasty(to, message)).toBe(end)
  }
  service.drips = false
})

test('a service that says nothing at all, or nothing that can be read, is tried later', async () => {
  const answers = ['', 'no HTTP at all\r\n\r\n', 'HTTP/1.1 101 Other\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n', null]
  for (const answer of answers) {
    const server = createServer((socket) => socket.on('error', () => {}).once('data', () => answer !== null && socket.end(answer)))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    class There extends Agent {
      override createConnection() {
        return connect(port, '127.0.0.1')
      }
    }
    const agent = new There()
    expect(await createSendPush(keys, 'mailto:a@b.example', agent, 100)(to, message)).toBe('later')
    agent.destroy()
    server.close()
  }
})

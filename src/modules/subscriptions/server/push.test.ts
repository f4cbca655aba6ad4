/** A push message as a browser's service and the browser itself see it: over a socket, decrypted by RFC 8291, signed by RFC 8292. */
import { createDecipheriv, createECDH, createHmac, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import { createServer } from 'node:http'
import { Agent } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSendPush, vapidKeys } from './push.ts'

interface Heard {
  url: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

const heard: Heard[] = []
let status = 201
const service = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    heard.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
    response.writeHead(status).end()
  })
})
/** Leads every address to the service of this file, without TLS. */
class ToService extends Agent {
  override createConnection() {
    return connect((service.address() as AddressInfo).port, '127.0.0.1')
  }
}

beforeAll(() => new Promise<void>((done) => service.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise<void>((done) => service.close(() => done())))

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** What a browser does with the body of a message (RFC 8291 §3.4, RFC 8188 §2). */
function decrypt(body: Buffer, browser: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyEnd = 21 + body[20]!
  const sender = body.subarray(21, keyEnd)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32))
  const part = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
  const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  cipher.setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([cipher.update(body.subarray(keyEnd, -16)), cipher.final()])
  const end = padded.lastIndexOf(2)
  expect(padded.subarray(end + 1).every((byte) => byte === 0)).toBe(true)
  return padded.subarray(0, end).toString()
}

const keys = vapidKeys((purpose, text) => createHmac('sha256', 'installation').update(purpose).update(text).digest())
const send = createSendPush(keys, 'mailto:a@b.example', new ToService())
const browser = createECDH('prime256v1')
browser.generateKeys()
const auth = randomBytes(16)
const to = {
  playerId: 1,
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
  expect(decrypt(body, example, bytes('BTBZMqHH6r4Tts7J_aSIgg'))).toBe('When I grow up, I want to be a watermelon')
})

test('only the browser reads the message, and the service knows who sends it', async () => {
  heard.length = 0
  expect(await send(to, message)).toBe('sent')
  const [{ url, headers, body }] = heard as [Heard]
  expect(url).toBe('/send/one')
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '600' })
  expect(body.toString('latin1')).not.toContain('coupon')
  expect(JSON.parse(decrypt(body, browser, auth))).toEqual(message)
  expect(() => decrypt(body, browser, randomBytes(16))).toThrow()

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
  status = said
  expect(await send(to, message)).toBe(end)
})

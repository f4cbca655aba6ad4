import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { httpSms, logSms, type SmsGateway } from './sms.ts'

const seen: { method: string; url: string; head: IncomingMessage['headers']; body: string }[] = []
let answers: number[] = []
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    seen.push({ method: request.method!, url: request.url!, head: request.headers, body: Buffer.concat(parts).toString('utf8') })
    const status = answers.shift() ?? 200
    // 1: no answer at all.
    if (status !== 1) response.writeHead(status).end('secret 77012345678 text')
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close().closeAllConnections())

const gateway = (more: Partial<SmsGateway> = {}): SmsGateway => ({
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
  method: 'POST',
  headers: { authorization: 'Bearer secret-key' },
  query: {},
  format: 'json',
  body: { phone: '+{to}', message: '{text}', id: '{key}' },
  timeoutMs: 300,
  ...more,
})
const message = { to: '77012345678', text: 'Код 123 {to} "x"', key: 'sms:1' }
const send = (more: Partial<SmsGateway> = {}) => httpSms(gateway(more), async () => {}).send(message)

it('a gateway gets what its configuration says, as JSON, form or query', async () => {
  await send()
  await send({ format: 'form' })
  await send({ method: 'GET', query: { to: '{to}', text: '{text}' } })
  expect(JSON.parse(seen[0]!.body)).toEqual({ phone: '+77012345678', message: message.text, id: 'sms:1' })
  expect(seen[0]!.head).toMatchObject({ authorization: 'Bearer secret-key', 'content-type': 'application/json' })
  expect(new URLSearchParams(seen[1]!.body).get('message')).toBe(message.text)
  expect(new URL(seen[2]!.url, 'http://x').searchParams.get('text')).toBe(message.text)
})

it('busy, failing and silent gateways are tried again, a refusal is not, and errors tell nothing', async () => {
  answers = [503, 429]
  const before = seen.length
  await send()
  expect(seen.length - before).toBe(3)
  answers = [1, 1, 1]
  const silent = await send().catch((error: unknown) => String(error))
  answers = [400]
  const refused = await send().catch((error: unknown) => String(error))
  expect([silent, refused]).toEqual(['Error: the SMS gateway answered 0', 'Error: the SMS gateway answered 400'])
  expect(seen.length - before).toBe(7)
})

it('the log is told that a message would have left, not what or to whom', async () => {
  const lines: string[] = []
  await logSms({ info: (details, said) => void lines.push(JSON.stringify(details) + said) }).send(message)
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toMatch(/7701|Код|123 /)
})

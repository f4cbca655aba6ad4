/** The register of Spelinspektionen behind its port, against a small server that answers as its documentation says. */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { manualClock } from '#platform/server/clock.ts'
import type { RegisterPerson } from './register-port.ts'
import { readSpelpausSettings, spelpausRegister } from './spelpaus.ts'

const KEY = 'the-key-of-this-licensee'
const BLOCKED = '192905098717'
const asked: { path: string; subjectId: string }[] = []
/** What the server does instead of its usual answer. */
let instead: ((requestId: string) => { status: number; body: unknown } | 'cut' | 'silence') | null = null

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const { requestId, subjectId } = JSON.parse(Buffer.concat(chunks).toString()) as { requestId?: string; subjectId: string }
    if (request.headers.authorization !== KEY) return send(401, {})
    if (!requestId || subjectId.length !== 12) return send(400, {})
    asked.push({ path: request.url!, subjectId })
    const other = instead?.(requestId)
    if (other === 'cut') return response.destroy()
    if (other === 'silence') return undefined
    if (other) return send(other.status, other.body)
    return send(200, { isBlocked: subjectId === BLOCKED, requestId, responseId: 'r-1' })
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const settings = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, actorId: 'casino-test', apiKey: KEY }
const clock = manualClock(Date.UTC(2026, 10, 22))
const port = spelpausRegister(settings, clock)
const person = (code: string, country = 'SE'): RegisterPerson => ({
  email: null,
  phone: null,
  firstName: null,
  lastName: null,
  birthDate: null,
  national: { country, code },
})
beforeEach(() => {
  asked.length = 0
  instead = null
})

test('play and advertising have calls of their own; the number goes in twelve digits', async () => {
  expect(await port.ask(person('811228-9874'), 'play')).toEqual({ listed: false, until: null })
  expect(await port.ask(person('19290509-8717'), 'play')).toEqual({ listed: true, until: null })
  expect(await port.ask(person(BLOCKED), 'marketing')).toEqual({ listed: true, until: null })
  expect(asked).toEqual([
    { path: '/api/blocking-info/casino-test', subjectId: '198112289874' },
    { path: '/api/blocking-info/casino-test', subjectId: BLOCKED },
    { path: '/api/marketing-single-subjectid/casino-test', subjectId: BLOCKED },
  ])
})

test('a wrong number is never asked: the register would call it free. Whoever has none of Sweden is not in it', async () => {
  expect(await port.ask(person('192905098716'), 'play')).toBe('unclear')
  expect(await port.ask(person(BLOCKED, 'FI'), 'play')).toEqual({ listed: false, until: null })
  expect(await port.ask({ ...person(''), national: null }, 'play')).toEqual({ listed: false, until: null })
  expect(asked).toEqual([])
})

test.each([
  ['another key', () => ({ status: 401, body: {} })],
  ['a failure', () => ({ status: 500, body: {} })],
  ['the answer to somebody else', () => ({ status: 200, body: { isBlocked: false, requestId: 'x', responseId: 'r' } })],
  ['no word', (requestId: string) => ({ status: 200, body: { requestId, responseId: 'r' } })],
  ['a word that is none', (requestId: string) => ({ status: 200, body: { isBlocked: 'false', requestId, responseId: 'r' } })],
  ['a cut line', () => 'cut' as const],
])('%s is no answer, and its error names nobody', async (_what, answer) => {
  instead = answer
  const error = await port.ask(person(BLOCKED), 'play').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect(`${String(error)}${(error as Error).stack}`).not.toMatch(/8717|the-key/)
})

test('settings are read from a file; a wrong one is named', () => {
  const file = join(tmpdir(), `spelpaus-${process.pid}.json`)
  writeFileSync(file, JSON.stringify(settings))
  expect(readSpelpausSettings(file)).toEqual(settings)
  writeFileSync(file, JSON.stringify({ ...settings, actorId: '../x' }))
  expect(() => readSpelpausSettings(file)).toThrow(/REGISTER_SPELPAUS: .*: actorId: /)
})

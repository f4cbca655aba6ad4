/** Bodies are read by what stands in them, and whatever they are called the same calls are refused (wire 2.2, standards C15). */
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { loadBrands } from '#modules/brand/server/index.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { manualClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { loadTexts } from '../texts.ts'
import { createHttp, route } from './http.ts'

const MEGABYTE = 1024 * 1024
const root = resolve(import.meta.dirname, '../../../..')
const brands = loadBrands(resolve(root, 'brands'), 'development')
const http = await createHttp({
  log: createLog('silent', false),
  clock: manualClock(1_800_000_000_000),
  texts: loadTexts(resolve(root, 'locales')),
  visitOf: (request) => brands.visitOf(request),
})
// A good token in the cookie.
http.setAuthenticator((request) => ({
  session: null,
  bearer: null,
  extended: null,
  cookieToken: request.headers.cookie?.includes('user_token=abcdefghij') ? { id: 7, brand: 'polosa' } : null,
  badToken: false,
  blocked: false,
}))
const change = endpoint({
  method: 'POST',
  path: '/web-api/bodies/change',
  envelope: 'C',
  auth: 'token',
  body: z.object({ name: z.string().max(10) }),
  summary: 'planted',
})
const oldForm = endpoint({
  method: 'POST',
  path: '/web-api/bodies/old-form',
  envelope: 'A',
  auth: 'token',
  uhash: true,
  body: z.object({ hash: z.string().max(200).optional() }),
  summary: 'planted',
})
const spoken = endpoint({
  method: 'POST',
  path: '/service-api/Bodies/Spoken',
  envelope: 'A',
  auth: 'none',
  wire: true,
  body: z.object({ Events: z.array(z.number()).max(3) }),
  summary: 'planted',
})
route(http.app, change, (_ctx, { body }) => ({ name: body.name }))
route(http.app, oldForm, (ctx) => ctx.player?.id)
route(http.app, spoken, () => 'fine')
for (const envelope of ['B', 'J'] as const) {
  const path = `/planted/bodies/${envelope}`
  route(http.app, endpoint({ ...spoken, envelope, wire: false, path }), () => 'fine')
}
route(
  http.app,
  endpoint({
    method: 'GET',
    path: '/planted/bodies/of/:id',
    envelope: 'B',
    auth: 'none',
    params: z.object({ id: z.string() }),
    query: z.object({ word: z.string().optional() }),
    summary: 'planted',
  }),
  () => 'fine',
)
void http.app.register(async (scope) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  route(
    scope,
    endpoint({ ...change, path: '/web-api/bodies/file', envelope: 'B', body: undefined, auth: 'token', files: true }),
    () => 'fine',
  )
})
await http.app.ready()

const kinds = [undefined, 'application/octet-stream', 'application/x-www-form-urlencoded', 'text/plain', 'image/png', 'application/json']
const send = (url: string, type: string | undefined, payload: string, headers: Record<string, string> = {}) =>
  http.app.inject({
    method: 'POST',
    url,
    headers: { host: 'localhost', ...(type ? { 'content-type': type } : {}), ...headers },
    payload: Buffer.from(payload),
  })
const KINDS: Readonly<Record<number, string>> = {
  400: '/problems/bad-request',
  413: '/problems/body-too-large',
  415: '/problems/bad-body',
}
const cookie = { cookie: 'user_token=abcdefghij' }
const guard = { ...cookie, 'x-requested-with': 'XMLHttpRequest' }

it.each(kinds)('JSON is read whatever it is called: %s', async (type) => {
  const answer = await send('/web-api/bodies/change', type, ' {"name":"a"}', guard)
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, data: { name: 'a' } }])
  const wrong = await send('/service-api/Bodies/Spoken', type, '{"Events":', guard)
  expect([wrong.statusCode, wrong.json()]).toMatchObject([400, { Success: false, ErrorCode: 900_400 }])
  expect((await send('/service-api/Bodies/Spoken', type, '{"Events":"many","Lng":"en"}', guard)).json()).toMatchObject({
    ErrorCode: 900_400,
    Error: 'Events: The value is not valid',
  })
  expect((await send('/web-api/bodies/change', type, `{"name":"${'x'.repeat(2_000_000)}"}`, guard)).statusCode).toBe(413)
  expect((await send('/web-api/bodies/change', type, '{"__proto__":{"name":"a"}}', guard)).statusCode).toBe(400)
})

it.each(['application/json', 'none'])('head and body of a refusal say the same status (RFC 9457): %s', async (type) => {
  for (const payload of ['x'.repeat(2_000_000), '{"Events":']) {
    const plain = await send('/planted/bodies/B?lng=en', type, payload)
    const { status, type: kind } = plain.json<{ status: number; type: string }>()
    expect([status, kind]).toEqual([plain.statusCode, KINDS[plain.statusCode]])
    const api = await send('/planted/bodies/J', type, payload)
    expect(api.json()).toMatchObject({ errors: [{ status: String(api.statusCode) }] })
  }
})

it('forms are read as forms, and a type that is none is named in the language of the call', async () => {
  expect((await send('/web-api/bodies/change', 'application/x-www-form-urlencoded', 'name=a+b', guard)).json()).toMatchObject({
    data: { name: 'a b' },
  })
  const answer = await send('/service-api/Bodies/Spoken?lng=en', 'none', '{"Events":[]}', guard)
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { ErrorCode: 900_400, Error: 'body: The request cannot be read' }])
})

it.each(kinds)('a call of another site is never that of whoever carries the cookie, whatever its body is called: %s', async (type) => {
  const own = await send('/web-api/bodies/old-form', type, '{"hash":"abcdefgh"}', guard)
  expect([own.statusCode, own.json()]).toMatchObject([200, { Value: 7 }])
  expect((await send('/web-api/bodies/old-form', type, '{"hash":"abcdefgh"}', cookie)).statusCode).toBe(403)
  expect((await send('/web-api/bodies/change', type, '{"name":"a"}', cookie)).statusCode).toBe(403)
})

const UNSOUND: [where: string, payload: string, field: string][] = [
  ['U+0000', '{"Lng":"en","name":"a\\u0000b"}', 'name'],
  ['half of a pair', '{"Lng":"en","deep":[{"a":1},{"b":"\\uD800"}]}', 'deep.1.b'],
  ['the other half', '{"Lng":"en","name":"\\udfffx"}', 'name'],
  ['a key', '{"Lng":"en","in":{"a\\u0000":1}}', 'in'],
  ['a key of the whole', '{"Lng":"en","\\ud83d":1}', 'body'],
]

it.each(UNSOUND)('what no database can keep is refused by the name of its field: %s', async (_where, payload, field) => {
  const a = await send('/service-api/Bodies/Spoken', 'application/json', payload, guard)
  expect([a.statusCode, a.json()]).toMatchObject([400, { ErrorCode: 900_400, Error: `${field}: The value is not valid` }])
  const c = await send('/web-api/bodies/change?lng=en', undefined, payload, guard)
  expect([c.statusCode, c.json()]).toMatchObject([422, { validation_errors: { [field]: ['The value is not valid'] } }])
  const b = await send('/planted/bodies/B?lng=en', 'application/x-www-form-urlencoded', payload, guard)
  expect([b.statusCode, b.json()]).toMatchObject([400, { field, detail: `${field}: The value is not valid` }])
  const j = await send('/planted/bodies/J?lng=en', 'text/plain', payload, guard)
  expect([j.statusCode, j.json()]).toMatchObject([422, { errors: [{ source: { pointer: `/${field.replaceAll('.', '/')}` } }] }])
})

it('in a form and in an address too; whole pairs, and what only looks like one of these, are text', async () => {
  const form = await send('/web-api/bodies/change', 'application/x-www-form-urlencoded', 'name=a%00', guard)
  expect([form.statusCode, form.json()]).toMatchObject([422, { validation_errors: { name: [expect.any(String)] } }])
  const asked = await http.app.inject({ url: '/planted/bodies/of/x?word=%00', headers: { host: 'localhost' } })
  expect([asked.statusCode, asked.json()]).toMatchObject([400, { detail: expect.stringMatching(/^word: /) as string }])
  const placed = await http.app.inject({ url: '/planted/bodies/of/%00', headers: { host: 'localhost' } })
  expect([placed.statusCode, placed.json()]).toMatchObject([400, { detail: expect.stringMatching(/^id: /) as string }])
  for (const [sent, name] of [
    ['"\\ud83d\\ude00"', '😀'],
    ['"\\\\u0000"', '\\u0000'],
    ['"\\u00e9"', 'é'],
  ])
    expect((await send('/web-api/bodies/change', 'application/json', `{"name":${sent}}`, guard)).json()).toMatchObject({ data: { name } })
})

it('however deep it stands, and however long its name is', async () => {
  const deep = `{"a":${'['.repeat(200_000)}"\\u0000"${']'.repeat(200_000)}}`
  const answer = await send('/service-api/Bodies/Spoken?lng=en', 'application/json', deep, guard)
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { Error: 'body: The value is not valid' }])
})

it('a body that is too long is read to its end before the connection rests: its client hears why', async () => {
  await http.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.app.server.address() as AddressInfo
  for (const framing of [`Content-Length: ${6 * MEGABYTE}`, 'Transfer-Encoding: chunked']) {
    const socket = connect(port, '127.0.0.1')
    let failed: Error | null = null
    socket.on('error', (error) => (failed = error))
    const piece = Buffer.alloc(MEGABYTE, 32)
    const write = (bytes: Buffer | string) => new Promise((done) => socket.write(bytes, done))
    await write(`POST /service-api/Bodies/Spoken HTTP/1.1\r\nHost: localhost\r\n${framing}\r\n\r\n`)
    for (let i = 0; i < 6; i += 1)
      await write(framing.startsWith('T') ? Buffer.concat([Buffer.from('100000\r\n'), piece, Buffer.from('\r\n')]) : piece)
    if (framing.startsWith('T')) await write('0\r\n\r\n')
    const [text] = (await once(socket, 'data')) as [Buffer]
    expect([framing, failed, text.toString().split('\r\n', 1)[0]]).toEqual([framing, null, 'HTTP/1.1 413 Payload Too Large'])
    socket.destroy()
  }

  // Nothing of a file has come: who may not send it is told so, and who may is heard to the end.
  const file = async (cookies: string, last: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /web-api/bodies/file HTTP/1.1\r\nHost: localhost\r\nX-Requested-With: a\r\n${cookies}Content-Length: 3\r\n\r\n${last}`,
    )
    const [text] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return text.toString().split(' ', 2)[1]
  }
  expect([await file('', ''), await file('Cookie: user_token=abcdefghij\r\n', 'abc')]).toEqual(['401', '200'])
  await http.app.close()
})

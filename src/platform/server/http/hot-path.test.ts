import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loadBrands } from '#modules/brand/server/index.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { problem } from '#platform/shared/problem.ts'
import { manualClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { loadTexts } from '../texts.ts'
import { createHttp, hotRoute, type Http } from './http.ts'

const root = resolve(import.meta.dirname, '../../../..')
const PATH = '/service-api/LiveBet/Secure/Planted'
const hot = endpoint({
  method: 'POST',
  path: PATH,
  serviceRoot: true,
  envelope: 'A',
  auth: 'token',
  wire: true,
  body: z.object({ Sum: z.coerce.number().min(0).max(100), How: z.string().max(10).default('') }),
  summary: 'planted',
})

let http: Http
let port = 0
/** Handled calls, and those of them that came beside the router. */
const seen = { all: 0, beside: 0 }

beforeAll(async () => {
  const brands = loadBrands(resolve(root, 'brands'), 'development')
  http = await createHttp({
    log: createLog('silent', false),
    clock: manualClock(1_800_000_000_000),
    texts: loadTexts(resolve(root, 'locales')),
    visitOf: (visit) => brands.visitOf(visit),
  })
  http.setAuthenticator(({ headers, ctx }) => {
    const player = headers.authorization === 'Bearer player-7' ? { id: 7, brand: ctx.brand } : null
    const identity = { session: null, bearer: player, extended: null, cookieToken: null, badToken: false, blocked: false }
    return headers['x-late'] ? Promise.resolve(identity) : identity
  })
  hotRoute(http.app, hot, async (ctx, { body }) => {
    seen.all += 1
    if (ctx.request.constructor.name === 'HotRequest') seen.beside += 1
    if (body.How === 'refused') return problem('platform.try_later', { wire: 133 })
    if (body.How === 'broken') throw new Error('planted: a secret detail')
    if (body.How === 'away') throw Object.assign(new Error('planted'), { code: '57P01' })
    return { Sum: body.Sum, player: ctx.player?.id, lng: ctx.lng, ip: ctx.ip, theme: ctx.request.cookies['theme'] ?? null }
  })
  await http.app.listen({ port: 0, host: '127.0.0.1' })
  port = (http.app.server.address() as AddressInfo).port
})
afterAll(() => http.app.close())

interface Answer {
  status: number
  headers: Record<string, unknown>
  body: Record<string, unknown>
}

const SIGNED_IN = { authorization: 'Bearer player-7', 'content-type': 'application/json' }

/** Through a socket: the way that may lead beside the router. */
function bySocket(payload: string, headers: Record<string, string>, path = PATH, pieces = 1): Promise<Answer> {
  return new Promise((done, fail) => {
    const length = String(Buffer.byteLength(payload))
    const call = request(
      { port, path, method: 'POST', headers: { host: 'localhost', 'content-length': length, ...headers } },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () =>
          done({ status: response.statusCode!, headers: response.headers, body: JSON.parse(text) as Answer['body'] }),
        )
      },
    )
    call.on('error', fail)
    const bytes = Buffer.from(payload)
    const size = Math.ceil(bytes.length / pieces)
    const send = (at: number) => {
      if (at >= bytes.length) return void call.end()
      call.write(bytes.subarray(at, at + size))
      setTimeout(() => send(at + size), 5)
    }
    if (pieces === 1) call.end(bytes)
    else send(0)
  })
}

/** Through the router. */
async function byRouter(payload: string, headers: Record<string, string>): Promise<Answer> {
  const reply = await http.app.inject({ method: 'POST', url: PATH, payload, headers: { host: 'localhost', ...headers } })
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() }
}

/** What is the same whichever way a call goes. */
function comparable({ status, headers, body }: Answer): unknown {
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...rest } = headers
  return { status, headers: rest, body: { ...body, Guid: typeof body['Guid'], requestId: typeof body['requestId'] } }
}

const CASES: [name: string, payload: string, headers: Record<string, string>, status: number][] = [
  ['an answer', '{"Sum":5}', SIGNED_IN, 200],
  ['keys and types of old clients', '{"sum":"5","unknown":1}', SIGNED_IN, 200],
  ['cookies and language', '{"Sum":5}', { ...SIGNED_IN, cookie: 'theme=flood; lng=en' }, 200],
  ['a proof that takes a moment', '{"Sum":5}', { ...SIGNED_IN, 'x-late': '1' }, 200],
  ['letters of any language', '{"Sum":5,"How":"ёж"}', SIGNED_IN, 200],
  ['a refusal', '{"Sum":5,"How":"refused"}', SIGNED_IN, 200],
  ['a field out of bounds', '{"Sum":101}', SIGNED_IN, 400],
  ['a body of another kind', '[1]', SIGNED_IN, 400],
  ['no JSON', '{"Sum":', SIGNED_IN, 400],
  ['a poisoned prototype', '{"Sum":5,"__proto__":{"a":1}}', SIGNED_IN, 400],
  ['a text that nobody can keep', '{"Sum":5,"How":"a\\u0000","Lng":"en"}', SIGNED_IN, 400],
  ['nothing but blanks', '  ', SIGNED_IN, 400],
  ['nobody', '{"Sum":5}', { 'content-type': 'application/json' }, 401],
  ['another site', '{"Sum":5}', { ...SIGNED_IN, 'sec-fetch-site': 'cross-site' }, 403],
  ['a fault of ours', '{"Sum":5,"How":"broken"}', SIGNED_IN, 500],
  ['a database that is away', '{"Sum":5,"How":"away"}', SIGNED_IN, 503],
]

describe('a hot call is answered beside the router as it is through it', () => {
  it.each(CASES)('%s', async (_name, payload, headers, status) => {
    const beside = await bySocket(payload, headers)
    expect(beside.status).toBe(status)
    expect(comparable(beside)).toEqual(comparable(await byRouter(payload, headers)))
    expect(JSON.stringify(beside.body)).not.toContain('secret detail')
  })

  it('takes plain calls, also in pieces and without /service-api', async () => {
    seen.beside = 0
    const text = `{"Sum":5${' '.repeat(3_000)}}`
    expect((await bySocket(text, SIGNED_IN, PATH, 4)).body['Value']).toMatchObject({ Sum: 5, player: 7, ip: '127.0.0.1' })
    expect((await bySocket('{"Sum":6}', SIGNED_IN, PATH.slice('/service-api'.length))).body['Value']).toMatchObject({ Sum: 6 })
    expect(seen.beside).toBe(2)
  })

  it('leaves everything else to the router', async () => {
    seen.all = 0
    seen.beside = 0
    const large = `{"Sum":5,"More":"${'x'.repeat(70_000)}"}`
    const asText = { ...SIGNED_IN, 'content-type': 'text/plain' }
    for (const answer of [
      await bySocket('{"Sum":5}', SIGNED_IN, PATH.toLowerCase()),
      await bySocket('{"Sum":5}', SIGNED_IN, `${PATH}?a=1`),
      await bySocket(large, SIGNED_IN),
      await bySocket('{"Sum":5}', asText),
    ])
      expect(answer.body['Value']).toMatchObject({ Sum: 5 })
    expect(seen).toEqual({ all: 4, beside: 0 })
  })

  it('says nothing of itself to a caller who has gone', async () => {
    const call = request({ port, path: PATH, method: 'POST', headers: { ...SIGNED_IN, 'content-length': '100' } })
    call.on('error', () => {})
    call.write('{"Sum"')
    await new Promise((done) => setTimeout(done, 30))
    call.destroy()
    expect((await bySocket('{"Sum":5}', SIGNED_IN)).status).toBe(200)
  })
})

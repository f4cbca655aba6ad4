/** Large answers that everybody may read go packed in what the client likes best; the others as they are. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { manualClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { createHttp, route, type Http } from './http.ts'
import { acceptedEncoding } from './packed.ts'

const LARGE = { text: 'Арден Сити '.repeat(300) }
const SMALL = { text: 'x'.repeat(900) }
const spec = { method: 'GET', envelope: 'B', auth: 'none', summary: 'planted' } as const
let http: Http

beforeAll(async () => {
  const config = { features: {}, countries: { blocked: [] }, languages: { offered: ['en'] } } as unknown as SiteConfig
  http = await createHttp({
    log: createLog('silent', false),
    clock: manualClock(1_800_000_000_000),
    texts: { text: (_lng: string, key: string) => key } as never,
    visitOf: () => ({ config, brand: 'test', lng: 'en', country: 'KZ', countryId: 1, partner: 1, group: 1, cfView: 0 }),
  })
  http.setAuthenticator(() => {
    const player = { id: 7, brand: 'test' }
    return { session: null, bearer: player, extended: null, cookieToken: null, badToken: false, blocked: false }
  })
  const { app } = http
  route(app, endpoint({ ...spec, path: '/planted/large' }), () => LARGE)
  route(app, endpoint({ ...spec, path: '/planted/small' }), () => SMALL)
  route(app, endpoint({ ...spec, path: '/planted/later' }), async () => LARGE)
  route(app, endpoint({ ...spec, path: '/planted/varied' }), (_ctx, _input, reply) => (reply.header('vary', 'cookie'), LARGE))
  route(app, endpoint({ ...spec, path: '/planted/entering' }), (_ctx, _input, reply) => (reply.header('set-cookie', 'a=b'), LARGE))
  route(app, endpoint({ ...spec, path: '/planted/own', auth: 'token' }), () => LARGE)
  route(app, endpoint({ ...spec, method: 'POST', path: '/planted/token', csrf: false }), () => LARGE)
  await app.ready()
})

async function ask(url: string, accepted?: string, method: 'GET' | 'POST' = 'GET') {
  const { headers, rawPayload, statusCode } = await http.app.inject({
    method,
    url,
    headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
  })
  const encoding = headers['content-encoding']
  const bytes = encoding === 'br' ? brotliDecompressSync(rawPayload) : encoding === 'gzip' ? gunzipSync(rawPayload) : rawPayload
  if (encoding !== undefined) expect(rawPayload.length).toBeLessThan(bytes.length / 5)
  return { encoding, headers, statusCode, body: JSON.parse(bytes.toString()) as unknown }
}

test.each<[string | undefined, string]>([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0.1, gzip', 'gzip'],
  ['gzip;q=0.5, br; q=0.9', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0, gzip;q=0', 'identity'],
  ['BR', 'br'],
  ['*', 'br'],
  ['*;q=0, gzip', 'gzip'],
  ['zebra', 'identity'],
  ['deflate', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('who takes "%s" gets %s', async (accepted, encoding) => {
  expect(acceptedEncoding(accepted)).toBe(encoding)
  const answer = await ask('/planted/large', accepted)
  expect([answer.encoding ?? 'identity', answer.headers['vary'], answer.body]).toEqual([encoding, 'accept-encoding', LARGE])
})

test('answers of promises as well; what else the answer varies by stays; a head has no body', async () => {
  expect(await ask('/planted/later', 'br')).toMatchObject({ encoding: 'br', body: LARGE })
  expect((await ask('/planted/varied', 'gzip')).headers['vary']).toBe('cookie, accept-encoding')
  const head = await http.app.inject({ method: 'HEAD', url: '/planted/large', headers: { 'accept-encoding': 'br' } })
  expect([head.statusCode, head.body, head.headers['content-encoding']]).toEqual([200, '', 'br'])
})

test('small ones, those to somebody and those that let somebody in stay as they are', async () => {
  for (const [url, method] of [
    ['/planted/small', 'GET'],
    ['/planted/own', 'GET'],
    ['/planted/entering', 'GET'],
    ['/planted/token', 'POST'],
  ] as const) {
    const { encoding, headers, statusCode } = await ask(url, 'gzip, br', method)
    expect([url, statusCode, encoding, headers['vary']]).toEqual([url, 200, undefined, undefined])
  }
})

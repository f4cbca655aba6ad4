import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createPageCache, FRESH_MS, USABLE_MS, type RenderedPage } from './page-cache.ts'

type Headers = Record<string, string>

function request(headers: Headers = {}, method = 'GET', url = '/ru/line'): IncomingMessage {
  return { method, url, headers: { host: 'polosa.example', 'accept-encoding': 'br, gzip', ...headers } } as unknown as IncomingMessage
}

interface Sent {
  status: number
  head: string[]
  bytes: Buffer
}

function setUp() {
  let now = 0
  let rendered = 0
  const cache = createPageCache(() => now)
  const render = async (): Promise<RenderedPage> => {
    rendered += 1
    return { status: 200, headers: { 'x-nonce': `n${rendered}` }, plain: Buffer.from(`page ${rendered}`) }
  }
  return {
    render: (headers?: Headers, key = 'key', usual = true) => cache.answer(key, request(headers), render, usual),
    renders: () => rendered,
    pass: (ms: number) => (now += ms),
    /** What is given before the router; null when the request goes on to it. */
    fast(asked: IncomingMessage = request()): Sent | null {
      const sent: Partial<Sent> = {}
      const response = {
        writeHead: (status: number, head: string[]) => Object.assign(sent, { status, head }),
        end: (bytes: Buffer) => Object.assign(sent, { bytes }),
      }
      return cache.fastPath(asked, response as unknown as ServerResponse) ? (sent as Sent) : null
    },
  }
}

function header(head: readonly string[], name: string): string | undefined {
  const at = head.indexOf(name)
  return at < 0 ? undefined : head[at + 1]
}

it('renders once for all who ask at the same time, and again after a second', async () => {
  const site = setUp()
  await Promise.all([site.render(), site.render(), site.render({ 'user-agent': 'Mobile' })])
  expect(site.renders()).toBe(1)
  site.pass(FRESH_MS - 1)
  await site.render()
  expect(site.renders()).toBe(1)
  site.pass(1)
  await site.render()
  expect(site.renders()).toBe(2)
})

it('gives the bytes of the last render before the router, header and body of one render together', async () => {
  const site = setUp()
  expect(site.fast()).toBeNull()
  await site.render()
  const sent = site.fast()!
  expect(brotliDecompressSync(sent.bytes).toString()).toBe('page 1')
  expect(header(sent.head, 'x-nonce')).toBe('n1')
  expect(header(sent.head, 'content-encoding')).toBe('br')
  expect(header(sent.head, 'content-length')).toBe(String(sent.bytes.length))
  const gzip = { 'accept-encoding': 'gzip' }
  expect(site.fast(request(gzip))).toBeNull()
  await site.render(gzip)
  expect(gunzipSync(site.fast(request(gzip))!.bytes).toString()).toBe('page 1')
  // What a client refuses it does not get, however it names it.
  for (const refused of ['br;q=0, gzip', 'gzip;q=1, br;q=0.1'])
    expect(header((await site.render({ 'accept-encoding': refused })).head, 'content-encoding')).toBe('gzip')
})

it('remembers no page by a request from another country, which looks like one from here', async () => {
  const site = setUp()
  await site.render()
  await site.render({}, 'another country', false)
  expect(header(site.fast()!.head, 'x-nonce')).toBe('n1')
})

it('lets one request renew an old page while the others still get it, and gives none that is too old', async () => {
  const site = setUp()
  await site.render()
  site.pass(FRESH_MS)
  expect(site.fast()).toBeNull()
  expect(site.fast()).not.toBeNull()
  site.pass(USABLE_MS - FRESH_MS)
  expect(site.fast()).toBeNull()
  await site.render()
  expect(header(site.fast()!.head, 'x-nonce')).toBe('n2')
})

it.each<[string, IncomingMessage]>([
  ['a session', request({ cookie: '__Host-session=secret' })],
  ['an override', request({ cookie: 'theme=dark; polosa_dev=x' })],
  ['a bearer', request({ authorization: 'Bearer x' })],
  ['another host', request({ host: 'other.example' })],
  ['another language', request({ 'x-lng': 'en' })],
  ['another device', request({ 'user-agent': 'Mobile' })],
  ['another address', request({}, 'GET', '/ru/live')],
  ['another method', request({}, 'POST')],
])('a request with %s is left to the router', async (_what, asked) => {
  const site = setUp()
  await site.render()
  expect(site.fast(asked)).toBeNull()
})

it('keeps no page that failed', async () => {
  const cache = createPageCache(() => 0)
  let renders = 0
  const broken = async (): Promise<RenderedPage> => {
    renders += 1
    return { status: 500, headers: {}, plain: Buffer.from('') }
  }
  await cache.answer('key', request(), broken)
  await cache.answer('key', request(), broken)
  expect(renders).toBe(2)
})

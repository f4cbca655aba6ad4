import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadBrands } from '#modules/brand/server/index.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { manualClock } from '../clock.ts'
import { readEnv } from '../env.ts'
import { createLog } from '../log.ts'
import { loadTexts } from '../texts.ts'
import { addressOf, trustedProxies } from './address.ts'
import { createHttp, route, type Http } from './http.ts'
import { forceLoadStage } from './load.ts'
import { createRateGate, parseRateLimits, USUAL_RATE_LIMITS } from './rate-limits.ts'

const root = resolve(import.meta.dirname, '../../../..')

/** A gate of its own time; `ask` answers the seconds to wait, 0 = let through. */
function gate(limits = USUAL_RATE_LIMITS) {
  let at = 0
  let waitSeconds = 0
  const made = createRateGate({
    limits,
    addressOf: ({ headers }) => String(headers['x-address']),
    replyTo: (_request, seconds) => {
      waitSeconds = seconds
      return { status: 429, contentType: 'application/json', body: {}, headers: {} }
    },
    now: () => at,
  })
  const response = { writeHead() {}, end() {} }
  return {
    pass: (ms: number) => void (at += ms),
    ask(url: string, address = '1', method = 'GET') {
      const refused = made.refuses({ url, method, headers: { 'x-address': address } } as never, response as never)
      return refused ? waitSeconds : 0
    },
  }
}

const allowed = (count: number, ask: () => number) => Array.from({ length: count }, ask).filter((wait) => wait === 0).length

describe('a gate', () => {
  it('lets a burst through, then the rate of the wire, each address for itself', () => {
    const { ask, pass } = gate({ ...USUAL_RATE_LIMITS, feeds: { perSecond: 20, burst: 50 } })
    let n = 0
    const feed = (address: string) => ask(`/service-api/LineFeed/Get1x2_VZip?n=${(n += 1)}`, address)
    expect(allowed(200, () => feed('1'))).toBe(50)
    expect(feed('1')).toBe(1)
    expect(feed('2')).toBe(0)
    pass(1_000)
    expect(allowed(100, () => feed('1'))).toBe(20)
    pass(3_600_000)
    expect(allowed(100, () => feed('1'))).toBe(50)
  })

  it('counts coupon calls and the same question apart; a poll of five seconds meets nothing', () => {
    const { ask, pass } = gate({ ...USUAL_RATE_LIMITS, coupons: { perSecond: 5, burst: 5 }, identical: { perSecond: 1, burst: 2 } })
    expect(allowed(20, () => ask('/LiveBet/Open/UpdateCoupon', '1', 'POST'))).toBe(5)
    expect(allowed(20, () => ask('/service-api/LiveFeed/GetGameZip?id=1'))).toBe(2)
    expect(ask('/service-api/LiveFeed/GetGameZip?id=2')).toBe(0)
    for (let i = 0; i < 50; i += 1) {
      pass(5_000)
      expect(ask('/service-api/LiveFeed/GetGameZip?id=1')).toBe(0)
    }
  })

  it('remembers no question of an address that asks too much', () => {
    const { ask, pass } = gate({ ...USUAL_RATE_LIMITS, feeds: { perSecond: 1, burst: 1 }, identical: { perSecond: 0.001, burst: 1 } })
    expect(ask('/service-api/LiveFeed/GetGameZip?id=1')).toBe(0)
    expect(allowed(20, () => ask('/service-api/LiveFeed/GetGameZip?id=2'))).toBe(0)
    pass(1_000)
    expect(ask('/service-api/LiveFeed/GetGameZip?id=2')).toBe(0)
  })

  it('knows a long question again', () => {
    const { ask } = gate({ ...USUAL_RATE_LIMITS, identical: { perSecond: 1, burst: 2 } })
    const long = `/service-api/LiveFeed/GetGameZip?id=${'1'.repeat(3_000)}`
    expect([allowed(20, () => ask(long)), allowed(20, () => ask(`${long}2`))]).toEqual([2, 2])
  })

  it('is passed by no other way of writing an address, and counts what one owner of IPv6 has together', () => {
    const { ask } = gate({ ...USUAL_RATE_LIMITS, feeds: { perSecond: 1, burst: 1 }, coupons: { perSecond: 1, burst: 1 } })
    const feeds = [
      '/LineFeed/a',
      '/service-api/%4CineFeed/b?x=1',
      '/%73ervice-api/LineFeed/c',
      'http://here/LineFeed/d',
      'HTTP://here:80/%4cineFeed/e?y=%',
      '/service-api/%4CineFeed/f#%',
    ]
    expect(feeds.map((url) => ask(url) === 0)).toEqual([true, false, false, false, false, false])
    expect([ask('/LiveUtil/a', '2', 'POST'), ask('/Live%55til/a', '2', 'POST')]).toEqual([0, 1])
    expect(['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:2::1'].map((address) => ask('/LineFeed/a', address))).toEqual([0, 1, 0])
    // What nobody can decode is no feed, and what is asked of one is its own.
    expect([ask('/%zz/%4CineFeed/a'), ask('/ru/line?to=/%4CineFeed/')]).toEqual([0, 0])
  })

  it('does not count pages, bets and accounts', () => {
    const { ask } = gate({ ...USUAL_RATE_LIMITS, feeds: { perSecond: 1, burst: 1 }, coupons: { perSecond: 1, burst: 1 } })
    for (const url of ['/ru/line', '/service-api/LiveBet/Secure/MakeBetWeb', '/web-api/user/balance', '/healthz'])
      expect(allowed(50, () => ask(url, '1', 'POST'))).toBe(50)
  })
})

describe('over HTTP', () => {
  let http: Http
  let base = ''
  let extras = 0
  beforeAll(async () => {
    const brands = loadBrands(resolve(root, 'brands'), 'development')
    http = await createHttp({
      log: createLog('silent', false),
      clock: manualClock(1_800_000_000_000),
      texts: loadTexts(resolve(root, 'locales')),
      visitOf: (visit) => brands.visitOf(visit),
      trustProxy: ['127.0.0.1'],
      rateLimits: { ...USUAL_RATE_LIMITS, feeds: { perSecond: 1, burst: 2 }, coupons: { perSecond: 1, burst: 1 } },
    })
    const common = { auth: 'none', summary: 'planted' } as const
    route(http.app, endpoint({ ...common, method: 'GET', path: '/result/web/planted', envelope: 'B' }), () => 'fine')
    route(http.app, endpoint({ ...common, method: 'POST', path: '/LiveUtil/Planted', envelope: 'A', csrf: false }), () => 'fine')
    const extra = endpoint({ ...common, method: 'GET', path: '/service-api/SiteService/planted', serviceRoot: true, envelope: 'A' })
    route(http.app, extra, () => (extras += 1))
    route(http.app, endpoint({ ...common, method: 'GET', path: '/web-api/planted', envelope: 'C' }), () => 'fine')
    await http.app.listen({ port: 0, host: '127.0.0.1' })
    base = `http://127.0.0.1:${(http.app.server.address() as AddressInfo).port}`
  })
  afterAll(() => http.app.close())

  it('answers 429 with Retry-After in the form of the call, for the address behind a trusted proxy', async () => {
    const feed = (address: string) => fetch(`${base}/result/web/planted`, { headers: { 'x-forwarded-for': address, 'x-lng': 'en' } })
    const statuses = []
    for (let i = 0; i < 3; i += 1) statuses.push((await feed('192.0.2.7')).status)
    expect(statuses).toEqual([200, 200, 429])
    const refused = await feed('192.0.2.7')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('x-content-type-options')).toBe('nosniff')
    expect(refused.headers.get('content-type')).toContain('application/problem+json')
    expect(await refused.json()).toMatchObject({ status: 429, errorCode: 429 })
    expect((await feed('192.0.2.8')).status).toBe(200)
  })

  it('refuses in the language of the query or of the cookie', async () => {
    const refused = async (query: string, headers: Record<string, string>, address: string) => {
      const ask = () => fetch(`${base}/result/web/planted${query}`, { headers: { ...headers, 'x-forwarded-for': address } })
      for (let i = 0; i < 2; i += 1) await ask()
      const answer = await ask()
      expect(answer.status).toBe(429)
      return ((await answer.json()) as { detail: string }).detail
    }
    const [russian, english] = [await refused('', {}, '192.0.2.20'), await refused('', { 'x-lng': 'en' }, '192.0.2.21')]
    expect(russian).toMatch(/[а-я]/)
    expect(english).not.toBe(russian)
    expect(await refused('?lng=en', {}, '192.0.2.22')).toBe(english)
    expect(await refused('', { cookie: 'a=b; lng=en' }, '192.0.2.23')).toBe(english)
  })

  it('turns extras of the stage of load away before the router, and all other calls not', async () => {
    const extra = () => fetch(`${base}/SiteService/planted`, { headers: { 'x-lng': 'en' } })
    try {
      expect((await extra()).status).toBe(200)
      forceLoadStage(1)
      expect((await extra()).status).toBe(200)
      forceLoadStage(2)
      const refused = await extra()
      expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('x-content-type-options')]).toEqual([
        503,
        '20',
        'nosniff',
      ])
      expect(await refused.json()).toMatchObject({ Success: false, ErrorCode: 503, Error: expect.stringContaining('bets and money work') })
      expect(extras).toBe(2)
      expect((await fetch(`${base}/web-api/planted`)).status).toBe(200)
    } finally {
      forceLoadStage(null)
    }
  })

  it('refuses a coupon call in envelope A before its body is read', async () => {
    const call = () => fetch(`${base}/LiveUtil/Planted`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
    expect((await call()).status).toBe(200)
    const refused = await call()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect(await refused.json()).toMatchObject({ Success: false, ErrorCode: 429, Value: null })
  })

  it('does not count calls inside the process', async () => {
    for (let i = 0; i < 10; i += 1) expect((await http.app.inject('/result/web/planted')).statusCode).toBe(200)
  })
})

describe('configuration', () => {
  it('is on in production, off in development, and may be set', () => {
    expect(readEnv({}).rateLimits).toBeNull()
    expect(readEnv({ POLOSA_MODE: 'production' }).rateLimits).toEqual(USUAL_RATE_LIMITS)
    expect(readEnv({ POLOSA_MODE: 'production', RATE_LIMITS: 'off' }).rateLimits).toBeNull()
    expect(readEnv({ RATE_LIMITS: 'feeds=40/200, identical=0.5/3' }).rateLimits).toEqual({
      ...USUAL_RATE_LIMITS,
      feeds: { perSecond: 40, burst: 200 },
      identical: { perSecond: 0.5, burst: 3 },
    })
    expect(() => readEnv({ RATE_LIMITS: 'feeds=many' })).toThrow(/RATE_LIMITS/)
    expect(parseRateLimits('feeds=0/5')).toBeNull()
  })
})

describe('the address of a caller', () => {
  const from = (direct: string, forwarded: string | undefined, trusted: boolean | string[]) =>
    addressOf(
      { socket: { remoteAddress: direct }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } } as never,
      trustedProxies(trusted),
    )
  it.each([
    ['10.0.0.1', '192.0.2.7', false, '10.0.0.1'],
    ['10.0.0.1', '192.0.2.7', ['10.0.0.0/8'], '192.0.2.7'],
    ['10.0.0.1', '198.51.100.1, 192.0.2.7, 10.0.0.2', ['10.0.0.0/8'], '192.0.2.7'],
    ['192.0.2.9', '192.0.2.7', ['10.0.0.0/8'], '192.0.2.9'],
    ['::ffff:10.0.0.1', '192.0.2.7', ['10.0.0.0/8'], '192.0.2.7'],
    ['127.0.0.1', '2001:db8::1', ['loopback'], '2001:db8::1'],
    ['127.0.0.1', undefined, true, '127.0.0.1'],
    ['127.0.0.1', '198.51.100.1, 192.0.2.7', true, '198.51.100.1'],
  ] as const)('%s with %s, trusting %j: %s', (direct, forwarded, trusted, address) => {
    expect(from(direct, forwarded, trusted as boolean | string[])).toBe(address)
  })
  it('refuses a list that it cannot read', () => expect(() => trustedProxies(['proxy'])).toThrow(/TRUST_PROXY/))
})

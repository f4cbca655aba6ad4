import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loadBrands } from '#modules/brand/server/index.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { problem } from '#platform/shared/problem.ts'
import { wireBoolean, wireInt } from '#platform/shared/wire-schema.ts'
import { manualClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { loadTexts } from '../texts.ts'
import { createHttp, isService, route, type Http } from './http.ts'
import { forceLoadStage } from './load.ts'

const root = resolve(import.meta.dirname, '../../../..')
let http: Http
let makeHttp: () => Promise<Http>

const wire = endpoint({
  method: 'GET',
  path: '/service-api/Planted/GetThing',
  serviceRoot: true,
  envelope: 'A',
  auth: 'none',
  wire: true,
  query: z.object({ sport: wireInt().default(0), count: wireInt(1, 50).default(20), isSubGames: wireBoolean().default(false) }),
  summary: 'planted',
})
const change = endpoint({
  method: 'POST',
  path: '/web-api/planted/change',
  envelope: 'C',
  auth: 'none',
  body: z.object({ name: z.string().max(10) }),
  summary: 'planted',
})
const closed = endpoint({ method: 'GET', path: '/planted/closed', envelope: 'B', auth: 'none', feature: 'casino', summary: 'planted' })
const secret = endpoint({ method: 'GET', path: '/planted/secret', envelope: 'C', auth: 'extended', summary: 'planted' })
const refused = endpoint({
  method: 'GET',
  path: '/service-api/Planted/Refused',
  envelope: 'A',
  auth: 'none',
  wire: true,
  summary: 'planted',
})
const oldForm = endpoint({
  method: 'POST',
  path: '/web-api/planted/old-form',
  envelope: 'A',
  auth: 'token',
  uhash: true,
  body: z.object({ hash: z.string().max(200).optional() }),
  summary: 'planted',
})
const spoken = endpoint({
  method: 'POST',
  path: '/service-api/Planted/Spoken',
  serviceRoot: true,
  envelope: 'A',
  auth: 'none',
  wire: true,
  body: z.object({ Events: z.array(z.number()).max(3) }),
  summary: 'planted',
})
const document = endpoint({
  method: 'POST',
  path: '/planted/document',
  envelope: 'J',
  auth: 'none',
  body: z.object({ data: z.object({ attributes: z.object({ tags: z.array(z.object({ id: z.number() })) }) }) }),
  summary: 'planted',
})
const coupon = endpoint({
  method: 'POST',
  path: '/service-api/LiveBet/Open/Planted',
  serviceRoot: true,
  envelope: 'A',
  auth: 'none',
  csrf: false,
  wire: true,
  rateLimit: { max: 4, windowMs: 60_000 },
  body: z.object({ Summ: z.number() }),
  summary: 'planted',
})
const often = endpoint({ method: 'GET', path: '/web-api/planted/often', envelope: 'C', auth: 'none', summary: 'planted' })
/** A path of those that are turned off for load. */
const extra = endpoint({ method: 'GET', path: '/web-api/coupon/popular', envelope: 'C', auth: 'none', summary: 'planted' })
const numbered = endpoint({ method: 'GET', path: '/web-api/planted/of/:id', envelope: 'C', auth: 'none', summary: 'planted' })
const broken = endpoint({ method: 'GET', path: '/planted/broken', envelope: 'B', auth: 'none', summary: 'planted' })

beforeAll(async () => {
  const brands = loadBrands(resolve(root, 'brands'), 'development')
  const texts = loadTexts(resolve(root, 'locales'))
  makeHttp = () =>
    createHttp({
      log: createLog('silent', false),
      clock: manualClock(1_800_000_000_000),
      texts,
      visitOf: (request) => brands.visitOf(request),
    })
  http = await makeHttp()
  route(http.app, wire, (_ctx, { query }) => query)
  route(http.app, change, (_ctx, { body }) => ({ name: body.name }))
  route(http.app, closed, () => 'open')
  route(http.app, secret, () => 'secret')
  route(http.app, refused, () => problem('platform.try_later', { wire: 133 }))
  route(http.app, oldForm, (ctx) => ctx.player?.id)
  route(http.app, spoken, () => problem('platform.try_later', { wire: 133 }))
  // A good token in the cookie, beside the session's own cookie.
  http.setAuthenticator((request) => ({
    session: null,
    bearer: null,
    extended: null,
    cookieToken: request.headers.cookie?.includes('user_token=abcdefghij') ? { id: 7, brand: 'polosa' } : null,
    badToken: false,
    blocked: false,
  }))
  route(http.app, document, () => ({ data: null }))
  route(http.app, coupon, () => 'fine')
  route(http.app, often, () => problem('platform.too_many_requests', { status: 429, extra: { retryAfter: 17 } }))
  route(http.app, extra, () => [])
  route(http.app, numbered, () => null)
  route(http.app, broken, () => {
    throw new Error('planted: a secret detail')
  })
  await http.app.ready()
})

const get = (url: string, headers: Record<string, string> = {}) =>
  http.app.inject({ method: 'GET', url, headers: { host: 'localhost', ...headers } })

it('an extra is turned off from its stage of load on, in words; everything else is answered as ever', async () => {
  const asked = async () => [
    (await get('/web-api/coupon/popular?lng=en')).statusCode,
    (await get('/service-api/Planted/GetThing')).statusCode,
  ]
  try {
    expect(await asked()).toEqual([200, 200])
    forceLoadStage(1)
    expect(await asked()).toEqual([503, 200])
    const { body } = await get('/web-api/coupon/popular?lng=en')
    expect(JSON.parse(body)).toMatchObject({ success: false, error_code: 503, message: expect.stringContaining('bets and money work') })
  } finally {
    forceLoadStage(null)
  }
  expect(await asked()).toEqual([200, 200])
})

it.each<[string, Record<string, string>, unknown, number]>([
  ['the beginning of the token', { cookie: 'user_token=abcdefghij' }, { hash: 'abcdefgh' }, 200],
  ['another beginning', { cookie: 'user_token=abcdefghij' }, { hash: 'abcdefgX' }, 401],
  ['too short', { cookie: 'user_token=abcdefghij' }, { hash: 'a' }, 401],
  ['none', { cookie: 'user_token=abcdefghij' }, {}, 401],
  ['without the cookie', {}, { hash: 'abcdefgh' }, 401],
  ['from another site', { cookie: 'user_token=abcdefghij', 'sec-fetch-site': 'cross-site' }, { hash: 'abcdefgh' }, 403],
])('the hash of the old form stands for the token only beside its cookie: %s', async (_name, headers, body, status) => {
  const given = { host: 'localhost', 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', ...headers }
  const answer = await http.app.inject({ method: 'POST', url: '/web-api/planted/old-form', headers: given, payload: JSON.stringify(body) })
  expect(answer.statusCode).toBe(status)
})

describe('wire calls', () => {
  it('answer under both roots, in any case of path and parameter, with unknown parameters ignored', async () => {
    for (const url of ['/service-api/Planted/GetThing', '/Planted/getthing', '/SERVICE-API/planted/GETTHING']) {
      const { statusCode, body } = await get(`${url}?SPORT=3&Count=7&issubgames=1&nothing=x`)
      expect([statusCode, JSON.parse(body)]).toEqual([
        200,
        { Id: 0, Success: true, Error: '', ErrorCode: 0, Guid: '', Value: { sport: 3, count: 7, isSubGames: true } },
      ])
    }
  })

  it('name the field of a wrong value with HTTP 400 and 900400', async () => {
    const { statusCode, json } = await get('/service-api/Planted/GetThing?count=many')
    expect(statusCode).toBe(400)
    expect(json()).toMatchObject({ Success: false, ErrorCode: 900_400, Error: expect.stringContaining('count') })
  })

  it('refuse with HTTP 200, a number and a sentence in the language of the call', async () => {
    const ru = (await get('/service-api/Planted/Refused?lng=ru')).json<{ Error: string }>()
    const en = (await get('/service-api/Planted/Refused?lng=en')).json<{ Error: string }>()
    expect(ru).toMatchObject({ Success: false, ErrorCode: 133, Value: null })
    expect([ru.Error, en.Error]).toEqual(['Сейчас не получится. Попробуйте чуть позже', 'Not possible right now. Try a little later'])
  })
})

describe('the language of a refusal', () => {
  const [ru, en] = ['Сейчас не получится. Попробуйте чуть позже', 'Not possible right now. Try a little later']
  const refusalOf = async (body: object, url = '/service-api/Planted/Spoken') => {
    const headers = { host: 'localhost', 'x-requested-with': 'XMLHttpRequest' }
    return (await http.app.inject({ method: 'POST', url, headers, payload: body })).json<{ Error: string }>().Error
  }

  it.each([
    ['Lng', 'en', en],
    ['lng', 'en', en],
    ['LNG', 'EN', en],
    ['Lng', 'ru', ru],
    // Of no brand: that of the visit.
    ['Lng', 'xx', ru],
    ['Lng', 7, ru],
  ])('is that of the body, %s: %s', async (key, lng, said) => {
    expect(await refusalOf({ Events: [], [key]: lng })).toBe(said)
  })

  it.each([
    ['lng=EN', {}, en],
    ['lng=en-GB', {}, en],
    ['LNG=en', {}, en],
    ['language=en', {}, en],
    ['lng=xx', {}, ru],
    ['', { cookie: 'lng=en' }, en],
    ['', { cookie: 'lng=EN-us' }, en],
    ['', { 'x-lng': 'en-GB' }, en],
  ])('is that of the query, the header or the cookie, in any case and with any region: %s %o', async (query, headers, said) => {
    expect((await get(`/service-api/Planted/Refused?${query}`, headers as Record<string, string>)).json<{ Error: string }>().Error).toBe(
      said,
    )
  })

  it('also when the body is refused before anybody has read it, and it is the last word', async () => {
    expect(await refusalOf({ Events: 'many', Lng: 'en' })).toBe('Events: The value is not valid')
    expect(await refusalOf({ Events: [], Lng: 'ru' }, '/Planted/Spoken?lng=en')).toBe(ru)
    expect(await refusalOf({ Events: [] }, '/Planted/Spoken?lng=en')).toBe(en)
  })
})

describe('refusals', () => {
  const post = (url: string, payload: string) =>
    http.app.inject({
      method: 'POST',
      url,
      headers: { host: 'localhost', 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      payload,
    })

  it.each([
    ['{"data":{"attributes":{"tags":[{"id":1},{"id":"x"}]}}}', '/data/attributes/tags/1/id'],
    ['{"data":{"attributes":{}}}', '/data/attributes/tags'],
    ['{}', '/data'],
    // No document at all.
    ['{', '/body'],
  ])('point into the document: %s', async (body, pointer) => {
    const { errors } = (await post('/planted/document', body)).json<{ errors: { source: { pointer: string } }[] }>()
    expect(errors[0]!.source.pointer).toBe(pointer)
  })

  it('of coupon calls carry a Guid each, whatever refuses them', async () => {
    const path = '/service-api/LiveBet/Open/Planted'
    const answers = [
      await post(path, '{"Summ":"x"}'),
      await post(path, '{'),
      await post(path, '{"Summ":1}'),
      await post(path, '{"Summ":1}'),
    ]
    const last = await post(path, '{"Summ":1}')
    expect([...answers, last].map(({ statusCode }) => statusCode)).toEqual([400, 400, 200, 200, 429])
    const guids = [...answers, last].map((answer) => answer.json<{ Guid: string }>().Guid)
    for (const guid of guids) expect(guid).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    expect(new Set(guids).size).toBe(5)
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
    expect((await get('/service-api/Planted/GetThing?count=many')).json<{ Guid: string }>().Guid).toBe('')
  })

  it('say in the head when to come again', async () => {
    const { statusCode, headers } = await get('/web-api/planted/often')
    expect([statusCode, headers['retry-after']]).toEqual([429, '17'])
  })
})

describe('addresses of no call', () => {
  it('are 404 in the form of their family', async () => {
    const nothing = { status: 404, errorCode: 2, type: '/problems/not-found' }
    for (const [method, path] of [
      ['GET', '/service-api/Planted/Nothing'],
      ['POST', '/service-api/Planted/Nothing'],
      ['DELETE', '/anything'],
    ] as const) {
      const answer = await http.app.inject({ method, url: path, headers: { host: 'localhost' } })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
      expect(answer.json()).toMatchObject(nothing)
    }
    const office = await get('/web-api/planted/nothing')
    expect([office.statusCode, office.json()]).toMatchObject([404, { success: false, error_code: 2 }])
  })

  it('a path that nobody can decode is one of these, in the form of the house; its query stays', async () => {
    const answer = await get('/service-api/Planted/%E0%A4%A')
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { errorCode: 2 }])
    expect((await get('/service-api/Planted/GetThing?count=%E0%A4%A')).statusCode).toBe(400)
    expect((await get('/service-api/%50lanted/GetThing?count=7')).json()).toMatchObject({ Value: { count: 7 } })
  })

  it('are told from pages by their first word', () => {
    const words = ['/service-api/x', '/Planted/Nothing', '/web-api/x', '/identity-service/x', '/line/football', '/en/line', '/planted', '/']
    expect(words.filter(isService)).toEqual(words.slice(0, 4))
  })
})

describe('another method', () => {
  it.each([
    ['POST', '/service-api/Planted/GetThing', 'GET, HEAD', { Success: false, ErrorCode: 405, Value: null }],
    ['DELETE', '/planted/getthing/?lng=en', 'GET, HEAD', { Error: 'This address does not take requests of this kind' }],
    ['GET', '/web-api/planted/change', 'POST', { success: false, error_code: 405 }],
    ['PUT', '/planted/broken', 'GET, HEAD', { status: 405, errorCode: 405, type: '/problems/platform-method-not-allowed' }],
    ['PUT', '/web-api/planted/of/7', 'GET, HEAD', { success: false }],
  ] as const)('%s %s is 405 and names those that there are', async (method, url, allow, said) => {
    // What comes with it is read by nobody.
    const given = method === 'GET' ? {} : { payload: 'rubbish' }
    const answer = await http.app.inject({ method, url, headers: { host: 'localhost' }, ...given })
    expect([answer.statusCode, answer.headers['allow'], answer.json()]).toMatchObject([405, allow, said])
  })

  it('of an address that is longer or shorter there is nothing', async () => {
    for (const url of ['/web-api/planted/of/7/8', '/web-api/planted/of', '/web-api/planted/of/'])
      expect((await http.app.inject({ method: 'PUT', url, headers: { host: 'localhost' } })).statusCode, url).toBe(404)
  })
})

describe('changes', () => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    http.app.inject({
      method: 'POST',
      url: '/web-api/planted/change',
      headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })

  it('need one of the headers that a foreign page cannot send', async () => {
    expect((await post({ name: 'a' })).statusCode).toBe(403)
    expect((await post({ name: 'a' }, { 'x-requested-with': 'XMLHttpRequest' })).statusCode).toBe(200)
    expect((await post({ name: 'a' }, { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  })

  it('name the wrong field, and never answer 5xx to bad bodies', async () => {
    const guard = { 'x-requested-with': 'XMLHttpRequest' }
    const wrong = await post({ name: 5 }, guard)
    expect([wrong.statusCode, wrong.json<{ message: string }>().message]).toEqual([422, 'Failed with params: name'])
    for (const body of ['{', '[]', '"x"', 'null', '5', `{"name":"${'x'.repeat(100)}"}`]) {
      const { statusCode } = await post(body, guard)
      expect(statusCode, body).toBeGreaterThanOrEqual(400)
      expect(statusCode, body).toBeLessThan(500)
    }
    expect((await post(`{"name":"${'x'.repeat(2_000_000)}"}`, guard)).statusCode).toBe(413)
  })
})

describe('access', () => {
  it('a switched-off feature is not there', async () => {
    expect((await get('/planted/closed')).statusCode).toBe(404)
  })

  it('an extended call without its token is 401', async () => {
    expect((await get('/planted/secret')).statusCode).toBe(401)
    expect((await get('/planted/secret', { authorization: 'Bearer something' })).statusCode).toBe(401)
  })
})

it('a bug answers 500 with an id and nothing of its text', async () => {
  const { statusCode, body } = await get('/planted/broken')
  expect(statusCode).toBe(500)
  expect(body).not.toContain('secret detail')
  expect(JSON.parse(body)).toHaveProperty('requestId')
})

it('every answer carries the safe headers', async () => {
  const { headers } = await get('/service-api/Planted/GetThing')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
  })
})

it('what stands before the calls of one server stands before no other', async () => {
  const whole = { session: null, bearer: { id: 7, brand: 'polosa' }, extended: null, cookieToken: null, badToken: false, blocked: false }
  const [shut, open] = [await makeHttp(), await makeHttp()]
  for (const one of [shut, open]) {
    one.setAuthenticator(() => whole)
    route(one.app, oldForm, (ctx) => ctx.player?.id)
  }
  shut.setAccountGate(() => problem('platform.try_later', { status: 403, wire: 42 }))
  const ask = async (one: Http) =>
    (await one.app.inject({ method: 'POST', url: '/web-api/planted/old-form', headers: { authorization: 'Bearer a' }, payload: {} })).json()
  expect(await ask(shut)).toMatchObject({ Success: false })
  expect(await ask(open)).toMatchObject({ Success: true, Value: 7 })
})

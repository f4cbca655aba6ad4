import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError, HTTP_RESULT, errorMessage, errorTitle, refusalMessage } from './api-error.ts'
import { configureCalls, request, unwrap, watchCalls } from './call.ts'
import { refusedUntil } from './refusal-wait.ts'
import { buildPath, buildQuery, joinedList, joinedMarketTypes, parsedNumber } from './request-url.ts'
import { fetchToken, forgetToken, usableUntil } from './service-token.ts'

const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

function serve(...answers: (() => Response | Promise<Response>)[]) {
  const fetcher = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    return answer!()
  })
  vi.stubGlobal('fetch', fetcher)
  return fetcher
}

afterEach(() => {
  vi.unstubAllGlobals()
  forgetToken()
})

it('feeds carry the partner who sent the visitor, other calls do not (SH-34)', async () => {
  const fetcher = serve(() => json({ Success: true, Value: [] }))
  configureCalls({ partner: 77 })
  await request('GET', '/service-api/LineFeed/Get1x2_VZip', { query: { count: 5 } })
  await request('GET', '/web-api/content/status')
  configureCalls({})
  await request('GET', '/service-api/LiveFeed/Get1x2_VZip')
  expect(fetcher.mock.calls.map(([url]) => url)).toEqual([
    '/service-api/LineFeed/Get1x2_VZip?count=5&partner=77',
    '/web-api/content/status',
    '/service-api/LiveFeed/Get1x2_VZip',
  ])
})

it('feeds of a section that is switched off are not asked: they have nothing', async () => {
  const fetcher = serve(() => json({ Success: true, ErrorCode: 0, Value: [1] }))
  configureCalls({ features: { line: true, live: false } })
  expect(await request('GET', '/service-api/LiveFeed/Get1x2_VZip', { raw: true })).toMatchObject({ Value: null })
  expect(await request('GET', '/service-api/LiveFeed/Get1x2_VZip')).toBeNull()
  expect(await request('GET', '/service-api/LineFeed/Get1x2_VZip')).toEqual([1])
  configureCalls({ features: { line: true, live: true } })
  expect(fetcher.mock.calls).toHaveLength(1)
})

it('a page in place of an answer is a failure of the way, never a value (XT-80)', async () => {
  const page = () => new Response('<!doctype html><p>proxy', { headers: { 'content-type': 'text/html' } })
  serve(page)
  await expect(request('POST', '/web-api/office/withdraw')).rejects.toMatchObject({ title: 'NetworkError' })
  serve(() => new Response('<p>bad gateway', { status: 502, headers: { 'content-type': 'text/html' } }))
  await expect(request('POST', '/web-api/office/withdraw')).rejects.toMatchObject({ status: 502 })
  serve(() => new Response('<p>bad gateway', { status: 502, headers: { 'content-type': 'application/json' } }))
  await expect(request('POST', '/web-api/office/withdraw')).rejects.toMatchObject({ title: 'HTTPError', status: 502 })
})

describe('request builder (RQ-06 to RQ-08)', () => {
  it('leaves out defaults, undefined, false, empty lists and objects', () => {
    const query = { lng: 'ru', partner: 1, live: false, games: [], more: {}, gr: undefined, count: 50, strict: true, zero: 0 }
    expect(buildQuery(query, { lng: 'ru', partner: 1 })).toBe('count=50&strict=true&zero=0')
  })

  it('writes lists with [], dates as ISO, objects as JSON', () => {
    const text = decodeURIComponent(buildQuery({ ids: [1, 2], at: new Date(0), o: { a: 1 } }))
    expect(text).toBe('ids[]=1&ids[]=2&at=1970-01-01T00:00:00.000Z&o={"a":1}')
  })

  it('sorts, de-duplicates and joins sports and market types', () => {
    expect(joinedList([3, 1, 1, 10])).toBe('1,3,10')
    expect(joinedList([])).toBeUndefined()
    expect(joinedMarketTypes([3, 4, 1001, 'x'])).toBe('3,1001,x')
  })

  it('fills path segments and refuses a missing one', () => {
    expect(buildPath('/a/:id/b', { id: 'x y' }, [7])).toBe('/a/x%20y/b/7')
    expect(() => buildPath('/a/:id')).toThrow('needs id')
  })

  it('reads numbers of forms', () => {
    expect([parsedNumber('1,5'), parsedNumber(''), parsedNumber('x')]).toEqual([1.5, undefined, undefined])
  })
})

describe('errors', () => {
  it.each([
    [{ errors: [{ detail: 'D' }], message: 'M' }, 'D'],
    [{ message: 'M' }, 'M'],
    [{}, 'G'],
    [null, 'G'],
  ])('message order of %j (ER-05)', (body, expected) => {
    expect(errorMessage(body, 'G')).toBe(expected)
  })

  it('a refusal reads message, then detail, then the generic text', () => {
    expect([refusalMessage({ message: 'M', detail: 'D' }, 'G'), refusalMessage({ detail: 'D' }, 'G'), refusalMessage({}, 'G')]).toEqual([
      'M',
      'D',
      'G',
    ])
  })

  it.each([
    [400, 'BadRequest'],
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    [404, 'NotFound'],
    [451, 'HTTPError'],
  ])('%d is %s', (status, title) => {
    expect(errorTitle(status)).toBe(title)
  })

  it.each([
    ['the wait of a call', { retryAfter: 3_276 }, 429, 3_320],
    ['that of JSON:API', { errors: [{ retryAfter: 3_276 }] }, 429, 3_320],
    ['the end of a lock', { until: 1_900 }, 401, 920],
    ['that of a short one', { until: 1_010 }, 401, 20],
    ['one that is over', { until: 990 }, 401, null],
    ['a wait that its message tells', { retryAfter: 60 }, 429, null],
    ['a lock that only another way opens', { until: 1_000 + 10 * 365 * 86_400 }, 401, null],
    ['a closed account, whose message tells it', { until: 9_000 }, 403, null],
    ['no wait at all', { message: 'M' }, 422, null],
    ['nothing', null, 500, null],
  ])('until when it stands: %s', (_, body, status, waitS) => {
    expect(refusedUntil(body, status, 1_000_000)).toBe(waitS === null ? null : 1_000_000 + waitS * 1_000)
  })

  it('names field messages of every envelope', () => {
    const error = (response: unknown) =>
      new ApiError({
        message: '',
        title: '',
        status: 422,
        response,
        request: { method: 'GET', url: '', params: null, headers: {}, statusCode: 422 },
      })
    expect(error({ validation_errors: { phone: ['short'] } }).fields).toEqual({ phone: 'short' })
    expect(error({ errors: [{ detail: 'bad', source: { pointer: '/data/attributes/email' } }] }).fields).toEqual({ email: 'bad' })
    expect(error({ field: 'sum', detail: 'low' }).fields).toEqual({ sum: 'low' })
  })
})

describe('call', () => {
  it('unwraps the envelopes', () => {
    expect(unwrap({ Id: 0, Success: true, ErrorCode: 0, Value: 5 })).toBe(5)
    expect(unwrap({ success: true, data: [1] })).toEqual([1])
    expect(unwrap({ data: 1 })).toEqual({ data: 1 })
  })

  it('sends as the specification says', async () => {
    const fetcher = serve(() => json({ success: true, data: 1 }))
    await request('POST', '/x/:id', { params: { id: 3 }, body: { a: 1 }, attributes: true, query: { live: false } })
    const [url, init] = fetcher.mock.calls[0]!
    expect(url).toBe('/x/3')
    expect(init).toMatchObject({ method: 'POST', credentials: 'same-origin', redirect: 'manual', body: '{"data":{"attributes":{"a":1}}}' })
    expect(init!.headers).toMatchObject({ 'content-type': 'application/vnd.api+json', 'x-requested-with': 'XMLHttpRequest' })
  })

  it('throws the fields of ER-06 for a refusal inside a 200', async () => {
    serve(() => json({ Success: false, Error: 'Цена изменилась', ErrorCode: 130, Value: null }))
    const error = await request('GET', '/bet').catch((thrown: unknown) => thrown as ApiError)
    expect(error).toMatchObject({
      message: 'Цена изменилась',
      status: 200,
      httpCode: 200,
      code: 130,
      isCancel: false,
      request: { method: 'GET', url: '/bet' },
    })
  })

  it('a refusal says when its wait is over', async () => {
    const calls = { timeout: 't', cancelled: 'c', generic: 'server_generic', query: 'server_generic' }
    const tell = vi.fn<(said: { message: string; time: string }) => string>(({ message }) => `${message} until then`)
    configureCalls({ texts: { ...calls, wait: { visit: { now: Date.now(), lng: 'en', country: 'GB' }, tell } } })
    serve(() => json({ success: false, message: 'Too often', retryAfter: 90 }, 429))
    await expect(request('GET', '/x')).rejects.toThrow(/^Too often until then$/)
    expect(tell.mock.calls[0]![0].time).toMatch(/\d:\d\d/)
    serve(() => json({ success: false, message: 'Wrong' }))
    await expect(request('GET', '/x')).rejects.toThrow(/^Wrong$/)
    configureCalls({ texts: calls })
  })

  it('reports failures, but neither 403 nor validation nor cancelling (ER-04)', async () => {
    const reported: number[] = []
    configureCalls({ report: (error) => reported.push(error.status) })
    for (const status of [403, 422, 500]) {
      serve(() => json({}, status))
      await request('GET', '/x').catch(() => {})
    }
    expect(reported).toEqual([500])
  })

  it('carries no password, code or token into what is logged', async () => {
    serve(() => json({}, 500))
    const error = await request('POST', '/auth', { body: { login: 'a', password: 'p', app_code: '1' } }).catch(
      (thrown: unknown) => thrown as ApiError,
    )
    expect(error).toMatchObject({ request: { params: { login: 'a', password: '***', app_code: '***' } } })
  })

  it('tells the watcher of development how each call ended', async () => {
    const seen: [number, number][] = []
    watchCalls(({ result, httpCode }) => seen.push([result, httpCode]))
    serve(() => json({}))
    await request('GET', '/x')
    serve(() => json({}, 429))
    await request('GET', '/x').catch(() => {})
    expect(seen).toEqual([
      [1, 200],
      [2, 429],
    ])
  })

  it('one request for parallel duplicates', async () => {
    const fetcher = serve(() => json({ ok: 1 }))
    const options = { disallowParallel: true, body: { a: 1 } }
    const answers = await Promise.all([request('POST', '/x', options), request('POST', '/x', options)])
    expect(fetcher).toHaveBeenCalledTimes(1)
    expect(answers).toEqual([{ ok: 1 }, { ok: 1 }])
  })

  it('times out with its own status and cancels when asked', async () => {
    const hang = (_: string, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        const fail = () => reject(new DOMException('', 'AbortError'))
        if (init!.signal!.aborted) fail()
        else init!.signal!.addEventListener('abort', fail)
      })
    vi.stubGlobal('fetch', hang)
    await expect(request('GET', '/slow', { timeoutMs: 5 })).rejects.toMatchObject({
      status: 1488,
      title: 'request_timeout',
      result: HTTP_RESULT.networkError,
    })
    const stop = new AbortController()
    const pending = request('GET', '/slow', { signal: stop.signal })
    stop.abort()
    await expect(pending).rejects.toMatchObject({ isCancel: true, message: expect.stringContaining('/slow') })
  })
})

describe('service token (TK-02 to TK-06)', () => {
  const token = () =>
    json({ data: { attributes: { userToken: 'T', expireDate: '2030-01-01T00:00:00Z' } } }, 200, { date: new Date().toUTCString() })

  it('refetches after a 401 and gives up at the third', async () => {
    let calls = 0
    vi.stubGlobal('fetch', async (url: string) => (url.includes('/token/') ? token() : (calls++, json({}, 401))))
    await expect(request('GET', '/secure', { auth: 'token' })).rejects.toMatchObject({
      title: 'TOKEN_NOT_AUTHENTICATED',
      message: 'server_generic',
      status: 401,
    })
    expect(calls).toBe(3)
  })

  it('asks once for a token, then renews it (TK-03)', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (!url.includes('/token/')) return json({}, 401)
      asked.push(`${init?.method ?? 'GET'} ${new Headers(init?.headers).get('content-type') ?? '-'}`)
      return token()
    })
    await expect(request('GET', '/secure', { auth: 'token' })).rejects.toMatchObject({ status: 401 })
    expect(asked).toEqual(['GET -', 'POST application/vnd.api+json', 'POST application/vnd.api+json'])
  })

  it.each([
    [() => json({}, 403), 'USER_NOT_AUTHENTICATED'],
    [() => json({ data: {} }), 'lost token'],
    [() => json({ data: { attributes: { userToken: 'T', expireDate: 1 } } }), 'headers.date is undefined'],
  ])('names the failure %#', async (answer, message) => {
    serve(answer)
    await expect(fetchToken()).rejects.toMatchObject({ message })
  })

  it('no person reads the name of a failure', async () => {
    serve(() => json({}, 500))
    await expect(request('GET', '/secure', { auth: 'token' })).rejects.toMatchObject({ title: 'HTTPError', message: 'server_generic' })
  })

  it('a token that cannot be fetched is a failure of the call, known by its status', async () => {
    serve(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(request('GET', '/secure', { auth: 'token' })).rejects.toMatchObject({
      title: 'NetworkError',
      message: 'server_generic',
      status: 0,
    })
  })

  it('a token that does not come is waited for as long as its call may take, and no longer than it is wanted', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    await expect(request('GET', '/secure', { auth: 'token', timeoutMs: 5 })).rejects.toMatchObject({ title: 'request_timeout' })
    const stop = new AbortController()
    const pending = request('GET', '/secure', { auth: 'token', signal: stop.signal })
    stop.abort()
    await expect(pending).rejects.toMatchObject({ isCancel: true })
    await expect(request('GET', '/secure', { auth: 'token', signal: stop.signal })).rejects.toMatchObject({ isCancel: true })
  })

  it('a token that was asked for before signing in is nothing to who signs in', async () => {
    const answers: ((answer: Response) => void)[] = []
    vi.stubGlobal('fetch', () => new Promise<Response>((answer) => answers.push(answer)))
    const before = fetchToken()
    forgetToken()
    const after = fetchToken()
    const of = (userToken: string) =>
      json({ data: { attributes: { userToken, expireDate: '2100-01-01T00:00:00Z' } } }, 200, { date: new Date().toUTCString() })
    answers[1]!(of('new'))
    await expect(after).resolves.toBe('new')
    answers[0]!(of('old'))
    await expect(before).resolves.toBe('old')
    await expect(fetchToken()).resolves.toBe('new')
  })

  it('expires early by the skew of the clocks and five seconds', () => {
    const server = Date.parse('2030-01-01T00:00:00Z')
    expect(usableUntil('2030-01-01T01:00:00Z', server, server + 60_000)).toBe(server + 3_600_000 + 60_000 - 5_000)
  })
})

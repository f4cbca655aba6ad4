/** The database that knows who calls is away (standards OPS-09): what is for everybody is served, the rest is put off. */
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { loadBrands } from '#modules/brand/server/index.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { manualClock } from '../clock.ts'
import { DatabaseAway } from '../db-watch.ts'
import { createLog } from '../log.ts'
import { loadTexts } from '../texts.ts'
import { createHttp, hotRoute, route } from './http.ts'

const root = resolve(import.meta.dirname, '../../../..')
const brands = loadBrands(resolve(root, 'brands'), 'development')
const http = await createHttp({
  log: createLog('silent', false),
  clock: manualClock(1_800_000_000_000),
  texts: loadTexts(resolve(root, 'locales')),
  visitOf: (request) => brands.visitOf(request),
})
let failure: Error = new DatabaseAway()
http.setAuthenticator(() => Promise.reject(failure))
const base = { envelope: 'C', summary: 'planted' } as const
const feed = endpoint({ ...base, method: 'GET', path: '/web-api/unasked/feed', auth: 'none' })
const looks = endpoint({ ...base, method: 'GET', path: '/web-api/unasked/looks', auth: 'none' })
const own = endpoint({ ...base, method: 'GET', path: '/web-api/unasked/own', auth: 'player' })
const hot = endpoint({ ...base, method: 'POST', path: '/web-api/unasked/hot', auth: 'token', body: z.object({}) })
route(http.app, feed, () => 'for everybody')
route(http.app, looks, (ctx) => (ctx.player === null ? 'shown to visitors' : 'hidden from him'))
route(http.app, own, () => 'his money')
hotRoute(http.app, hot, () => 'his bet')
http.app.get('/unasked/plain', async () => 'alive')
await http.app.ready()

const ask = (method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}) =>
  http.app.inject({
    method,
    url,
    headers: { host: 'localhost', cookie: '__Host-session=secret', 'x-requested-with': 'XMLHttpRequest', ...headers },
    ...(method === 'POST' ? { payload: {} } : {}),
  })

it('a call for everybody is served, and so is what is no call; the cookie is kept', async () => {
  const answers = [
    await ask('GET', feed.path),
    await ask('GET', '/unasked/plain'),
    await ask('GET', feed.path, { authorization: 'Bearer x' }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(answers.map(({ headers }) => headers['set-cookie'])).toEqual([undefined, undefined, undefined])
})

it('what needs the player is put off, and so is what only looks who it is: nobody is taken for a visitor', async () => {
  for (const answer of [await ask('GET', own.path), await ask('GET', looks.path), await ask('POST', hot.path)]) {
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toMatchObject([503, '5', { success: false }])
  }
})

it('any other failure is what it was', async () => {
  failure = new Error('planted')
  try {
    expect((await ask('GET', feed.path)).statusCode).toBe(500)
  } finally {
    failure = new DatabaseAway()
  }
})

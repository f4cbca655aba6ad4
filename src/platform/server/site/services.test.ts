import { resolve } from 'node:path'
import type { ServerBuild } from 'react-router'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { loadBrands } from '#modules/brand/server/index.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { manualClock } from '../clock.ts'
import { createHttp, route } from '../http.ts'
import { createLog } from '../log.ts'
import { registerSite } from '../site.ts'
import { loadTexts } from '../texts.ts'

const root = resolve(import.meta.dirname, '../../../..')
const brands = loadBrands(resolve(root, 'brands'), 'development')
const texts = loadTexts(resolve(root, 'locales'))
const log = createLog('silent', false)
const { app } = await createHttp({ log, clock: manualClock(1_800_000_000_000), texts, visitOf: (request) => brands.visitOf(request) })
const known = endpoint({
  method: 'GET',
  path: '/service-api/LineFeed/Known',
  serviceRoot: true,
  envelope: 'A',
  auth: 'none',
  query: z.object({}),
  summary: 'planted',
})
route(app, known, () => 1)
const only = (path: string) => endpoint({ ...known, method: 'POST', path, serviceRoot: false, summary: 'planted' })
for (const path of ['/user/planted', '/office/planted', '/office/groups/planted', '/office/planted-list/:id'])
  route(app, only(path), () => 1)
// A page of this very name, one that takes any word in its place, and one for everything else; none is rendered.
const PAGES = { ':lng/office/planted': 1, ':lng/office/groups/:group': 1, ':lng/*': 1 }
const noPage = () =>
  ({ routes: Object.fromEntries(Object.keys(PAGES).map((path) => [path, { id: path, path }])) }) as unknown as ServerBuild
registerSite({ app, build: noPage, texts, log, mode: 'production', brandCss: () => '', overridden: () => false, live: false })
afterAll(() => app.close())

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string) =>
  app.inject({ method, url, headers: { host: 'localhost', accept: 'application/json' } })

test('an unknown call is 404, not the way to a page', async () => {
  for (const method of ['GET', 'POST'] as const) {
    for (const path of ['/service-api/LineFeed/Nothing', '/linefeed/nothing?lng=en', '/service-api/LineFeed/%E0%A4%A']) {
      const answer = await ask(method, path)
      expect([method, path, answer.statusCode, answer.headers['content-type']]).toEqual([
        method,
        path,
        404,
        'application/problem+json; charset=utf-8',
      ])
    }
  }
  expect((await ask('GET', '/LineFeed/Known')).json()).toMatchObject({ Success: true, Value: 1 })
})

test('a page whose path nobody can decode is looked for all the same', async () => {
  const answer = await ask('GET', '/line/football/x/310018350-%E0%A4%A')
  expect([answer.statusCode, answer.headers['location']]).toEqual([302, '/ru/line/football/x/310018350-%25E0%25A4%25A'])
})

test('what is no page in any language is 404 at once: the development area in production, what was posted, two slashes', async () => {
  const calls = [
    ['GET', '/dev'],
    ['GET', '/dev/inbox'],
    ['GET', '/DEV/api/clock?x=1'],
    // Addresses that would be read as those of another host.
    ['GET', '//'],
    ['GET', '//en/live'],
    ['POST', '/dev/api/clock'],
    ['POST', '/status'],
    ['PUT', '/status'],
  ] as const
  for (const [method, path] of calls) expect([path, (await ask(method, path)).statusCode]).toEqual([path, 404])
  expect((await ask('GET', '/status')).headers['location']).toBe('/ru/status')
})

test('an address of calls of other methods says so, unless a page has the very name', async () => {
  for (const path of ['/user/planted', '/USER/planted/?x=1', '/office/groups/planted', '/office/planted-list/7']) {
    const answer = await ask('GET', path)
    expect([path, answer.statusCode, answer.headers['allow']]).toEqual([path, 405, 'POST'])
  }
  expect((await ask('DELETE', '/user/planted')).headers['allow']).toBe('POST')
  expect((await ask('GET', '/office/planted')).headers['location']).toBe('/ru/office/planted')
  expect((await ask('GET', '/office/groups/12')).headers['location']).toBe('/ru/office/groups/12')
})

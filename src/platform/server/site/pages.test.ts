/** Heads of pages: what a HEAD is answered, and which styles a page may have. */
import { resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { data, type LoaderFunctionArgs, type ServerBuild } from 'react-router'
import { loadBrands } from '#modules/brand/server/index.ts'
import { visitContext } from '#platform/shared/visit.ts'
import { manualClock } from '../clock.ts'
import { createHttp } from '../http.ts'
import { createLog } from '../log.ts'
import { registerSite } from '../site.ts'
import { loadTexts } from '../texts.ts'

const root = resolve(import.meta.dirname, '../../../..')
const texts = loadTexts(resolve(root, 'locales'))
const log = createLog('silent', false)
const PAGE = '<p>page</p>'

/** As the page for what is not found: it stands in for a failure too, in the language of the visit. */
function failing({ context, request }: LoaderFunctionArgs): null {
  const { failure, lng } = context.get(visitContext)
  if (failure) throw data(null, { status: request.method === 'GET' && lng === 'en' ? failure : 500 })
  if (request.url.endsWith('/none')) throw data(null, { status: 404 })
  return null
}

let loads = 0

/** One page at every address, and one with an address of its own. */
const build = {
  entry: {
    module: {
      default: (request: Request, status: number) =>
        new Response(request.url.endsWith('/where') ? request.url : PAGE, {
          status,
          headers: { 'content-type': 'text/html; charset=utf-8' },
        }),
    },
  },
  routes: {
    root: { id: 'root', path: '*', module: { default: () => null, ErrorBoundary: () => null, loader: failing } },
    own: { id: 'own', path: ':lng/own', module: { default: () => null, loader: () => (loads += 1) } },
  },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: { v8_middleware: true },
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial' },
} as unknown as ServerBuild

async function siteThatIs(live: boolean, mode: 'development' | 'production' = 'development') {
  const brands = loadBrands(resolve(root, 'brands'), mode)
  const { app } = await createHttp({ log, clock: manualClock(1_800_000_000_000), texts, visitOf: (request) => brands.visitOf(request) })
  registerSite({ app, build: () => build, texts, log, mode, brandCss: () => '', overridden: () => false, live })
  afterAll(() => app.close())
  return (method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url = '/ru', host = 'localhost') =>
    app.inject({ method, url, headers: { host } })
}
const stylesOf = (policy: unknown) => /style-src ([^;]*)/.exec(String(policy))?.[1]

test.each([true, false])('a HEAD tells the length of the page and is not kept in its place (edited: %s)', async (live) => {
  const ask = await siteThatIs(live)
  const head = await ask('HEAD')
  const page = await ask('GET')
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(PAGE.length), ''])
  expect([page.statusCode, page.headers['content-length'], page.body]).toEqual([200, String(PAGE.length), PAGE])
})

test('style elements need the nonce of their page; where the site is edited none stands, or browsers would ask all for it', async () => {
  const [built, edited] = [await siteThatIs(false), await siteThatIs(true)]
  expect(stylesOf((await built('GET')).headers['content-security-policy'])).toMatch(/^'self' 'nonce-[\w+/]{24}'$/)
  expect(stylesOf((await edited('GET')).headers['content-security-policy'])).toBe("'self' 'unsafe-inline'")
})

test('a page takes nothing: what is sent to its address is answered so, in the language of the address', async () => {
  const ask = await siteThatIs(false)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const answer = await ask(method, '/en/line')
    expect([method, answer.statusCode, answer.headers['allow'], answer.body]).toEqual([method, 405, 'GET, HEAD', PAGE])
  }
  expect((await ask('GET', '/en/line')).statusCode).toBe(200)
})

test('where no page is nothing else is said of what is sent there', async () => {
  const ask = await siteThatIs(false)
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const answer = await ask(method, '/en/none')
    expect([method, answer.statusCode, answer.headers['allow'], answer.body]).toEqual([method, 404, undefined, PAGE])
  }
  // A page is not loaded for what is sent to it: a code in its address would be used up.
  expect([(await ask('POST', '/en/own')).statusCode, loads]).toEqual([405, 0])
  expect([(await ask('GET', '/en/own')).statusCode, loads]).toEqual([200, 1])
})

test('a kept page is of the host that it is asked at, and one that no brand names is no address of a page', async () => {
  const ask = await siteThatIs(false, 'production')
  for (const [host, shown] of [
    ['evil.test', 'localhost'],
    ['localhost', 'localhost'],
    ['polosa.localhost', 'polosa.localhost'],
    ['localhost:3000', 'localhost:3000'],
  ])
    expect((await ask('GET', '/en/where', host)).body).toBe(`http://${shown}/en/where`)
})

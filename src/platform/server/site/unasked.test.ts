/** Pages while the database that knows the visitor is away: shown to nobody in particular, or put off by a page of the site. */
import { resolve } from 'node:path'
import { data, type ServerBuild } from 'react-router'
import { afterAll, expect, test } from 'vitest'
import { loadBrands } from '#modules/brand/server/index.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { visitContext, type ServerVisit } from '#platform/shared/visit.ts'
import { manualClock } from '../clock.ts'
import { DatabaseAway } from '../db-watch.ts'
import { createHttp, route } from '../http.ts'
import { createLog } from '../log.ts'
import { registerSite } from '../site.ts'
import { loadTexts } from '../texts.ts'

const root = resolve(import.meta.dirname, '../../../..')
const brands = loadBrands(resolve(root, 'brands'), 'development')
const texts = loadTexts(resolve(root, 'locales'))
const log = createLog('silent', false)
const seen: ServerVisit[] = []

/** One page at every address, which does as it is told. */
const build = {
  entry: {
    module: {
      default: (_request: Request, status: number) =>
        new Response('<p>page</p>', { status, headers: { 'content-type': 'text/html; charset=utf-8' } }),
    },
  },
  routes: {
    root: {
      id: 'root',
      path: '*',
      module: {
        default: () => null,
        ErrorBoundary: () => null,
        loader({ context }: { context: { get(key: typeof visitContext): ServerVisit } }) {
          const visit = context.get(visitContext)
          seen.push(visit)
          if (visit.failure) throw data(null, { status: visit.failure })
          return null
        },
      },
    },
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

const http = await createHttp({ log, clock: manualClock(1_800_000_000_000), texts, visitOf: (request) => brands.visitOf(request) })
const { app } = http
http.setAuthenticator(({ headers }) => (headers.cookie ? Promise.reject(new DatabaseAway()) : NOBODY))
const NOBODY = { session: null, bearer: null, extended: null, cookieToken: null, badToken: false, blocked: false }
const own = endpoint({ method: 'GET', path: '/web-api/planted/own', envelope: 'C', auth: 'player', summary: 'planted' })
route(app, own, () => 'his money')
const form = endpoint({ method: 'POST', path: '/web-api/planted/form', envelope: 'C', auth: 'player', summary: 'planted' })
route(app, form, () => 'his payment')
registerSite({ app, build: () => build, texts, log, mode: 'development', brandCss: () => '', overridden: () => false, live: false })
afterAll(() => app.close())

const COOKIE = { cookie: '__Host-session=secret' }
const ask = (url: string, headers: Record<string, string>) => app.inject({ method: 'GET', url, headers: { host: 'localhost', ...headers } })

test('a page is shown, says that nobody could be asked, and is kept for nobody else', async () => {
  const answer = await ask('/en/line', COOKIE)
  expect([answer.statusCode, answer.headers['set-cookie'], answer.headers['cache-control']]).toEqual([200, undefined, 'no-store'])
  expect([seen.at(-1)!.player, seen.at(-1)!.isUnasked]).toEqual([null, true])
  await ask('/en/line', {})
  expect([seen.length, seen.at(-1)!.isUnasked]).toEqual([2, undefined])
})

test('a browser that goes to what needs the player is shown a page; a program gets its envelope', async () => {
  for (const headers of [{ accept: 'text/html,*/*' } as Record<string, string>, { accept: '*/*', 'sec-fetch-mode': 'navigate' }]) {
    const page = await ask(own.path, { ...COOKIE, ...headers })
    expect([page.statusCode, page.headers['content-type'], page.headers['retry-after']]).toEqual([503, 'text/html; charset=utf-8', '5'])
  }
  const call = await ask(own.path, { ...COOKIE, accept: 'text/html', 'sec-fetch-mode': 'cors' })
  expect([call.statusCode, call.json()]).toMatchObject([503, { success: false }])
})

const FORM = { accept: 'text/html,*/*', 'content-type': 'application/x-www-form-urlencoded' }
const send = (url: string, headers: Record<string, string>) =>
  app.inject({ method: 'POST', url, headers: { host: 'localhost', ...FORM, ...headers }, payload: 'outcome=success' })

test('a form without a script is answered by a page too, wherever it goes', async () => {
  for (const url of [form.path, '/en/login'])
    for (const headers of [{} as Record<string, string>, { 'sec-fetch-mode': 'navigate' }]) {
      const page = await send(url, { ...COOKIE, ...headers })
      expect([page.statusCode, page.headers['content-type'], page.headers['retry-after']]).toEqual([503, 'text/html; charset=utf-8', '5'])
    }
  for (const [name, value] of Object.entries({ 'sec-fetch-mode': 'cors', 'x-requested-with': 'XMLHttpRequest' }))
    expect((await send(form.path, { ...COOKIE, [name]: value })).json()).toMatchObject({ success: false })
})

test('a page takes no form: it says so in the language of its address', async () => {
  const page = await send('/ar/login', {})
  expect([page.statusCode, seen.at(-1)!.failure, seen.at(-1)!.lng]).toEqual([405, 405, 'ar'])
})

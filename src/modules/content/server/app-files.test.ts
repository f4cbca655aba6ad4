import { resolve } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadBrands } from '#modules/brand/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createHttp, type Http } from '#platform/server/http.ts'
import { createLog } from '#platform/server/log.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { appFiles } from './app-files.ts'
import { publicCalls } from './public-calls.ts'
import { registerStatus } from './status.ts'

const root = resolve(import.meta.dirname, '../../../..')
let http: Http
let feedLagMs = 500

beforeAll(async () => {
  const brands = loadBrands(resolve(root, 'brands'), 'development')
  const log = createLog('error', false)
  const clock = manualClock(Date.parse('2026-11-22T00:00:00Z'))
  http = await createHttp({ log, clock, texts: loadTexts(resolve(root, 'locales')), visitOf: (request) => brands.visitOf(request) })
  appFiles(http.app)
  publicCalls(http.app)
  registerStatus(http.app, { feedLagMs: () => feedLagMs, ready: () => true, isDatabaseAway: () => false, loadStage: () => 0 })
})
afterAll(() => http.app.close())

interface Manifest {
  name: string
  start_url: string
  display: string
  icons: { src: string; sizes: string; purpose: string }[]
}

test('a browser may install the site: name, start and icons of the sizes that are told', async () => {
  const answer = await http.app.inject('/manifest.webmanifest?lng=en')
  const manifest = answer.json<Manifest>()
  expect(answer.headers['content-type']).toMatch('application/manifest+json')
  expect(manifest).toMatchObject({ name: 'Polosa', start_url: '/en/line', display: 'standalone' })
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toContain('512x512 maskable')
  for (const { src, sizes } of manifest.icons) {
    const { width, height, format } = await sharp((await http.app.inject(src)).rawPayload).metadata()
    expect([format, `${width}x${height}`]).toEqual(['png', sizes])
  }
})

test('the state of the site follows what the process sees', async () => {
  const live = async () => {
    const { data } = (await http.app.inject('/web-api/content/status')).json<{ data: { services: { service: string; state: string }[] } }>()
    return data.services.find(({ service }) => service === 'live')?.state
  }
  expect(await live()).toBe('ok')
  feedLagMs = 60_000
  expect(await live()).toBe('down')
})

test('calls of an account are not among those that anybody may use', async () => {
  const { data } = (await http.app.inject('/web-api/content/calls')).json<{ data: { paths: string[] }[] }>()
  expect(data.flatMap(({ paths }) => paths).filter((path) => !path.startsWith('/service-api/'))).toEqual([])
})

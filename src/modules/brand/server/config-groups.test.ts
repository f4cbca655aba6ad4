/** The configuration as programs read it (wire 16.1). */
import { expect, test } from 'vitest'
import { createHttp } from '#platform/server/http.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createLog } from '#platform/server/log.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { brandRoutes, loadBrands } from './index.ts'

const root = new URL('../../../../', import.meta.url).pathname

test('the currency and the language of the visitor are told with their numbers and signs', async () => {
  const brands = loadBrands(`${root}brands`, 'production', { countryOf: () => 'DE' })
  const texts = loadTexts(`${root}locales`)
  const { app } = await createHttp({
    log: createLog('silent', false),
    clock: manualClock(1_800_000_000_000),
    texts,
    visitOf: (visit) => brands.visitOf(visit),
  })
  brandRoutes(app, { texts, publicKey: 'key' })
  const { default: usual, byCountry } = brands.visitOf({ host: 'localhost', url: '/', query: {}, cookies: {}, ip: '192.0.2.1' }).config
    .currencies
  const answer = (await app.inject('/bff-api/config/group/get?groups=captcha&lng=EN-gb')).json<Record<string, unknown>>()
  expect(answer['-1008']).toEqual({ id: expect.any(Number), code: byCountry['DE'] ?? usual, symbol: expect.any(String) })
  expect(answer['-1008']).toEqual({ id: 2, code: 'EUR', symbol: '€' })
  expect(answer['-1004']).toMatchObject({ code: 'en' })
  await app.close()
})

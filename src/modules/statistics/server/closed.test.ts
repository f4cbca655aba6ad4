import { afterAll, expect, it } from 'vitest'
import { createLine } from '#modules/line/server/index.ts'
import { createHttp, registered, type Visit } from '#platform/server/http.ts'
import { createLog } from '#platform/server/log.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import * as contract from '../contract.ts'
import { createStatistics } from './index.ts'

const { db } = await testDatabase()
const clock = { now: () => 1_800_000_000_000 }
const texts = loadTexts(new URL('../../../../locales', import.meta.url).pathname)
const features: Record<string, boolean> = {}
const config = { features, countries: { blocked: [] } } as unknown as Visit['config']
const visitOf = () => ({ config, brand: 'test', lng: 'en', country: 'KZ', countryId: 1, partner: 1, group: 1, cfView: 0 })
const { app } = await createHttp({ log: createLog('silent', false), clock, texts, visitOf })
createStatistics({ db, clock, line: createLine({ clock, texts }) }).routes(app)
afterAll(() => app.close())

const own = new Set<unknown>(Object.values(contract))
const paths = registered.flatMap((one) => (own.has(one.spec) && one.spec.path !== contract.silksPicture.path ? one.paths : []))
/** Pages of the line and of races stand on them. */
const STAY = ['GetStadiumForGame_2', 'ShortPlayersInfo', 'HorsesRace']

it('where the brand closes statistics their calls are closed as their pages are', async () => {
  const isClosed = async (path: string) => {
    const { statusCode } = await app.inject({ method: 'GET', url: path })
    return statusCode === 404
  }
  const closed = new Map(await Promise.all(paths.map(async (path) => [path, await isClosed(path)] as const)))
  expect(closed.size).toBeGreaterThan(25)
  for (const [path, is] of closed) expect([path, is]).toEqual([path, !STAY.some((word) => path.includes(word))])
  features['statistics'] = true
  for (const path of ['/service-api/SiteService/StageTable', '/service-api/statistics/v1/championships?sportId=1'])
    expect([path, await isClosed(path)]).toEqual([path, false])
})

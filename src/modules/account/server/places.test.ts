import { afterAll, expect, test } from 'vitest'
import { sampleSite } from '#modules/line/server/sample-site.ts'
import rows from '#seed/regions.json' with { type: 'json' }
import { citiesCall, regionsCall } from '../contract/places.ts'
import { countryByCode } from './countries.ts'
import { placeRoutes } from './places.ts'

const site = await sampleSite({ now: () => 0 }, placeRoutes)
afterAll(() => site.app.close())
const ask = async (path: string, body: object, lng = 'en') =>
  (await site.call('POST', `/web-api/office/${path}?lng=${lng}`, { player: 1, body })).body.data

test('country, then region, then city, in the names of the reader', async () => {
  const country_id = countryByCode('KZ')!.id
  const regions = await ask('getRegions', { country_id })
  expect(regionsCall.reply.safeParse(regions).success).toBe(true)
  expect(regions).toHaveLength(20)
  const { region_id } = regions.find(({ name }: { name: string }) => name === 'Karaganda Region')
  const cities = await ask('getCitiesByRegion', { region_id })
  expect(citiesCall.reply.safeParse(cities).success).toBe(true)
  expect(cities.map(({ name }: { name: string }) => name)).toEqual(['Balkhash', 'Karaganda', 'Shakhtinsk', 'Temirtau'])
  expect((await ask('getCitiesByRegion', { region_id }, 'ru'))[0].name).toBe('Балхаш')
  const arabic = await ask('getRegions', { country_id }, 'ar')
  expect(arabic.find((one: { region_id: number }) => one.region_id === region_id).name).toBe('مقاطعة كاراغندا')
  expect(await ask('getRegions', { country_id: countryByCode('DE')!.id })).toEqual([])
  expect(await ask('getRegions', { country_id: 0 })).toEqual([])
  expect(await ask('getCitiesByRegion', { region_id: 99_999 })).toEqual([])
  // A registration asks before anybody has an account, by the letters of the country.
  const asked = await site.post('/web-api/office/getRegions', { country_id: 'kz' })
  expect([asked.status, asked.body.data.length]).toEqual([200, 20])
})

test('the table names countries that exist, each number once', () => {
  const table = rows as unknown as [number, string, string, string, string, [number, string, string][]][]
  for (const [, iso] of table) expect(countryByCode(iso), iso).toBeDefined()
  expect(new Set(table.map(([id]) => id)).size).toBe(table.length)
  // Every region is written in each of the three scripts.
  for (const [id, , en, ru, ar] of table) {
    expect(
      [/^[\p{Script=Latin} -]+$/u.test(en), /^[\p{Script=Cyrillic} -]+$/u.test(ru), /^[\p{Script=Arabic} ]+$/u.test(ar)],
      String(id),
    ).toEqual([true, true, true])
  }
  const cities = table.flatMap((row) => row[5])
  expect(new Set(cities.map(([id]) => id)).size).toBe(cities.length)
  expect(table.every((row) => row[5].length > 0)).toBe(true)
})

import { once } from 'node:events'
import { request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { HOUR } from '#lib/time.ts'
import type { Logger } from '#platform/server/log.ts'
import { createHttp, type Http, type Visit } from '#platform/server/http.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { footballMarkets, SAMPLE_START, sampleFact, sampleGame, sampleGameFact, sampleLive } from '../rules/sample-facts.ts'
import { createLine, type Line, lineFastPath, registerLine } from './index.ts'

const quiet = {
  info() {},
  warn() {},
  error(...words: unknown[]) {
    console.error(words)
  },
  debug() {},
  trace() {},
  fatal() {},
  child: () => quiet,
  level: 'silent',
} as unknown as Logger
const game = sampleGame({ n: 1, parts: ['h1'] })
const features: Record<string, boolean> = { line: true, live: true }
let now = SAMPLE_START - 3_600_000
let http: Http
let line: Line
let port: number

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
  json(): { Success: boolean; ErrorCode: number; Error: string; Value: unknown }
}

async function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const outgoing = send({ port, path, headers, host: '127.0.0.1' })
  outgoing.end()
  const [incoming] = (await once(outgoing, 'response')) as [import('node:http').IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  return {
    status: incoming.statusCode!,
    headers: incoming.headers,
    bytes,
    json: () => JSON.parse(bytes.toString()) as ReturnType<Answer['json']>,
  }
}

beforeAll(async () => {
  const texts = loadTexts(new URL('../../../../locales', import.meta.url).pathname)
  const config = {
    betting: { sportsOrder: [] },
    features,
    countries: { blocked: [] },
    languages: { default: 'en', offered: ['en', 'ru'] },
  } as unknown as Visit['config']
  http = await createHttp({
    log: quiet,
    clock: { now: () => now } as never,
    texts,
    // A brand that speaks English.
    visitOf: ({ query, headers, cookies }) => {
      const lng = [query['lng'], headers?.['x-lng'], cookies['lng']].find((said) => typeof said === 'string') ?? 'en'
      return { config, brand: 'test', lng, country: 'KZ', countryId: 1, partner: 1, group: 1, cfView: 0 }
    },
  })
  line = createLine({ clock: { now: () => now }, texts })
  registerLine({ app: http.app, line })
  http.setFastPath(lineFastPath(line))
  line.apply([sampleGameFact(game), sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets() }, game.ci)])
  await http.app.listen({ port: 0, host: '127.0.0.1' })
  port = (http.app.server.address() as AddressInfo).port
})
afterAll(() => http.app.close())
beforeEach(() => {
  now += 60_000
})

function reprice(shift: number): void {
  line.apply([sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets(shift) }, game.ci, { sentAt: SAMPLE_START + shift })])
}
const CARD = `/service-api/LineFeed/GetGameZip?id=${game.ci}&lng=en&GroupEvents=true`

test('both roots, any case, any order of parameters: byte for byte the same', async () => {
  const one = await get(CARD)
  const two = await get(`/linefeed/getgamezip?groupevents=1&LNG=en&unknown=%00&ID=${game.ci}`)
  expect(one.status).toBe(200)
  expect(two.bytes.equals(one.bytes)).toBe(true)
  expect(one.headers).toMatchObject({
    'cache-control': 'public,max-age=5',
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  expect(one.json()).toMatchObject({ Id: 0, Success: true, Error: '', ErrorCode: 0, Guid: '', Value: { CI: game.ci, KI: 3 } })
})

test('gzip and brotli hold the same text; 304 on the ETag until something changes', async () => {
  const plain = await get(CARD)
  const zipped = await get(CARD, { 'accept-encoding': 'gzip' })
  const brotli = await get(CARD, { 'accept-encoding': 'gzip, deflate, br' })
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true)
  expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true)
  expect((await get(CARD, { 'accept-encoding': 'gzip;q=0, br;q=0' })).headers['content-encoding']).toBeUndefined()
  const etag = String(plain.headers['etag'])
  now += 10_000
  const unchanged = await get(CARD, { 'if-none-match': etag })
  expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0])
  reprice(11)
  now += 3_000
  expect((await get(CARD, { 'if-none-match': etag })).status).toBe(200)
})

test('a price is never older than the rebuild time once it was asked, and old bytes are not served after a pause', async () => {
  const price = (answer: Answer): number => {
    const value = answer.json().Value as { GE: { G: number; E: { C: number }[][] }[] }
    return value.GE.find(({ G }) => G === 1)!.E[0]![0]!.C
  }
  reprice(20)
  expect(price(await get(CARD))).toBe(2.17)
  reprice(30)
  expect(price(await get(CARD))).toBe(2.17)
  now += 5_000
  expect(price(await get(CARD))).toBe(2.18)
})

test('many at once build one answer', async () => {
  const url = `${CARD}&countevents=17`
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(url)))
  expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(1)
})

test('a missing required parameter is named; wrong values mean the default', async () => {
  const answer = await get('/LineFeed/GetGameZip?lng=en')
  expect([answer.status, answer.headers['cache-control']]).toEqual([400, 'no-store'])
  expect(answer.json()).toMatchObject({ Success: false, ErrorCode: 900_400, Value: null })
  expect(answer.json().Error).toContain('id')
  // No text at all is wrong, one that is too short finds nothing (wire 5.10).
  expect((await get('/LineFeed/Web_SearchZip?lng=en')).json()).toMatchObject({ ErrorCode: 900_400, Error: expect.stringContaining('text') })
  expect((await get('/LineFeed/Web_SearchZip?text=')).json()).toMatchObject({ Success: true, Value: [] })
  expect((await get('/LineFeed/Get1x2_VZip?count=abc&tf=NaN&sports=%2C%2C&page=-1&lng=%00')).json().Success).toBe(true)
})

test('a call that says no language is answered in that of the wire, whatever the language of the brand', async () => {
  const sport = async (query: string, headers = {}): Promise<unknown> =>
    ((await get(`/LineFeed/Get1x2_VZip${query}`, headers)).json().Value as { SN: string }[])[0]?.SN
  expect(await sport('?lng=ru')).toBe('Футбол')
  expect(await sport('')).toBe('Футбол')
  expect(await sport('?lng=en')).toBe('Football')
  expect(await sport('', { cookie: 'lng=en' })).toBe('Football')
  expect(await sport('', { 'x-lng': 'en' })).toBe('Football')
})

test('who may be given an answer follows from what its address says', async () => {
  const list = '/LineFeed/Get1x2_VZip?'
  const kept = async (query: string, headers = {}) => {
    const { headers: said } = await get(list + query, headers)
    return [said['cache-control'], said['vary']]
  }
  const forAll = ['public,max-age=5', 'Accept-Encoding']
  const byCookie = ['public,max-age=5', 'Accept-Encoding, Cookie']
  const forOne = ['private,max-age=5', 'Accept-Encoding, Cookie, X-Lng']
  // Twice: the second answer of a known address is given before the router.
  for (const _ of [1, 2]) {
    expect(await kept('lng=en&cfview=0')).toEqual(forAll)
    expect(await kept('lng=en')).toEqual(byCookie)
    expect(await kept('')).toEqual(forOne)
    expect(await kept('', { cookie: 'lng=en' })).toEqual(forOne)
    expect(await kept('lng=%00&cfview=0')).toEqual(forOne)
    expect(await kept('lng=en&cfview=0&countryFirst=true')).toEqual(forOne)
    expect(await kept('lng=en&cfview=0&countryFirst=true&country=1')).toEqual(forAll)
  }
  const tag = String((await get(`${list}lng=en`)).headers['etag'])
  const same = await get(`${list}lng=en`, { 'if-none-match': tag })
  expect([same.status, same.headers['vary']]).toEqual([304, byCookie[1]])
})

test('the format of odds that a visitor has chosen stands for a missing cfview, for him alone', async () => {
  const price = async (query: string, cookie?: string) => {
    const { Value } = (await get(`/LineFeed/GetGameZip?id=${game.ci}&lng=en${query}`, cookie ? { cookie } : {})).json()
    return (Value as { E: { T: number; CV: string }[] }).E.find(({ T }) => T === 1)!.CV
  }
  const [decimal, american] = [await price('&cfview=0'), await price('&cfview=1')]
  expect(american).not.toBe(decimal)
  for (const _ of [1, 2]) {
    expect(await price('')).toBe(decimal)
    expect(await price('', 'theme=paper; coefview=1')).toBe(american)
    expect(await price('&cfview=0', 'coefview=1')).toBe(decimal)
    expect(await price('', 'coefview=many')).toBe(decimal)
  }
})

test('an id of the line from before a restart leads to the live game for 48 hours', async () => {
  const match = sampleGame({ n: 60, parts: ['h1'], kind: 1 })
  line.apply([sampleGameFact(match)])
  const half = match.parts[1]!
  line.retire([
    { i: 600_990_001, ci: match.ci, at: now - 47 * HOUR },
    { i: 600_990_002, ci: half.ci, at: now - 47 * HOUR },
    { i: 600_990_003, ci: match.ci, at: now - 49 * HOUR },
  ])
  const leads = async (id: number): Promise<unknown> => (await get(`/RefGameService/FindMainLiveByLineId?gameId=${id}`)).json().Value
  expect(await leads(600_990_001)).toMatchObject({ GameId: match.parts[0]!.i, ConstId: match.ci, Kind: 1 })
  expect(await leads(600_990_002)).toMatchObject({ GameId: half.i, ConstId: half.ci, Kind: 1 })
  expect(await leads(600_990_003)).toBeNull()
})

test('while the line is still coming after a start, whoever asks for whole lists is told to wait', async () => {
  const short = async (more: string) => (await get(`/LineFeed/GetSportsShortZip?lng=en${more}`)).json().Value
  line.setFilling(true)
  expect(await short('&whole=true')).toBeNull()
  // Nor does anybody keep that a game is not there.
  const unknown = async () => (await get('/LineFeed/GetGameZip?id=778&lng=en')).headers['cache-control']
  expect([await unknown(), (await get(CARD)).headers['cache-control']]).toEqual(['no-store', 'public,max-age=5'])
  expect(await short('')).toHaveLength(1)
  line.setFilling(false)
  now += 1_000
  expect(await unknown()).toBe('public,max-age=5')
  expect(await short('&whole=true')).toEqual(await short(''))
})

test('the other root, unknown ids and ended games are null', async () => {
  for (const path of [`/LiveFeed/GetGameZip?id=${game.ci}&lng=en`, '/LineFeed/GetGameZip?id=123&lng=en']) {
    expect((await get(path)).json()).toMatchObject({ Success: true, Value: null })
  }
})

test('from line to live: the old id leads to the new one, the address to the live page', async () => {
  const before = game.parts[0]!.i
  expect((await get(`/RefGameService/FindMainLiveByLineId?gameId=${before}`)).json().Value).toMatchObject({
    GameId: before,
    Kind: 3,
  })
  const live = sampleGame({ n: 1, parts: ['h1'], kind: 1 })
  line.apply([{ ...sampleFact(sampleLive([0, 1]), game.ci, { sentAt: SAMPLE_START + 1000 }), game: live }])
  now += 10_000
  expect((await get(CARD)).json().Value).toBeNull()
  expect((await get(`/service-api/LiveFeed/GetGameZip?id=${game.ci}&lng=en`)).json().Value).toMatchObject({
    KI: 1,
    CI: game.ci,
    I: live.parts[0]!.i,
  })
  expect((await get(`/RefGameService/FindMainLiveByLineId?gameId=${before}`)).json().Value).toEqual({
    GameId: live.parts[0]!.i,
    ConstId: game.ci,
    SportId: 1,
    ChampId: 910_101,
    Kind: 1,
  })
  const link = await get(`/service-api/RestCore/api/external/v1/Web/CheckLink?permanentId=${game.ci}&lng=en`)
  expect(link.json().Value).toMatchObject({ KI: 1, U: expect.stringMatching(/^\/live\/football\/910101-/) as string })
  expect(line.findOutcome(before, 1, 0, 0)).toBeNull()
  expect(line.findOutcome(live.parts[0]!.i, 1, 0, 0)).toMatchObject({ open: true, market: { key: 'result_1x2' } })
})

test.each(['RestCore/api/external/v1/Web/CheckLink?permanentId', 'RefGameService/FindMainLiveByLineId?gameId'])(
  '%s of nothing is refused by its name as every missing parameter is',
  async (call) => {
    for (const given of ['=', '=x', '=0', '2=5']) {
      const answer = await get(`/${call}${given}`)
      expect([given, answer.status, answer.json()]).toMatchObject([given, 400, { Success: false, ErrorCode: 900_400 }])
    }
    expect((await get(`/${call}=5`)).json()).toMatchObject({ Success: true, Value: null })
  },
)

test('reference calls and the files of names', async () => {
  expect((await get('/RestCore/api/external/v1/Web/SportInfo?lng=ru')).json().Value).toContainEqual({
    id: 1,
    name: 'Футбол',
    nameEng: 'Football',
    timeName: 'Тайм',
    timesName: 'Таймы',
  })
  const countries = (await get('/RestCore/api/external/v1/Web/GetCountries?lng=ru')).json().Value
  // A championship of England says this number: its name is found among the countries.
  expect(countries).toContainEqual({ I: 1_000_001, N: 'Англия', E: 'England', A2: 'GB' })
  expect(countries).toContainEqual({
    I: 8,
    N: 'Алжир',
    E: 'Algeria',
    A2: 'DZ',
  })
  expect((await get('/RestCore/api/external/v1/Web/Sports?lng=en')).json().Value).toContainEqual({
    I: 4,
    N: 'Tennis',
    E: 'Tennis',
    T: 'Set',
    TS: 'Sets',
    CID: 1,
  })
  // Written once for all who ask in this language, and no cache gives it to whoever asks in none.
  expect((await get('/RestCore/api/external/v1/Web/GetCountries?lng=ru')).headers).toMatchObject({
    'cache-control': 'public,max-age=5',
    etag: expect.any(String),
  })
  const unsaid = await get('/RestCore/api/external/v1/Web/GetCountries')
  expect(unsaid.headers).toMatchObject({ 'cache-control': 'private,max-age=5', vary: 'Accept-Encoding, Cookie, X-Lng' })
  const map = await get('/genfiles/cms/betstemplates/bets_model_map_full_ru.json')
  expect(map.headers['cache-control']).toBe('public,max-age=900')
  expect(JSON.parse(map.bytes.toString())['0']).toEqual([1, 942])
  const chunk = JSON.parse((await get('/genfiles/cms/betstemplates/bets_model_full_ru_0.json')).bytes.toString())
  expect(chunk['0']['17']).toEqual({ N: 'Тотал', M: { 9: { N: 'Больше ()' }, 10: { N: 'Меньше ()' } } })
  expect((await get('/genfiles/cms/betstemplates/bets_model_full_ru_999999.json')).status).toBe(404)
  expect((await get('/genfiles/cms/betstemplates/..%2F..%2Fpackage.json')).status).toBe(404)
})

test('one answer for all tags that the brand has no language for, and for all spellings of a file of names', async () => {
  const answered = vi.spyOn(line.snapshots, 'answer')
  const keysOf = async (paths: readonly string[]) => {
    answered.mockClear()
    const texts = new Set<string>()
    for (const path of paths) texts.add((await get(path)).bytes.toString())
    return [texts.size, new Set(answered.mock.calls.map(([{ key }]) => key)).size]
  }
  const languages = ['en', 'qq', 'wwx-zzzz', 'en-gb', 'EN-xyz9']
  expect(await keysOf(languages.map((lng) => `/LineFeed/Get1x2_VZip?lng=${lng}&cfview=3`))).toEqual([1, 1])
  expect(await keysOf(languages.map((lng) => `/RestCore/api/external/v1/Web/GetCountries?lng=${lng}`))).toEqual([1, 1])
  const files = ['bets_model_full_en_0', 'BETS_Model_Full_EN_000', 'bets_model_full_qq_0', 'bets_model_full_wwx-zzzz_00']
  expect(await keysOf(files.map((file) => `/genfiles/cms/betstemplates/${file}.json`))).toEqual([1, 1])
  answered.mockRestore()
})

test('a section that the brand has switched off answers no feed, however its root is written', async () => {
  features.live = false
  for (const path of ['/service-api/LiveFeed/GetSportsShortZip?lng=en', '/livefeed/get1x2_vzip?lng=en', '/LiveFeed/GetChronoOfPlay?id=1']) {
    const closed = await get(path)
    expect([path, closed.status, closed.json().Success]).toEqual([path, 404, false])
  }
  expect((await get('/service-api/LineFeed/GetSportsShortZip?lng=en')).status).toBe(200)
  features.live = true
  expect((await get('/service-api/LiveFeed/GetSportsShortZip?lng=en')).status).toBe(200)
})

test('what the brand does not have is in no list, no search and on no card', async () => {
  const virtual = sampleGame({ n: 8, championshipId: 910_808 })
  virtual.championship.about = { section: 'virtual' }
  line.apply([sampleGameFact(virtual), sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets() }, virtual.ci)])
  // Known addresses have their answer: what a brand has is the same for the life of a process.
  const value = async (call: string, has: boolean) => JSON.stringify((await get(`/LineFeed/${call}&lng=en&n=${has}`)).json().Value)
  const calls = [
    'Get1x2_VZip?virtualSports=true',
    'Web_SearchZip?text=910808',
    `GetFavoritesZip?games=${virtual.ci}`,
    `GetGameZip?id=${virtual.ci}`,
  ]
  for (const has of [true, false]) {
    features['virtual'] = has
    for (const call of calls) expect([call, (await value(call, has)).includes(`"CI":${virtual.ci}`)]).toEqual([call, has])
  }
})

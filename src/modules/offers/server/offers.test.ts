import { afterAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { HOUR, MINUTE } from '#lib/time.ts'
import {
  footballMarkets,
  SAMPLE_START,
  sampleFact,
  sampleGame,
  sampleGameFact,
  sampleLive,
  sampleMarket,
} from '#modules/line/rules/sample-facts.ts'
import { globalChampionshipId } from '#modules/line/rules/global-championship.ts'
import { createLine } from '#modules/line/server/index.ts'
import { sampleSite } from '#modules/line/server/sample-site.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { BuildDuel, expressDay, GetAvailablePlayersForDuel, offerEndpoints } from '../contract.ts'
import { dayPercentOf, registerOffers } from './index.ts'

const clock = { now: () => now }
let now = SAMPLE_START - HOUR
const line = createLine({ clock, texts: loadTexts(new URL('../../../../locales', import.meta.url).pathname) })
const dayPercent = dayPercentOf(line)
const site = await sampleSite(clock, (app) => registerOffers({ app, line }))
afterAll(() => site.app.close())

const SPORTS = [1, 1, 1, 2, 4]
const games = Array.from({ length: 60 }, (_, n) =>
  sampleGame({ n, sportId: SPORTS[n % 5]!, championshipId: 910_000 + (n % 7), startsAt: SAMPLE_START + n * 5 * MINUTE, parts: ['h1'] }),
)
const lives = Array.from({ length: 24 }, (_, n) => sampleGame({ n: 200 + n, kind: 1, championshipId: 910_000 }))
const cybers = Array.from({ length: 12 }, (_, n) => sampleGame({ n: 300 + n, sportId: 40, championshipId: 910_050 }))
const asian = (part: string) => [
  ...[-0.5, -0.25, 0, 0.25].map((p) =>
    sampleMarket(
      'asian_handicap',
      `line=${p}`,
      [
        [`3829${p ? `:${p}` : ''}`, 1930 + p * 100],
        [`3830${p ? `:${-p}` : ''}`, 1930 - p * 100],
      ],
      {
        part,
        main: p === -0.25,
      },
    ),
  ),
  sampleMarket(
    'asian_total',
    'line=2.5',
    [
      ['3827:2.5', 1900],
      ['3828:2.5', 2000],
    ],
    { part, main: true },
  ),
]
for (const [k, game] of [...games, ...lives, ...cybers].entries()) {
  const markets = [...footballMarkets(k), ...(game.sport.id === 1 ? [...asian('full'), ...asian('h1')] : [])]
  line.apply([
    sampleGameFact(game),
    sampleFact({ t: 'odds.delta', game: '', markets }, game.ci),
    sampleFact({ t: 'model', game: '', supremacy: game.sport.id === 4 ? 0.04 : 0.4, total: 2.6, rho: -0.05 }, game.ci),
  ])
}
for (const game of lives) line.apply([sampleFact(sampleLive([1, 0]), game.ci, { sentAt: SAMPLE_START + 5000 })])

async function ask(method: keyof typeof offerEndpoints, query = '', kind: 'Line' | 'Live' = 'Line'): Promise<any> {
  const { body } = await site.get(`/${kind}Feed/${method}?lng=en&antiCacheStamp=${now}&${query}`)
  if (!body.Success) return body
  const checked = (offerEndpoints[method].reply as z.ZodType).safeParse(body)
  expect(checked.error?.issues.slice(0, 3), method).toBeUndefined()
  return body.Value
}

describe('expresses of the day', () => {
  test('three or four open outcomes of different games, the bonus leg last, the price is the product', async () => {
    const rows = await ask('GetExpressDayZip')
    expect(rows.length).toBeGreaterThan(4)
    for (const { C, CV, G, I, EI, CT } of rows) {
      const bonus = G.at(-1)
      expect(bonus).toEqual({ I: 900_000_001, E: [{ T: 707, C: 1.1, CV: '1.1' }] })
      const legs = G.slice(0, -1)
      expect(legs.length).toBeGreaterThanOrEqual(3)
      expect(legs.length).toBeLessThanOrEqual(4)
      expect(new Set(legs.map(({ CI }: { CI: number }) => CI)).size).toBe(legs.length)
      expect(C).toBe(Math.round(legs.reduce((c: number, leg: { E: { C: number }[] }) => c * leg.E[0]!.C, 1.1) * 1000) / 1000)
      expect([CV, EI]).toEqual([String(C), I])
      if (CT) expect(legs.every(({ SI }: { SI: number }) => SI === CT)).toBe(true)
    }
  })

  test('long keys say the same; a live express keeps its number while its legs change', async () => {
    const rows = await ask('GetExpressDayZip')
    const { body } = await site.get('/main-line-feed/v1/expressDay?lng=en')
    expect(expressDay.reply.safeParse(body).error).toBeUndefined()
    expect(body.map(({ id, cf, events }: any) => [id, cf, events.length])).toEqual(rows.map(({ I, C, G }: any) => [I, C, G.length]))
    const [live] = (await site.get('/main-live-feed/v1/expressDay?lng=en')).body
    expect(live.id).not.toBe(live.expressId)
    expect(live.events.at(-1)).toMatchObject({ scores: {}, nonStarted: true, id: 900_000_001 })
    expect(live.events[0]).toMatchObject({ kind: 1, scores: { fullScore: '1-0' } })
  })

  test('the same all day; when a game goes only its own leg is replaced', async () => {
    const before = await ask('GetExpressDayZip')
    now += 10 * MINUTE
    expect((await ask('GetExpressDayZip')).map(({ I }: any) => I)).toEqual(before.map(({ I }: any) => I))
    const gone = games.find(({ ci }) => ci === before[0].G[0].CI)!
    line.apply([sampleGameFact({ ...gone, status: 'cancelled' })])
    now += 10_000
    const after = await ask('GetExpressDayZip')
    expect(after.slice(1).map(({ I }: any) => I)).toEqual(before.slice(1).map(({ I }: any) => I))
    const legs = (row: any): number[] => row.G.slice(0, -1).map(({ CI }: any) => CI)
    expect(legs(after[0]).filter((ci) => legs(before[0]).includes(ci))).toEqual(legs(before[0]).slice(1))
    expect(after[0].I).not.toBe(before[0].I)
    line.apply([sampleGameFact(gone, { sentAt: SAMPLE_START + 60_000 })])
    now += 10_000
  })

  test('cyber games have expresses of their own', async () => {
    const rows = await ask('GetExpressCyberZip')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ G }: any) => G.slice(0, -1).every(({ SI }: any) => SI === 40))).toBe(true)
    const { body } = await site.get('/main-line-feed/v1/expressDay?cyberFlag=1&lng=en')
    expect(body.map(({ id }: any) => id)).toEqual(rows.map(({ I }: any) => I))
    site.config.features['cyber'] = false
    expect((await site.get('/service-api/LineFeed/GetExpressCyberZip?lng=en')).status).toBe(404)
    expect((await site.get('/service-api/LineFeed/GetExpressDayZip?lng=en')).status).toBe(200)
    expect((await site.get('/main-line-feed/v1/expressDay?cyberFlag=1&lng=en')).body).toEqual([])
    site.config.features['cyber'] = true
  })

  test('a coupon is the express only with exactly its legs', async () => {
    const [row] = await ask('GetExpressDayZip')
    const legs = row.G.slice(0, -1).map(({ I, E }: any) => ({ gameId: I, t: E[0].T, p: E[0].P ?? 0, playerId: 0 }))
    expect(dayPercent(legs, row.EI)).toBe(10)
    expect(dayPercent(legs.toReversed(), row.EI)).toBe(10)
    expect(dayPercent(legs.slice(1), row.EI)).toBeNull()
    expect(dayPercent([...legs.slice(1), { ...legs[0], t: 999 }], row.EI)).toBeNull()
    expect(dayPercent([...legs.slice(1), { ...legs[0], playerId: 7 }], row.EI)).toBeNull()
    expect(dayPercent(legs, row.EI + 1)).toBeNull()
  })
})

describe('the Asian view', () => {
  test('sports with counters, leagues, games side by side with their halves', async () => {
    const [football] = await ask('AsiaGetSports')
    expect(football).toMatchObject({ I: 1, N: 'Football', LC: 24 })
    expect(football.C).toBe(36 + 24)
    const leagues = await ask('AsiaGetLeagues', 'sport=1')
    expect(leagues.reduce((sum: number, { GC }: any) => sum + GC, 0)).toBe(football.C - football.LC - football.EC)
    const [league] = await ask('AsiaGetGames', `sport=1&champs=${leagues[0].LI}`)
    const [game] = league.G
    expect(game.FT.H.map(({ P }: any) => P)).toEqual([-0.5, -0.25, undefined])
    expect(game.FT.H[1]).toMatchObject({ A: { T: 3829, P: -0.25, C: 1.905, CV: '0.905', CE: 1 }, B: { T: 3830, P: 0.25 } })
    expect(game.FT.X.map(({ T }: any) => T)).toEqual([1, 2, 3])
    expect(game.FT.OE.map(({ T }: any) => T)).toEqual([182, 183])
    expect(game.HT).toMatchObject({ I: expect.any(Number), T: [{ P: 2.5 }] })
    const whole = await ask('AsiaGetGame', `id=${game.I}&cfview=0`)
    expect(whole.FT.H).toHaveLength(4)
    // Only cards take the constant id (wire rule 3).
    expect(await ask('AsiaGetGame', `id=${game.CI}&cfview=0`)).toBeNull()
    expect(whole.FT.H[0].A.CV).toBe('1.88')
  })

  test('periods by the day of the visitor; the live root has live games only', async () => {
    const count = (leagues: any[]): number => leagues.reduce((sum, { GC }) => sum + GC, 0)
    const [today, early] = [await ask('AsiaGetLeagues', 'sport=1&period=0'), await ask('AsiaGetLeagues', 'sport=1&period=1')]
    expect(count(today) + count(early)).toBe(36)
    expect(await ask('AsiaGetLeagues', 'sport=1&period=2')).toEqual([])
    // Games run over five hours after 15:00 UTC: eleven hours east of it the day ends at their beginning.
    expect(count(await ask('AsiaGetLeagues', 'sport=1&period=1&tz=9'))).toBeGreaterThan(count(early))
    // Some zones lie a quarter or three of them past the hour; what is no zone is none.
    const zoned = async (tz: string) => count(await ask('AsiaGetLeagues', `sport=1&period=1&tz=${tz}`))
    expect(await zoned('8.75')).toBeGreaterThan(count(early))
    expect(await zoned('8.4')).toBe(count(early))
    // Who says no zone here may have said it by his cookie, and then the answer is not everybody's.
    const url = '/LineFeed/AsiaGetLeagues?sport=1&period=1&lng=en&cfview=0'
    const [byCookie, named] = [
      await site.app.inject({ url, headers: { cookie: 'tzo=9' } }),
      await site.app.inject({ url: `${url}&tz=0`, headers: { cookie: 'tzo=9' } }),
    ]
    expect(count(byCookie.json().Value)).toBeGreaterThan(count(early))
    expect(count(named.json().Value)).toBe(count(early))
    expect([byCookie.headers['vary'], named.headers['vary']]).toEqual(['Accept-Encoding, Cookie', 'Accept-Encoding'])
    expect(count(await ask('AsiaGetLeagues', 'sport=1', 'Live'))).toBe(24)
    expect(await ask('AsiaGetGame', `id=${lives[0]!.parts[0]!.i}`)).toBeNull()
    // Like every card it is told of, and its reader gets what that brings.
    const told: number[] = []
    line.onOpened((ci) => {
      told.push(ci)
      const { fact, ...rest } = sampleFact({ t: 'odds.delta', game: '', markets: [] }, ci)
      line.apply([{ ...rest, fact: { ...fact, provider: 'pricing' } }])
    })
    await ask('AsiaGetGame', `id=${games[0]!.parts[0]!.i}&cfview=3`)
    expect(told).toEqual([games[0]!.ci])
    expect(await ask('AsiaGetGames')).toMatchObject({ Success: false, ErrorCode: 900_400 })
  })
})

test('global championships gather stages by name; unknown ones are null', async () => {
  const { championship } = games[0]!
  const named = (id: number, en: string) => ({ ...championship, id, ref: `s${id}`, names: { en } })
  const stages = [sampleGame({ n: 500, championshipId: 920_001 }), sampleGame({ n: 501, championshipId: 920_002 })]
  stages[0]!.championship = named(920_001, 'World. Lowland Cup')
  stages[1]!.championship = named(920_002, 'World. Lowland Cup. Qualification')
  for (const game of stages)
    line.apply([sampleGameFact(game), sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets() }, game.ci)])
  now += 10_000
  const GLI = globalChampionshipId(stages[0]!.championship as never)
  const row = (await ask('GetGlobalChampsZip', 'sports=1')).find((one: any) => one.GLI === GLI)
  expect(row).toMatchObject({ L: 'World. Lowland Cup', SI: 1, GC: 2, CC: 2 })
  const event = await ask('GetGlobalChampZip', `globalChampId=${GLI}`)
  expect(event.C.map(({ LI }: any) => LI)).toEqual([920_001, 920_002])
  expect(event.G.map(({ CI }: any) => CI)).toEqual(stages.map(({ ci }) => ci))
  expect(await ask('GetGlobalChampZip', 'globalChampId=5')).toBeNull()
  expect(await site.get('/LineFeed/GetGlobalChampZip')).toMatchObject({ status: 400, body: { Success: false, ErrorCode: 900_400 } })
})

describe('duels', () => {
  const build = async (team1Ids: number[], team2Ids: number[], more = {}) =>
    (await site.post('/service-api/LineFeed/BuildDuel', { team1Ids, team2Ids, Lng: 'en', ...more })).body

  test('players of the next matches, goals and sets', async () => {
    const { body } = await site.get('/LineFeed/GetAvailablePlayersForDuel?lng=en')
    expect(GetAvailablePlayersForDuel.reply.safeParse(body).error).toBeUndefined()
    expect(new Set(body.Value.map(({ SI, ST }: any) => `${SI}:${ST}`))).toEqual(new Set(['1:1', '2:1', '4:2']))
    const [first] = body.Value
    expect(first.P.map(({ SD, AV }: any) => [SD, AV])).toEqual([
      [1, 1.5],
      [2, 1.1],
    ])
    const tennis = (await site.get('/LineFeed/GetAvailablePlayersForDuel?lng=en&sports=4')).body.Value
    expect(tennis.every(({ SI }: any) => SI === 4)).toBe(true)
    const [a, b] = tennis[0].P
    expect(a.AV).toBeGreaterThan(b.AV)
    expect(a.AV + b.AV).toBeGreaterThan(2)
  })

  test('a priced duel: whole markets, no cheap set, the same teams the same id', async () => {
    const [one, two] = [games[0]!.sides[0]!.id, games[1]!.sides[0]!.id]
    const body = await build([one], [two, games[2]!.sides[1]!.id], { CfView: 2 })
    expect(BuildDuel.reply.safeParse(body).error?.issues).toBeUndefined()
    const duel = body.Value
    expect(duel).toMatchObject({
      KI: 3,
      SI: 1,
      TI: 301,
      S: games[0]!.startsAt / 1000,
      PlayersDuel: [{ Team: 1, PlayerIds: [one] }, { Team: 2 }],
    })
    const price = (t: number, p?: number): number => duel.E.find((e: any) => e.T === t && e.P === p).C
    expect(1 / price(1) + 1 / price(2) + 1 / price(3)).toBeGreaterThan(1.05)
    expect(price(3)).toBeLessThan(price(1))
    for (const { T, P, CV } of duel.E) {
      if (T === 7) expect(1 / price(7, P) + 1 / price(8, -P)).toBeGreaterThan(1.04)
      if (T === 9) expect(1 / price(9, P) + 1 / price(10, P)).toBeGreaterThan(1.04)
      expect(CV).toMatch(/^[+-]\d+$/)
    }
    expect(duel.E.filter((e: any) => e.CE === 1).map(({ T }: any) => T)).toEqual([7, 8, 9, 10])
    const again = await build([one], [games[2]!.sides[1]!.id, two])
    expect([again.Value.I, again.Value.CI]).toEqual([duel.I, duel.CI])
  })

  test.each([
    ['an unknown side', [1], [games[1]!.sides[0]!.id], 104],
    ['a match that runs', [lives[0]!.sides[0]!.id], [games[1]!.sides[0]!.id], 104],
    ['nobody', [], [games[1]!.sides[0]!.id], 161_627],
    ['one side twice', [games[1]!.sides[0]!.id], [games[1]!.sides[0]!.id], 161_627],
    ['opponents together', [games[1]!.sides[0]!.id, games[1]!.sides[1]!.id], [games[0]!.sides[0]!.id], 161_627],
    ['goals against sets', [games[1]!.sides[0]!.id], [games[4]!.sides[0]!.id], 161_627],
    [
      'six against one',
      games
        .slice(5, 8)
        .concat(games.slice(10, 13))
        .map((g) => g.sides[0]!.id),
      [games[0]!.sides[0]!.id],
      161_627,
    ],
  ])('%s is refused', async (_name, one, two, code) => {
    const body = await build(one, two)
    expect([body.Success, body.ErrorCode, body.Value]).toEqual([false, code, null])
    expect(body.Error.length).toBeGreaterThan(10)
  })
})

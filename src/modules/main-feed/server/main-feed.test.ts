import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { basket, cup, football, line, live, outright } from '#modules/line/server/sample-line.ts'
import { sampleSite } from '#modules/line/server/sample-site.ts'
import { footballMarkets, SAMPLE_START, sampleFact, sampleGame, sampleGameFact, sampleLive } from '#modules/line/rules/sample-facts.ts'
import { gameV3, mainFeedEndpoints } from '../contract.ts'
import { cyberEndpoints, cyberStatistic } from '../contract/cyber.ts'
import { outcomeParams } from '../rules/outcome-params.ts'
import { v3Scores } from '../rules/v3-game.ts'
import { registerMainFeed } from './index.ts'

const clock = { now: () => SAMPLE_START - 3_600_000 }
const table = [2, 1].map((k, n) => ({
  place: n + 1,
  teamId: 71_000 + k,
  played: 3,
  won: 2 - n,
  drawn: 1,
  lost: n,
  scored: 5,
  conceded: 2 + n,
  points: 7 - 3 * n,
}))
const site = await sampleSite(clock, (app) => registerMainFeed({ app, line, tasteOf: async () => null, standingsOf: async () => table }))
afterAll(() => site.app.close())

type Method = keyof typeof mainFeedEndpoints
const PATHS = {
  sliderGames: 'personalise/v1/sliderGames',
  gameEvents: 'v1/gameEvents',
  gameInfo: 'v3/gameInfo',
  StageTableWhoWins: 'v1/StageTableWhoWins',
} as Partial<Record<Method, string>>

/** The answer, checked with the schema of its call and free of empty fields. */
async function ask(method: Method, query: Record<string, string | number> = {}, kind: 'line' | 'live' = 'line'): Promise<any> {
  const search = new URLSearchParams({ lng: 'en', ...Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])) })
  const path = `main-${kind}-feed/${PATHS[method] ?? `sportSection/v1/${method}`}?${search}`
  const [one, two] = [await site.get(`/service-api/${path}`), await site.get(`/${path}`)]
  expect(two.body, path).toEqual(one.body)
  if (one.status !== 200) return one
  expect(one.headers['cache-control']).toBe('no-store')
  const checked = (mainFeedEndpoints[method].reply as z.ZodType).safeParse(one.body)
  expect(checked.error?.issues.slice(0, 3), path).toBeUndefined()
  return one.body
}
const ids = (answer: { games: { constId: number }[] }): number[] => answer.games.map(({ constId }) => constId)

describe('the card', () => {
  test('gameEvents: columns of groups, decimal with three digits, counters with sub-games', async () => {
    const game = await ask('gameEvents', { gameId: football.ci })
    expect(game).toMatchObject({
      id: football.parts[0]!.i,
      constId: football.ci,
      mainGameId: football.parts[0]!.i,
      mainConstId: football.ci,
      kind: 3,
      startTs: SAMPLE_START / 1000,
      sport: { id: 1, name: 'Football', timeName: 'Half' },
      gameTypeName: '',
      periodName: '',
      subGamesForMainGame: [],
    })
    const total = game.eventGroups.find(({ groupId }: { groupId: number }) => groupId === 17)
    expect(total.events[0][2]).toEqual({
      type: 9,
      parameter: 2.5,
      cf: 2,
      cfView: '2',
      isCenter: true,
      eventParams: { params: ['(2.5)'] },
    })
    expect(total.shortGroupId).toBe(4)
    expect(game.eventsCountWithSubGames).toBe(game.eventsCount + 5)
    expect(game).not.toHaveProperty('scores')
  })

  test('gameInfo: sub-games, match information, probability, no outcomes; a part names its main game', async () => {
    const info = await ask('gameInfo', { gameId: football.parts[0]!.i })
    expect(info.subGamesForMainGame.map(({ periodName }: { periodName: string }) => periodName)).toEqual(['1st half', ''])
    expect(info.matchInfos).toEqual({ '1': 'Round 1', '2': 'Mill Road' })
    expect(info.winProbability.p1).toBeGreaterThan(0)
    expect(info).not.toHaveProperty('eventGroups')
    const half = await ask('gameEvents', { gameId: football.parts[1]!.ci })
    expect(half).toMatchObject({ mainConstId: football.ci, period: 1, periodName: '1st half', fullName: '1st half' })
  })

  test.each([
    ['h2', 1, undefined],
    ['race', 1, undefined],
    ['so', 1, undefined],
    ['et', 1, undefined],
    ['ht', 2, true],
    ['ended', 3, undefined],
    ['abandoned', 4, undefined],
  ])('the state of a game in %s is %i', (phase, gameStatus, isBreak) => {
    const game = line.game(live.ci)!
    const score = { FS: {}, PS: [], I: '' } as never
    const scores = v3Scores(score, { ...game, live: { ...game.live!, phase } })
    expect([scores['gameStatus'], scores['isBreak']]).toEqual([gameStatus, isBreak])
  })

  test('live: score, periods, clock and board; the other root and unknown ids are 404', async () => {
    const game = await ask('gameEvents', { gameId: live.ci }, 'live')
    expect(game.scores).toMatchObject({
      fullScore: '1-0',
      fullScoreDetail: { scoreOpp1: 1, scoreOpp2: 0 },
      periodScores: [
        { period: 1, scoreOpp1: 1, periodNameFull: '1st half' },
        { period: 2, periodNameFull: '2nd half' },
      ],
      periodScoresStr: '1-0,0-0',
      currentPeriod: 2,
      timer: { timeSec: 3240, timeDirection: 1, timeRun: true },
      gameStatus: 1,
      hasCourseOfPlay: true,
    })
    expect(game.scores.tabloStats['0'][0]).toMatchObject({ s1: '4', s2: '2' })
    for (const [id, kind] of [
      [live.ci, 'line'],
      [football.ci, 'live'],
      [5, 'line'],
    ] as const) {
      expect((await ask('gameEvents', { gameId: id }, kind)).status).toBe(404)
    }
    const missing = await ask('gameInfo')
    // Exactly the members of wire 2.5: the parameter is named by the sentence.
    const form = { type: '/problems/bad-request', title: 'Bad request' }
    expect(missing.body).toEqual({ ...form, status: 400, detail: 'gameId is required', errorCode: 1 })
    const unknown = await ask('gameInfo', { gameId: 5 })
    expect(unknown.body).toEqual({
      type: '/problems/not-found',
      title: 'Not found',
      status: 404,
      detail: 'There is no such page',
      errorCode: 2,
    })
  })

  test('parameters change the card: market tab, number of outcomes, odds format', async () => {
    const whole = await ask('gameEvents', { gameId: football.ci })
    const totals = await ask('gameEvents', { gameId: football.ci, marketType: 3 })
    expect(totals.eventGroups.length).toBeLessThan(whole.eventGroups.length)
    expect(totals.eventsCount).toBe(whole.eventsCount)
    expect((await ask('gameEvents', { gameId: football.ci, countEvents: 3 })).eventGroups).toHaveLength(1)
    const american = await ask('gameEvents', { gameId: football.ci, cfView: 2 })
    expect(american.eventGroups[0].events[0][0]).toMatchObject({ cf: 2.15, cfView: '+115' })
  })
})

describe('sections', () => {
  test('a long-term bet has its favourites in the row, as the feeds with short keys', async () => {
    const { games } = await ask('gamesByChamp', { champId: outright.championship.id })
    const [group] = games[0].eventGroups
    expect([group.groupId, group.events.flat().map(({ player }: { player: { name: string } }) => player.name)]).toEqual([
      26,
      [0, 1, 2, 3, 4, 5].map((k) => `Runner ${k}`),
    ])
  })

  test('championships of a sport, nested by country; top championships; the same for other sites', async () => {
    const [world] = await ask('champsBySport', { sportId: 1 })
    expect(world).toMatchObject({ name: 'World', sportId: 1, gamesCount: 3 })
    expect(world.children.map(({ id }: { id: number }) => id)).toEqual([910_101, 910_900, 910_102])
    expect(world.children[0]).toMatchObject({ weight: 100, isTop: true, gamesCount: 1 })
    const top = await ask('topChamps')
    expect(top.map(({ id }: { id: number }) => id)).toEqual([910_101, 910_900, 910_301])
    expect(await ask('topChamps', { count: 1 })).toHaveLength(1)
    expect((await ask('topChamps', { sportId: 3 })).map(({ id }: { id: number }) => id)).toEqual([910_301])
    expect((await site.get('/api/external/web/sportSection/v1/topChamps?lng=en')).body).toEqual(top)
  })

  test('championships that stand apart are listed as well', async () => {
    const apart = sampleGame({ n: 77, sportId: 4, championshipId: 910_777 })
    apart.championship = { ...apart.championship, about: { section: 'alternative' } }
    line.apply([sampleGameFact(apart), sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets(77) }, apart.ci)])
    expect(await ask('champsBySport', { sportId: 4 })).toMatchObject([{ id: 910_777, gamesCount: 1 }])
    line.apply([sampleGameFact({ ...apart, status: 'ended' }, { sentAt: SAMPLE_START })])
  })

  test('games by championship, team and sport, with row markets and pages', async () => {
    expect(ids(await ask('gamesByChamp', { champId: 910_102 }))).toEqual([cup.ci])
    expect(ids(await ask('gamesByOpp', { oppId: `${basket.sides[0]!.id},${cup.sides[1]!.id}` }))).toEqual([basket.ci, cup.ci])
    const page = await ask('sport1x2', { sportId: 1, count: 2, page: 2 })
    expect([ids(page), page.count, page.page]).toEqual([[cup.ci], 3, 2])
    const [first] = (await ask('sport1x2', { sportId: 1 })).games
    expect(first.eventGroups.map(({ groupId }: { groupId: number }) => groupId)).toEqual([1, 8, 17, 2, 15, 62, 19])
    const late = SAMPLE_START / 1000 + 30
    expect(ids(await ask('sport1x2', { sportId: 1, tsFrom: late }))).toEqual([cup.ci])
    expect(ids(await ask('sport1x2', { sportId: 1, tsTo: late }))).toEqual([football.ci, outright.ci])
    expect(ids(await ask('sport1x2', { sportId: 1, minOffset: 61 }))).toEqual([cup.ci])
    expect((await ask('gamesByChamp')).body.detail).toContain('champId')
  })

  test('search finds names in any language and gives no outcomes; slider lists the heaviest', async () => {
    const found = await ask('search', { text: 'vale city' })
    expect(ids(found)).toEqual([football.ci])
    expect(found.games[0]).not.toHaveProperty('eventGroups')
    expect((await ask('search', { text: 'v' })).games).toEqual([])
    expect(ids(await ask('search', { text: 'vale city', antisports: 1 }))).toEqual([])
    const slider = await ask('sliderGames', { count: 2 })
    expect([slider.title, slider.games.length]).toEqual(['Top games', 2])
    expect(ids(await ask('sliderGames', {}, 'live'))).toEqual([live.ci])
  })

  test('search shows no product that the brand has closed', async () => {
    const cyber = sampleGame({ n: 40, sportId: 40, championshipId: 914_001, names: [{ en: 'Pixel Hawks' }, { en: 'Neon Foxes' }] })
    line.apply([sampleGameFact(cyber)])
    expect(ids(await ask('search', { text: 'pixel' }))).toEqual([cyber.ci])
    site.config.features['cyber'] = false
    expect(ids(await ask('search', { text: 'pixel' }))).toEqual([])
    site.config.features['cyber'] = true
    cyber.status = 'cancelled'
    line.apply([sampleGameFact(cyber, { sentAt: SAMPLE_START + 1 })])
  })

  test('the games of a player stand first', async () => {
    const mine = await sampleSite(clock, (app) => {
      app.addHook('preHandler', async (request) => void (request.ctx.player = { id: 7, brand: 'polosa' }))
      registerMainFeed({ app, line, tasteOf: async () => ({ sports: [3], champs: [] }), standingsOf: async () => [] })
    })
    const { body } = await mine.get('/main-line-feed/personalise/v1/sliderGames?lng=en')
    expect([body.title, ids(body)[0]]).toEqual(['For you', basket.ci])
    await mine.app.close()
  })
})

test('who wins: the table with the prices of the long-term bet, teams without games behind', async () => {
  const answer = await ask('StageTableWhoWins', { champId: 910_900 })
  expect(answer).toMatchObject({ champId: 910_900, gameId: outright.parts[0]!.i, groups: [{ name: '' }] })
  const { rows } = answer.groups[0]
  expect(rows.map(({ place, teamId, games }: any) => [place, teamId, games])).toEqual([
    [1, 71_002, 3],
    [2, 71_001, 3],
    ...[0, 3, 4, 5, 6, 7].map((k, n) => [n + 3, 71_000 + k, 0]),
  ])
  expect(rows[0]).toMatchObject({
    name: 'Runner 2',
    wins: 2,
    goalsFor: 5,
    points: 7,
    event: { type: 2637, cf: 3, player: { id: 71_002, name: 'Runner 2' } },
  })
  expect((await ask('StageTableWhoWins', { champId: 5 })).status).toBe(404)
  expect((await ask('StageTableWhoWins')).body.detail).toContain('champId')
})

describe('cyber', () => {
  const get = async (path: string, root: 'live' | 'line' = 'line') =>
    (await site.get(`/cyber-api/mainfeed${root}/web/cyber/v3/${path}`)).body
  const fight = sampleGame({ n: 60, sportId: 103, championshipId: 910_501, kind: 1 })
  const strategy = sampleGame({ n: 61, sportId: 40, championshipId: 910_502 })
  const race = sampleGame({ n: 62, sportId: 211, championshipId: 910_503 })
  beforeAll(() => {
    for (const game of [fight, strategy, race])
      line.apply([sampleGameFact(game), sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets(game.ci) }, game.ci)])
    const rounds = [1, 2, 3].map((no) => ({ no, code: `round${no}`, score: (no === 2 ? [0, 1] : [1, 0]) as [number, number] }))
    const body = sampleLive([2, 1], { phase: 'round3', periods: rounds, stats: {} })
    if (body.t === 'live')
      body.incidents = [{ game: '', seq: 1, clockSec: 31, type: 'frame_end', detail: { period: 'round1', durationSec: 31, method: 'ko' } }]
    line.apply([sampleFact(body, fight.ci, { sentAt: SAMPLE_START + 1 })])
  })

  test('menus of disciplines and of virtual sports', async () => {
    expect(await get('leftmenu/real?lng=en')).toMatchObject([{ id: 40, gamesCount: 1, champs: [{ id: 910_502, gamesCount: 1 }] }])
    expect((await get('leftmenu/virtual?lng=en')).map(({ id }: any) => id)).toEqual([211])
    expect((await get('leftmenu/real?lng=en', 'live')).map(({ id }: any) => id)).toEqual([103])
  })

  test('games by championship and discipline, the card, and what is asked wrongly', async () => {
    const { games } = await get('gamesByChamp?champId=910502&lng=en')
    expect(cyberEndpoints.gamesByChamp.reply.safeParse({ games }).error?.issues).toBeUndefined()
    expect(games).toMatchObject([{ constId: strategy.ci, liga: { cyberType: 1 } }])
    expect((await get('gamesBySport/real?sportId=103&lng=en', 'live')).games).toMatchObject([{ constId: fight.ci }])
    expect(await get(`gameEvents?gameId=${strategy.ci}&lng=en`)).toMatchObject({ constId: strategy.ci, eventGroups: expect.any(Array) })
    expect((await get(`gameInfo?gameId=${fight.ci}`)).status).toBe(404)
    expect((await get('gamesByChamp')).detail).toContain('champId')
  })

  test('rounds of a fight as text; 204 once the game has left the list', async () => {
    const answer = await get(`statistic?gameId=${fight.parts[0]!.i}&lng=en`, 'live')
    expect(answer).toMatchObject({ fullScoreDetail: { scoreOpp1: 2, scoreOpp2: 1 }, currentPeriod: 3 })
    const [home, away] = fight.sides
    expect(JSON.parse(answer.statistic.main.RoundTable)).toEqual([
      { R: 1, T: 31, W: home!.names['en'], WT: '0', DI: 'ko' },
      { R: 2, W: away!.names['en'], WT: '0' },
    ])
    // Only cards take the constant id (wire rule 3).
    for (const id of [5, fight.ci]) expect((await site.get(`/cyber-api/mainfeedlive/web/cyber/v3/statistic?gameId=${id}`)).status).toBe(204)
    const gone = await site.get('/cyber-api/mainfeedlive/web/cyber/v3/statistic?gameId=5')
    expect([gone.status, gone.body]).toEqual([204, null])
  })

  test('where the brand has no cyber section none of its calls answers, the rest of the feed does', async () => {
    site.config.features['cyber'] = false
    const calls = [...Object.values(cyberEndpoints), cyberStatistic].flatMap(({ path }) => path)
    for (const path of calls) expect([path, (await site.get(`${path}?gameId=5&champId=5&sportId=5`)).status]).toEqual([path, 404])
    site.config.features['cyber'] = true
    expect((await site.get(`/cyber-api/mainfeedline/web/cyber/v3/gamesByChamp?champId=910502`)).status).toBe(200)
  })
})

test.each([
  [9, 2.5, ['(2.5)']],
  [731, 2.001, ['2', '1']],
  [2170, 100.265, ['1', '26.5']],
  [2070, 1.015, ['1', '1.5']],
  [812, 60.004, ['4', '60']],
  [1195, -100.03, ['(-1)', '30']],
  [424, -1, ['0:1']],
  [1, 0, undefined],
  [7, 0, ['(0)']],
])('arguments of outcome %i with %d', (t, p, expected) => expect(outcomeParams(t, p)).toEqual(expected))

const samples = join(process.env['POLOSA_WIRE'] ?? join(import.meta.dirname, '../../../../../shared/wire'), 'samples')
describe.skipIf(!existsSync(samples))('recorded games with long keys', () => {
  const files = existsSync(samples) ? readdirSync(samples, { recursive: true }).map(String) : []
  const games = files
    .filter((file) => /expressDay|cyber_v3_game/.test(file))
    .flatMap((file) => {
      const body = JSON.parse(readFileSync(join(samples, file), 'utf8')) as { events?: unknown[] } | { events: unknown[] }[]
      return Array.isArray(body) ? body.flatMap(({ events }) => events) : [body]
    })
  test('parse with our schema, no field unknown', () => {
    expect(games.length).toBeGreaterThan(30)
    const strict = z.strictObject(gameV3.shape)
    const issues = games.flatMap((game) => strict.safeParse(game).error?.issues ?? [])
    expect(issues.slice(0, 5)).toEqual([])
  })
})

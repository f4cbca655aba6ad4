import { beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { sampleFact, sampleGame, sampleGameFact, sampleLive, SAMPLE_START } from '#modules/line/rules/sample-facts.ts'
import { createLine } from '#modules/line/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import { createHttp, type Visit } from '#platform/server/http.ts'
import { createLog } from '#platform/server/log.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import * as contract from '../contract.ts'
import { hexId } from '../rules/ids.ts'
import { createCollector } from './collect-results.ts'
import { createStatistics, type Statistics } from './index.ts'

const { db } = await testDatabase()
const pool = rawPool(db)
const DAY = 86_400_000
const clock = manualClock(SAMPLE_START)
const LEAGUE = 910_101
const next = sampleGame({ n: 1, startsAt: SAMPLE_START + 3_600_000 })
const running = sampleGame({ n: 2, kind: 1 })
const [home, away] = [next.sides[0]!.id, next.sides[1]!.id]
const THIRD = 79_000
const HORSE = 79_100

const config = { features: { statistics: true } as Record<string, boolean>, countries: { blocked: [] } } as unknown as Visit['config']
let app: FastifyInstance
let statistics: Statistics

async function get(path: string, status = 200): Promise<any> {
  const answer = await app.inject({ method: 'GET', url: path })
  expect(answer.statusCode, `${path} ${answer.body.slice(0, 300)}`).toBe(status)
  return answer.json()
}

/** The answer in the shape that its contract says. */
async function checked<T extends z.ZodType>(schema: T, path: string): Promise<z.output<T>> {
  const parsed = schema.safeParse(await get(path))
  expect(parsed.error?.issues.slice(0, 3), path).toBeUndefined()
  return parsed.data as z.output<T>
}

async function fill(): Promise<void> {
  const names = (n: number) => JSON.stringify({ en: `Team ${n}`, ru: `Команда ${n}` })
  await pool.query(
    `INSERT INTO championship (id, sport_id, country_id, country_code, type, tz, names, weight)
     VALUES ($1, 1, 225, 'GB-ENG', 'league', 'UTC', '{"en":"Lowland"}', 10), ($2, 44, 225, 'GB', 'league', 'UTC', '{"en":"Mill Park"}', 1)`,
    [LEAGUE, LEAGUE + 1],
  )
  for (const [id, sport, type] of [
    [home, 1, 'team'],
    [away, 1, 'team'],
    [THIRD, 1, 'team'],
    [HORSE, 44, 'runner'],
  ] as const)
    await pool.query(
      `INSERT INTO competitor (id, sport_id, type, country_id, country_code, names) VALUES ($1, $2, $3, 225, 'GB', $4::jsonb)`,
      [id, sport, type, names(id)],
    )
  const past: [number, number, number, number, number][] = [
    [400, home, away, 1, 1],
    [390, away, home, 0, 2],
    [40, home, THIRD, 3, 0],
    [30, away, THIRD, 1, 2],
    [20, home, away, 0, 1],
  ]
  for (const [ago, a, b, s1, s2] of past)
    await pool.query(
      `INSERT INTO past_game (provider, ref, championship_id, home_id, away_id, starts_at, score, round, periods)
       VALUES ('world', $1, $2, $3, $4, $5, $6, '33', '[{"no":1,"code":"h1","score":[0,0]}]')`,
      [`p${ago}`, LEAGUE, a, b, new Date(SAMPLE_START - ago * DAY), [s1, s2]],
    )
}

/** A match of the feed that is over, with a goal of a known player, and one that was taken back. */
async function finish(ci: number, ref: string, score: [number, number], sentAt: number, halves = ['h1', 'h2']): Promise<void> {
  const periods = halves.map((code, n) => ({ no: n + 1, code, score: n === 0 ? score : [0, 0] }))
  await pool.query(
    `INSERT INTO game (ci, provider, ref, championship_id, type, sides, starts_at, start_confirmed, status, kind, round, venue, neutral, live_coverage,
                       origin, sent_at)
     VALUES ($1, 'world', $2, $3, 'match', $4::jsonb, $5, true, 'ended', 1, '12', 'Mill Road, Arden', false, true, 'simulated', $6)
     ON CONFLICT (ci) DO UPDATE SET sent_at = excluded.sent_at`,
    [
      ci,
      ref,
      LEAGUE,
      JSON.stringify([
        { id: away, ref: 'a', role: 'home', order: 1 },
        { id: home, ref: 'h', role: 'away', order: 2 },
      ]),
      new Date(SAMPLE_START - DAY),
      new Date(sentAt),
    ],
  )
  await pool.query(`INSERT INTO game_part (ci, game_ci, part, i, n) VALUES ($1, $1, 'full', $2, 1) ON CONFLICT DO NOTHING`, [
    ci,
    ci + 300_000_000,
  ])
  const body = {
    t: 'live',
    state: { game: ref, phase: 'ended', score, periods, stats: { corners: [4, 5] } },
    incidents: [
      { game: ref, seq: 1, clockSec: 600, type: 'goal', side: 'home', player: 'pl:1' },
      { game: ref, seq: 2, clockSec: 900, type: 'goal', side: 'away' },
      { game: ref, seq: 3, clockSec: 910, type: 'goal', side: 'away', retracts: 2 },
    ],
  }
  await pool.query(
    `INSERT INTO fact (provider, producer, key, t, game_ref, sent_at, received_at, body) VALUES ('world', 'world', $1, 'live', $2, $3, $3, $4::jsonb)`,
    [`${ref}${sentAt}`, ref, new Date(sentAt), JSON.stringify(body)],
  )
}

beforeAll(async () => {
  await fill()
  const texts = loadTexts(new URL('../../../../locales', import.meta.url).pathname)
  const http = await createHttp({
    log: createLog('silent', false),
    clock,
    texts,
    visitOf: () => ({ config, brand: 'test', lng: 'en', country: 'KZ', countryId: 1, partner: 1, group: 1, cfView: 0 }),
  })
  app = http.app
  const line = createLine({ clock, texts })
  line.apply([sampleGameFact(next), sampleGameFact(running), sampleFact(sampleLive([1, 0]), running.ci)])
  statistics = createStatistics({ db, clock, line })
  statistics.routes(app)
  await app.ready()
}, 60_000)

const I = next.parts[0]!.i
const WIRE = '/service-api/statisticfeed/api/v1'
const SITE = '/service-api/SiteService'
const OWN = '/service-api/statistics/v1'
const FINISHED_CI = 310_900_000

describe('past seasons', () => {
  it('head-to-head in the shape of the wire', async () => {
    const body = await checked(contract.gameH2h.reply, `${WIRE}/Game/h2h?id=${I}&lng=ru`)
    expect(body.entity).toMatchObject({ winCount1: 1, drowCount: 1, winCount2: 1, overtimeCount: 0 })
    expect(body.entity.gameIds).toHaveLength(3)
    expect(body.entity.team1FutureGames).toEqual([hexId('game', next.ci)])
    expect(body.teams.find(({ clId }) => clId === home)).toMatchObject({ id: hexId('team', home), title: `Команда ${home}`, teamType: 1 })
    const newest = body.gameShorts.find(({ id }) => id === body.entity.gameIds[0])
    expect(newest).toMatchObject({
      score1: 0,
      score2: 1,
      winner: 2,
      status: 3,
      periods: [{ type: 11 }],
      tournamentTitle: 'Lowland',
      stageTitle: '33-й тур',
    })
    expect(body).toEqual(await get(`/statisticfeed/api/v1/game/H2H?ID=${I}&lng=ru&extra=1`))
    // Nobody serves their pictures.
    expect(JSON.stringify(body)).not.toMatch(/\.png/)
  })

  it('every match names the stage whose table it stands in', async () => {
    const { gameShorts } = await checked(contract.gameH2h.reply, `${WIRE}/Game/h2h?id=${I}`)
    for (const { id, stageId } of gameShorts) {
      const ofGame = (await get(`${SITE}/StageTable?gameId=${id}`)).Value
      expect([id, stageId]).toEqual([id, ofGame.ST])
      expect((await get(`${SITE}/StageTable?stageId=${stageId}`)).Value).toEqual(ofGame)
    }
    // As the feeds name it: the newest season.
    expect((await get(`${SITE}/StageTable?stageId=${hexId('tournament', LEAGUE)}`)).Value).toEqual(
      (await get(`${SITE}/StageTable?gameId=${I}`)).Value,
    )
  })

  it('a call without its game is 400 in the form of its envelope', async () => {
    for (const call of ['Game/h2h', 'TeamLastGames', 'LineUps'])
      expect(await get(`${WIRE}/${call}?lng=en`, 400), call).toMatchObject({ detail: 'The parameter id is missing', errorCode: 1 })
  })

  it('last games of a team and of both sides', async () => {
    const both = await checked(contract.teamLastGames.reply, `${WIRE}/TeamLastGames?id=${I}&count=2`)
    expect([both.team1GameIds.length, both.team2GameIds.length]).toEqual([2, 2])
    const one = await checked(contract.teamLastGames.reply, `${WIRE}/TeamLastGames?teamId=${hexId('team', THIRD)}`)
    expect([one.team1GameIds.length, one.team2GameIds.length]).toEqual([2, 0])
  })

  it('tables of all games, at home and away', async () => {
    const table = async (tt: number) => (await get(`${SITE}/StageTable?gameId=${I}&tt=${tt}`)).Value
    const whole = await table(0)
    expect(contract.stageTable.reply.safeParse(whole).success).toBe(true)
    expect(whole.G[0].R.map((row: { N: string; PT: number; F: number[] }) => [row.N, row.PT, row.F])).toEqual([
      [`Team ${home}`, 3, [2, 1]],
      [`Team ${away}`, 3, [1, 2]],
      [`Team ${THIRD}`, 3, [1, 2]],
    ])
    expect((await table(1)).G[0].R.map((row: { GP: number }) => row.GP).toSorted()).toEqual([0, 1, 2])
    expect((await get(`${SITE}/StageTable?stageId=${whole.ST}`)).Value).toEqual(whole)
  })

  it('says which statistics exist', async () => {
    expect(await checked(contract.gameStatus.reply, `${WIRE}/Status?id=${I}`)).toMatchObject({
      status: 1,
      table: true,
      h2h: true,
      lineUps: false,
      period: 0,
    })
    // As CP of the score has it: the second half.
    expect(await checked(contract.gameStatus.reply, `${WIRE}/Status?id=${running.parts[0]!.i}`)).toMatchObject({ status: 2, period: 2 })
    expect(await get(`${WIRE}/LineUps?id=${I}`)).toEqual({ isConfirmed: false, teams: [] })
    expect((await get(`${SITE}/HeadToHead?gameId=${I}&count=1`)).Value).toMatchObject({ W1: 1, D: 1, W2: 1, G: [{ S1: 0, S2: 1 }] })
    expect((await get(`${SITE}/GetStadiumForGame_2?gameId=${I}`)).Value).toMatchObject({ N: 'Mill Road' })
    expect((await get(`${SITE}/LineUps2?gameId=${I}`)).Value).toBeNull()
  })

  it('a past game has a page of its own', async () => {
    const page = await checked(contract.teamPage, `${OWN}/team?sportId=1&id=${home}`)
    const past = page.last.at(-1)!
    expect(past.id).toMatch(/^9a/)
    const game = await checked(contract.gamePage, `${OWN}/game?sportId=1&id=${past.id}`)
    expect(game).toMatchObject({ game: { score: [1, 1], state: 'over' }, kind: 0, i: 0 })
    expect(game.meetings.games).toHaveLength(2)
    // The older season is another one; before this game there was none of its own.
    expect(page.profile).toMatchObject({
      season: page.seasons[0]!.season.label,
      home: { played: 2, won: 1, lost: 1, scored: 3, conceded: 1 },
      away: { played: 0 },
      run: { letter: 'l', games: 1 },
      periods: [{ code: 'h1', games: 2 }],
    })
    expect(game.sides[0].profile).toMatchObject({ home: { played: 0 }, away: { played: 0 }, run: null })
  })
})

describe('games of the feed', () => {
  it('become results when they end, once, and again when they are corrected', async () => {
    await pool.query(`INSERT INTO athlete (id, competitor_id, names) VALUES (1000001, $1, '{"en":"D. Marsh"}')`, [away])
    await pool.query(`INSERT INTO ext_ref (provider, kind, ref, id) VALUES ('world', 'player', 'pl:1', 1000001)`)
    await finish(FINISHED_CI, 'g:done', [2, 1], SAMPLE_START - 1000)
    expect(await statistics.collect()).toBe(1)
    expect(await statistics.collect()).toBe(0)
    const page = await checked(contract.gamePage, `${OWN}/game?sportId=1&id=${FINISHED_CI}`)
    expect(page.origin).toBe('simulated')
    expect(page).toMatchObject({
      game: { score: [2, 1], winner: 1, state: 'over' },
      venue: 'Mill Road, Arden',
      incidents: [{ type: 'goal', minute: 11, side: 1, player: 'D. Marsh', playerId: 1_000_001 }],
      stats: [{ key: 'corners', values: [4, 5] }],
    })
    const firstScore = async () =>
      (await pool.query('SELECT first_score FROM finished_game WHERE ci = $1', [FINISHED_CI])).rows[0].first_score
    expect(await firstScore()).toBe(null)
    await finish(FINISHED_CI, 'g:done', [2, 2], SAMPLE_START)
    expect(await statistics.collect()).toBe(1)
    expect(await firstScore()).toEqual([2, 1])
    expect((await get(`${OWN}/game?sportId=1&id=${FINISHED_CI + 300_000_000}`)).game.score).toEqual([2, 2])
  })

  it('a game is asked by I; its constant id is for cards alone, but hex ids of the feeds carry it (wire rule 3)', async () => {
    for (const ci of [next.ci, FINISHED_CI]) {
      for (const call of ['Game/h2h', 'LineUps', 'Status']) await get(`${WIRE}/${call}?id=${ci}`, 404)
      expect(await get(`${WIRE}/TeamLastGames?id=${ci}`)).toMatchObject({ gameShorts: [] })
      for (const call of ['StageTable', 'HeadToHead', 'LineUps2', 'GetStadiumForGame_2'])
        expect((await get(`${SITE}/${call}?gameId=${ci}`)).Value, call).toBeNull()
    }
    expect(await get(`${WIRE}/Status?id=${FINISHED_CI + 300_000_000}`)).toMatchObject({ status: 3, score1: 2 })
    expect(await get(`${WIRE}/Status?id=${hexId('game', next.ci)}`)).toEqual(await get(`${WIRE}/Status?id=${I}`))
  })

  it('a clock that leaps leaves no game behind whose head comes later', async () => {
    const own = manualClock(clock.now())
    const collector = createCollector(pool, own)
    await collector.run()
    const before = own.now()
    own.advance(6 * 3_600_000)
    expect(await collector.run()).toEqual([])
    await finish(FINISHED_CI + 1, 'g:leapt', [1, 0], before + 2 * 3_600_000)
    expect(await collector.run()).toEqual([LEAGUE])
    await pool.query('DELETE FROM finished_game WHERE ci = $1', [FINISHED_CI + 1])
    await pool.query('DELETE FROM game WHERE ci = $1', [FINISHED_CI + 1])
    statistics.forget([LEAGUE])
  })

  it('a result that is told as past too counts once', async () => {
    await pool.query(
      `INSERT INTO past_game SELECT provider, ref, championship_id, home_id, away_id, starts_at, score, periods FROM finished_game WHERE ci = $1`,
      [FINISHED_CI],
    )
    statistics.forget([LEAGUE])
    const rows = await statistics.standingsOf(LEAGUE)
    expect(rows.reduce((sum, row) => sum + row.played, 0)).toBe(8)
  })

  it('players have their goals', async () => {
    const player = await checked(contract.playerPage, `${OWN}/player?sportId=1&id=1000001`)
    expect(player).toMatchObject({ name: 'D. Marsh', goals: 1, cards: 0, teamId: away, games: [{ goals: 1 }] })
    const call = `${SITE}/ShortPlayersInfo?players=1000001,${hexId('player', 5)},x`
    expect(Object.keys((await get(call)).Value[0])).toEqual(['I', 'N', 'NUM', 'PS', 'IMG', 'CO', 'BD', 'H', 'W', 'TI'])
    const [short] = (await get(`${call}&own=true`)).Value
    expect(short).toMatchObject({ I: 1_000_001, N: 'D. Marsh', TI: hexId('team', away) })
    expect(short.TN).toMatch(new RegExp(`^(Team|Команда) ${away}$`))
    expect(short.CN).toMatch(/\p{L}/u)
    const lineUps = await checked(contract.lineUps.reply, `${WIRE}/LineUps?id=${I}`)
    expect(lineUps.teams[1]).toMatchObject({ clId: away, players: [{ name: 'D. Marsh', shortName: 'Marsh' }] })
    const tournament = await checked(contract.tournamentPage, `${OWN}/tournament?sportId=1&id=${LEAGUE}&seasonId=0`)
    expect(tournament).toMatchObject({ cup: false, played: 4, scorers: [{ id: 1_000_001, goals: 1 }] })
  })
})

describe('pages', () => {
  it('a stage by number and by id, a rating of a championship and of a sport', async () => {
    const stage = await checked(contract.stagePage, `${OWN}/stage?sportId=1&id=${LEAGUE}&tt=2`)
    expect([stage.side, stage.seasons.length]).toEqual(['away', 2])
    const same = await checked(contract.stagePage, `${OWN}/stage?sportId=1&id=${stage.stageId}`)
    expect(same.season).toEqual(stage.season)
    for (const id of [LEAGUE, 0]) {
      const rating = await checked(contract.ratingPage, `${OWN}/rating?sportId=1&id=${id}`)
      expect(rating.rows.map(({ place }) => place)).toEqual([1, 2, 3])
    }
  })

  it('a horse and the card of its race', async () => {
    const ci = 310_900_040
    const card = {
      track: { en: 'Mill Park' },
      race: 3,
      distanceM: 1600,
      going: 'good',
      class: 2,
      prize: { amount: 9000, currency: 'GBP' },
      runners: [
        {
          order: 1,
          number: 7,
          stall: 4,
          jockey: { en: 'A. Todd' },
          trainer: { en: 'B. Quill' },
          age: 4,
          sex: 'm',
          weightKg: 58.5,
          rating: 84,
          form: '2-1-3',
        },
      ],
    }
    await pool.query(
      `INSERT INTO game (ci, provider, ref, championship_id, type, sides, starts_at, start_confirmed, status, kind, neutral, live_coverage, origin, sent_at, about)
       VALUES ($1, 'world', 'g:race', $2, 'race', $3::jsonb, $4, true, 'ended', 1, false, true, 'simulated', $4, $5::jsonb)`,
      [
        ci,
        LEAGUE + 1,
        JSON.stringify([{ id: HORSE, ref: 'h', role: 'runner', order: 1 }]),
        new Date(SAMPLE_START),
        JSON.stringify({ card, title: { en: 'Race 3, 1600 m' } }),
      ],
    )
    await pool.query(`INSERT INTO game_part (ci, game_ci, part, i, n) VALUES ($1, $1, 'full', 610900040, 1)`, [ci])
    await pool.query('INSERT INTO past_run (competitor_id, game_ci, starts_at, place, runners) VALUES ($1, $2, $3, 1, 8)', [
      HORSE,
      ci,
      new Date(SAMPLE_START),
    ])
    const page = await checked(contract.horsePage, `${OWN}/horse?id=${HORSE}`)
    expect(page).toMatchObject({
      starts: 1,
      wins: 1,
      jockey: 'A. Todd',
      races: [{ name: expect.stringMatching(/ · Race 3, 1600 m$/), place: 1, of: 8, distanceM: 1600, track: 'Mill Park' }],
    })
    const own = await checked(contract.racePage, `${OWN}/game?sportId=44&id=610900040`)
    expect(own).toMatchObject({
      state: 'over',
      distanceM: 1600,
      going: 'good',
      runners: [{ id: HORSE, no: 7, place: 1, jockey: 'A. Todd', form: '2-1-3' }],
    })
    await get(`${OWN}/game?sportId=1&id=610900040`, 404)
    expect(own).toMatchObject({ name: expect.stringMatching(/ · Race 3, 1600 m$/), prize: '£9,000' })
    const race = (await get(`${SITE}/HorsesRace?raceid=610900040`)).Value
    expect(race).toMatchObject({ N: 'Mill Park · Race 3, 1600 m', GO: 'good', PR: '£9,000' })
    expect(contract.horsesRace.reply.safeParse(race).success).toBe(true)
    expect(race.H[0]).toMatchObject({ I: HORSE, NO: 7, ST: 4, J: 'A. Todd', F: '213', OR: 84, T: 12_670 })
    const runs = (await get(`${SITE}/Horse/race?id=${HORSE}`)).Value
    expect(contract.horseRaces.reply.safeParse(runs).success).toBe(true)
    expect(runs.R).toEqual([{ S: SAMPLE_START / 1000, TR: 'Mill Park', DS: 1600, PL: 1, OF: 8, J: 'A. Todd', SP: 0 }])
  })

  it('what nobody has is not found, what has no shape is refused with its name', async () => {
    expect((await get(`${OWN}/team?sportId=1&id=79999`, 404)).status ?? 404).toBe(404)
    await get(`${OWN}/team?sportId=2&id=${home}`, 404)
    expect(JSON.stringify(await get(`${OWN}/team?sportId=1&id=zzz`, 400))).toContain('id')
    expect(JSON.stringify(await get(`${OWN}/team?sportId=x&id=1`, 400))).toContain('sportId')
    await get(`${OWN}/tournament?sportId=1&id=${LEAGUE}&seasonId=1999`, 404)
    expect(await get(`${WIRE}/Game/h2h?id=1`, 404)).toMatchObject({ status: 404, errorCode: 2 })
    await get(`${WIRE}/Game/h2h`, 400)
    expect((await get(`${SITE}/StageTable?gameId=1`)).Value).toBeNull()
    for (const call of ['StageTable', 'HeadToHead', 'LineUps2', 'GetStadiumForGame_2', 'ShortPlayersInfo', 'HorsesRace', 'Horse/race'])
      expect(await get(`${SITE}/${call}`, 400), call).toMatchObject({ Success: false, ErrorCode: 900_400 })
  })
})

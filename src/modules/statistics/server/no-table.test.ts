/** Why a championship has no table, and which of them the section lists. */
import { beforeAll, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { sampleGame, sampleGameFact, SAMPLE_START } from '#modules/line/rules/sample-facts.ts'
import { createLine } from '#modules/line/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import { createHttp, type Visit } from '#platform/server/http.ts'
import { createLog } from '#platform/server/log.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import * as contract from '../contract.ts'
import { createStatistics } from './index.ts'
import { listMet, listNewestStarts } from './marks-store.ts'

const { db } = await testDatabase()
const pool = rawPool(db)
const DAY = 86_400_000
const LEAGUE = 910_101
const OWN = '/service-api/statistics/v1'
const next = sampleGame({ n: 1, startsAt: SAMPLE_START + 3_600_000 })
const [home, away] = [next.sides[0]!.id, next.sides[1]!.id]

let app: FastifyInstance

/** The answer in the shape that its contract says. */
async function checked<T extends z.ZodType>(schema: T, path: string): Promise<z.output<T>> {
  const answer = await app.inject({ method: 'GET', url: path })
  expect(answer.statusCode, `${path} ${answer.body.slice(0, 300)}`).toBe(200)
  const parsed = schema.safeParse(answer.json())
  expect(parsed.error?.issues.slice(0, 3), path).toBeUndefined()
  return parsed.data as z.output<T>
}

beforeAll(async () => {
  const clock = manualClock(SAMPLE_START)
  const texts = loadTexts(new URL('../../../../locales', import.meta.url).pathname)
  const config = { features: { statistics: true }, countries: { blocked: [] } } as unknown as Visit['config']
  const visitOf = () => ({ config, brand: 'test', lng: 'en', country: 'KZ', countryId: 1, partner: 1, group: 1, cfView: 0 })
  app = (await createHttp({ log: createLog('silent', false), clock, texts, visitOf })).app
  const line = createLine({ clock, texts })
  const [race, outright] = [sampleGame({ n: 3, sportId: 44, championshipId: LEAGUE + 1 }), sampleGame({ n: 4, championshipId: LEAGUE + 2 })]
  line.apply([sampleGameFact(next), sampleGameFact({ ...race, type: 'race' }), sampleGameFact({ ...outright, type: 'outright' })])
  createStatistics({ db, clock, line }).routes(app)
  await app.ready()
}, 60_000)

it('a table that is not there says why: a cup is in its bracket, races are no matches, a season has not begun', async () => {
  const [cup, track, fresh, league] = [LEAGUE + 50, LEAGUE + 51, LEAGUE + 52, LEAGUE + 53]
  await pool.query(
    `INSERT INTO championship (id, sport_id, country_id, country_code, type, tz, names, weight)
     SELECT id, sport, 225, 'GB', type, 'UTC', '{"en":"Other"}', 1
       FROM unnest($1::int[], $2::int[], $3::text[]) AS c(id, sport, type)`,
    [
      [cup, track, fresh, league],
      [1, 44, 1, 1],
      ['cup', 'league', 'league', 'league'],
    ],
  )
  await pool.query(
    `INSERT INTO past_game (provider, ref, championship_id, home_id, away_id, starts_at, score, round, periods)
     VALUES ('world', 'tie', $1, $3, $4, $5, '{2,1}', 'Final', '[]'), ('world', 'game', $2, $3, $4, $5, '{2,1}', '7', '[]')`,
    [cup, league, home, away, new Date(SAMPLE_START - 3 * DAY)],
  )
  await pool.query(
    `INSERT INTO game (ci, provider, ref, championship_id, type, sides, starts_at, start_confirmed, status, kind, neutral, live_coverage, origin, sent_at)
     VALUES (310900077, 'world', 'race77', $1, 'race', '[]', $2, true, 'closed', 1, false, true, 'simulated', $2)`,
    [track, new Date(SAMPLE_START - DAY)],
  )
  for (const [id, sport, why] of [
    [cup, 1, 'cup'],
    [track, 44, 'field'],
    [fresh, 1, 'unplayed'],
    [league, 1, null],
  ] as const) {
    const stage = await checked(contract.stagePage, `${OWN}/stage?sportId=${sport}&id=${id}`)
    const tournament = await checked(contract.tournamentPage, `${OWN}/tournament?sportId=${sport}&id=${id}&seasonId=0`)
    expect([stage.noTable, tournament.noTable, stage.table.length > 0], String(id)).toEqual([why, why, why === null])
  }
  const past = await checked(contract.stagePage, `${OWN}/stage?sportId=1&id=${cup}`)
  const page = await checked(contract.gamePage, `${OWN}/game?sportId=1&id=${past.last[0]!.id}`)
  expect([page.table, page.noTable]).toEqual([[], 'cup'])
})

it('pages say that what they show is simulated, as the line holds it (feeds §11)', async () => {
  await pool.query(
    `INSERT INTO championship (id, sport_id, country_id, country_code, type, tz, names, weight) VALUES ($1, 1, 225, 'GB', 'league', 'UTC', '{"en":"Lowland"}', 1)`,
    [LEAGUE],
  )
  const pages = await Promise.all([
    checked(contract.gamePage, `${OWN}/game?sportId=1&id=${next.ci}`),
    checked(contract.stagePage, `${OWN}/stage?sportId=1&id=${LEAGUE}`),
    checked(contract.tournamentPage, `${OWN}/tournament?sportId=1&id=${LEAGUE}&seasonId=0`),
  ])
  expect(pages.map(({ origin }) => origin)).toEqual(['simulated', 'simulated', 'simulated'])
})

it('the section lists what two sides play, and no race, draw or long-term bet', async () => {
  expect(await checked(contract.championshipsPage, `${OWN}/championships?sportId=1`)).toEqual({ sports: [1], championships: [LEAGUE] })
  expect(await checked(contract.championshipsPage, `${OWN}/championships?sportId=44`)).toEqual({ sports: [1], championships: [] })
})

it('recordings that are shown again and again make no table, no form and no meetings, and stand under the season that was recorded', async () => {
  const [shown, other] = [LEAGUE + 60, LEAGUE + 61]
  const [one, two] = [next.sides[0]!.id + 900, next.sides[0]!.id + 901]
  await pool.query(
    `INSERT INTO championship (id, sport_id, country_id, country_code, type, tz, names, weight, about)
     VALUES ($1, 1, 225, 'SI', 'league', 'UTC', '{"en":"Classic 2012/13"}', 1, '{"recorded":"2012/13"}'),
            ($2, 1, 225, 'SI', 'league', 'UTC', '{"en":"League"}', 1, NULL)`,
    [shown, other],
  )
  await pool.query(
    `INSERT INTO competitor (id, sport_id, type, country_id, country_code, names)
     SELECT id, 1, 'team', 225, 'SI', '{"en":"Side"}' FROM unnest($1::int[]) AS c(id)`,
    [[one, two]],
  )
  for (const n of [1, 2, 3])
    await pool.query(
      `INSERT INTO past_game (provider, ref, championship_id, home_id, away_id, starts_at, score, round, periods)
       VALUES ('replay', $1, $2, $3, $4, $5, '{3,0}', NULL, '[]')`,
      [`again${n}`, shown, one, two, new Date(SAMPLE_START - n * 3_600_000)],
    )
  await pool.query(
    `INSERT INTO past_game (provider, ref, championship_id, home_id, away_id, starts_at, score, round, periods)
     VALUES ('replay', 'once', $1, $3, $2, $4, '{2,1}', '7', '[]')`,
    [other, one, two, new Date(SAMPLE_START - 3 * DAY)],
  )
  const tournament = await checked(contract.tournamentPage, `${OWN}/tournament?sportId=1&id=${shown}&seasonId=0`)
  expect(tournament).toMatchObject({ season: { id: 2012, label: '2012/13' }, noTable: 'recorded', table: [], last: [], played: 0 })
  const stage = await checked(contract.stagePage, `${OWN}/stage?sportId=1&id=${shown}`)
  expect(stage).toMatchObject({ season: { label: '2012/13' }, noTable: 'recorded', table: [] })
  const team = await checked(contract.teamPage, `${OWN}/team?sportId=1&id=${one}`)
  expect([team.form, team.last.length, team.seasons.map(({ season, row }) => [season.label, row.played])]).toEqual([
    ['l'],
    1,
    [['2029', 1]],
  ])
  const { rows } = await checked(contract.ratingPage, `${OWN}/rating?sportId=1&id=0`)
  expect(rows.find(({ teamId }) => teamId === one)?.games).toBe(1)
  expect([...(await listNewestStarts(pool, [shown, other])).keys()]).toEqual([other])
  const pair = (ci: number, ago: number) =>
    ({ ci, startsAt: SAMPLE_START - ago, sides: [{ id: one }, { id: two }] }) as unknown as Parameters<typeof listMet>[1][number]
  // At first they had met in a recording alone.
  await pool.query(`UPDATE past_game SET starts_at = $1 WHERE ref = 'again3'`, [new Date(SAMPLE_START - 9 * DAY)])
  expect(await listMet(pool, [pair(1, 8 * DAY), pair(2, DAY)])).toEqual([2])
})

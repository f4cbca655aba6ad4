/** Scorecards and pages of cricketers: from the book while a match goes on, kept when it is over. */
import { expect, it } from 'vitest'
import { createLine } from '#modules/line/server/index.ts'
import { SAMPLE_START } from '#modules/line/rules/sample-facts.ts'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import { createHttp, type Visit } from '#platform/server/http.ts'
import { createLog } from '#platform/server/log.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import type { PlayerPage } from '../contract.ts'
import { createCollector } from './collect-results.ts'
import { createStatistics } from './index.ts'

const { db } = await testDatabase()
const pool = rawPool(db)
const clock = manualClock(SAMPLE_START)
const [LEAGUE, HOME, AWAY, BATTER, BOWLER, CI] = [910_166, 79_201, 79_202, 1_000_501, 1_000_502, 310_900_166]
const REF = 'g:ipl:2026:3:1'
const OWN = '/service-api/statistics/v1'

async function fill(): Promise<void> {
  await pool.query(
    `INSERT INTO championship (id, sport_id, country_id, country_code, type, tz, names, weight) VALUES ($1, 66, 225, 'IN', 'league', 'UTC', '{"en":"IPL"}', 1)`,
    [LEAGUE],
  )
  for (const [id, name] of [
    [HOME, 'Kings'],
    [AWAY, 'Titans'],
  ] as const)
    await pool.query(
      `INSERT INTO competitor (id, sport_id, type, country_id, country_code, names) VALUES ($1, 66, 'team', 225, 'IN', $2::jsonb)`,
      [id, JSON.stringify({ en: name })],
    )
  for (const [id, team, ref] of [
    [BATTER, HOME, 'p:h:0'],
    [BOWLER, AWAY, 'p:a:7'],
  ] as const) {
    await pool.query(`INSERT INTO athlete (id, competitor_id, names) VALUES ($1, $2, $3::jsonb)`, [id, team, JSON.stringify({ en: ref })])
    await pool.query(`INSERT INTO ext_ref (provider, kind, ref, id) VALUES ('world', 'player', $1, $2)`, [ref, id])
  }
  await pool.query(
    `INSERT INTO game (ci, provider, ref, championship_id, type, sides, starts_at, start_confirmed, status, kind, neutral, live_coverage, origin, sent_at)
     VALUES ($1, 'world', $2, $3, 'match', $4::jsonb, $5, true, 'ended', 1, false, true, 'simulated', $5)`,
    [
      CI,
      REF,
      LEAGUE,
      JSON.stringify([
        { id: HOME, ref: 'h', role: 'home', order: 1 },
        { id: AWAY, ref: 'a', role: 'away', order: 2 },
      ]),
      new Date(SAMPLE_START),
    ],
  )
  const ball = (seq: number, type: string, detail: object) => ({
    seq,
    clockSec: 0,
    type,
    side: 'home',
    player: 'p:h:0',
    detail: { bowler: 'p:a:7', extras: 0, counts: true, ...detail },
  })
  const body = {
    t: 'live',
    state: { game: REF, phase: 'ended', score: [10, 0], periods: [{ no: 1, code: 'inn1', score: [10, 0] }], stats: {} },
    incidents: [ball(1, 'ball', { runs: 6 }), ball(2, 'ball', { runs: 4 }), ball(3, 'wicket', { runs: 0, how: 'bowled' })],
  }
  await pool.query(
    `INSERT INTO fact (provider, producer, key, t, game_ref, sent_at, received_at, body) VALUES ('world', 'world', 'k', 'live', $1, $2, $2, $3::jsonb)`,
    [REF, new Date(SAMPLE_START), JSON.stringify(body)],
  )
}

it('keeps what each made and gave away, and shows it on the pages of the match, the player and the championship', async () => {
  await fill()
  const texts = loadTexts(new URL('../../../../locales', import.meta.url).pathname)
  const config = { features: { statistics: true }, countries: { blocked: [] } } as unknown as Visit['config']
  const visitOf = () => ({ config, brand: 'test', lng: 'en', country: 'KZ', countryId: 1, partner: 1, group: 1, cfView: 0 })
  const { app } = await createHttp({ log: createLog('silent', false), clock, texts, visitOf })
  createStatistics({ db, clock, line: createLine({ clock, texts }) }).routes(app)
  await app.ready()
  const collector = createCollector(pool, clock)
  await collector.run()
  // A second look at the same head writes nothing twice.
  await createCollector(pool, clock).run()
  const get = async (path: string) => (await app.inject({ method: 'GET', url: `${OWN}/${path}` })).json()
  const game = await get(`game?sportId=66&id=${CI}`)
  expect(game.scorecard).toEqual([
    expect.objectContaining({
      playerId: BATTER,
      side: 1,
      batNo: 1,
      runs: 10,
      balls: 3,
      fours: 1,
      sixes: 1,
      how: 'bowled',
      outByName: 'p:a:7',
    }),
    expect.objectContaining({ playerId: BOWLER, side: 2, bowlNo: 1, bowled: 3, conceded: 10, wickets: 1 }),
  ])
  const player: PlayerPage = await get(`player?sportId=66&id=${BOWLER}`)
  expect(player).toMatchObject({
    name: 'p:a:7',
    cricket: { games: 1, wickets: 1, conceded: 10 },
    games: [{ game: { ci: CI }, cricket: { wickets: 1 } }],
  })
  const all = await get(`cricketers?id=${LEAGUE}`)
  expect(all.batters[0]).toMatchObject({ id: BATTER, runs: 10, best: 10, outs: 1 })
  expect(all.bowlers).toMatchObject([{ id: BOWLER, wickets: 1 }])
  await app.close()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleGame, sampleGameFact, SAMPLE_START } from '#modules/line/rules/sample-facts.ts'
import { createLine, registerLine } from '#modules/line/server/index.ts'
import { sampleSite } from '#modules/line/server/sample-site.ts'
import { rawPool } from '#platform/server/db.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createStatistics } from './index.ts'

const DAY = 86_400_000
let now = SAMPLE_START - DAY
const clock = { now: () => now }
const { db } = await testDatabase()
const pool = rawPool(db)
const line = createLine({ clock, texts: loadTexts(new URL('../../../../locales', import.meta.url).pathname) })
const statistics = createStatistics({ db, clock, line })
const site = await sampleSite(clock, (app) => {
  registerLine({ app, line })
  statistics.routes(app)
})
afterAll(() => site.app.close())

const LEAGUE = 910_101
const CUP = 910_102
const EMPTY = 910_103
/** Sides met, and in a league; met in another competition; a cup with ties alone; nothing at all. */
const both = sampleGame({ n: 1, championshipId: LEAGUE })
const metElsewhere = sampleGame({ n: 2, championshipId: EMPTY })
const tie = sampleGame({ n: 3, championshipId: CUP })
const fresh = sampleGame({ n: 4, championshipId: LEAGUE })
/** They meet for the first time after it. */
const before = sampleGame({ n: 5, championshipId: EMPTY, startsAt: SAMPLE_START - 20 * DAY })
const games = [both, metElsewhere, tie, fresh, before]
const idsOf = ({ sides }: typeof both): [number, number] => [sides[0]!.id, sides[1]!.id]

async function past(ref: string, championship: number, [home, away]: readonly [number, number], ago: number, round = '33'): Promise<void> {
  await pool.query(
    `INSERT INTO past_game (provider, ref, championship_id, home_id, away_id, starts_at, score, round, periods)
     VALUES ('world', $1, $2, $3, $4, $5, '{1,0}', $6, '[]')`,
    [ref, championship, home, away, new Date(SAMPLE_START - ago * DAY), round],
  )
}

beforeAll(async () => {
  for (const [id, type] of [
    [LEAGUE, 'league'],
    [CUP, 'cup'],
    [EMPTY, 'league'],
  ] as const)
    await pool.query(
      `INSERT INTO championship (id, sport_id, country_id, country_code, type, tz, names, weight) VALUES ($1, 1, 225, 'GB', $2, 'UTC', '{"en":"L"}', 1)`,
      [id, type],
    )
  for (const id of new Set(games.flatMap(idsOf)))
    await pool.query(
      `INSERT INTO competitor (id, sport_id, type, country_id, country_code, names) VALUES ($1, 1, 'team', 225, 'GB', '{"en":"T"}')`,
      [id],
    )
  for (const game of games) line.apply([sampleGameFact(game)])
  await past('a', LEAGUE, idsOf(both), 30)
  await past('b', CUP, idsOf(metElsewhere).toReversed() as [number, number], 30, '1/4 final')
  await past('c', CUP, idsOf(before), 10, '1/2 final')
})

const markOf = async ({ parts }: typeof both) => {
  // Ready answers are made again after a moment.
  now += 2_000
  const id = parts[0]!.i
  const card = (await site.get(`/LineFeed/GetGameZip?id=${id}&lng=en`)).body.Value
  const status = (await site.get(`/statisticfeed/api/v1/Status?id=${id}`)).body
  const table = (await site.get(`/SiteService/StageTable?gameId=${id}`)).body.Value
  const h2h = (await site.get(`/statisticfeed/api/v1/Game/h2h?id=${id}`)).body.entity
  return {
    row: [card.HSRT ?? false, card.HHTHS ?? false],
    status: [status.table, status.h2h],
    calls: [table !== null, h2h.gameIds.length > 0],
  }
}

test('a row and Status promise a table and meetings where the calls have them, and nowhere else', async () => {
  expect((await markOf(both)).row).toEqual([false, false])
  await statistics.mark()
  const marks = []
  for (const game of games) marks.push(await markOf(game))
  expect(marks.map(({ calls }) => calls)).toEqual([
    [true, true],
    [false, true],
    [false, false],
    [true, false],
    [false, false],
  ])
  for (const { row, status, calls } of marks) expect([row, status]).toEqual([calls, calls])
})

test('what has come since is seen the next time; what has not changed is not said again', async () => {
  await past('d', CUP, idsOf(tie), 5, 'Group A')
  statistics.forget([CUP])
  const version = line.answers.indexes.version([`c${CUP}`])
  await statistics.mark()
  expect(await markOf(tie)).toEqual({ row: [true, true], status: [true, true], calls: [true, true] })
  const later = line.answers.indexes.version([`c${CUP}`])
  expect(later).toBeGreaterThan(version)
  await statistics.mark()
  expect(line.answers.indexes.version([`c${CUP}`])).toBe(later)
})

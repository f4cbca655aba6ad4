import { afterAll, expect, test } from 'vitest'
import { createLine } from '#modules/line/server/index.ts'
import { sampleSite } from '#modules/line/server/sample-site.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { hexId } from '../rules/ids.ts'
import { createStatistics } from './index.ts'

const clock = { now: () => 1_800_000_000_000 }
const { db } = await testDatabase()
const line = createLine({ clock, texts: loadTexts(new URL('../../../../locales', import.meta.url).pathname) })
const statistics = createStatistics({ db, clock, line })
const site = await sampleSite(clock, (app) => statistics.routes(app))
afterAll(() => site.app.close())

const FEED = '/service-api/statisticfeed/api/v1'
const SITE = '/service-api/SiteService'
const CALLS = [
  [`${FEED}/Game/h2h`, 'id'],
  [`${FEED}/TeamLastGames`, 'id'],
  [`${FEED}/TeamLastGames`, 'teamId'],
  [`${FEED}/LineUps`, 'id'],
  [`${FEED}/Status`, 'id'],
  [`${SITE}/StageTable`, 'gameId'],
  [`${SITE}/StageTable`, 'stageId'],
  [`${SITE}/LineUps2`, 'gameId'],
  [`${SITE}/GetStadiumForGame_2`, 'gameId'],
  [`${SITE}/HeadToHead`, 'gameId'],
  [`${SITE}/ShortPlayersInfo`, 'players'],
  [`${SITE}/HorsesRace`, 'raceid'],
  [`${SITE}/Horse/race`, 'id'],
] as const

test.each(CALLS)('%s refuses what is no %s as a parameter of the wrong kind', async (path, name) => {
  for (const wrong of ['abc', '-1', '1.5', `${hexId('game', 1)}0`]) {
    const { status, body } = await site.get(`${path}?${name}=${wrong}&lng=en`)
    const refused = path.startsWith(FEED) ? { status: 400, errorCode: 1 } : { Success: false, ErrorCode: 900_400, Value: null }
    expect([path, wrong, status, body]).toEqual([path, wrong, 400, expect.objectContaining(refused)])
    expect(body.detail ?? body.Error).toContain(name)
  }
  // What has the shape of an id is only unknown.
  for (const id of ['5', hexId('player', 5)]) expect((await site.get(`${path}?${name}=${id}`)).status).not.toBe(400)
})

import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '#lib/time.ts'
import { SAMPLE_START, sampleGame, sampleGameFact } from '#modules/line/rules/sample-facts.ts'
import { createLine } from '#modules/line/server/index.ts'
import { sampleSite } from '#modules/line/server/sample-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { keepGame } from '../../../../test/support/kept-game.ts'
import * as contract from '../contract.ts'
import { registerFavorites } from './index.ts'

const { db } = await testDatabase()
let now = SAMPLE_START - DAY
const clock = { now: () => now }
const line = createLine({ clock, texts: { text: (_lng, key) => key } })
const games = Array.from({ length: 510 }, (_, n) => sampleGame({ n, parts: n < 3 ? ['h1'] : [] }))
line.apply(games.map((game) => sampleGameFact(game)))
/** Championships that have no game now. */
const CHAMPS = Array.from({ length: 110 }, (_, n) => 930_000 + n)
await sql`INSERT INTO championship (id, sport_id, country_id, country_code, type, tz, names, weight)
          SELECT id, 4, 1, 'XX', 'cup', 'UTC', jsonb_build_object('en', 'Idle Cup ' || (id - 930000)), 1 FROM unnest(${sql.val(CHAMPS)}::int[]) id`.execute(
  db,
)
const site = await sampleSite(clock, (app) => registerFavorites(app, { db, clock, line }))
afterAll(() => site.app.close())

let player = 1000
beforeEach(() => {
  player += 1
})
const ROOT = '/service-api/favorites/v1/Favorite'
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, who = player) =>
  site.call(method, `${ROOT}${path}`, { player: who, ...(body ? { body } : {}) })
const add = (list: readonly { ci: number }[]) =>
  call('POST', '/Games', { games: list.map(({ ci }) => ({ constId: ci, kind: 3, sportId: 1 })) })
const stored = async (path = '/Games') => (await call('GET', path)).body.data

test('every call needs the token (AC-06), also without the prefix', async () => {
  for (const spec of Object.values(contract)) {
    const reply = await site.call(spec.method, spec.path, spec.method === 'GET' ? {} : { body: {} })
    expect([spec.path, reply.status, reply.body.success]).toEqual([spec.path, 401, false])
  }
  const bare = await site.call('GET', '/favorites/v1/Favorite', { player })
  expect(bare.body).toEqual({ success: true, data: { games: [], championships: [], teams: [] } })
})

describe('games', () => {
  test('kept by CI in the order of adding; I and ids of parts are translated, unknown ones skipped, twice is once', async () => {
    const [a, b, c] = games
    const reply = await call('POST', '/Games', {
      games: [{ constId: b!.ci }, { constId: a!.parts[0]!.i }, { constId: c!.parts[1]!.ci }, { constId: 5 }, { constId: b!.ci }],
    })
    const row = (game: typeof a) => ({ constId: game!.ci, id: game!.parts[0]!.i, kind: 3, sportId: 1, added: now / 1000 })
    expect(reply.body).toEqual({ success: true, data: [row(b), row(a), row(c)] })
    expect(contract.addGames.reply.safeParse(reply.body.data).success).toBe(true)
    expect((await add([a!])).body.data).toEqual([])
    expect(await stored()).toEqual([row(b), row(a), row(c)])
    expect((await stored('')).games).toHaveLength(3)
  })

  test('after the move to live the row carries the new I and kind; kind filters', async () => {
    const game = sampleGame({ n: 900 })
    line.apply([sampleGameFact(game)])
    await add([game, games[0]!])
    const live = sampleGame({ n: 900, kind: 1 })
    line.apply([sampleGameFact(live, { sentAt: SAMPLE_START })])
    expect(await stored('/Games?kind=1')).toMatchObject([{ constId: game.ci, id: live.parts[0]!.i, kind: 1 }])
    expect((await call('DELETE', '/Games/Clear?kind=3')).body.data).toEqual({ removed: 1 })
    expect(await stored()).toHaveLength(1)
  })

  test('a kind that cannot be read is refused by its name and takes nothing away', async () => {
    await add(games.slice(0, 2))
    for (const kind of ['abc', '2', '', '1.5', '1&kind=3']) {
      const reply = await call('DELETE', `/Games/Clear?kind=${kind}`)
      expect([kind, reply.status, reply.body.success]).toEqual([kind, 422, false])
      expect(reply.body.message).toContain('kind')
    }
    expect(await stored('/Games?kind=abc')).toHaveLength(2)
    expect((await call('DELETE', '/Games/Clear')).body.data).toEqual({ removed: 2 })
  })

  test('remove, clear, and nothing of another player', async () => {
    await add(games.slice(0, 4))
    const other = await call('GET', '/Games', undefined, player + 5000)
    expect(other.body.data).toEqual([])
    expect((await call('DELETE', '/Games', { games: [games[0]!.ci, games[1]!.parts[0]!.i, 5] })).body.data).toEqual({ removed: 2 })
    expect((await call('DELETE', '/Games/Clear', undefined, player + 5000)).body.data).toEqual({ removed: 0 })
    expect((await call('DELETE', '/Games/Clear')).body.data).toEqual({ removed: 2 })
  })

  test('five hundred at most: more are refused as a whole, the take-over fills what is left', async () => {
    await add(games.slice(0, 498))
    expect((await add(games.slice(0, 501))).body).toMatchObject({ success: false, error_code: 20 })
    const refused = await add(games.slice(498, 501))
    expect(refused.body).toMatchObject({ success: false, error_code: 20, message: expect.stringContaining('500') })
    expect(await stored()).toHaveLength(498)
    const wanted = games.slice(495, 503).map(({ ci }) => ({ gameId: ci, kind: 3, sportId: 1 }))
    expect((await call('POST', '/migrate/Games', { games: wanted, own: true })).body.data).toEqual({
      added: 2,
      skipped: 6,
      left: games.slice(500, 503).map(({ ci }) => ci),
    })
    // What was left is said to our own page alone.
    expect((await call('POST', '/migrate/Games', { games: wanted })).body.data).toEqual({ added: 0, skipped: 8 })
  })

  test('two tabs at once stay within the limit and add nothing twice', async () => {
    await add(games.slice(0, 490))
    const replies = await Promise.all([
      add(games.slice(490, 498)),
      add(games.slice(490, 498)),
      add(games.slice(495, 505)),
      add(games.slice(499, 507)),
    ])
    const rows = await stored()
    expect(rows.length).toBeLessThanOrEqual(500)
    expect(new Set(rows.map(({ constId }: any) => constId)).size).toBe(rows.length)
    expect(replies.filter(({ body }) => body.success).reduce((sum, { body }) => sum + body.data.length, 490)).toBe(rows.length)
  })

  test('a game that is gone stays in the list without id, and makes room two weeks later', async () => {
    const game = sampleGame({ n: 901 })
    line.apply([sampleGameFact(game)])
    await add([game])
    line.apply([sampleGameFact({ ...game, status: 'ended' }, { sentAt: SAMPLE_START })])
    expect(await stored()).toEqual([{ constId: game.ci, kind: 3, sportId: 1, added: now / 1000 }])
    line.book.games.delete(game.ci)
    now += 15 * DAY
    await add([games[0]!])
    expect((await stored()).map(({ constId }: any) => constId)).toEqual([games[0]!.ci])
    now -= 15 * DAY
  })
})

test('championships and teams: add, names in the asked language, remove, clear', async () => {
  const [side] = games[7]!.sides
  const champ = await call('POST', '/Championships?lng=ru', { championships: [{ champId: 910_101, sportId: 1 }, { champId: 3 }] })
  expect(champ.body.data).toEqual([{ champId: 910_101, sportId: 1, name: 'Лоуленд. Дивизион 910101', added: now / 1000 }])
  const team = await call('POST', '/Teams', { teams: [{ teamId: side!.id }, { teamId: 5 }] })
  expect(team.body.data).toEqual([{ teamId: side!.id, sportId: 1, name: side!.names['ru'], added: now / 1000 }])
  expect(await stored('?lng=en')).toMatchObject({
    games: [],
    championships: [{ name: 'Lowland. Division 910101' }],
    teams: [{ name: side!.names['en'] }],
  })
  expect((await call('DELETE', '/Championships', { championships: [910_101, 9] })).body.data).toEqual({ removed: 1 })
  expect((await call('DELETE', '/Championships/Clear')).body.data).toEqual({ removed: 0 })
  expect((await call('DELETE', '/Teams', { teams: [side!.id] })).body.data).toEqual({ removed: 1 })
  const many = games.slice(0, 101).map((game) => ({ teamId: game.sides[0]!.id }))
  const tooMany = await call('POST', '/Teams', { teams: many })
  expect([tooMany.status, tooMany.body]).toMatchObject([200, { success: false, error_code: 20 }])
  const endless = Array.from({ length: 5001 }, (_, n) => ({ teamId: n + 1 }))
  expect((await call('POST', '/Teams', { teams: endless })).status).toBe(422)
  await call('POST', '/Teams', { teams: many.slice(0, 99) })
  expect((await call('POST', '/Teams', { teams: many.slice(99).concat({ teamId: games[105]!.sides[0]!.id }) })).body.error_code).toBe(20)
  expect((await call('DELETE', '/Teams/Clear')).body.data).toEqual({ removed: 99 })
})

describe('the take-over after sign-in', () => {
  test('championships and teams are taken as far as there is room; the browser is told which ones are left with it', async () => {
    for (const [path, key, id] of [
      ['Championships', 'championships', 'champId'],
      ['Teams', 'teams', 'teamId'],
    ] as const) {
      const ids = key === 'teams' ? games.slice(0, 110).map(({ sides }) => sides[0]!.id) : CHAMPS
      const rows = ids.map((one) => ({ [id]: one, sportId: 1 }))
      await call('POST', `/${path}`, { [key]: rows.slice(0, 60) })
      const taken = await call('POST', `/migrate/${path}`, { [key]: rows.slice(55, 105) })
      expect(taken.body.data).toEqual({ added: 40, skipped: 10, left: ids.slice(100, 105) })
      expect(contract.migrateTeams.reply.safeParse(taken.body.data).success).toBe(true)
      expect(await stored(`/${path}`)).toHaveLength(100)
    }
  })

  test('a team and a championship without a game now are kept by the names that the feeds have told', async () => {
    const [champ, team] = [CHAMPS[3]!, 4_000_001]
    await sql`INSERT INTO competitor (id, sport_id, type, country_id, country_code, names)
              VALUES (${team}, 4, 'player', 1, 'XX', '{"en":"Ann Idle"}')`.execute(db)
    expect((await call('POST', '/migrate/Teams', { teams: [{ teamId: team }, { teamId: 5 }] })).body.data).toMatchObject({
      added: 1,
      left: [],
    })
    expect(await stored('/Teams?lng=en')).toMatchObject([{ teamId: team, sportId: 4, name: 'Ann Idle' }])
    expect((await call('POST', '/migrate/Championships', { championships: [{ champId: champ }] })).body.data).toMatchObject({ added: 1 })
    expect(await stored('/Championships?lng=en')).toMatchObject([{ champId: champ, sportId: 4, name: 'Idle Cup 3' }])
  })

  test('while the line is still coming a game that is not there yet stays with the browser', async () => {
    line.setFilling(true)
    // One by a number that it had before it went live.
    line.retire([{ i: 599_000_077, ci: games[1]!.ci, at: clock.now() }])
    const named = [games[0]!.ci, 599_000_077, 77].map((gameId) => ({ gameId }))
    const taken = await call('POST', '/migrate/Games', { games: named, own: true })
    line.setFilling(false)
    expect(taken.body.data).toEqual({ added: 2, skipped: 1, left: [77] })
    expect((await call('POST', '/migrate/Games', { games: [{ gameId: 77 }], own: true })).body.data).toMatchObject({ left: [] })
  })

  test('one that was marked long ago keeps its id and its place meanwhile', async () => {
    const game = sampleGame({ n: 900 })
    line.apply([sampleGameFact(game)])
    await add([game])
    await keepGame(db, game)
    await sql`UPDATE favorite SET added_at = added_at - interval '20 days' WHERE id = ${game.ci}`.execute(db)
    const starting = createLine({ clock, texts: { text: (_lng, key) => key } })
    starting.setFilling(true)
    starting.apply([sampleGameFact(games[0]!)])
    const other = await sampleSite(clock, (app) => registerFavorites(app, { db, clock, line: starting }))
    await other.call('POST', `${ROOT}/Games`, { player, body: { games: [{ constId: games[0]!.ci }] } })
    const marked = (await other.call('GET', `${ROOT}/Games`, { player })).body.data
    expect(marked).toMatchObject([{ constId: game.ci, id: game.parts[0]!.i }, { constId: games[0]!.ci }])
    await other.app.close()
  })
})

test('what is not a list of ids is refused with the name of the field', async () => {
  for (const body of [{}, { games: 'x' }, { games: [{ constId: -1 }] }, { games: [{ constId: 2 ** 40 }] }]) {
    const reply = await call('POST', '/Games', body)
    expect([reply.status, Object.keys(reply.body.validation_errors)[0]?.startsWith('games')]).toEqual([422, true])
  }
})

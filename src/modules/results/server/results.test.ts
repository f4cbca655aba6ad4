import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { DAY, HOUR } from '#lib/time.ts'
import { SAMPLE_START, sampleFact, sampleGame, sampleGameFact, sampleLive, sampleMarket } from '#modules/line/rules/sample-facts.ts'
import { createLine } from '#modules/line/server/index.ts'
import { sampleSite } from '#modules/line/server/sample-site.ts'
import { rawPool } from '#platform/server/db.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import * as contract from '../contract.ts'
import { isPast } from '../rules/past-ids.ts'
import { outcomeEnd, scoreText } from '../rules/score-text.ts'
import { registerResults } from './index.ts'

const { db } = await testDatabase()
const pool = rawPool(db)
const now = SAMPLE_START
const line = createLine({ clock: { now: () => now }, texts: loadTexts(new URL('../../../../locales', import.meta.url).pathname) })
const site = await sampleSite({ now: () => now }, (app) => registerResults({ app, db, clock: { now: () => now }, line }))
afterAll(() => site.app.close())

const day = Math.floor((now - DAY) / DAY) * DAY
const at = (hours: number): string => new Date(day + hours * HOUR).toISOString()
const WINDOW = `dateFrom=${day / 1000}&dateTo=${day / 1000 + 86_400}`

beforeAll(async () => {
  const championship = (id: number, sport: number, en: string, weight: number) =>
    pool.query(
      `INSERT INTO championship (id, sport_id, country_id, country_code, type, tz, names, weight) VALUES ($1, $2, 225, '', 'league', 'UTC', $3, $4)`,
      [id, sport, { en, ru: `${en} (ру)` }, weight],
    )
  await championship(910_001, 1, 'Lowland. Division', 100)
  await championship(910_002, 40, 'Cyber. Cup', 10)
  await championship(910_003, 44, 'Mill Road', 5)
  for (let id = 70_000; id < 70_020; id++)
    await pool.query(`INSERT INTO competitor (id, sport_id, type, country_id, country_code, names) VALUES ($1, 1, 'team', 225, '', $2)`, [
      id,
      { en: `Team ${id - 70_000}`, ru: `Команда ${id - 70_000}` },
    ])
  const finished = (n: number, championshipId: number, hours: number, more: { status?: string; note?: string } = {}) =>
    pool.query(
      `INSERT INTO finished_game (ci, i, provider, ref, championship_id, home_id, away_id, starts_at, status, status_note, round, venue, score, periods, stats, incidents, head_at)
       VALUES ($1, $2, 'world', $3, $4, 70000, 70001, $5, $6, $7, '3', 'Mill Road', '{2,1}', $8, $9, '[]', $5)`,
      [
        310_000_000 + n,
        600_000_000 + n,
        `f${n}`,
        championshipId,
        at(hours),
        more.status ?? 'closed',
        more.note ?? null,
        JSON.stringify([
          { no: 1, code: 'h1', score: [1, 0] },
          { no: 2, code: 'h2', score: [1, 1] },
        ]),
        { corners: [6, 4] },
      ],
    )
  await finished(1, 910_001, 10)
  await finished(2, 910_001, 12, { status: 'abandoned' })
  await finished(3, 910_002, 14, { note: 'after_shootout' })
  const past = (ref: string, hours: number) =>
    pool.query(
      `INSERT INTO past_game (provider, ref, championship_id, home_id, away_id, starts_at, score, periods) VALUES ('world', $1, 910001, 70002, 70003, $2, '{0,0}', '[]')`,
      [ref, at(hours)],
    )
  await past('f1', 10)
  await past('p1', 16)
  for (let k = 0; k < 150; k++) await past(`old${k}`, -24 * (k + 2))
  const game = (ci: number, championshipId: number, type: string, status: string, hours: number) =>
    pool.query(
      `WITH g AS (INSERT INTO game (ci, provider, ref, championship_id, type, sides, starts_at, start_confirmed, status, kind, neutral, live_coverage, origin, sent_at)
       VALUES ($1, 'world', $2, $3, $4, $5, $6, true, $7, 3, false, true, 'simulated', $6) RETURNING ci)
       INSERT INTO game_part (ci, game_ci, part, i, n) SELECT ci, ci, 'full', ci + 300000000, 1 FROM g`,
      [
        ci,
        `g${ci}`,
        championshipId,
        type,
        JSON.stringify([
          { id: 70_004, role: 'home' },
          { id: 70_005, role: 'away' },
        ]),
        at(hours),
        status,
      ],
    )
  await game(310_000_001, 910_001, 'match', 'closed', 10)
  await game(310_000_002, 910_001, 'match', 'abandoned', 12)
  await game(310_000_050, 910_001, 'match', 'cancelled', 18)
  await game(310_000_060, 910_003, 'race', 'closed', 19)
  for (const [place, id] of [70_012, 70_010, 70_011, 70_013].entries())
    await pool.query('INSERT INTO past_run (competitor_id, game_ci, starts_at, place, runners) VALUES ($1, 310000060, $2, $3, 8)', [
      id,
      at(19),
      place + 1,
    ])
  await pool.query(
    `INSERT INTO outcome_result (ci, t, p, player_id, market_key, spec, won, void_halves, updated_at) VALUES
     (310000001, 1, 0, 0, 'result_1x2', '', 1, 0, now()), (310000001, 2, 0, 0, 'result_1x2', '', 0, 0, now()),
     (310000001, 9, 30000, 0, 'total', 'line=3', 0, 2, now())`,
  )
})

async function ask(spec: { path: string; reply: z.ZodType }, query: string): Promise<any> {
  const { status, body, headers } = await site.get(`${spec.path}?lng=en&${query}`)
  if (status !== 200) return { status, ...body }
  expect(spec.reply.safeParse(body).error?.issues.slice(0, 3)).toBeUndefined()
  expect(headers['cache-control']).toMatch(/^public,max-age=(60|5)$/)
  return body
}

describe('by day', () => {
  test('sports and championships with their counters; cyber apart', async () => {
    const sports = await ask(contract.resultSports, WINDOW)
    expect([sports.count, sports.items[0]]).toEqual([3, { id: 1, name: 'Football', gamesCount: 4 }])
    expect(sports.items.map(({ id, gamesCount }: any) => [id, gamesCount])).toEqual([
      [1, 4],
      [40, 1],
      [44, 1],
    ])
    expect((await ask(contract.resultSports, `${WINDOW}&cyberFlag=1`)).items.map(({ id }: any) => id)).toEqual([40])
    expect(await ask(contract.resultChamps, `${WINDOW}&sportIds=1`)).toEqual({
      count: 1,
      items: [{ id: 910_001, name: 'Lowland. Division', sportId: 1, gamesCount: 4 }],
    })
    const before = day / 1000 - 400 * 86_400
    expect(await ask(contract.resultSports, `dateFrom=${before}&dateTo=${before + 300}`)).toEqual({ count: 0 })
  })

  test('games: score with periods, corners, notes; one told twice counts once; a game called off has a word', async () => {
    const { count, items } = await ask(contract.resultGames, `${WINDOW}&champId=910001`)
    expect(count).toBe(4)
    expect(items[0]).toEqual({
      id: 600_000_001,
      constId: 310_000_001,
      sportId: 1,
      champId: 910_001,
      champName: 'Lowland. Division',
      opp1: 'Team 0',
      opp2: 'Team 1',
      opp1Ids: [70_000],
      opp2Ids: [70_001],
      score: '2:1 (1:0,1:1)',
      dopInfo: '',
      dateStart: day / 1000 + 36_000,
      hasSubGame: true,
      subGame: [{ title: 'Corners', score: '6:4' }],
      matchInfos: { 1: expect.stringContaining('3'), 2: 'Mill Road' },
      champCountry: 225,
    })
    expect(items.map(({ score }: any) => score)).toEqual(['2:1 (1:0,1:1)', '2:1 (1:0,1:1), Abandoned', '0:0', 'Cancelled'])
    // A game of a past season has numbers of our own: two, of ranges that never meet (wire rule 2).
    expect(items[2].constId).toBeGreaterThanOrEqual(1_900_000_000)
    expect(items[2].id).toBeLessThan(1_900_000_000)
    expect(items[2].constId).toBeLessThan(2 ** 31)
    expect(items.map(isPast)).toEqual([false, false, true, false])
    expect(items[3]).toMatchObject({ opp1: 'Team 4', opp2: 'Team 5' })
    const [cyber] = (await ask(contract.resultGames, `${WINDOW}&sportIds=40`)).items
    expect(cyber).toMatchObject({ isCyber: true, gameVidName: 'After penalties' })
  })

  test('a race with its first three', async () => {
    const { items } = await ask(contract.resultGames, `${WINDOW}&sportIds=44`)
    expect(items).toMatchObject([{ opp1: 'Mill Road', score: '1. Team 12, 2. Team 10, 3. Team 11', opp1Ids: [70_012, 70_010, 70_011] }])
    expect(items[0]).not.toHaveProperty('opp2')
  })

  test('pages', async () => {
    const page = await ask(contract.resultGames, `${WINDOW}&sportIds=1&page=2&pageCount=3`)
    expect([page.count, page.items.length]).toEqual([4, 1])
  })

  test('a championship is told whole when no page of it is asked', async () => {
    const then = day - 300 * DAY
    const many = `dateFrom=${then / 1000}&dateTo=${then / 1000 + 86_400}&champId=910002`
    await pool.query(
      `INSERT INTO past_game (provider, ref, championship_id, home_id, away_id, starts_at, score, periods)
       SELECT 'world', 'many' || n, 910002, 70002, 70003, $1::timestamptz + n * interval '5 min', '{0,0}', '[]' FROM generate_series(0, 139) n`,
      [new Date(then).toISOString()],
    )
    const sizeOf = async (more: string) => (await ask(contract.resultGames, many + more)).items.length
    expect([await sizeOf(''), await sizeOf('&page=2'), await sizeOf('&page=1&pageCount=30')]).toEqual([140, 40, 30])
    await pool.query(`DELETE FROM past_game WHERE ref LIKE 'many%'`)
  })

  test('whose language is known by a cookie alone gets an answer for himself', async () => {
    const { headers } = await site.get(`${contract.resultSports.path}?${WINDOW}`)
    expect(headers['cache-control']).toBe('private,max-age=60')
  })

  test.each([
    [`dateFrom=${day / 1000 + 1}&dateTo=${day / 1000 + 300}`, 'dateFrom'],
    [`dateFrom=${day / 1000}&dateTo=${day / 1000}`, 'dateTo'],
    [`dateFrom=${day / 1000}&dateTo=${day / 1000 + 3 * 86_400}`, 'dateTo'],
    ['dateTo=300', 'dateFrom'],
    [WINDOW, 'champId'],
  ])('%s is refused and names %s', async (query, field) => {
    expect(await ask(contract.resultGames, query)).toMatchObject({ status: 400, detail: expect.stringContaining(field), errorCode: 1 })
  })
})

test.each([
  ['ru', 'Неверный запрос', /^dateFrom: [^a-z]+$/i],
  ['en', 'Bad request', /^dateFrom: [ -~]+$/],
  ['ar', 'طلب غير صالح', /^dateFrom: [^a-z]+$/i],
])('a refusal speaks one language and has the members of wire 2.5 (%s)', async (lng, title, detail) => {
  for (const from of ['x', '301']) {
    const { body } = await site.get(`${contract.resultSports.path}?dateFrom=${from}&dateTo=600&lng=${lng}`)
    const form = { type: '/problems/bad-request', title, status: 400, detail: expect.stringMatching(detail), errorCode: 1 }
    expect(body).toEqual(form)
  }
})

test('a whole championship, the newest first, by pages; nothing of the future', async () => {
  const { count, items } = await ask(contract.champResults, 'champId=910001')
  expect([count, items.length]).toEqual([154, 100])
  expect(items[0].score).toBe('Cancelled')
  const starts = items.map(({ dateStart }: any) => dateStart)
  expect(starts).toEqual(starts.toSorted((a: number, b: number) => b - a))
  expect((await ask(contract.champResults, 'champId=910001&page=2')).items).toHaveLength(54)
  expect(await ask(contract.champResults, 'champId=4')).toEqual({ count: 0 })
})

describe('from the book', () => {
  const game = sampleGame({ n: 30, kind: 1, parts: ['h1'] })
  beforeAll(() => {
    line.apply([
      sampleGameFact(game),
      sampleFact(
        {
          t: 'odds.delta',
          game: '',
          markets: [
            sampleMarket('result_1x2', '', [
              ['1', 2000],
              ['2', 3400],
              ['3', 3550],
            ]),
          ],
        },
        game.ci,
      ),
      sampleFact(sampleLive([1, 0]), game.ci, { sentAt: SAMPLE_START + 5000 }),
    ])
  })

  test('live results with period and clock', async () => {
    const { items } = await ask(contract.liveResults, 'sportIds=1')
    expect(items).toMatchObject([
      {
        id: game.parts[0]!.i,
        constId: game.ci,
        score: '1:0 (1:0,0:0)',
        live: true,
        periodName: '2nd half',
        timeSec: 3240,
        subGame: [{ score: '4:2' }],
      },
    ])
    expect(await ask(contract.liveResults, 'sportIds=2')).toEqual({ count: 0 })
  })

  test('a race has no score, neither while it runs nor when it is over', async () => {
    const race = { ...sampleGame({ n: 71, kind: 1, sportId: 44 }), type: 'race' as const }
    const state = { game: '', phase: 'race', score: [0, 0] as [number, number], periods: [], stats: { place1: [1, 0] as [number, number] } }
    line.apply([sampleGameFact(race), sampleFact({ t: 'live', state }, race.ci)])
    const { items } = await ask(contract.liveResults, 'sportIds=44')
    expect(items).toHaveLength(1)
    expect(items![0]).not.toHaveProperty('score')
    line.apply([sampleGameFact({ ...race, status: 'ended' }, { sentAt: SAMPLE_START + 6000 })])
    expect(await ask(contract.gameResult, `id=${race.ci}`)).not.toHaveProperty('score')
  })

  test('how a game ended: outcomes of the book with their last price, later those that were settled', async () => {
    expect((await ask(contract.gameResult, `id=${game.ci}`)).markets).toEqual([])
    const id = { game: '', part: 'full', key: 'result_1x2', spec: '' }
    const results = [1, 2, 3].map((t) => ({ outcome: String(t), won: t === 1 ? (1 as const) : (0 as const) }))
    line.apply([
      sampleGameFact({ ...game, status: 'ended' }, { sentAt: SAMPLE_START + 6000 }),
      sampleFact({ t: 'settle', game: '', certainty: 'confirmed', markets: [{ id, results }] }, game.ci, { sentAt: SAMPLE_START + 7000 }),
    ])
    const result = await ask(contract.gameResult, `id=${game.parts[0]!.i}`)
    expect(result).toMatchObject({ constId: game.ci, score: '1:0 (1:0,0:0)' })
    expect(result).not.toHaveProperty('status')
    expect(result.markets).toEqual([
      {
        g: 1,
        gs: 1,
        part: 'full',
        partName: '',
        outcomes: [
          { t: 1, p: 0, result: 'won', cf: 2 },
          { t: 2, p: 0, result: 'lost', cf: 3.4 },
          { t: 3, p: 0, result: 'lost', cf: 3.55 },
        ],
      },
    ])
    const settled = await ask(contract.gameResult, 'id=310000001')
    expect(settled).toMatchObject({ id: 600_000_001, constId: 310_000_001, opp1: 'Team 0', score: '2:1 (1:0,1:1)' })
    expect(settled.markets).toEqual([
      {
        g: 1,
        gs: 1,
        part: 'full',
        partName: '',
        outcomes: [
          { t: 1, p: 0, result: 'won' },
          { t: 2, p: 0, result: 'lost' },
        ],
      },
      { g: 17, gs: 4, part: 'full', partName: '', outcomes: [{ t: 9, p: 3, result: 'void' }] },
    ])
    expect((await ask(contract.gameResult, 'id=7')).status).toBe(404)
    // Who told the last result, and when; a market that was called off later is no result.
    expect(settled.told).toBeUndefined()
    const told = (t: string, key: string, hours: number, won: 0 | 1 = 1) =>
      pool.query(
        `INSERT INTO settlement_action (ci, market_key, spec, t, fact_key, sent_at, certainty, results, from_at)
         VALUES (310000001, 'result_1x2', '', $1, $2, $3, 'confirmed', $4, $5)`,
        [t, key, at(hours), JSON.stringify([{ t: 1, p: 0, playerId: 0, won, voidHalves: 0, heatNum: 1, heatDen: 1 }]), at(hours)],
      )
    await told('settle', 'world|a', 12, 0)
    expect((await ask(contract.gameResult, 'id=310000001')).markets).toEqual(settled.markets)
    await told('settle', 'trader|b', 13)
    await told('cancel', 'uof|c', 14)
    const seconds = Date.parse(at(13)) / 1000
    const corrected = await ask(contract.gameResult, 'id=310000001')
    expect(corrected.told).toEqual({ source: 'trader', at: seconds })
    // Of an outcome that was decided otherwise before: when, by whom, from what to what.
    expect(
      corrected.markets.flatMap(({ outcomes }: { outcomes: { t: number; changes?: unknown }[] }) =>
        outcomes.flatMap(({ t, changes }) => (changes ? [[t, changes]] : [])),
      ),
    ).toEqual([[1, [{ at: seconds, source: 'trader', from: 'lost', to: 'won' }]]])
    // After a restart the book holds no more than the head of a game that was over before it.
    const head = sampleGame({ n: 90 })
    head.ci = head.parts[0]!.ci = 310_000_001
    line.apply([sampleGameFact({ ...head, status: 'ended' })])
    expect(await ask(contract.gameResult, 'id=310000001')).toMatchObject(settled)
  })

  test('a game that was voided in play is told as cancelled and what was cancelled of it as void, from the book and later', async () => {
    const voided = sampleGame({ n: 92, kind: 1 })
    const id = { game: '', part: 'full', key: 'total', spec: 'line=2.5' }
    const total = sampleMarket('total', 'line=2.5', [
      ['9:2.5', 1900],
      ['10:2.5', 1950],
    ])
    line.apply([
      sampleGameFact(voided),
      sampleFact({ t: 'odds.delta', game: '', markets: [total] }, voided.ci),
      sampleFact(sampleLive([1, 0]), voided.ci),
      sampleFact({ t: 'cancel', game: '', markets: [id] }, voided.ci),
      sampleGameFact({ ...voided, status: 'abandoned', statusNote: 'called_off' }, { sentAt: SAMPLE_START + 6000 }),
    ])
    const ends = (game: { markets: { outcomes: { result: string }[] }[] }) =>
      game.markets.map(({ outcomes }) => outcomes.map(({ result }) => result))
    const told = await ask(contract.gameResult, `id=${voided.ci}`)
    expect([told.status, ends(told)]).toEqual(['Cancelled', [['void', 'void']]])
    await pool.query(`UPDATE game SET status = 'abandoned', status_note = 'called_off' WHERE ci = 310000002`)
    await pool.query(`UPDATE finished_game SET status = 'abandoned', status_note = 'called_off' WHERE ci = 310000002`)
    await pool.query(
      `INSERT INTO outcome_result (ci, t, p, player_id, market_key, spec, won, void_halves, voided, updated_at)
       VALUES (310000002, 9, 25000, 0, 'total', 'line=2.5', 0, 0, '{(,)}', now())`,
    )
    const later = await ask(contract.gameResult, 'id=310000002')
    expect([later.status, later.score, ends(later)]).toEqual(['Cancelled', '2:1 (1:0,1:1), Cancelled', [['void']]])
  })
})

test('a score that was put right names the one that was told before, in lists and of its game', async () => {
  await pool.query(`UPDATE finished_game SET first_score = '{3,1}' WHERE ci = 310000001`)
  const { items } = await ask(contract.champResults, 'champId=910001&pageCount=60')
  const before = (rows: { constId?: number; scoreBefore?: string }[]) =>
    rows.flatMap((row) => (row.scoreBefore ? [[row.constId, row.scoreBefore]] : []))
  expect(before(items)).toEqual([[310_000_001, '3:1']])
  expect(before([await ask(contract.gameResult, 'id=310000001')])).toEqual([[310_000_001, '3:1']])
})

test('rules: scores, ends of outcomes', () => {
  expect(scoreText([3, 2], [])).toBe('3:2')
  expect([outcomeEnd(1, 0.5), outcomeEnd(0, 0.5), outcomeEnd(null, 1), outcomeEnd(undefined, 0), outcomeEnd(1, 1)]).toEqual([
    'half_won',
    'half_lost',
    'void',
    'open',
    'void',
  ])
})

const sample = join(
  process.env['POLOSA_WIRE'] ?? join(import.meta.dirname, '../../../../../shared/wire'),
  'samples/misc/result_web_api_v3_games_mixed_rows.json',
)
test.skipIf(!existsSync(sample))('the recorded answer parses with our schema', () => {
  expect(contract.resultGames.reply.safeParse(JSON.parse(readFileSync(sample, 'utf8'))).error?.issues).toBeUndefined()
})

import { afterAll, expect, test, vi } from 'vitest'
import { MINUTE } from '#lib/time.ts'
import { SAMPLE_START, sampleFact, sampleGame, sampleGameFact, sampleMarket } from '#modules/line/rules/sample-facts.ts'
import { createLine } from '#modules/line/server/index.ts'
import { sampleSite } from '#modules/line/server/sample-site.ts'
import { rawPool } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { GetCoefHistory } from '../contract.ts'
import { createPriceHistory, registerPriceHistory } from './index.ts'

const { db } = await testDatabase()
const OPENED = SAMPLE_START - 600 * MINUTE
const clock = { now: () => SAMPLE_START - 60 * MINUTE }
const log = { warn: (details: object, message: string) => expect.unreachable(`${message} ${JSON.stringify(details)}`) }
const game = sampleGame({ n: 1, parts: ['h1'] })

async function start(writes = true) {
  const line = createLine({ clock, texts: { text: (_lng, key) => key } })
  const history = createPriceHistory({ line, db, clock, log, writes })
  const site = await sampleSite(clock, (app) => registerPriceHistory({ app, line, history }))
  line.apply([sampleGameFact(game)])
  const price = (minute: number, result: number, over: number): void => {
    const markets = [
      sampleMarket('result_1x2', '', [
        ['1', result],
        ['2', 3400],
        ['3', 3550],
      ]),
      sampleMarket(
        'total',
        'line=2.5',
        [
          ['9:2.5', over],
          ['10:2.5', 1900],
        ],
        { main: true },
      ),
    ]
    line.apply([sampleFact({ t: 'odds.delta', game: '', markets }, game.ci, { sentAt: OPENED + minute * MINUTE })])
  }
  const ask = async (query: string, kind = 'Line') => {
    const { body } = await site.get(`/service-api/${kind}Feed/GetCoefHistory?lng=en&${query}`)
    expect(GetCoefHistory.reply.safeParse(body).error?.issues ?? []).toEqual([])
    return body.Value
  }
  return { line, history, price, ask, app: site.app }
}

const one = await start()
afterAll(async () => {
  await one.app.close()
  await one.history.stop()
})

test('the row of a game from its opening; a single outcome by type and parameter', async () => {
  one.price(0, 2000, 1850)
  one.price(10, 2100, 1850)
  one.price(30, 2200, 1800)
  const value = await one.ask(`id=${game.ci}&cfview=2`)
  expect(value).toMatchObject({ I: game.parts[0]!.i, CI: game.ci, KI: 3, S: SAMPLE_START / 1000 })
  expect(value.O.map(({ T, P }: any) => [T, P])).toEqual([
    [1, undefined],
    [2, undefined],
    [3, undefined],
    [9, 2.5],
    [10, 2.5],
  ])
  const at = (minute: number): number => OPENED / 1000 + minute * 60
  expect(value.O[0].H).toEqual([
    { TS: at(0), C: 2, CV: '+100' },
    { TS: at(10), C: 2.1, CV: '+110' },
    { TS: at(30), C: 2.2, CV: '+120' },
  ])
  expect(value.O[1].H).toEqual([{ TS: at(0), C: 3.4, CV: '+240' }])
  const total = await one.ask(`id=${game.parts[0]!.i}&type=9&param=2.5`)
  expect(total.O).toMatchObject([{ T: 9, P: 2.5, G: 17, GS: 4, CE: 1, H: [{ C: 1.85 }, { C: 1.8 }] }])
})

test('a price within the gap takes the place of the last point, never of the opening', async () => {
  one.price(31, 2300, 1800)
  one.price(33, 2250, 1800)
  const [win] = (await one.ask(`id=${game.ci}&type=1`)).O
  expect(win.H.map(({ C }: any) => C)).toEqual([2, 2.1, 2.25])
  expect(win.C).toBe(2.25)
})

test('unknown games, the other root and bad parameters', async () => {
  expect(await one.ask('id=7')).toBeNull()
  expect(await one.ask(`id=${game.ci}`, 'Live')).toBeNull()
  expect(await one.ask(`id=${game.ci}&type=9999`)).not.toHaveProperty('O')
  expect(await one.ask(`id=${game.ci}&type=x`)).not.toHaveProperty('O')
  const missing = await one.app.inject({ method: 'GET', url: '/LineFeed/GetCoefHistory' })
  expect(missing.statusCode).toBe(400)
  expect(missing.json()).toMatchObject({ Success: false, ErrorCode: 900_400 })
})

test('a restart goes on where the last process stopped, with the opening price', async () => {
  expect(await one.history.flush()).toBe(1)
  expect(await one.history.flush()).toBe(0)
  const two = await start()
  two.price(33, 2250, 1800)
  two.price(60, 2400, 1750)
  const [win] = (await two.ask(`id=${game.ci}&type=1`)).O
  expect(win.H.map(({ C }: any) => C)).toEqual([2, 2.1, 2.25, 2.4])
  await two.history.stop()
  await two.app.close()
  const reader = await start(false)
  reader.price(60, 2400, 1750)
  expect((await reader.ask(`id=${game.ci}&type=1`)).O[0].H).toHaveLength(4)
  await reader.history.stop()
  await reader.app.close()
})

test('while one turn is being written the next one waits', async () => {
  const pool = rawPool(db)
  const blocker = await pool.connect()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const slow = await start()
  try {
    await blocker.query('BEGIN; LOCK TABLE price_history IN ACCESS EXCLUSIVE MODE')
    slow.price(90, 2500, 1700)
    // Of this database: the server has others.
    const ours = "relation = 'price_history'::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    const waiting = async () => (await blocker.query(`SELECT 1 FROM pg_locks WHERE NOT granted AND ${ours}`)).rowCount
    vi.advanceTimersByTime(30_000)
    await vi.waitFor(async () => expect(await waiting()).toBe(1))
    vi.advanceTimersByTime(60_000)
    // A connection of the pool is there within this time.
    await new Promise((done) => setTimeout(done, 100))
    expect(await waiting()).toBe(1)
  } finally {
    await blocker.query('ROLLBACK')
    blocker.release()
    vi.useRealTimers()
    await slow.history.stop()
    await slow.app.close()
  }
})

test('a game that is over leaves the memory', async () => {
  one.line.apply([sampleGameFact({ ...game, status: 'ended' }, { sentAt: SAMPLE_START })])
  expect(await one.ask(`id=${game.ci}`)).toBeNull()
  await one.history.flush()
  await one.history.flush()
  expect(one.history.points()).toBe(0)
})

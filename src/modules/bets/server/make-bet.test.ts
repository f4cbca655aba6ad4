/** MakeBetWeb over HTTP: every error number, prices, keys, the live delay. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { problem } from '#platform/shared/problem.ts'
import { MAX_BETS_PER_OUTCOME } from './recent-bets.ts'
import { EUR, testSite, type WireAnswer } from './test-site.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(12)
const liveDelayMs = { default: 3_000, bySport: { 1: 5_000 } }
const site = await testSite(db, polosa.config, (config) => {
  config.betting.liveDelayMs = liveDelayMs
  config.coupon.types = ['single', 'express']
})
const { line, clock } = site
const LINE = 600_100_200
const OTHER = 600_100_300
const LIVE = 600_100_400
let player = 1000
let account = 0

const newGuid = () => randomBytes(12).toString('hex')
const event = (GameId: number, Coef: number, more: object = {}) => ({
  GameId,
  Type: 9,
  Coef,
  Param: 2.5,
  Kind: GameId === LIVE ? 1 : 3,
  PlayerId: 0,
  ...more,
})
const single = (more: object = {}, on: object = {}) => ({
  Events: [event(LINE, 1.9, on)],
  Vid: 0,
  Summ: 10,
  UserId: account,
  betGUID: newGuid(),
  ...more,
})
const express = (more: object = {}) => ({
  Events: [event(LINE, 1.9), event(OTHER, 2.1)],
  Vid: 1,
  Summ: 10,
  UserId: account,
  betGUID: newGuid(),
  ...more,
})
const place = (body: object): Promise<WireAnswer> => site.makeBet(player, body as Record<string, unknown>)
const code = async (body: object) => (await place(body)).ErrorCode

beforeEach(async () => {
  line.isFilling = () => false
  player += 1
  account = await site.playerWith(player, 100_000n)
  for (const gameId of [LINE, OTHER, LIVE]) {
    line.addGame(
      gameId,
      gameId === LIVE
        ? { kind: 1, status: 'live', startsAt: clock.now() - 600_000, score: [1, 0], mainScore: [1, 0] }
        : { startsAt: clock.now() + 3_600_000 },
    )
    line.addOutcome(gameId, 9, gameId === OTHER ? 2100 : 1900, { p: 2.5 })
  }
})
afterAll(() => site.booksAreRight())

test('a single is placed: id, balance, coupon, receipt', async () => {
  const { Success, Value } = await place(single())
  expect(Success).toBe(true)
  expect(Value).toMatchObject({ Balance: 990, waitTime: 0, betGUID: null, SummPrep: 0, FailInfo: null })
  expect(Value.Id).toBeGreaterThan(2 ** 40)
  expect(Value.Id).toBeLessThan(2 ** 53)
  expect(Value.Coupon).toMatchObject({ Coef: 1.9, Vid: 0 })
  const stored = await site.db.selectFrom('bet').selectAll().where('id', '=', BigInt(Value.Id)).executeTakeFirstOrThrow()
  expect(stored).toMatchObject({
    stake_minor: 1_000n,
    status: 1,
    open_legs: 1,
    vid: 0,
    account_id: account,
    price: '1.9',
    max_payout_minor: 5_000_000n,
  })
  const leg = await site.db.selectFrom('bet_leg').selectAll().where('bet_id', '=', stored.id).executeTakeFirstOrThrow()
  expect(leg).toMatchObject({ ci: LINE - 300_000_000, t: 9, p: 25_000, player_id: 0, kind: 3, price: 1900 })
  const { receipt } = await site.db.selectFrom('bet_receipt').selectAll().where('bet_id', '=', stored.id).executeTakeFirstOrThrow()
  expect(receipt).toMatchObject({
    v: 2,
    asked: '1.9',
    given: '1.9',
    checkCf: 0,
    receivedAt: clock.now(),
    legs: [{ i: LINE, asked: 1900, given: 1900, ver: 7 }],
  })
})

test('an express is placed at the product of its prices', async () => {
  const { Value } = await place(express())
  expect(Value.Coupon).toMatchObject({ Coef: 3.99, Vid: 1 })
})

test('old clients: other spellings of keys, numbers as text, couponEvents, putbetscommon', async () => {
  const body = {
    couponevents: [{ gameid: String(LINE), TYPE: '9', coef: '1.9', param: '2.5', kind: '3' }],
    SUMM: '10',
    userid: String(account),
    BETGUID: newGuid(),
  }
  expect(await place(body)).toMatchObject({ Success: true })
  const old = await site.post('/web-api/datalinelive/putbetscommon', { coupon: single({ Summ: 11 }), Live: false, Source: 5 }, player)
  expect(old.json).toMatchObject({ Success: true, Value: { Balance: 979 } })
})

test('not signed in is 401 with 403; an account of somebody else is 403; a bonus account 900020', async () => {
  const { status, json } = await site.post('/service-api/LiveBet/Secure/MakeBetWeb', single())
  expect([status, (json as WireAnswer).ErrorCode]).toEqual([401, 403])
  const foreign = await site.playerWith(player + 50_000, 100n)
  expect(await code(single({ UserId: foreign }))).toBe(403)
  expect(await code(single({ UserId: 2 ** 31 - 1 }))).toBe(403)
  expect(await code(single({ UserIdBonus: 5 }))).toBe(900_020)
})

test.each<[string, number, () => object]>([
  ['unknown game', 104, () => single({}, { GameId: 999 })],
  ['a constant id in place of the id', 104, () => single({}, { GameId: LINE - 300_000_000 })],
  ['a game that the line has not told yet after a start', 133, () => ((line.isFilling = () => true), single({}, { GameId: 999 }))],
  ['an outcome that it has not told yet', 133, () => ((line.isFilling = () => true), single({}, { Param: 7.5 }))],
  ['game over', 104, () => (line.addGame(LINE, { status: 'ended' }), single())],
  ['outcome the game never had', 104, () => single({}, { Type: 731, Param: 2.001 })],
  ['postponed', 158_150, () => (line.addGame(LINE, { status: 'postponed' }), single())],
  ['line event that has begun', 158_150, () => (line.addGame(LINE, { startsAt: clock.now() }), single())],
  ['line event that is in play', 158_150, () => (line.addGame(LINE, { kind: 1, status: 'live' }), single())],
  ['decided market', 158_150, () => (line.addOutcome(LINE, 9, 1900, { p: 2.5, marketStatus: 'settled' }), single())],
  ['market past its closing time', 158_150, () => (line.addOutcome(LINE, 9, 1900, { p: 2.5, closesAt: clock.now() }), single())],
  ['game on hold', 135, () => (line.addGame(LINE, { status: 'interrupted' }), single())],
  ['goal', 133, () => (line.addOutcome(LINE, 9, 1900, { p: 2.5, marketStatus: 'suspended', reason: 'goal' }), single())],
  ['one price on hold', 131, () => (line.addOutcome(LINE, 9, 1900, { p: 2.5, marketStatus: 'suspended', reason: 'trader' }), single())],
  ['inactive outcome', 131, () => (line.addOutcome(LINE, 9, 1900, { p: 2.5, active: false }), single())],
  ['market without bets', 129, () => (line.addOutcome(LINE, 9, 1900, { p: 2.5, marketStatus: 'inactive' }), single())],
  ['never priced', 129, () => (line.addOutcome(LINE, 9, 0, { p: 2.5 }), single())],
  ['moved line', 148, () => (line.outcomes.delete(`${LINE}:9:2.5:0`), line.addOutcome(LINE, 9, 1900, { p: 3.5 }), single({ CheckCf: 1 }))],
  ['changed price', 130, () => (line.addOutcome(LINE, 9, 1950, { p: 2.5 }), single())],
  ['price missing', 130, () => single({}, { Coef: 0 })],
  ['no events', 161_627, () => single({ Events: [] })],
  [
    '51 events',
    161_627,
    () =>
      express({
        Events: Array.from(
          { length: 51 },
          (_, i) => (line.addGame(7_000 + i), line.addOutcome(7_000 + i, 9, 1100, { p: 2.5 }), event(7_000 + i, 1.1)),
        ),
      }),
  ],
  [
    'two legs of one game',
    161_627,
    () => (line.addOutcome(LINE, 10, 2000, { p: 2.5 }), express({ Events: [event(LINE, 1.9), event(LINE, 2, { Type: 10 })] })),
  ],
  ['two events as a single', 900_001, () => express({ Vid: 0 })],
  ['one event as an express', 900_001, () => single({ Vid: 1 })],
  ['kind that is not offered', 900_002, () => express({ Vid: 3 })],
  ['kind that does not exist', 900_002, () => express({ Vid: 77 })],
  ['stake below the minimum', 900_031, () => single({ Summ: 0.19 })],
  ['stake above the maximum', 109, () => single({ Summ: 5_555.56 })],
  ['more than there is', 103, () => single({ Summ: 1_000.01 })],
])('%s: %i', async (_name, expected, body) => {
  const answer = await place(body())
  expect(answer.ErrorCode).toBe(expected)
  expect(answer).toMatchObject({ Success: false, Value: null })
  expect(answer.Error).not.toMatch(/problem_|^$/)
  expect((await site.ledger.account(account))?.balanceMinor).toBe(100_000n)
})

test('a stake at the limits is taken', async () => {
  expect(await code(single({ Summ: 1 + 0.14 }))).toBe(0)
  expect(await code(single({ Summ: 0.2 }))).toBe(0)
  const rich = await site.playerWith(player + 60_000, 10_000_000n)
  const answer = await site.makeBet(player + 60_000, { ...single({ Summ: 5_555.55 }), UserId: rich })
  expect(answer.ErrorCode).toBe(0)
})

test.each([
  [0, 1800, 130],
  [0, 2000, 130],
  [1, 1800, 0],
  [1, 2000, 0],
  [2, 1800, 130],
  [2, 2000, 0],
])('CheckCf %i at %i instead of 1900 answers %i and takes the price of now', async (CheckCf, price, expected) => {
  line.addOutcome(LINE, 9, price, { p: 2.5 })
  const answer = await place(single({ CheckCf }))
  expect(answer.ErrorCode).toBe(expected)
  if (expected === 0) expect(answer.Value.Coupon).toMatchObject({ Coef: price / 1000 })
})

test('an express is compared as a whole', async () => {
  line.addOutcome(LINE, 9, 1995, { p: 2.5 })
  line.addOutcome(OTHER, 9, 2000, { p: 2.5 })
  expect(await code(express({ CheckCf: 0 }))).toBe(0)
})

test('malformed sums and kinds are refused with the name of the field', async () => {
  for (const [field, value] of [
    ['Summ', 'ten'],
    ['Summ', 1.005],
    ['Summ', 1e300],
    ['CheckCf', 7],
    ['betGUID', 'a b'],
    ['Events', 'x'],
  ] as const) {
    const { status, json } = await site.post('/service-api/LiveBet/Secure/MakeBetWeb', single({ [field]: value }), player)
    expect([field, status, (json as WireAnswer).ErrorCode]).toEqual([field, 400, 900_400])
  }
  expect(await code(single({ Summ: -10 }))).not.toBe(0)
})

test('an equal open bet within a minute needs the player to confirm, under a new key', async () => {
  expect(await code(single())).toBe(0)
  expect(await code(single())).toBe(900_060)
  expect(await code(single({ ApprovedBet: true }))).toBe(0)
  clock.advance(61_000)
  expect(await code(single())).toBe(0)
})

test('where even the smallest stake would win more than is paid, that is said in the place of a largest stake of nothing', async () => {
  const Events = Array.from({ length: 30 }, (_, i) => {
    line.addGame(600_100_500 + i, { startsAt: clock.now() + 3_600_000 })
    line.addOutcome(600_100_500 + i, 9, 2100, { p: 2.5 })
    return event(600_100_500 + i, 2.1)
  })
  expect(await place(express({ Events }))).toMatchObject({
    ErrorCode: 109,
    Error: 'The total price is too large: even the smallest stake would win more than the largest payout of \u2066€50,000\u2069',
  })
})

test('a closed account bets nothing until the block ends', async () => {
  await site.db.transaction().execute((tx) => site.limits.block(tx, player, new Date(clock.now() + 60_000), 'test'))
  const answer = await place(single())
  expect(answer.ErrorCode).toBe(900_030)
  clock.advance(60_000)
  expect(await code(single())).toBe(0)
})

test('an own limit counts accepted stakes and ends the betting of the day', async () => {
  await site.db
    .transaction()
    .execute((tx) => site.limits.setLimit(tx, { playerId: player, periodDays: 1, currencyId: EUR, amountMinor: 2_500n }))
  expect(await code(single())).toBe(0)
  expect(await code(single({ Summ: 15 }))).toBe(0)
  expect(await code(single({ Summ: 0.2 }))).toBe(900_030)
})

test('what another process has just changed refuses in the database: a block, a limit, a full outcome; the same key gets the same answer', async () => {
  player += 80_000
  account = await site.playerWith(player, 10_000_000n)
  line.addOutcome(LINE, 9, 1900, { p: 3.5 })
  line.addOutcome(LINE, 9, 1900, { p: 4.5 })
  const pool = `o:${LINE - 300_000_000}:9:35000:0`
  await sql`INSERT INTO liability_pool (key, used_cents) VALUES (${pool}, 7490000) ON CONFLICT (key) DO UPDATE SET used_cents = 7490000`.execute(
    db,
  )
  // Above the free share of this process, so it is counted.
  const big = (Param: number) => single({ Summ: 2_000 }, { Param })
  const refused = big(3.5)
  const offered = await place(refused)
  // Never a bare refusal: what would be taken now is said, and it is taken.
  expect(offered).toMatchObject({ ErrorCode: 109, Error: 'The largest stake is \u2066€1,736.11\u2069' })
  expect(await place(refused)).toMatchObject({ ErrorCode: 109, Error: offered.Error })
  expect(await code(single({ Summ: 1_736.11 }, { Param: 3.5 }))).toBe(0)
  expect(await code(big(4.5))).toBe(0)
  await sql`DELETE FROM liability_pool WHERE key = ${pool}`.execute(db)
  await sql`INSERT INTO betting_block (player_id, reason) VALUES (${player}, 'test')`.execute(db)
  const blocked = single()
  const first = await place(blocked)
  expect(first).toMatchObject({ Success: false, ErrorCode: 900_030, Error: 'A limit or a pause of your account does not allow this bet' })
  await sql`DELETE FROM betting_block WHERE player_id = ${player}`.execute(db)
  await site.limits.load()
  expect(await place(blocked)).toMatchObject({ ErrorCode: 900_030, Error: first.Error })
  expect((await place(single())).Value.Balance).toBe(96_253.89)
  await sql`SELECT set_stake_limit(${player}, 1::smallint, ${EUR}::smallint, 375111, ${new Date(clock.now())})`.execute(db)
  expect(await code(single({ Summ: 5.01 }))).toBe(900_030)
  expect(await code(single({ Summ: 5 }))).toBe(0)
})

test('money moves only for a player who is there: the guard of sessions refuses a bet before anything else', async () => {
  site.bets.useMoneyGuard((ctx) => (ctx.player?.id === player ? problem('auth.session_idle', { status: 401, wire: 403 }) : null))
  const { status, json } = await site.post('/service-api/LiveBet/Secure/MakeBetWeb', single(), player)
  expect([status, (json as WireAnswer).ErrorCode]).toEqual([401, 403])
  site.bets.useMoneyGuard(() => null)
  const placed = single()
  const { Value } = await place(placed)
  site.bets.useMoneyGuard(() => problem('auth.session_idle', { status: 401, wire: 403 }))
  // A question moves no money: whoever was away is told what became of his bets.
  expect((await place({ ...placed, OnlyKnown: true })).Value.Id).toBe(Value.Id)
  expect(await code({ ...single(), OnlyKnown: true })).toBe(900_061)
  site.bets.useMoneyGuard(() => null)
})

test('too many bets on one outcome: 158188', async () => {
  for (let i = 0; i < MAX_BETS_PER_OUTCOME; i += 1) expect(await code(single({ Summ: 1, ApprovedBet: true }))).toBe(0)
  expect(await code(single({ Summ: 1, ApprovedBet: true }))).toBe(158_188)
})

test('one key is one bet: repeats, parallel repeats and other bodies', async () => {
  const body = single()
  const answers = await Promise.all(Array.from({ length: 20 }, () => place(body)))
  expect(new Set(answers.map((a) => a.Value?.Id)).size).toBe(1)
  expect(answers.every((a) => a.Success && a.Value.Balance === 990)).toBe(true)
  line.addOutcome(LINE, 9, 1200, { p: 2.5 })
  const late = await place(body)
  expect(late.Value).toMatchObject({ Id: answers[0]!.Value.Id, Balance: 990 })
  expect(late.Value.Coupon).toMatchObject({ Coef: 1.9 })
  expect(await code({ ...body, Summ: 11 })).toBe(161_627)
})

test('a refusal stays the answer of its key', async () => {
  line.addOutcome(LINE, 9, 1950, { p: 2.5 })
  const body = single()
  expect(await code(body)).toBe(130)
  line.addOutcome(LINE, 9, 1900, { p: 2.5 })
  expect(await code(body)).toBe(130)
})

test('who only asks places nothing, and what never came here is refused for good, also when its call comes after all', async () => {
  const body = single()
  const ask = { ...body, OnlyKnown: true }
  expect(await place(ask)).toMatchObject({ Success: false, ErrorCode: 900_061 })
  expect(await code(body)).toBe(900_061)
  const placed = single({ Summ: 12 })
  const { Value } = await place(placed)
  expect((await place({ ...placed, OnlyKnown: true })).Value.Id).toBe(Value.Id)
  expect(await code({ ...placed, OnlyKnown: true, Summ: 13 })).toBe(161_627)
  expect(await code({ ...single(), betGUID: null, OnlyKnown: true })).toBe(900_061)
  expect((await place(single({ Summ: 1 }))).Value.Balance).toBe(987)
})

test('a question and its bet at once: placed for both or refused for both', async () => {
  for (let i = 0; i < 20; i++) {
    const body = single({ Summ: 1 + i })
    const calls = [body, { ...body, OnlyKnown: true }, body, { ...body, OnlyKnown: true }].toSorted(() => Math.random() - 0.5)
    const answers = await Promise.all(calls.map((call) => place(call)))
    expect(new Set(answers.map(({ ErrorCode, Value }) => (ErrorCode === 0 ? Value.Id : ErrorCode))).size).toBe(1)
  }
})

test('a live bet waits, is decided after the delay, and the repeat answers for good', async () => {
  const body = { ...single({ CheckCf: 2 }), Events: [event(LIVE, 1.9)] }
  const first = await place(body)
  expect(first.Value).toMatchObject({ Id: 0, waitTime: 5_000, betGUID: body.betGUID, Coupon: null })
  clock.advance(2_000)
  expect((await place(body)).Value).toMatchObject({ Id: 0, waitTime: 3_000 })
  expect(await code({ ...body, Summ: 12 })).toBe(161_627)
  clock.advance(3_000)
  const done = await place(body)
  expect(done.Value).toMatchObject({ waitTime: 0, betGUID: null, Balance: 990 })
  expect(done.Value.Id).toBeGreaterThan(0)
  expect((await place(body)).Value.Id).toBe(done.Value.Id)
})

test('a goal during the delay refuses the bet for good', async () => {
  const body = { ...single(), Events: [event(LIVE, 1.9)] }
  await place(body)
  line.addOutcome(LIVE, 9, 1900, { p: 2.5, marketStatus: 'suspended', reason: 'goal' })
  clock.advance(5_000)
  expect(await code(body)).toBe(133)
  line.addOutcome(LIVE, 9, 1900, { p: 2.5 })
  expect(await code(body)).toBe(133)
  const key = await site.db.selectFrom('bet_key').selectAll().where('guid', '=', body.betGUID).executeTakeFirstOrThrow()
  expect(key.outcome).toBe(133)
})

test('without notWait the answer is held until the bet is decided', async () => {
  line.addGame(LIVE, { kind: 1, status: 'live', sportId: 99, startsAt: clock.now() - 1 })
  liveDelayMs.default = 300
  onTestFinished(() => void (liveDelayMs.default = 3_000))
  const begun = performance.now()
  const waiting = place({ ...single({ notWait: false }), Events: [event(LIVE, 1.9)] })
  clock.advance(300)
  const answer = await waiting
  expect(performance.now() - begun).toBeGreaterThan(290)
  expect(answer.Value.Id).toBeGreaterThan(0)
})

test('64 clients of one player at once: the balance ends where the accepted bets say', async () => {
  const answers = await Promise.all(Array.from({ length: 64 }, (_, i) => place(single({ Summ: 50 + i / 100, ApprovedBet: true }))))
  const placed = answers.filter((a) => a.Success)
  expect(answers.every((a) => a.Success || a.ErrorCode === 103)).toBe(true)
  expect(placed.length).toBe(19)
  const balance = (await site.ledger.account(account))!.balanceMinor
  expect(balance).toBeGreaterThanOrEqual(0n)
  expect(Math.min(...placed.map((a) => a.Value.Balance))).toBe(Number(balance) / 100)
})

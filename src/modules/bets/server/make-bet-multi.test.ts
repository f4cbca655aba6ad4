/** Several bets in one call: independent, safe to repeat as one, waiting together (wire 8.7.2, 8.7.4). */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { problem } from '#platform/shared/problem.ts'
import { testSite } from './test-site.ts'
import type { MultiAnswer } from './make-bet-multi.ts'
import { betRequest } from '../contract.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(12)
const site = await testSite(db, polosa.config, (config) => {
  config.betting.liveDelayMs = { default: 3_000, bySport: {} }
})
const { line, clock } = site
const FIRST = 600_500_000
const LIVE = 600_500_900
let player = 9000
let account = 0

const newGuid = () => randomBytes(12).toString('hex')
const event = (i: number, more: object = {}) => ({ GameId: FIRST + i, Type: 9, Coef: 2, Param: 2.5, Kind: 3, ...more })
const liveEvent = () => event(0, { GameId: LIVE, Kind: 1 })
const several = (more: object = {}) => ({
  Events: [event(0), event(1), event(2)],
  Vid: 11,
  Summ: 10,
  UserId: account,
  betGUID: newGuid(),
  ...more,
})

async function multi(
  body: object,
  path = '/service-api/LiveBet/Secure/MakeBetWebMulti',
): Promise<{ Success: boolean; ErrorCode: number; Value: MultiAnswer }> {
  return (await site.post(path, body, player)).json as never
}
const betCount = async () =>
  Number(
    (
      await db
        .selectFrom('bet')
        .select(({ fn }) => fn.countAll<bigint>().as('n'))
        .where('account_id', '=', account)
        .executeTakeFirstOrThrow()
    ).n,
  )

beforeEach(async () => {
  player += 1
  account = await site.playerWith(player, 10_000n)
  for (const i of [0, 1, 2]) {
    line.addGame(FIRST + i, { startsAt: clock.now() + 3_600_000 })
    line.addOutcome(FIRST + i, 9, 2000, { p: 2.5 })
  }
  line.addGame(LIVE, { kind: 1, status: 'live', startsAt: clock.now() - 600_000, score: [1, 0], mainScore: [1, 0], clockSec: 4_000 })
  line.addOutcome(LIVE, 9, 2000, { p: 2.5 })
})
afterAll(() => site.booksAreRight())

test('every event is a single of its own, with its own stake', async () => {
  const { Success, Value } = await multi(several({ GroupsSumms: [5, 10, 20] }))
  expect(Success).toBe(true)
  expect(Value).toMatchObject({ Balance: 65, PlacedCount: 3, FailedCount: 0, waitTime: 0, betGUID: null })
  expect(Value.Bets.map(({ Index, Success: ok, ErrorCode }) => [Index, ok, ErrorCode])).toEqual([0, 1, 2].map((i) => [i, true, 0]))
  const bets = await db
    .selectFrom('bet')
    .select(['vid', 'plain', 'stake_minor'])
    .where('account_id', '=', account)
    .orderBy('stake_minor')
    .execute()
  expect(bets).toEqual([500n, 1_000n, 2_000n].map((stake_minor) => ({ vid: 0, plain: true, stake_minor })))
})

test('what the screen showed of each is kept with its bet; one that differs is refused alone', async () => {
  const figures = (win: string) => ({ win, price: '2', tax: '0.00' })
  const { Value } = await multi(several({ Shown: { each: [figures('20.00'), figures('20.01'), figures('20.00')] } }))
  expect(Value).toMatchObject({ PlacedCount: 2, FailedCount: 1 })
  expect(Value.Bets[1]).toMatchObject({ Success: false, ErrorCode: 161_627 })
  const { rows } = await sql<{
    shown: unknown
  }>`SELECT r.receipt::jsonb -> 'shown' AS shown FROM bet_receipt r JOIN bet b ON b.id = r.bet_id
    WHERE b.account_id = ${account}`.execute(db)
  expect(rows.map(({ shown }) => shown)).toEqual([figures('20.00'), figures('20.00')])
})

test('one that fails does not stop the others, and says what it failed of', async () => {
  line.addOutcome(FIRST + 1, 9, 2000, { p: 2.5, active: false })
  const { Value } = await multi(several())
  expect(Value).toMatchObject({ Balance: 80, PlacedCount: 2, FailedCount: 1 })
  expect(Value.Bets[1]).toMatchObject({ Success: false, ErrorCode: 131, Value: null })
  expect(Value.Bets[1]!.Error).not.toMatch(/problem_|^$/)
})

test('CheckCf acts as 0: a price that rose is asked about', async () => {
  line.addOutcome(FIRST, 9, 2100, { p: 2.5 })
  const { Value } = await multi(several({ CheckCf: 1 }))
  expect(Value.Bets.map((row) => row.ErrorCode)).toEqual([130, 0, 0])
})

test('the same call, twenty times at once and later, is the same bets; another body with its key is refused', async () => {
  const body = several()
  const answers = await Promise.all(Array.from({ length: 20 }, () => multi(body)))
  const ids = answers.map(({ Value }) => Value.Bets.map((row) => row.Value!.Id).join())
  expect(new Set(ids).size).toBe(1)
  expect(await betCount()).toBe(3)
  expect((await multi(body)).Value).toMatchObject({ PlacedCount: 3, Balance: 70 })
  const { Value } = await multi({ ...body, Events: [event(0), event(1), event(2, { Coef: 2.1 })] })
  expect(Value.Bets.map((row) => row.ErrorCode)).toEqual([161_627, 161_627, 161_627])
  expect(await betCount()).toBe(3)
})

test('the key of one bet is that of no several, and the other way round (WAG-02)', async () => {
  line.addOutcome(FIRST, 10, 2000, { p: 2.5 })
  const one = { Events: [event(0, { Type: 10 })], Vid: 0, Summ: 10, UserId: account, betGUID: newGuid() }
  expect((await site.makeBet(player, one)).Success).toBe(true)
  const { Value } = await multi(several({ betGUID: one.betGUID }))
  expect([Value.PlacedCount, ...Value.Bets.map(({ ErrorCode }) => ErrorCode)]).toEqual([0, 161_627, 161_627, 161_627])
  const call = several()
  expect((await multi(call)).Value.PlacedCount).toBe(3)
  expect((await site.makeBet(player, { ...one, betGUID: call.betGUID })).ErrorCode).toBe(161_627)
  expect([await betCount(), (await multi(call)).Value.PlacedCount, await betCount()]).toEqual([4, 3, 4])
})

test('a question about several that never came here refuses each of them; about placed ones it tells them', async () => {
  const body = several()
  expect((await multi({ ...body, OnlyKnown: true })).Value.Bets.map((row) => row.ErrorCode)).toEqual([900_061, 900_061, 900_061])
  expect((await multi(body)).Value).toMatchObject({ PlacedCount: 0, FailedCount: 3 })
  const placed = several({ Summ: 11 })
  const { Value } = await multi(placed)
  // Limits are those of now, of which they have taken something.
  const told = ({ Bets }: typeof Value) =>
    Bets.map((bet) => ({ ...bet, Value: { ...bet.Value, Coupon: { ...bet.Value!.Coupon, maxBet: 0 } } }))
  expect(told((await multi({ ...placed, OnlyKnown: true })).Value)).toEqual(told(Value))
  // Whoever was away may ask for several of one coupon as well, and places none.
  site.bets.useMoneyGuard(() => problem('auth.session_idle', { status: 401, wire: 403 }))
  const together = { ...several(), Vid: 11 }
  const codes = [await site.makeBet(player, together), await site.makeBet(player, { ...together, OnlyKnown: true })]
  site.bets.useMoneyGuard(() => null)
  expect(codes.map(({ ErrorCode }) => ErrorCode)).toEqual([403, 900_061])
  expect(await betCount()).toBe(3)
})

test('money for two of three: which two is open, that it is two is not', async () => {
  const { Value } = await multi(several({ Summ: 40 }))
  expect(Value).toMatchObject({ PlacedCount: 2, FailedCount: 1, Balance: 20 })
  expect(Value.Bets.filter((row) => row.ErrorCode === 103)).toHaveLength(1)
})

test('with a live event the call waits, the others are placed, and the repeated call answers for all', async () => {
  const body = several({ Events: [event(0), liveEvent()] })
  const { Value: waiting } = await multi(body)
  expect(waiting).toMatchObject({ PlacedCount: 1, FailedCount: 0, waitTime: 3_000, betGUID: body.betGUID })
  expect(waiting.Bets[1]!.Value).toMatchObject({ Id: 0, waitTime: 3_000 })
  clock.advance(3_000)
  const { Value: done } = await multi(body)
  expect(done).toMatchObject({ PlacedCount: 2, Balance: 80, waitTime: 0, betGUID: null })
  expect(done.Bets[0]!.Value!.Id).toBe(waiting.Bets[0]!.Value!.Id)
})

test('coupons side by side with common fields once; kinds of their own', async () => {
  const body = {
    UserId: account,
    Summ: 10,
    betGUID: newGuid(),
    Coupons: [
      { Events: [event(0), event(1)], Vid: 1 },
      { events: [event(0), event(1), event(2)], vid: 2, SUMM: '20' },
      { Events: [event(2)] },
    ],
  }
  const { Value } = await multi(body)
  expect(Value).toMatchObject({ PlacedCount: 3, Balance: 60 })
  const bets = await db.selectFrom('bet').select('vid').where('account_id', '=', account).orderBy('vid').execute()
  expect(bets.map(({ vid }) => vid)).toEqual([0, 1, 2])
  expect((await multi({ ...body, betGUID: newGuid(), Coupons: [{ Vid: 'x' }] })).ErrorCode).toBe(900_400)
  expect((await multi({ ...body, betGUID: newGuid(), Coupons: [{ Events: [event(0), event(1)], Vid: 11 }] })).ErrorCode).toBe(900_002)
})

test('MakeBetWeb with Vid 11 answers as one bet with all beside it; putbetscommon takes coupons', async () => {
  const body = several()
  const answer = await site.makeBet(player, body)
  expect(answer.Value).toMatchObject({ PlacedCount: 3, FailedCount: 0, Balance: 70, waitTime: 0 })
  expect((answer.Value['Bets'] as { Value: { Id: number } }[]).map((row) => row.Value.Id)).toContain(answer.Value.Id)
  for (const i of [0, 1, 2]) line.addOutcome(FIRST + i, 9, 2000, { p: 2.5, active: false })
  expect((await site.makeBet(player, several())).ErrorCode).toBe(131)
  for (const i of [0, 1, 2]) line.addOutcome(FIRST + i, 9, 2000, { p: 2.5 })
  const old = await multi(
    { coupons: [{ Events: [event(0), event(1)], Vid: 1 }, { Events: [event(2)] }], Summ: 11, UserId: account, betGUID: newGuid() },
    '/dataLineLive/put_bets_common.php',
  )
  expect(old.Value).toMatchObject({ PlacedCount: 2, Balance: 48 })
})

test('too many events or too few, and a brand that does not offer it', async () => {
  expect((await multi(several({ Events: [event(0)] }))).ErrorCode).toBe(900_001)
  expect((await multi(several({ Events: [] }))).ErrorCode).toBe(161_627)
  const types = site.config.coupon.types
  site.config.coupon.types = ['single', 'express']
  expect((await multi(several())).ErrorCode).toBe(900_002)
  site.config.coupon.types = types
})

test.each<[string, () => void, number, RegExp]>([
  [
    'a goal',
    () => (
      line.addGame(LIVE, { kind: 1, status: 'live', mainScore: [2, 0], score: [2, 0], clockSec: 4_003 }),
      line.addOutcome(LIVE, 9, 2000, { p: 2.5, marketStatus: 'suspended', reason: 'goal' })
    ),
    133,
    /goal.* at 67′ \(2:0\)/,
  ],
  ['a red card', () => line.addOutcome(LIVE, 9, 2000, { p: 2.5, marketStatus: 'suspended', reason: 'red_card' }), 133, /red card.* at 67′/],
  [
    'a goal after which the price is another',
    () => (
      line.addGame(LIVE, { kind: 1, status: 'live', mainScore: [2, 0], score: [2, 0], clockSec: 4_003 }),
      line.addOutcome(LIVE, 9, 1200, { p: 2.5 })
    ),
    130,
    /goal.* at 67′ \(2:0\)/,
  ],
  ['a price that moved by itself', () => line.addOutcome(LIVE, 9, 1900, { p: 2.5 }), 130, /price has changed/],
])('a refusal during the wait names %s, also when it is asked again later', async (_name, happen, wire, text) => {
  const body = { Events: [liveEvent()], Vid: 0, Summ: 10, UserId: account, betGUID: newGuid() }
  expect((await site.makeBet(player, body)).Value.waitTime).toBe(3_000)
  happen()
  clock.advance(3_000)
  const refused = await site.makeBet(player, body)
  expect(refused).toMatchObject({ ErrorCode: wire, FailInfo: { EventIndex: 0, ErrorCode: wire } })
  expect(refused.Error).toMatch(text)
  // Eleven minutes later this process has forgotten it; the database has not.
  clock.advance(660_000)
  const again = await site.bets.makeBet(ctxOf(), { ...contractBody(body) })
  expect(again).toMatchObject({ problem: true, wire })
  expect((again as { extra?: object }).extra).toMatchObject({ FailInfo: { EventIndex: 0 } })
})

const ctxOf = () =>
  ({
    brand: 'polosa',
    config: site.config,
    lng: 'en',
    country: 'DE',
    countryId: 49,
    partner: 1,
    cfView: 0,
    now: clock.now(),
    ip: '',
    session: null,
    player: { id: player, brand: 'polosa' },
    text: (key: string) => key,
  }) as never
const contractBody = (body: object) => betRequest.parse(body)

test('a bet that was ordered before is placed without questions, in the transaction of whoever ordered it', async () => {
  const body = contractBody({ Events: [event(0)], Summ: 10, UserId: account, betGUID: newGuid() })
  const first = await site.bets.place(ctxOf(), body)
  expect(first).toMatchObject({ Balance: 90 })
  const own = await site.bets.place(
    ctxOf(),
    { ...body, betGUID: newGuid() },
    { accept: (bet) => db.transaction().execute((tx) => site.bets.placeIn(tx, bet)) },
  )
  expect(own).toMatchObject({ Balance: 80 })
  expect(await site.bets.place(ctxOf(), body)).toMatchObject({ Id: (first as { Id: number }).Id })
  const rolledBack = site.bets.place(
    ctxOf(),
    { ...body, betGUID: newGuid() },
    {
      accept: (bet) =>
        db.transaction().execute(async (tx) => {
          await site.bets.placeIn(tx, bet)
          throw new Error('the order was withdrawn meanwhile')
        }),
    },
  )
  await expect(rolledBack).rejects.toThrow('withdrawn')
  expect((await site.ledger.account(account))!.balanceMinor).toBe(8_000n)
})

test('an order may wait for another price or state; what is checked of it says so', async () => {
  line.addOutcome(FIRST, 9, 2500, { p: 2.5, active: false })
  const body = contractBody({ Events: [event(0)], Summ: 10_000, UserId: account })
  expect(await site.bets.check(ctxOf(), body)).toMatchObject({ problem: true, wire: 131 })
  expect(await site.bets.check(ctxOf(), body, { anyState: true })).toMatchObject({ problem: true, wire: 130 })
  expect(await site.bets.check(ctxOf(), body, { anyState: true, anyPrice: true })).toMatchObject({ problem: true, wire: 109 })
  const checked = await site.bets.check(ctxOf(), body, { anyState: true, anyPrice: true, anyStake: true })
  expect(checked).toMatchObject({ legs: [{ price: 2500 }], wanted: { stakeMinor: 1_000_000n } })
  line.games.get(FIRST)!.status = 'ended'
  expect(await site.bets.check(ctxOf(), body, { anyState: true, anyPrice: true, anyStake: true })).toMatchObject({ wire: 104 })
})

test('a coupon keeps the betGUID of its own: said again it is the same bet, twice in a call it is none', async () => {
  const coupon = (i: number, betGUID: string) => ({ Events: [event(i)], Vid: 0, Summ: 10, betGUID })
  const [one, two] = [newGuid(), newGuid()]
  const body = () => ({ Coupons: [coupon(0, one), coupon(1, two)], UserId: account, ApprovedBet: true })
  const first = await multi(body())
  expect((await multi(body())).Value.Bets.map(({ Value }) => Value?.Id)).toEqual(first.Value.Bets.map(({ Value }) => Value?.Id))
  expect((await multi({ Coupons: [coupon(0, two), coupon(2, two)], UserId: account, ApprovedBet: true })).ErrorCode).toBe(161_627)
  const taken = await multi({ Coupons: [coupon(2, one)], UserId: account, ApprovedBet: true })
  expect(taken.Value.Bets.map(({ ErrorCode }) => ErrorCode)).toEqual([161_627])
  expect(await betCount()).toBe(2)
})

test('equal bets of one call are asked about as those of two calls are; what differs, was refused or is approved is not', async () => {
  const codesOf = async (body: object) => (await multi(body)).Value.Bets.map((row) => row.ErrorCode)
  const twice = several({ Events: [event(0), event(0), event(1), event(0)], GroupsSumms: [10, 10, 10, 5] })
  expect(await codesOf(twice)).toEqual([0, 900_060, 0, 0])
  expect(await codesOf(twice)).toEqual([0, 900_060, 0, 0])
  expect(await betCount()).toBe(3)
  const coupon = (more: object = {}) => ({ Events: [event(2), event(1)], Vid: 1, Summ: 10, UserId: account, betGUID: newGuid(), ...more })
  expect(await codesOf({ Coupons: [coupon(), coupon({ Events: [event(1), event(2)] }), coupon({ ApprovedBet: true })] })).toEqual([
    0, 900_060, 0,
  ])
  const dear = several({ Events: [event(2), event(2)], Summ: 1000 })
  expect(await codesOf(dear)).toEqual([103, 103])
  expect(await betCount()).toBe(5)
})

test('what belongs to one bet is refused for several, and a power bet without the bet that it raises', async () => {
  const codes = []
  for (const more of [{ isAutoBet: true, autoBetCf: 50 }, { SaleBetId: 5 }, { promo: 'CODE' }])
    codes.push((await multi(several(more))).ErrorCode)
  codes.push(
    (await site.makeBet(player, { Events: [event(0)], Vid: 0, Summ: 10, UserId: account, betGUID: newGuid(), IsPowerBet: true })).ErrorCode,
  )
  expect(codes).toEqual([900_002, 900_051, 900_011, 900_051])
  expect(await betCount()).toBe(0)
})

/** Several bets in one call when one of them fails by a fault of ours, and calls that contradict themselves (wire 8.7.2, 8.7.4). */
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testSite } from './test-site.ts'
import type { MultiAnswer } from './make-bet-multi.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(8)
const site = await testSite(
  db,
  polosa.config,
  () => {},
  () => ({
    promo: {
      find: async (_playerId: number, code: string) => {
        if (code === 'BROKEN') throw new Error('planted')
        return null
      },
    } as never,
  }),
)
const { line, clock } = site
const MULTI = '/service-api/LiveBet/Secure/MakeBetWebMulti'
const OLD = '/dataLineLive/put_bets_common.php'
const FIRST = 600_510_000
let player = 9500
let account = 0

const newGuid = () => randomBytes(12).toString('hex')
const event = (i: number, more: object = {}) => ({ GameId: FIRST + i, Type: 9, Coef: 2, Param: 2.5, Kind: 3, ...more })
const coupon = (i: number, more: object = {}) => ({ Events: [event(i)], Vid: 0, Summ: 10, ...more })

interface Answer {
  status: number
  Success: boolean
  ErrorCode: number
  Error: string
  Value: MultiAnswer
}
async function call(path: string, body: object): Promise<Answer> {
  const { status, json } = await site.post(path, { UserId: account, Lng: 'en', ...body }, player)
  return { status, ...(json as Omit<Answer, 'status'>) }
}
const betCount = async () => (await db.selectFrom('bet').select('id').where('account_id', '=', account).execute()).length

beforeEach(async () => {
  player += 1
  account = await site.playerWith(player, 10_000n)
  for (const i of [0, 1, 2]) {
    line.addGame(FIRST + i, { startsAt: clock.now() + 3_600_000 })
    line.addOutcome(FIRST + i, 9, 2000, { p: 2.5 })
  }
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => site.booksAreRight())

test.each([
  [MULTI, 'Coupons'],
  [OLD, 'coupons'],
])('a fault before anything is written takes no answer from the others and tells how to ask again: %s', async (path, field) => {
  const [guid, own] = [newGuid(), newGuid()]
  const body = {
    betGUID: guid,
    [field]: [coupon(0), coupon(1, { promo: 'BROKEN', betGUID: own }), coupon(2, { promo: 'BROKEN' }), coupon(2, { promo: 'a b' })],
  }
  const { status, Value } = await call(path, body)
  expect([status, Value]).toMatchObject([200, { PlacedCount: 1, FailedCount: 3, Balance: 90, waitTime: 0 }])
  expect(Value.Bets.map(({ Success, ErrorCode, betGUID }) => [Success, ErrorCode, betGUID])).toEqual([
    [true, 0, undefined],
    [false, 133, own],
    [false, 133, guid],
    [false, 900_011, undefined],
  ])
  // Asked with its key, it was never placed; the bet beside it is.
  expect(
    (await site.makeBet(player, { ...coupon(1, { promo: 'BROKEN', betGUID: own }), UserId: account, OnlyKnown: true })).ErrorCode,
  ).toBe(900_061)
  expect((await call(path, { ...body, OnlyKnown: true })).Value.Bets.map(({ ErrorCode }) => ErrorCode)).toEqual([
    0, 900_061, 900_061, 900_011,
  ])
  expect(await betCount()).toBe(1)
})

test('a bet whose fate is unknown is to be asked about, never refused: the repeated call finds it', async () => {
  const { acceptor } = site.bets
  const accept = acceptor.accept.bind(acceptor)
  vi.spyOn(acceptor, 'accept').mockImplementation(async (bet) => {
    const outcome = await accept(bet)
    if (outcome.kind === 'accepted' && bet.legs[0]!.ci === FIRST + 1 - 300_000_000) throw new Error('planted: the answer was lost')
    return outcome
  })
  for (const body of [
    { Events: [event(0), event(1), event(2)], Vid: 11, Summ: 10 },
    { Coupons: [coupon(0), coupon(1), coupon(2)], ApprovedBet: true },
  ]) {
    const { status, Value } = await call(MULTI, body)
    expect([status, Value]).toMatchObject([200, { PlacedCount: 2, FailedCount: 0, waitTime: 2_000 }])
    expect(Value.betGUID).toMatch(/^[0-9a-f]{24}$/)
    expect(Value.Bets[1]).toMatchObject({ Success: true, ErrorCode: 0, Value: { Id: 0, waitTime: 2_000, betGUID: Value.betGUID } })
    const again = await call(MULTI, { ...body, betGUID: Value.betGUID })
    expect(again.Value).toMatchObject({ PlacedCount: 3, FailedCount: 0, waitTime: 0, betGUID: null })
    expect(again.Value.Bets[0]!.Value!.Id).toBe(Value.Bets[0]!.Value!.Id)
  }
  expect(await betCount()).toBe(6)
})

test('an order among them that failed may stand as well', async () => {
  site.bets.useOrders({ autoBet: async () => Promise.reject(new Error('planted')) } as never)
  const { Value } = await call(MULTI, { Coupons: [coupon(0), coupon(1, { isAutoBet: true, autoBetCf: 3 })] })
  expect(Value).toMatchObject({
    PlacedCount: 1,
    FailedCount: 0,
    Bets: [{ Success: true }, { Success: true, Value: { Id: 0, waitTime: 2_000 } }],
  })
})

test('a call all of whose bets failed has failed itself', async () => {
  expect(await call(MULTI, { Coupons: [coupon(0, { promo: 'BROKEN' })] })).toMatchObject({ status: 500, ErrorCode: 500 })
  vi.spyOn(site.bets.acceptor, 'accept').mockRejectedValue(new Error('planted'))
  expect((await call(MULTI, { Events: [event(0), event(1)], Vid: 11, Summ: 10 })).status).toBe(500)
  expect(await betCount()).toBe(0)
})

test('several singles are Vid 11, 0 or nothing: of any other kind is none of them placed', async () => {
  for (const more of [{ Vid: 1 }, { Vid: 1, SameGame: true }, { Vid: 2 }, { Vid: 6 }])
    expect((await call(MULTI, { Events: [event(0), event(1)], Summ: 10, ...more })).ErrorCode).toBe(900_002)
  expect(await betCount()).toBe(0)
  for (const more of [{ Vid: 0 }, {}, { Vid: null }])
    expect((await call(MULTI, { Events: [event(0), event(1)], Summ: 10, ApprovedBet: true, ...more })).Value.PlacedCount).toBe(2)
})

test.each([
  [MULTI, { Coupons: [coupon(0), { Events: 'x' }] }, 'Coupons.1.Events'],
  [MULTI, { Coupons: [coupon(0), coupon(1, { Events: [{ ...event(1), Coef: -1 }] })] }, 'Coupons.1.Events.0.Coef'],
  [MULTI, { Coupons: [coupon(0)], Events: [event(1)] }, 'Events'],
  [OLD, { coupons: [coupon(0, { betGUID: '?' })] }, 'coupons.0.betGUID'],
  [OLD, { coupon: coupon(0, { Summ: 'x' }) }, 'coupon.Summ'],
  [OLD, { coupon: coupon(0), coupons: [coupon(1)] }, 'coupon'],
  [OLD, { coupon: coupon(0), Events: [event(1)] }, 'Events'],
])('what is wrong or contradicts itself is named: %s %o', async (path, body, field) => {
  expect(await call(path, body)).toMatchObject({ status: 400, ErrorCode: 900_400, Error: `${field}: The value is not valid` })
  expect(await betCount()).toBe(0)
})

test('what stands beside one coupon of the old form holds for it: its key, its stake, what was shown', async () => {
  const betGUID = newGuid()
  const body = { coupon: { Events: [event(0)], Vid: 0 }, Summ: 20, betGUID, Shown: { win: '40.00', price: '2', tax: '0.00' } }
  const ids = [await call(OLD, body), await call(OLD, body)].map(({ Value }) => (Value as unknown as { Id: number }).Id)
  expect(ids[0]).toBe(ids[1])
  expect(await betCount()).toBe(1)
  expect((await call(OLD, { ...body, betGUID: newGuid(), Shown: { win: '41.00' } })).ErrorCode).toBe(161_627)
})

test('figures of all together are nothing that one of several singles is compared with', async () => {
  const body = { Events: [event(0), event(1)], Vid: 11, Summ: 10, UserId: account, Shown: { win: '40.00' } }
  expect((await site.makeBet(player, { ...body, betGUID: newGuid() })).ErrorCode).toBe(161_627)
  expect((await site.makeBet(player, { ...body, betGUID: newGuid(), Shown: { win: '', price: null } })).Value).toMatchObject({
    PlacedCount: 2,
  })
})

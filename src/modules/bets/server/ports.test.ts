/** What placing asks of other parts: joint prices, the express of the day, changes of bets, orders (rules 2.10, 7.4, 8). */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Milli } from '#lib/price.ts'
import type { Selection } from '#modules/coupon/server/index.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { betRequest } from '../contract.ts'
import type { BetChanges, BetCtx, BetOutcome, OrdersPort } from './index.ts'
import { testSite, type WireAnswer } from './test-site.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(10)
const joint: { price: Milli | Problem } = { price: 2_900 }
const DAY = 4_711
const site = await testSite(
  db,
  polosa.config,
  (config) => {
    config.betting.liveDelayMs = { default: 3_000, bySport: {} }
    config.betting.vip.default = true
  },
  () => ({
    joint: { price: () => joint.price },
    dayPercent: (selections: readonly Selection[], expressId: number) => (expressId === DAY && selections.length === 3 ? 10 : null),
  }),
)
const { line, clock } = site
const FIRST = 600_800_000
let player = 30_000
let account = 0

const newGuid = () => randomBytes(12).toString('hex')
const event = (i: number, more: object = {}) => ({ GameId: FIRST + i, Type: 9, Coef: 2, Param: 2.5, Kind: 3, ...more })
const bet = (n: number, more: object = {}) => ({
  Events: Array.from({ length: n }, (_, i) => event(i)),
  Vid: n > 1 ? 1 : 0,
  Summ: 10,
  UserId: account,
  betGUID: newGuid(),
  ...more,
})
const place = (body: object): Promise<WireAnswer> => site.makeBet(player, body as Record<string, unknown>)
async function stored(id: number) {
  const { rows } = await sql<{
    plain: boolean
    price: string
    terms: object | null
    asked: string
    shown: object
    prices: number[]
    stake: number
  }>`
    SELECT b.plain, b.price, r.receipt -> 'terms' AS terms, r.receipt ->> 'asked' AS asked, r.receipt -> 'shown' AS shown, b.stake_minor::integer AS stake,
      (SELECT array_agg(l.price ORDER BY l.ix) FROM bet_leg l WHERE l.bet_id = b.id) AS prices
    FROM bet b JOIN bet_receipt r ON r.bet_id = b.id WHERE b.id = ${id}`.execute(db)
  return rows[0]!
}

beforeEach(async () => {
  player += 1
  account = await site.playerWith(player, 100_000n)
  joint.price = 2_900
  for (const i of [0, 1, 2]) {
    line.addGame(FIRST + i, { startsAt: clock.now() + 3_600_000 })
    line.addOutcome(FIRST + i, 9, 2000, { p: 2.5 })
    line.addOutcome(FIRST + i, 1, 1700)
  }
})
afterAll(() => site.booksAreRight())

const sameGame = (more: object = {}) =>
  bet(2, {
    Events: [event(0), event(0, { Type: 1, Param: 0, Coef: 1.7 })],
    SameGame: true,
    Shown: { win: '29', price: '2.9', tax: '0' },
    ...more,
  })

test('outcomes of one game are bet at their price together, which CheckCf compares', async () => {
  const placed = await place(sameGame())
  expect(placed.Value.Coupon).toMatchObject({ Coef: 2.9, ResultCoef: 2.9 })
  expect(await stored(placed.Value.Id)).toMatchObject({ plain: false, price: '2.9', terms: { jointPrice: 2_900 }, prices: [2000, 1700] })
  joint.price = 2_800
  expect((await place(sameGame({ ApprovedBet: true }))).ErrorCode).toBe(130)
  expect((await place(sameGame({ ApprovedBet: true, CheckCf: 2 }))).ErrorCode).toBe(130)
  // What he asked for is what he was shown, not what he got.
  const lower = await place(sameGame({ ApprovedBet: true, CheckCf: 1, Shown: { win: '29', price: '02.900', tax: '0' } }))
  expect(await stored(lower.Value.Id)).toMatchObject({ price: '2.8', asked: '2.9', shown: { win: '29.00', price: '2.9', tax: '0.00' } })
  joint.price = 3_000
  expect((await place(sameGame({ ApprovedBet: true, CheckCf: 2 }))).ErrorCode).toBe(0)
  // Nobody has agreed to a price that was not shown.
  expect((await place(sameGame({ ApprovedBet: true, Shown: null }))).ErrorCode).toBe(130)
  expect((await place(sameGame({ ApprovedBet: true, CheckCf: 1, Shown: { win: '30', price: '2.9', tax: null } }))).ErrorCode).toBe(161_627)
  joint.price = problem('coupon.same_game_nested', { wire: 161_627, params: { a: 'A', b: 'B' } })
  expect((await place(sameGame({ ApprovedBet: true }))).ErrorCode).toBe(161_627)
  expect((await place(sameGame({ ApprovedBet: true, SameGame: false }))).ErrorCode).toBe(161_627)
})

test('the express of the day has its bonus while it is unchanged; an edited one is an express', async () => {
  const day = await stored((await place(bet(3, { expressNum: DAY, IsExpressBoost: true }))).Value.Id)
  expect(day).toMatchObject({ plain: false, terms: { bonus: { kind: 'day', percent: 10, expressId: DAY } } })
  const edited = await stored((await place(bet(2, { expressNum: DAY }))).Value.Id)
  expect(edited).toMatchObject({ plain: true, terms: null })
  const shown = { win: '88', price: '8', tax: '0' }
  expect((await place(bet(3, { expressNum: DAY, Shown: shown, ApprovedBet: true }))).ErrorCode).toBe(0)
  expect((await place(bet(3, { expressNum: DAY + 1, Shown: shown, ApprovedBet: true }))).ErrorCode).toBe(161_627)
})

test('a change of a bet: its own coefficient, prices and stake, its own transaction, the same key and delay', async () => {
  expect((await place(bet(1, { SaleBetId: 5 }))).ErrorCode).toBe(900_051)
  let refusal: Problem | null = null
  let quotes = 0
  const changes: BetChanges = {
    async quote(_ctx, _wanted, legs) {
      quotes += 1
      return (
        refusal ?? {
          basePrice: 3_456,
          prices: [1_900, ...legs.slice(1).map((leg) => leg.price)],
          stakeMinor: 2_500n,
          worthMinor: 2_400n,
          putMinor: 1_000n,
        }
      )
    },
    accept: (_ctx, _wanted, given) => db.transaction().execute((tx) => site.bets.placeIn(tx, given)),
  }
  site.bets.useBetChanges(changes)
  const shown = { win: '86.4', price: '3.456', tax: '0' }
  const changed = (Shown: unknown) => bet(2, { SaleBetId: 5, Summ: 0, Events: [event(0, { Coef: 1.1 }), event(1)], Shown })
  expect((await place(changed({ ...shown, win: '86.41' }))).ErrorCode).toBe(161_627)
  const other = await stored((await place(changed({ ...shown, price: '4', win: '100' }))).Value.Id)
  expect(other).toMatchObject({ price: '3.456', asked: '4', shown: { price: '4', win: '100.00' } })
  const body = changed(shown)
  const placed = await place(body)
  expect(placed.Value).toMatchObject({ Balance: 950, Coupon: { Coef: 3.456, ResultCoef: 3.456, Summ: 25 } })
  expect(await stored(placed.Value.Id)).toMatchObject({
    plain: false,
    price: '3.456',
    stake: 2_500,
    prices: [1900, 2000],
    terms: { basePrice: 3_456, worth: '2400' },
  })
  expect((await place(body)).Value.Id).toBe(placed.Value.Id)
  refusal = problem('bets.cannot_change', { wire: 900_051 })
  expect((await place(bet(1, { SaleBetId: 5 }))).ErrorCode).toBe(900_051)
  refusal = null
  line.addGame(FIRST, { kind: 1, status: 'live', startsAt: clock.now() - 1 })
  const live = bet(1, { SaleBetId: 5, Events: [event(0, { Kind: 1 })] })
  quotes = 0
  expect((await place(live)).Value.waitTime).toBe(3_000)
  clock.advance(3_000)
  expect((await place(live)).Value.Balance).toBe(925)
  expect(quotes).toBe(2)
})

test('a change that was refused stays refused under its key, though its transaction has taken everything back', async () => {
  class Undone extends Error {}
  site.bets.useBetChanges({
    quote: async () => ({ basePrice: 2_000, prices: [2_000], stakeMinor: 200_000n, worthMinor: 2_400n, putMinor: 1_000n }),
    async accept(_ctx, _wanted, given) {
      let outcome: BetOutcome | null = null
      const work = db.transaction().execute(async (tx) => {
        outcome = await site.bets.placeIn(tx, given)
        if (outcome.kind !== 'accepted') throw new Undone()
      })
      await work.catch(() => {})
      return outcome!
    },
  })
  const body = bet(1, { SaleBetId: 5 })
  expect((await place(body)).ErrorCode).toBe(103)
  await site.db.updateTable('account').set({ balance_minor: 900_000n }).where('id', '=', account).execute()
  expect((await place(body)).ErrorCode).toBe(103)
  await site.db.updateTable('account').set({ balance_minor: 100_000n }).where('id', '=', account).execute()
})

test('an order that is refused keeps nothing: its next try has another key', async () => {
  line.addOutcome(FIRST, 9, 0, { p: 2.5 })
  const visit = { brand: 'polosa', config: site.config, lng: 'en', country: 'DE', countryId: 49, partner: 1, cfView: 0 } as const
  const ctx = { ...visit, now: clock.now(), ip: '', session: null, player: { id: player, brand: 'polosa' } } as unknown as BetCtx
  const body = betRequest.parse(bet(1, { betGUID: newGuid() }))
  const refused = await site.bets.place(ctx, body, { accept: () => Promise.resolve({ kind: 'changed' }) })
  expect(refused).toMatchObject({ wire: 129 })
  expect(await db.selectFrom('bet_key').select('guid').where('player_id', '=', player).execute()).toEqual([])
})

test('orders: an auto-bet is kept instead of placed, the rest of a VIP stake waits as a bid', async () => {
  const auto = { isAutoBet: true, autoBetCf: 2.5 }
  expect((await place(bet(1, auto))).ErrorCode).toBe(900_002)
  const asked: [string, bigint][] = []
  const orders: OrdersPort = {
    async autoBet(_ctx, wanted) {
      asked.push([wanted.guid, wanted.stakeMinor])
      return { autoBetId: 77, balanceMinor: 100_000n }
    },
    async bid(_ctx, wanted, restMinor) {
      asked.push([wanted.guid, restMinor])
      return { bidId: 88 }
    },
  }
  site.bets.useOrders(orders)
  const body = bet(1, auto)
  expect((await place(body)).Value).toMatchObject({ Id: 0, AutoBetId: 77, Balance: 1_000, Coupon: null, waitTime: 0 })
  expect(asked).toEqual([[body.betGUID, 1_000n]])
  // A wanted coefficient of 0 places at once.
  expect((await place(bet(1, { isAutoBet: true, autoBetCf: 0 }))).Value.Id).toBeGreaterThan(0)
  account = await site.playerWith(player + 90_000, 2_000_000n)
  const vip = { ...bet(1, { Summ: 1, VIPBetSumm: 9_000 }), UserId: account }
  const placed = await site.makeBet(player + 90_000, vip)
  expect(placed.Value).toMatchObject({ BidId: 88 })
  const { stake } = await stored(placed.Value.Id)
  expect(stake).toBeGreaterThan(100_000)
  expect(asked.at(-1)).toEqual([vip.betGUID, 900_000n - BigInt(stake)])
  expect((await site.makeBet(player + 90_000, vip)).Value).toMatchObject({ Id: placed.Value.Id, BidId: 88 })
  // Who is no VIP stakes what he staked.
  site.config.betting.vip.default = false
  const plain = await site.makeBet(player + 90_000, { ...bet(2, { Summ: 20, VIPBetSumm: 9_000, ApprovedBet: true }), UserId: account })
  expect(await stored(plain.Value.Id)).toMatchObject({ stake: 2_000 })
  site.config.betting.vip.default = true
})

test('what a brand does not offer is not taken', async () => {
  const { types } = site.config.coupon
  site.config.coupon.types = ['single', 'express']
  expect((await place(sameGame())).ErrorCode).toBe(161_627)
  expect((await place(bet(3, { Vid: 2 }))).ErrorCode).toBe(900_002)
  expect((await place(bet(1, { promo: 'ABC' }))).ErrorCode).toBe(900_011)
  const boosted = await stored((await place(bet(3, { IsExpressBoost: true }))).Value.Id)
  expect(boosted).toMatchObject({ plain: true })
  site.config.coupon.types = types
})

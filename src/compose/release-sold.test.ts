/** What a bet takes of the largest stake of its equals (rules 4) is free again when it has been sold, its part with a part of it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutbox, type Outbox } from '#platform/server/outbox.ts'
import { testDatabase } from '../../test/support/database.ts'
import { saleSite, type Prices, type SaleSite } from '../../test/support/sale-site.ts'
import { releaseSold } from './release-sold.ts'

const { db, url } = await testDatabase()
let site: SaleSite
let outbox: Outbox
const LEVEL: Prices = { 1: [2200, 0.45], 2: [3400, 0.28], 3: [3500, 0.27] }
const limits = { minStakeEur: '0.20', liabilityEur: '1200', maxStakeEur: '1000', maxPayoutEur: '50000' }

beforeAll(async () => {
  site = await saleSite(db, (config) => void (config.betting.limits = limits))
  outbox = createOutbox(db, url, site.log)
  releaseSold({ db, outbox, limits: site.limits })
})
afterAll(() => site.stop())

let last = 0
async function player() {
  const [n, playerId] = [(last += 2), 7_000 + (last += 2)]
  site.addGame(n, LEVEL)
  site.addGame(n + 1, LEVEL)
  await site.player(playerId, 1_000_000n)
  const left = async (t = 1) => {
    await outbox.drain()
    const { Value } = await site.updateCoupon(playerId, { Events: [site.event(n, t)], Vid: 0 })
    return Value!['maxBet'] as number
  }
  return { n, playerId, left }
}

test('a sale in part gives back its part, a sale of all the rest, and the event that comes again nothing', async () => {
  const { n, playerId, left } = await player()
  const betId = await site.place(playerId, 1_000, [site.event(n, 1)])
  expect(await left()).toBe(0)
  site.clock.advance(1_000)
  const sell = async (rest: number) => {
    const info = await site.call('sale-info', playerId, { bet_id: Number(betId) })
    const { cashout_sum: all } = info.data as { cashout_sum: number }
    const sum = rest === 0 ? all : Math.floor((all * (1_000 - rest)) / 10) / 100
    const sold = await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: sum, new_sum_cupon: rest })
    expect(sold.success).toBe(true)
  }
  await sell(250)
  expect(await left()).toBe(750)
  await sell(0)
  expect(await left()).toBe(1_000)
  expect((await db.selectFrom('outbox_consumed').selectAll().where('consumer', '=', 'limits').execute()).length).toBe(2)
  await site.booksAreRight()
})

test('an edit puts what it is worth on its new outcomes, as far as equal bets leave room; what the old bet had is free', async () => {
  const { n, playerId, left } = await player()
  const old = await site.place(playerId, 400, [site.event(n, 1)])
  await site.place(playerId, 400, [site.event(n, 2)])
  expect([await left(), await left(2)]).toEqual([600, 100])
  const change = (Events: object[], Vid: number, SaleBetId: bigint) => {
    const body = { Events, Vid, Summ: 400, SaleBetId: Number(SaleBetId), betGUID: `release-${n}-${(last += 1)}` }
    return site.makeBet(playerId, body)
  }
  const full = await change([site.event(n, 2)], 0, old)
  expect([full.ErrorCode, full.Error.replaceAll(/[⁦⁩]/g, '')]).toEqual([
    900_051,
    expect.stringMatching(/^The change puts €3\d\d\.\d\d on its outcomes, no more than €100 is taken now$/),
  ])
  const Events = [site.event(n, 1), site.event(n + 1, 2)]
  const made = await change(Events, 1, old)
  expect([made.ErrorCode, made.Error]).toEqual([0, ''])
  expect([await left(), await left(2)]).toEqual([1_000, 100])
  const { Value } = await site.updateCoupon(playerId, { Events, Vid: 1 })
  expect(Value).toMatchObject({ maxBet: expect.toSatisfy((most: number) => most < (Value!['MaxBetEquals'] as number)) })
  const asked = await site.updateCoupon(playerId, { Events, Vid: 1, SaleBetId: made.Value!['Id'] as number })
  expect(asked.Value).toMatchObject({ MaxBetEquals: null, RestrictionWarning: null })
  await site.booksAreRight()
})

test('edits back and forth collect no more than the largest stake on an outcome', async () => {
  const { n, playerId } = await player()
  let taken = 0
  for (let round = 0; round < 4; round += 1) {
    const betId = await site.place(playerId, 450, [site.event(n, 2)])
    const body = { Events: [site.event(n, 1)], Vid: 0, Summ: 450, SaleBetId: Number(betId), betGUID: `collect-${n}-${round}00000` }
    const made = await site.makeBet(playerId, body)
    await outbox.drain()
    if (made.Success) taken += 1
    else break
  }
  expect(taken).toBe(2)
  await site.booksAreRight()
})

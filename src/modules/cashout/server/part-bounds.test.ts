/** What may be sold of a bet: a part and its rest are both large enough to be sold, and a refusal is of the part that was asked for. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { saleSite, type Prices, type SaleSite } from '../../../../test/support/sale-site.ts'

const { db } = await testDatabase()
let site: SaleSite

const LEVEL: Prices = { 1: [2200, 0.45], 2: [3400, 0.28], 3: [3500, 0.27] }
/** The single on T 1 at 2.2 is worth 1.254 of its stake. */
const AHEAD: Prices = { 1: [1550, 0.6], 2: [4000, 0.22], 3: [5500, 0.18] }
const TAX = { country: 'MT', validFrom: 0, rule: 'ZM', payout: { base: 'net', rate: '0.2' }, returnsStakeTax: false } as const

beforeAll(async () => {
  site = await saleSite(db, (config) => {
    config.coupon.cashOut.minSaleEur = '5.60'
  })
})
afterAll(() => site.stop())

let last = 0
async function ahead(summ: number) {
  const n = (last += 1)
  site.addGame(n, LEVEL)
  const playerId = 4_000 + n
  const accountId = await site.player(playerId, 1_000_000n)
  const betId = await site.place(playerId, summ, [site.event(n, 1)])
  site.setPrices(n, AHEAD)
  const call = (name: string, body: object) => site.call(name, playerId, { bet_id: Number(betId), ...body })
  return {
    n,
    sell: (sum: number, left: number) => call('sale', { sum_sale: sum, new_sum_cupon: left }),
    order: (target: number) => call('auto-sale', { target }),
    info: async () => (await call('sale-info', {})).data!,
    balance: () => site.balance(accountId),
  }
}

const SMALL_REST = {
  success: false,
  error_code: 900_051,
  reason: 'small_rest',
  message: 'The rest would be too small to cash out: take less, or the whole bet',
}

test('no part leaves less than can be sold, and none is smaller; what sale-info says is what is taken', async () => {
  const { sell, info, balance } = await ahead(100)
  const before = await balance()
  // 5.60 of 125.40 are 4.4657 of the stake, so 4.47 stay: 125.40 · 0.9553 = 119.7946.
  expect(await info()).toMatchObject({
    cashout_sum: 125.4,
    min_sale_sum: 5.6,
    max_sale_sum: 125.4,
    can_sell_part: true,
    max_part_sum: 119.79,
  })
  for (const left of [0.01, 4, 4.46]) expect(await sell(1, left)).toMatchObject(SMALL_REST)
  expect(await sell(1, 96)).toMatchObject({ error_code: 900_051, reason: 'too_small' })
  expect(await balance()).toBe(before)
  expect((await sell(119.79, 4.47)).data).toMatchObject({ status: 1, sum_sale: 119.79, new_sum_cupon: 4.47 })
  // The rest is sold whole or not at all.
  expect(await info()).toMatchObject({ cashout_sum: 5.6, can_sell_part: false, max_part_sum: 0, auto_sale_min: 5.6, auto_sale_max: 9.83 })
  expect((await sell(5.6, 0)).data).toMatchObject({ status: 8, sum_sale: 5.6 })
  await site.booksAreRight()
})

test('the smallest part is sold too', async () => {
  const { sell, info } = await ahead(100)
  expect((await sell(5.6, 95.53)).data).toMatchObject({ sum_sale: 5.6, new_sum_cupon: 95.53 })
  expect(await info()).toMatchObject({ cashout_sum: 119.79 })
})

test('of a taxed bet the rest is what the player would get for it, after the tax that the part has left to it', async () => {
  site.config.taxes = [TAX]
  const { sell, info } = await ahead(100)
  site.config.taxes = []
  // 125.40 less a fifth of 25.40.
  const { cashout_sum: whole, max_part_sum: most } = await info()
  expect(whole).toBe(120.32)
  expect(await sell(1, 4.47)).toMatchObject(SMALL_REST)
  // What stays is 7.00 before its fifth.
  const left = Math.ceil((7 / 125.4) * 10_000) / 100
  expect((await sell(most, left)).data).toMatchObject({ sum_sale: most })
  expect((await info())['cashout_sum']).toBeGreaterThanOrEqual(5.6)
  await site.booksAreRight()
})

test('a part that is worth less now is refused with its own sum, not with that of the whole', async () => {
  const { sell } = await ahead(100)
  const low = await sell(100, 50)
  expect(low).toMatchObject({ success: false, error_code: 900_050, message: expect.stringContaining('62.70') })
  expect(low.data).toEqual({ bet_id: expect.any(Number), cashout_sum: 62.7 })
  expect((await sell(low.data!['cashout_sum'], 50)).data).toMatchObject({ sum_sale: 62.7, new_sum_cupon: 50 })
  expect((await sell(100, 0)).data).toMatchObject({ cashout_sum: 62.7 })
})

test('who keeps all of it, or more, has named no part; a part that was sold is said to be', async () => {
  const { sell } = await ahead(100)
  const bad = { error_code: 900_051, reason: 'bad_part', message: 'This part of the bet is not right' }
  for (const left of [100, 100.01]) expect(await sell(10, left)).toMatchObject(bad)
  await sell(50, 60)
  expect(await sell(50, 60)).toMatchObject({ error_code: 900_051, reason: 'nothing_left' })
  expect(await sell(50, 60.01)).toMatchObject(bad)
})

test('what can never be sold takes no order and offers none', async () => {
  // 2.50 at 2.20 bring 5.50 at most.
  const { n, order, info } = await ahead(2.5)
  expect(await info()).toMatchObject({ off: 'too_small', can_sell_part: false, auto_sale_min: 5.6, auto_sale_max: 0, possible_win: 5.5 })
  const small = { success: false, error_code: 900_051, reason: 'too_small', message: 'The cash-out sum is too small' }
  for (const target of [1, 5.6, 10]) expect(await order(target)).toMatchObject(small)
  expect(await order(0)).toMatchObject({ success: true })
  await site.settle(n, 2)
  expect(await order(10)).toMatchObject({ reason: 'decided' })
})

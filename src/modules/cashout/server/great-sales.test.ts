/** What two officers would look at as a win is not paid as a sale (standards SET-14). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { saleSite, type Prices, type SaleSite } from '../../../../test/support/sale-site.ts'

const { db } = await testDatabase()
let site: SaleSite

const LEVEL: Prices = { 1: [2000, 0.5], 2: [3400, 0.28], 3: [4500, 0.22] }
/** 100 at 2.00 are worth 152. */
const AHEAD: Prices = { 1: [1200, 0.8], 2: [9000, 0.1], 3: [9500, 0.1] }
/** And 171. */
const FAR_AHEAD: Prices = { 1: [1080, 0.9], 2: [12_000, 0.05], 3: [15_000, 0.05] }

beforeAll(async () => {
  site = await saleSite(db, (config) => {
    config.betting.winCheck = { fromEur: '160', hours: 12 }
  })
})
afterAll(() => site.stop())

let last = 0
async function open() {
  const n = (last += 1)
  site.addGame(n, LEVEL)
  const playerId = 3_000 + n
  const accountId = await site.player(playerId, 100_000n)
  const betId = await site.place(playerId, 100, [site.event(n, 1)])
  const call = (name: string, body: object) => site.call(name, playerId, { bet_id: Number(betId), ...body })
  const topic = site.listen(playerId)
  return {
    n,
    playerId,
    betId,
    info: async () => (await call('sale-info', {})).data!,
    sell: (left: number) => call('sale', { sum_sale: 0.01, new_sum_cupon: left }),
    order: (target: number) => call('auto-sale', { target }),
    /** As soon as the follower has come to it. */
    told: () => expect.poll(() => topic.get(`cashout:${betId}`), { timeout: 15_000 }),
    balance: () => site.balance(accountId),
  }
}

const ended = (betId: bigint) =>
  expect
    .poll(async () => (await db.selectFrom('bet_auto_sale').select('state').where('bet_id', '=', betId).executeTakeFirst())?.state, {
      timeout: 15_000,
    })
    .toBe(5)

async function messages(playerId: number): Promise<unknown[]> {
  const rows = await db.selectFrom('outbox').select(['key', 'payload']).where('topic', '=', 'player.message').orderBy('id').execute()
  // One under the key of another would not be told.
  const own = new Map(rows.map(({ key, payload }) => [key, payload as { playerId: number }]))
  return [...own.values()].filter((payload) => payload.playerId === playerId)
}

test('below the sum a bet is sold, from it on it is not offered, whole or in part', async () => {
  const { n, betId, info, sell, told, balance } = await open()
  site.setPrices(n, AHEAD)
  await told().toMatchObject({ value: 152 })
  site.setPrices(n, FAR_AHEAD)
  await told().toMatchObject({ value: 0, off: 'great' })
  expect(await info()).toMatchObject({ cashout_sum: 0, off: 'great', can_sell_part: false })
  expect((await info())['off_text']).toContain('two officers')
  for (const left of [0, 50]) expect(await sell(left)).toMatchObject({ success: false, error_code: 900_051, reason: 'great' })
  expect(await balance()).toBe(90_000n)
  expect(await site.cashOut.saleStates([betId])).toEqual(
    new Map([[betId, expect.objectContaining({ canSell: false, cashoutSumMinor: null })]]),
  )
  site.setPrices(n, AHEAD)
  expect((await sell(0)).data).toMatchObject({ sum_sale: 152 })
  await site.booksAreRight()
})

test('slices do not pass the sum together', async () => {
  const { n, info, sell, told } = await open()
  site.setPrices(n, AHEAD)
  expect((await sell(50)).data).toMatchObject({ sum_sale: 76 })
  expect(await info()).toMatchObject({ cashout_sum: 76, off: null })
  site.setPrices(n, FAR_AHEAD)
  // 76 and 85.50 are above 160.
  expect(await info()).toMatchObject({ off: 'great' })
  await told().toMatchObject({ off: 'great' })
  expect(await sell(10)).toMatchObject({ reason: 'great' })
})

test('an order waits for no such sum, and ends where the offer jumps beyond; its player is told', async () => {
  const { n, playerId, betId, info, order, told } = await open()
  expect(await info()).toMatchObject({ auto_sale_max: 159.99, possible_win: 200 })
  expect(await order(160)).toMatchObject({ success: false, error_code: 900_400 })
  expect(await order(155)).toMatchObject({ success: true })
  site.setPrices(n, FAR_AHEAD)
  await ended(betId)
  expect(await site.bet(betId)).toMatchObject({ status: 1 })
  expect(await info()).toMatchObject({ auto_sale_sum: 0, auto_sale_off: expect.stringContaining('€155') })
  const message = { playerId, template: 'order_beyond', params: { bet: String(betId), sum: '155.00', currency: 'EUR' } }
  expect(await messages(playerId)).toEqual([message])
  await told().not.toHaveProperty('order')
  // None is taken while it is worth so much; the next one can end the same way, and is told of too.
  expect(await order(155)).toMatchObject({ success: false, error_code: 900_051, reason: 'great' })
  site.setPrices(n, LEVEL)
  site.clock.advance(1000)
  expect(await order(155)).toMatchObject({ success: true })
  site.setPrices(n, FAR_AHEAD)
  await ended(betId)
  expect(await messages(playerId)).toEqual([message, message])
})

test('a part that is sold takes its own of the sum with it', async () => {
  const { n, info, sell, order } = await open()
  expect(await order(155)).toMatchObject({ success: true })
  site.setPrices(n, { ...AHEAD, 1: [1200, 0.79] })
  expect((await sell(50)).success).toBe(true)
  expect(await info()).toMatchObject({ auto_sale_max: 84.94, auto_sale_sum: 0, auto_sale_off: expect.stringContaining('€155') })
})

test('an order from before that waits for what nobody buys, or was jumped over, ends when it is seen', async () => {
  const [high, jumped] = [await open(), await open()]
  site.setPrices(jumped.n, FAR_AHEAD)
  const at = new Date(site.clock.now())
  for (const [{ betId, playerId }, target_minor] of [
    [high, 16_000n],
    [jumped, 15_500n],
  ] as const)
    await db.insertInto('bet_auto_sale').values({ bet_id: betId, player_id: playerId, target_minor, at, changed_at: at }).execute()
  site.cashOut.follower!.reload([high.playerId, jumped.playerId])
  for (const { betId, playerId } of [high, jumped]) {
    await ended(betId)
    expect(await messages(playerId)).toHaveLength(1)
    expect(await site.bet(betId)).toMatchObject({ status: 1 })
  }
})

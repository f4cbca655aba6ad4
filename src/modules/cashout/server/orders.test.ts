/** Orders to sell, and the values that listening players are told. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { saleSite, type Prices, type SaleSite } from '../../../../test/support/sale-site.ts'

const { db } = await testDatabase()
let site: SaleSite

const LEVEL: Prices = { 1: [2200, 0.45], 2: [3400, 0.28], 3: [3500, 0.27] }
const AHEAD: Prices = { 1: [1550, 0.6], 2: [4000, 0.22], 3: [5500, 0.18] }

beforeAll(async () => {
  site = await saleSite(db)
})
afterAll(() => site.stop())

let last = 0
async function open(summ = 100) {
  const n = (last += 1)
  site.addGame(n, LEVEL)
  const playerId = 200 + n
  const accountId = await site.player(playerId, 100_000n)
  return { n, playerId, accountId, betId: await site.place(playerId, summ, [site.event(n, 1)]) }
}

const follow = () => site.cashOut.follower!.settled()
const order = async (betId: bigint) => (await db.selectFrom('bet_auto_sale').selectAll().where('bet_id', '=', betId).executeTakeFirst())!

describe('auto-sale', () => {
  test('waits below the target and sells at it', async () => {
    const { n, playerId, accountId, betId } = await open()
    const set = await site.call('auto-sale', playerId, { bet_id: Number(betId), target: 125.4 })
    expect(set).toEqual({ success: true, data: { bet_id: Number(betId), auto_sale_sum: 125.4 } })
    await follow()
    site.setPrices(n, { ...AHEAD, 1: [1560, 0.5999] })
    await follow()
    expect(await site.bet(betId)).toMatchObject({ status: 1 })
    site.setPrices(n, AHEAD)
    await follow()
    await follow()
    expect(await site.bet(betId)).toMatchObject({ status: 8, payout_minor: 12_540n })
    expect(await site.balance(accountId)).toBe(102_540n)
    expect((await order(betId)).state).toBe(2)
    await site.booksAreRight()
  })

  test('0 cancels, a target out of range is refused, a sold bet takes none', async () => {
    const { n, playerId, betId } = await open()
    const set = (target: number) => site.call('auto-sale', playerId, { bet_id: Number(betId), target })
    expect(await set(220.01)).toMatchObject({ success: false, error_code: 900_400 })
    expect((await set(150)).data).toMatchObject({ auto_sale_sum: 150 })
    expect((await set(0)).data).toMatchObject({ auto_sale_sum: 0 })
    expect((await order(betId)).state).toBe(3)
    await follow()
    site.setPrices(n, { 1: [1100, 0.9], 2: [12_000, 0.06], 3: [20_000, 0.04] })
    await follow()
    expect(await site.bet(betId)).toMatchObject({ status: 1 })
    await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 1, new_sum_cupon: 0 })
    expect(await set(150)).toMatchObject({ error_code: 900_051, reason: 'sold' })
  })

  test('for more than what a part leaves can bring ends with the sale, and its player is told', async () => {
    const { playerId, betId } = await open()
    const call = (name: string, body: object) => site.call(name, playerId, { bet_id: Number(betId), ...body })
    const info = async () => (await call('sale-info', {})).data!
    const topic = site.listen(playerId)
    await call('auto-sale', { target: 200 })
    await call('sale', { sum_sale: 0.01, new_sum_cupon: 95 })
    // 95 at 2.20 may still bring 209: it waits on.
    expect(await info()).toMatchObject({ auto_sale_sum: 200, auto_sale_max: 209, auto_sale_off: null })
    await call('sale', { sum_sale: 0.01, new_sum_cupon: 90 })
    expect(await order(betId)).toMatchObject({ state: 5, target_minor: 20_000n })
    const told =
      'The auto cash-out at \u2066€200\u2069 is closed: the bet can no longer bring that much, or is worth so much that it is paid only as a win'
    expect(await info()).toMatchObject({ auto_sale_sum: 0, auto_sale_max: 198, auto_sale_off: told })
    const messages = await db.selectFrom('outbox').select(['key', 'payload']).where('topic', '=', 'player.message').execute()
    expect(messages.filter(({ key }) => key?.includes(String(betId)))).toMatchObject([
      { payload: { playerId, template: 'order_beyond', params: { bet: String(betId), sum: '200.00', currency: 'EUR' } } },
    ])
    await heard(() => topic.get(`cashout:${betId}`)).toEqual(expect.not.objectContaining({ order: 200 }))
    // Another one takes its place.
    await call('auto-sale', { target: 198 })
    expect(await info()).toMatchObject({ auto_sale_sum: 198, auto_sale_off: null })
    expect(await order(betId)).toMatchObject({ state: 1 })
  })

  test('is over with the bet', async () => {
    const { n, playerId, betId } = await open()
    await site.call('auto-sale', playerId, { bet_id: Number(betId), target: 200 })
    await site.settle(n, 1)
    await site.cashOut.settled([playerId])
    expect((await order(betId)).state).toBe(4)
    expect(await site.bet(betId)).toMatchObject({ status: 4, payout_minor: 22_000n })
  })
})

/** As soon as the follower has come to it. */
const heard = (read: () => unknown) => expect.poll(read, { timeout: 15_000 })

describe('values of a listening player', () => {
  test('come at once, move with the line, say why there is none, and leave with the bet', async () => {
    const { n, playerId, betId } = await open()
    const topic = site.listen(playerId)
    const key = `cashout:${betId}`
    await heard(() => topic.get(key)).toMatchObject({ value: 94.05 })
    site.setPrices(n, AHEAD)
    await heard(() => topic.get(key)).toMatchObject({ value: 125.4 })
    expect(topic.get(key)).not.toHaveProperty('off')
    site.setPrices(n, AHEAD, 'suspended')
    await heard(() => topic.get(key)).toMatchObject({ value: 0, off: 'suspended' })
    site.setPrices(n, AHEAD)
    await site.call('auto-sale', playerId, { bet_id: Number(betId), target: 150 })
    await heard(() => topic.get(key)).toMatchObject({ value: 125.4, order: 150 })
    await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 62.7, new_sum_cupon: 50 })
    await heard(() => topic.get(key)).toMatchObject({ value: 62.7 })
    await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 62.7, new_sum_cupon: 0 })
    await heard(() => topic.has(key)).toBe(false)
  })

  test('a new bet is followed too', async () => {
    const { n, playerId } = await open()
    const topic = site.listen(playerId)
    const second = await site.place(playerId, 10, [site.event(n, 2)])
    // 10 · 3.4 · 0.28 · 0.95
    await heard(() => topic.get(`cashout:${second}`)).toMatchObject({ value: 9.04 })
  })
})

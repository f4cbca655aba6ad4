/** Edit bet and power bet through UpdateCoupon and MakeBetWeb (rules 8.2, 8.3). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTx } from '#platform/server/db.ts'
import { besideBlock, testDatabase } from '../../../../test/support/database.ts'
import { saleSite, type Prices, type SaleSite } from '../../../../test/support/sale-site.ts'
import { isPowerBet } from './index.ts'

const { db } = await testDatabase()
let site: SaleSite

const LEVEL: Prices = { 1: [2200, 0.45], 2: [3400, 0.28], 3: [3500, 0.27] }
const BEHIND: Prices = { 1: [4600, 0.2], 2: [4000, 0.23], 3: [1600, 0.57] }
const AHEAD: Prices = { 1: [1550, 0.6], 2: [4000, 0.22], 3: [5500, 0.18] }

beforeAll(async () => {
  site = await saleSite(db)
})
afterAll(() => site.stop())

let lastGame = 0
let lastPlayer = 300
function game(prices: Prices = LEVEL): number {
  site.addGame((lastGame += 1), prices)
  return lastGame
}
async function player(balanceMinor = 100_000n) {
  const playerId = (lastPlayer += 1)
  return { playerId, accountId: await site.player(playerId, balanceMinor) }
}
const guid = () => `change-${(lastGuid += 1)}-0000`
let lastGuid = 0

async function receipt(betId: bigint): Promise<Record<string, any>> {
  return (await db.selectFrom('bet_receipt').select('receipt').where('bet_id', '=', betId).executeTakeFirstOrThrow()).receipt as any
}
const change = (betId: number) => db.selectFrom('bet_change').selectAll().where('bet_id', '=', BigInt(betId)).executeTakeFirst()

describe('edit bet', () => {
  test('adding a leg keeps the old price and the stake; the old bet closes, the account does not move', async () => {
    const { playerId, accountId } = await player()
    const [a, b] = [game(), game()]
    const oldId = await site.place(playerId, 100, [site.event(a, 1)])
    const topic = site.listen(playerId)
    site.setPrices(a, AHEAD)
    const events = [site.event(a, 1), site.event(b, 2)]
    const quote = await site.updateCoupon(playerId, { Events: events, Vid: 1, SaleBetId: Number(oldId) })
    expect(quote.Value).toMatchObject({
      Coef: 7.48,
      ResultCoef: 7.48,
      minBet: 100,
      maxBet: 100,
      Summ: 100,
      SaleBetId: Number(oldId),
      exceptionText: null,
    })
    expect(quote.Value!['Events'].map((event: any) => event.Coef)).toEqual([2.2, 3.4])
    const body = { Events: events, Vid: 1, Summ: 100, SaleBetId: Number(oldId), betGUID: guid(), CheckCf: 0, Shown: { price: '7.48' } }
    const made = await site.makeBet(playerId, body)
    expect([made.ErrorCode, made.Error]).toEqual([0, ''])
    const newId = made.Value!['Id'] as number
    expect(newId).not.toBe(Number(oldId))
    expect(await site.balance(accountId)).toBe(90_000n)
    expect(await site.bet(oldId)).toMatchObject({ status: 8, payout_minor: 10_000n })
    expect(await site.bet(BigInt(newId))).toMatchObject({ status: 1, stake_minor: 10_000n, vid: 1, price: '7.48', plain: false })
    expect((await receipt(BigInt(newId))).terms).toMatchObject({ basePrice: 7480 })
    expect(await change(newId)).toMatchObject({ replaced_bet_id: oldId, kind: 1 })
    await expect.poll(() => topic.get(`bet:${oldId}`)?.status).toBe(8)
    await expect.poll(() => topic.has(`cashout:${newId}`) && !topic.has(`cashout:${oldId}`)).toBe(true)
    // The same request again is the same bet.
    expect((await site.makeBet(playerId, body)).Value!['Id']).toBe(newId)
    await site.settle(a, 1)
    await site.settle(b, 2)
    expect(await site.bet(BigInt(newId))).toMatchObject({ status: 4, payout_minor: 74_800n })
    await site.booksAreRight()
    const states = await site.cashOut.saleStates([oldId, BigInt(newId)])
    expect(states.get(oldId)).toMatchObject({ replacedBy: BigInt(newId), replaces: null, canSell: false })
    expect(states.get(BigInt(newId))).toMatchObject({ replaces: oldId, isPowerBet: false })
  })

  test('a boosted price is for new bets: an edit is told, and gets, the price that it was raised from', async () => {
    const { playerId } = await player()
    const [a, b] = [game(), game()]
    const oldId = await site.place(playerId, 100, [site.event(a, 1)])
    site.boost(b, 2)
    const events = [site.event(a, 1), site.event(b, 2)]
    expect(events[1]!.Coef).toBeGreaterThan(3.4)
    const quote = await site.updateCoupon(playerId, { Events: events, Vid: 1, SaleBetId: Number(oldId) })
    expect(quote.Value).toMatchObject({ Coef: 7.48, exceptionText: null })
    const body = { Events: events, Vid: 1, Summ: 100, SaleBetId: Number(oldId), betGUID: guid(), CheckCf: 0, Shown: { price: '7.48' } }
    const made = await site.makeBet(playerId, body)
    expect([made.ErrorCode, made.Error]).toEqual([0, ''])
    expect(await site.bet(BigInt(made.Value!['Id']))).toMatchObject({ status: 1, price: '7.48' })
    await site.booksAreRight()
  })

  test('replacing an outcome costs the commission and stays in its market', async () => {
    const { playerId } = await player()
    const [a, b] = [game(), game()]
    const oldId = await site.place(playerId, 100, [site.event(a, 1)])
    site.setPrices(a, AHEAD)
    // V = 125.40; 1.254 · 4.0
    const quote = await site.updateCoupon(playerId, { Events: [site.event(a, 2)], Vid: 0, SaleBetId: Number(oldId) })
    expect(quote.Value).toMatchObject({ Coef: 5.016, exceptionText: null })
    const made = await site.makeBet(playerId, {
      Events: [site.event(a, 2)],
      Vid: 0,
      SaleBetId: Number(oldId),
      betGUID: guid(),
      CheckCf: 0,
      Shown: { price: '5.016' },
    })
    expect(await site.bet(BigInt(made.Value!['Id']))).toMatchObject({ status: 1, price: '5.016', vid: 0 })
    const same = await site.updateCoupon(playerId, { Events: [site.event(a, 2)], Vid: 0, SaleBetId: made.Value!['Id'] })
    expect(same.Value!['exceptionText']).toMatch(/Nothing has been changed/)
    // A leg of another game in its place is another bet.
    const stray = { Events: [site.event(b, 1)], Vid: 0, SaleBetId: made.Value!['Id'] }
    const other = await site.updateCoupon(playerId, stray)
    expect(other.Value!['exceptionText']).toBe('A selection can only be replaced inside the same market')
    expect(await site.makeBet(playerId, { ...stray, betGUID: guid() })).toMatchObject({ Success: false, ErrorCode: 900_051 })
  })

  test('something of an express stays, or is replaced inside its market; the rest may go and others come', async () => {
    const { playerId, accountId } = await player()
    const [a, b, c, d] = [game(), game(), game(), game()]
    const oldId = await site.place(playerId, 100, [site.event(a, 1), site.event(b, 1)], { Vid: 1 })
    const said = async (events: unknown[], vid: number) =>
      (await site.updateCoupon(playerId, { Events: events, Vid: vid, SaleBetId: Number(oldId) })).Value!['exceptionText']
    const away = [site.event(c, 1), site.event(d, 1)]
    expect(await said(away, 1)).toBe('At least one selection must stay in the bet')
    expect(await said([site.event(c, 1)], 0)).toBe('At least one selection must stay in the bet')
    const refused = await site.makeBet(playerId, { Events: away, Vid: 1, SaleBetId: Number(oldId), betGUID: guid() })
    expect(refused).toMatchObject({ Success: false, ErrorCode: 900_051 })
    expect([await site.bet(oldId), await site.balance(accountId)]).toMatchObject([{ status: 1 }, 90_000n])
    expect(await said([site.event(a, 1), site.event(c, 1)], 1)).toBe(null)
    expect(await said([site.event(a, 2), site.event(c, 1)], 1)).toBe(null)
    expect(await said([site.event(b, 1)], 0)).toBe(null)
    await site.booksAreRight()
  })

  test('void as a whole it pays what it stood for: the value where it was replaced, the stake where legs were only added', async () => {
    const { playerId, accountId } = await player()
    const [a, b] = [game(), game({ ...LEVEL, 1: [2777, 0.34] })]
    const oldId = await site.place(playerId, 100, [site.event(a, 1)])
    site.setPrices(a, BEHIND)
    // V = 100 · 2.2 · 0.2 · .95 = 41.80; the coefficient 0.418 · 4.0 = 1.672
    const edit = async (id: bigint, events: unknown[], vid: number) => {
      const made = await site.makeBet(playerId, { Events: events, Vid: vid, SaleBetId: Number(id), betGUID: guid() })
      expect([made.ErrorCode, made.Error]).toEqual([0, ''])
      return BigInt(made.Value!['Id'])
    }
    const replaced = await edit(oldId, [site.event(a, 2)], 0)
    expect((await receipt(replaced)).terms).toEqual({ basePrice: 1672, worth: '4180' })
    const longer = await edit(replaced, [site.event(a, 2), site.event(b, 1)], 1)
    expect((await receipt(longer)).terms).toEqual({ basePrice: 4643, worth: '4180' })
    const plain = await site.place(playerId, 100, [site.event(b, 1)])
    const c = game({ ...LEVEL, 1: [1333, 0.7] })
    const added = await edit(plain, [site.event(b, 1), site.event(c, 1)], 1)
    // 2.777 · 1.333 is cut to thousandths: the stake is not.
    expect((await receipt(added)).terms).toEqual({ basePrice: 3702, worth: '10000' })
    for (const n of [a, b, c]) await site.settle(n, 'void')
    expect(await site.bet(longer)).toMatchObject({ status: 5, payout_minor: 4_180n })
    expect(await site.bet(added)).toMatchObject({ status: 5, payout_minor: 10_000n })
    expect(await site.balance(accountId)).toBe(80_000n + 14_180n)
    await site.booksAreRight()
  })

  test('a leg that was won is in what a bet with added legs stands for', async () => {
    const { playerId } = await player()
    const [a, b, c] = [game(), game(), game()]
    const oldId = await site.place(playerId, 100, [site.event(a, 1), site.event(b, 1)], { Vid: 1 })
    await site.settle(a, 1)
    const events = [site.event(b, 1), site.event(c, 2)]
    const made = await site.makeBet(playerId, { Events: events, Vid: 1, SaleBetId: Number(oldId), betGUID: guid() })
    const id = BigInt(made.Value!['Id'])
    expect((await receipt(id)).terms).toEqual({ basePrice: 16_456, worth: '22000' })
    await site.settle(b, 'void')
    await site.settle(c, 'void')
    expect(await site.bet(id)).toMatchObject({ status: 4, payout_minor: 22_000n })
    await site.booksAreRight()
  })

  test('what a change puts on outcomes keeps the maximum of a new bet, and its win the maximum payout; the coupon says so', async () => {
    const { playerId } = await player(2_000_000n)
    const [a, b, c] = [game(), game(), game({ ...LEVEL, 1: [3500, 0.27] })]
    const oldId = await site.place(playerId, 4000, [site.event(a, 1)])
    site.setPrices(a, AHEAD)
    const refuses = async (id: bigint, events: unknown[], more: Record<string, unknown>, text: string) => {
      const body = { Events: events, SaleBetId: Number(id), ...more }
      expect((await site.updateCoupon(playerId, body)).Value!['exceptionText']).toBe(text)
      expect(await site.makeBet(playerId, { ...body, betGUID: guid() })).toMatchObject({ Success: false, ErrorCode: 900_051, Error: text })
    }
    // V = 4000 · 1.254; of a new bet at 4.0 the house takes 5000 / 3.
    const tooMuch = 'The change puts \u2066€5,016\u2069 on its outcomes, no more than \u2066€1,666.66\u2069 is taken now'
    await refuses(oldId, [site.event(a, 2)], { Vid: 0 }, tooMuch)
    await refuses(oldId, [site.event(a, 2)], { Vid: 0, IsPowerBet: true }, tooMuch)
    expect((await site.call('sale-info', playerId, { bet_id: Number(oldId) })).data!['power']).toEqual([])
    const limit = 'The change puts \u2066€4,000\u2069 on its outcomes, no more than \u2066€2,083.33\u2069 is taken now'
    await refuses(oldId, [site.event(a, 1), site.event(b, 2)], { Vid: 1 }, limit)
    const less = await site.place(playerId, 2000, [site.event(b, 1)])
    const win = 'The changed bet could win \u2066€52,360\u2069, the maximum payout is \u2066€50,000\u2069'
    const d = game()
    await refuses(less, [site.event(b, 1), site.event(c, 1), site.event(d, 2)], { Vid: 1 }, win)
    // At the limit and below it goes on as before.
    const fits = await site.updateCoupon(playerId, { Events: [site.event(b, 1), site.event(d, 2)], Vid: 1, SaleBetId: Number(less) })
    expect(fits.Value).toMatchObject({ Coef: 7.48, maxBet: 2000, exceptionText: null })
    await site.booksAreRight()
  })

  test('a leg that was won goes into the coefficient, a deleted one out of the bet', async () => {
    const { playerId } = await player()
    const [a, b, c] = [game(), game(), game()]
    const oldId = await site.place(playerId, 10, [site.event(a, 1), site.event(b, 2), site.event(c, 1)])
    await site.settle(a, 1)
    // V = 10 · 2.2 · (3.4 · .28) · (2.2 · .45) · .95 floored = 19.69
    const made = await site.makeBet(playerId, { Events: [site.event(b, 2)], Vid: 0, SaleBetId: Number(oldId), betGUID: guid() })
    expect([made.ErrorCode, made.Error]).toEqual([0, ''])
    expect(await site.bet(BigInt(made.Value!['Id']))).toMatchObject({ status: 1, legs: 1, price: '6.695' })
    await site.settle(b, 2)
    expect(await site.bet(BigInt(made.Value!['Id']))).toMatchObject({ status: 4, payout_minor: 6_695n })
    await site.booksAreRight()
  })

  test('a value that moved asks again; a stopped event and a bet sold in part are refused', async () => {
    const { playerId } = await player()
    const [a, b] = [game(), game()]
    const oldId = await site.place(playerId, 100, [site.event(a, 1)])
    const edit = (more: Record<string, unknown> = {}) =>
      site.makeBet(playerId, { Events: [site.event(a, 3)], Vid: 0, SaleBetId: Number(oldId), betGUID: guid(), CheckCf: 0, ...more })
    expect(await edit({ Shown: { price: '9.99' } })).toMatchObject({ Success: false, ErrorCode: 130 })
    const quoted = await site.updateCoupon(playerId, { Events: [site.event(a, 3)], Vid: 0, SaleBetId: Number(oldId) })
    const price = String(quoted.Value!['Coef'])
    const win = String(Number(price) * 100)
    expect(await edit({ Shown: { price, win: '999' } })).toMatchObject({ Success: false, ErrorCode: 161_627 })
    expect(await edit({ Shown: { price, win, tax: '1' } })).toMatchObject({ Success: false, ErrorCode: 161_627 })
    for (const unread of ['undefined', '9,99', '0,5', '5.0160', '0']) {
      const refused = await edit({ CheckCf: 2, Shown: { price: unread } })
      expect(refused).toMatchObject({ ErrorCode: 900_400, Error: expect.stringContaining('Shown.price') })
    }
    for (const shown of ['1000000000001', '99999999999999', '9'.repeat(60)])
      for (const CheckCf of [0, 2]) expect((await edit({ CheckCf, Shown: { price: shown } })).ErrorCode).toBe(130)
    site.setPrices(a, LEVEL, 'suspended')
    expect((await edit()).Success).toBe(false)
    site.setPrices(a, AHEAD)
    await site.call('sale', playerId, { bet_id: Number(oldId), sum_sale: 10, new_sum_cupon: 50 })
    expect(await edit()).toMatchObject({ Success: false, ErrorCode: 900_051 })
    const stranger = await player()
    const foreign = await site.makeBet(stranger.playerId, { Events: [site.event(b, 1)], Vid: 0, SaleBetId: Number(oldId), betGUID: guid() })
    expect(foreign).toMatchObject({ Success: false, ErrorCode: 900_051 })
    await site.booksAreRight()
  })
})

describe('an edit into anything else than a single or an express would be paid at the prices of that kind', () => {
  const OTHERS: [string, Record<string, unknown>][] = [
    ['system', { Vid: 2, expressNum: 2 }],
    ['chain', { Vid: 3 }],
    ['multi-bet', { Vid: 4, expressNum: 2, EventsIndexes: [[0], [1], [2]] }],
    ['conditional', { Vid: 5, EventsIndexes: [[0], [1], [2]], GroupsSumms: [100, -1, -1] }],
    ['anti-express', { Vid: 6, AntiExpressCoef: 1.05 }],
    ['lucky', { Vid: 7 }],
    ['patent', { Vid: 8 }],
    ['one price for outcomes of one game', { Vid: 1, SameGame: true }],
  ]

  test.each(OTHERS)('%s', async (_name, terms) => {
    const { playerId, accountId } = await player()
    const games = [game(), game(), game()]
    const oldId = await site.place(playerId, 100, [site.event(games[0]!, 1)])
    const body = { Events: games.map((one) => site.event(one, 1)), SaleBetId: Number(oldId), ...terms }
    const quote = await site.updateCoupon(playerId, body)
    expect(quote.Value!['exceptionText']).toBe('After an edit a bet can only be a single or an express on different events')
    const made = await site.makeBet(playerId, { ...body, Summ: 100, betGUID: guid() })
    expect(made).toMatchObject({ Success: false, ErrorCode: 900_051 })
    expect([await site.bet(oldId), await site.balance(accountId)]).toMatchObject([{ status: 1 }, 90_000n])
    await site.booksAreRight()
  })
})

test.each([false, true])(
  'an edit stakes nothing anew: limits of stakes count it once, and it needs no room in them (rolling: %s)',
  async (rolling) => {
    const { playerId } = await player()
    const currency = 2
    const [a, b, c] = [game(), game(), game()]
    // Players of this site are accounts alone: nothing looks for their names.
    if (rolling)
      await inTx(db, async (tx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(tx)
        await sql`INSERT INTO protection_calendar (player_id, zone, week_start, rolling) VALUES (${playerId}, 'UTC', 1, true)`.execute(tx)
      })
    const set = (amountMinor: bigint) =>
      inTx(db, (tx) => site.limits.setLimit(tx, { playerId, periodDays: 1, currencyId: currency, amountMinor }))
    await set(15_000n)
    const oldId = await site.place(playerId, 100, [site.event(a, 1)])
    const edit = (id: number, games: number[]) =>
      site.makeBet(playerId, { Events: games.map((one) => site.event(one, 1)), Vid: 1, SaleBetId: id, betGUID: guid() })
    const first = await edit(Number(oldId), [a, b])
    expect(first).toMatchObject({ Success: true })
    const used = async () =>
      (
        await sql<{
          used: bigint
        }>`SELECT played_of_limit(${playerId}, 1::smallint, 1::smallint, ${currency}::smallint, ${new Date(site.clock.now())})::bigint AS used`.execute(
          db,
        )
      ).rows[0]!.used
    const shown = async () =>
      (
        await sql<{
          used_minor: bigint
        }>`SELECT used_minor FROM stake_windows(${new Date(site.clock.now())}) WHERE player_id = ${playerId}`.execute(db)
      ).rows[0]!.used_minor
    expect([await used(), await shown()]).toEqual([10_000n, 10_000n])
    // Lowered below what is staked already: new money is refused, what is in play may still be changed.
    await set(5_000n)
    expect(await edit(first.Value!['Id'] as number, [a, b, c])).toMatchObject({ Success: true })
    expect([await used(), await shown()]).toEqual([10_000n, 10_000n])
    const fresh = { Events: [site.event(c, 2)], Vid: 0, Summ: 10, betGUID: guid() }
    expect(await site.makeBet(playerId, fresh)).toMatchObject({ Success: false, ErrorCode: 900_030 })
    await site.booksAreRight()
  },
)

describe('power bet', () => {
  test('raises a single inside its market, and is not offered where it would not', async () => {
    const { playerId, accountId } = await player()
    const a = game()
    const oldId = await site.place(playerId, 100, [site.event(a, 1)])
    site.setPrices(a, AHEAD)
    const info = await site.call('sale-info', playerId, { bet_id: Number(oldId) })
    expect(info.data!['power']).toMatchObject([
      { Type: 3, Coef: 5.5, NewCoef: 6.897 },
      { Type: 2, Coef: 4, NewCoef: 5.016 },
    ])
    // The page of power bets lists what has an offer: neither a single that nothing raises nor an express.
    const { playerId: other } = await player()
    const [b, c] = [game(), game()]
    const highest = await site.place(other, 100, [site.event(c, 3)])
    const express = await site.place(other, 100, [site.event(a, 1), site.event(b, 1)], { Vid: 1 })
    expect(await site.cashOut.raisable({ brand: 'polosa', config: site.config }, [oldId, highest, express])).toEqual([oldId])
    const power = (t: number) => ({ Events: [site.event(a, t)], Vid: 0, SaleBetId: Number(oldId), IsPowerBet: true })
    const quote = await site.updateCoupon(playerId, power(2))
    expect(quote.Value).toMatchObject({ Coef: 5.016, IsPowerBet: true })
    // The outcome of the bet itself, with a margin in its price, cannot raise it.
    expect((await site.updateCoupon(playerId, power(1))).Value!['exceptionText']).toMatch(/does not raise/)
    const made = await site.makeBet(playerId, { ...power(3), betGUID: guid() })
    expect(await site.bet(BigInt(made.Value!['Id']))).toMatchObject({ price: '6.897', stake_minor: 10_000n })
    expect(await change(made.Value!['Id'])).toMatchObject({ kind: 2, value_minor: 12_540n })
    expect([await isPowerBet(db, BigInt(made.Value!['Id'])), await isPowerBet(db, oldId)]).toEqual([true, false])
    expect(await site.balance(accountId)).toBe(90_000n)
    await site.booksAreRight()
  })
})

describe('two at once', () => {
  test('an edit, a sale and another edit of one bet: one of them', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { playerId, accountId } = await player()
      const [a, b] = [game(), game()]
      const oldId = await site.place(playerId, 100, [site.event(a, 1)])
      site.setPrices(a, AHEAD)
      const edit = () =>
        site.makeBet(playerId, { Events: [site.event(a, 1), site.event(b, 2)], Vid: 1, SaleBetId: Number(oldId), betGUID: guid() })
      const [one, sale, two] = await Promise.all([
        edit(),
        site.call('sale', playerId, { bet_id: Number(oldId), sum_sale: 1, new_sum_cupon: 0 }),
        edit(),
      ])
      expect([one.Success, sale.success, two.Success].filter(Boolean)).toHaveLength(1)
      expect(await site.balance(accountId)).toBe(sale.success ? 102_540n : 90_000n)
      expect((await site.bet(oldId)).status).toBe(8)
    }
    await site.booksAreRight()
  })
})

describe('a block that another process writes at the same moment (WAG-09)', () => {
  const CALLS = {
    edit: (playerId: number, betId: bigint, games: number[]) =>
      site.makeBet(playerId, { Events: games.map((one, i) => site.event(one, i + 1)), Vid: 1, SaleBetId: Number(betId), betGUID: guid() }),
    'power bet': (playerId: number, betId: bigint, [own]: number[]) =>
      site.makeBet(playerId, { Events: [site.event(own!, 3)], Vid: 0, SaleBetId: Number(betId), IsPowerBet: true, betGUID: guid() }),
    insurance: (playerId: number, betId: bigint) => site.call('insurance', playerId, { bet_id: Number(betId), percent: 10 }),
  }
  const states = async (playerId: number) => db.selectFrom('bet').select('status').where('player_id', '=', playerId).execute()

  test.each(Object.keys(CALLS) as (keyof typeof CALLS)[])('%s waits for it and is refused; the bet stays as it was', async (kind) => {
    const { playerId, accountId } = await player()
    const games = [game(), game()]
    const betId = await site.place(playerId, 100, [site.event(games[0]!, 1)])
    if (kind !== 'insurance') site.setPrices(games[0]!, AHEAD)
    const said: object = await besideBlock<object>(db, playerId, () => CALLS[kind](playerId, betId, games))
    expect('ErrorCode' in said ? said.ErrorCode : (said as { error_code: number }).error_code).toBe(900_030)
    expect([await states(playerId), await site.balance(accountId)]).toEqual([[{ status: 1 }], 90_000n])
    await site.booksAreRight()
  })
})

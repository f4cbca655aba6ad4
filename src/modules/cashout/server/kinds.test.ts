/** Sales of every kind of bet, and of taxed ones, on a real database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { saleSite, type Prices, type SaleSite } from '../../../../test/support/sale-site.ts'

const { db } = await testDatabase()
let site: SaleSite

const LEVEL: Prices = { 1: [2000, 0.45], 2: [3400, 0.28], 3: [3500, 0.27] }
const AHEAD: Prices = { 1: [1550, 0.6], 2: [4000, 0.22], 3: [5500, 0.18] }
const DUE = { country: 'MT', validFrom: 0 }

beforeAll(async () => {
  site = await saleSite(db)
})
afterAll(() => site.stop())

let lastGame = 0
let lastPlayer = 500
async function games(count: number): Promise<number[]> {
  return Array.from({ length: count }, () => {
    site.addGame((lastGame += 1), LEVEL)
    return lastGame
  })
}
async function player() {
  const playerId = (lastPlayer += 1)
  return { playerId, accountId: await site.player(playerId, 100_000n) }
}
const info = async (playerId: number, betId: bigint) => (await site.call('sale-info', playerId, { bet_id: Number(betId) })).data!

describe('every kind', () => {
  // Stake 100, legs at 2.0 with a chance of .45: a leg is worth .9, and the commission is 5 %.
  test.each([
    ['system 2 of 3', 2, { expressNum: 2 }, 100 * 0.81 * 0.95],
    ['lucky', 7, {}, (100 / 7) * (3 * 0.9 + 3 * 0.81 + 0.729) * 0.95],
    ['patent', 8, {}, (100 / 4) * (3 * 0.81 + 0.729) * 0.95],
    // Link by link: 200 or nothing; with 200 a lost link leaves 100.
    ['chain', 3, {}, chainOf(3) * 0.95],
    // 1 / ((1 − 1/2.1³) · 1.05) = 1.067, won unless all three win.
    ['anti-express', 6, { AntiExpressCoef: 1.067 }, 100 * 1.067 * (1 - 0.45 ** 3) * 0.95],
    ['conditional', 5, { EventsIndexes: [[0], [1], [2]], GroupsSumms: [100, 50, 50] }, conditional() * 0.95],
  ] as const)('%s', async (_name, vid, more, expected) => {
    const { playerId, accountId } = await player()
    const list = await games(3)
    const betId = await site.place(
      playerId,
      100,
      list.map((n) => site.event(n, 1)),
      { Vid: vid, ...more },
    )
    const { cashout_sum: sum, can_sell_part: canSellPart } = await info(playerId, betId)
    expect(sum).toBeCloseTo(Math.floor(expected * 100 + 1e-6) / 100, 2)
    expect(canSellPart).toBe(true)
    const before = await site.balance(accountId)
    const part = await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 0.01, new_sum_cupon: 60 })
    expect(part.data).toMatchObject({ status: 1, new_sum_cupon: 60 })
    const rest = await info(playerId, betId)
    expect(part.data!['sum_sale'] + rest.cashout_sum).toBeCloseTo(sum, 1)
    const whole = await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: rest.cashout_sum, new_sum_cupon: 0 })
    expect(whole.data).toMatchObject({ status: 8 })
    expect(Number((await site.balance(accountId)) - before) / 100).toBeCloseTo(part.data!['sum_sale'] + rest.cashout_sum, 2)
    await site.booksAreRight()
  })

  test('a system sold in part is settled for the rest', async () => {
    const { playerId } = await player()
    const list = await games(3)
    const events = list.map((n) => site.event(n, 1))
    const betId = await site.place(playerId, 100, events, { Vid: 2, expressNum: 2 })
    await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 1, new_sum_cupon: 60 })
    for (const n of list) await site.settle(n, 1)
    expect(await site.bet(betId)).toMatchObject({ status: 4, payout_minor: 24_000n })
    await site.booksAreRight()
  })
})

/** Mean of a chain of even links of 2.0 at .45, stake 100. */
function chainOf(links: number, account = 100): number {
  if (links === 0 || account === 0) return account
  const staked = Math.min(100, account)
  return 0.45 * chainOf(links - 1, account + staked) + 0.55 * chainOf(links - 1, account - staked)
}

function conditional(stakes = [100, 50, 50], account = 100): number {
  const [first, ...rest] = stakes
  if (first === undefined || account === 0) return account
  const staked = Math.min(first, account)
  return 0.45 * conditional(rest, account + staked) + 0.55 * conditional(rest, account - staked)
}

describe('taxes', () => {
  async function taxed(tax: Record<string, unknown>, stake = 100) {
    site.config.taxes = [{ ...DUE, returnsStakeTax: false, rule: 'MT-test', ...tax }] as typeof site.config.taxes
    const { playerId, accountId } = await player()
    const [n] = await games(1)
    const betId = await site.place(playerId, stake, [site.event(n!, 1)])
    site.config.taxes = []
    site.setPrices(n!, AHEAD)
    return { playerId, accountId, betId, n: n! }
  }

  test('a tax on the payout is taken from the gain of the sale; what is shown is what comes', async () => {
    const { playerId, accountId, betId } = await taxed({ payout: { base: 'net', rate: '0.2' } })
    // Gross 100 · 2 · .6 · .95 = 114, tax 20 % of 14.
    expect(await info(playerId, betId)).toMatchObject({ cashout_sum: 111.2, tax_sum: 2.8 })
    const sold = await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 111.2, new_sum_cupon: 0 })
    expect(sold.data).toMatchObject({ sum_sale: 111.2 })
    expect(await site.balance(accountId)).toBe(90_000n + 11_120n)
    expect(await site.bet(betId)).toMatchObject({ status: 8, payout_minor: 11_120n })
    await site.booksAreRight()
  })

  test('a loss is not taxed', async () => {
    const { playerId, betId, n } = await taxed({ payout: { base: 'net', rate: '0.2' } })
    site.setPrices(n, LEVEL)
    expect(await info(playerId, betId)).toMatchObject({ cashout_sum: 85.5, tax_sum: 0 })
  })

  test('selling a part below the threshold saves no tax on what the rest wins', async () => {
    const { playerId, accountId, betId, n } = await taxed({ payout: { base: 'gross', rate: '0.1' }, threshold: '150' })
    expect(await info(playerId, betId)).toMatchObject({ cashout_sum: 114, tax_sum: 0 })
    await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 57, new_sum_cupon: 50 })
    expect(await site.balance(accountId)).toBe(95_700n)
    // What is told of the rest is what it pays then.
    expect(await info(playerId, betId)).toMatchObject({ possible_win: 84.3, auto_sale_max: 84.3 })
    await site.settle(n, 1)
    // 57 and 100 are 157: a tenth of it.
    expect(await site.bet(betId)).toMatchObject({ status: 4, payout_minor: 8_430n })
    expect(await site.balance(accountId)).toBe(95_700n + 8_430n)
    await site.booksAreRight()
  })

  test('a tax in the stake: the value is that of the stake that plays, in parts too; the bet is not edited', async () => {
    const { playerId, betId, n } = await taxed({ stake: { mode: 'excluded', rate: '0.12' } })
    // 88 · 2 · .6 · .95
    expect(await info(playerId, betId)).toMatchObject({ cashout_sum: 100.32, can_edit: false })
    await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 50.16, new_sum_cupon: 50 })
    const edit = await site.makeBet(playerId, { Events: [site.event(n, 2)], Vid: 0, SaleBetId: Number(betId), betGUID: 'taxed-edit-0001' })
    expect(edit).toMatchObject({ Success: false, ErrorCode: 900_051 })
    expect((await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 50.16, new_sum_cupon: 0 })).data).toMatchObject({
      status: 8,
    })
    await site.booksAreRight()
  })
})

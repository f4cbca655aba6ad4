/** The payout tax in the sale of a part, from its offer to the last entry (rules 5 and 8.1). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { saleSite, type Prices, type SaleSite } from '../../../../test/support/sale-site.ts'
import { sumOf } from '../rules/press.ts'

const { db } = await testDatabase()
let site: SaleSite

const LEVEL: Prices = { 1: [3000, 0.33], 2: [3400, 0.33], 3: [3500, 0.33] }
const AHEAD: Prices = { 1: [1100, 0.9], 2: [9000, 0.05], 3: [9500, 0.05] }
const POLAND = { rule: 'PL', payout: { base: 'gross', rate: '0.1' }, threshold: '2280', returnsStakeTax: false } as const
const ZAMBIA = { rule: 'ZM', payout: { base: 'net', rate: '0.2' }, returnsStakeTax: false } as const

beforeAll(async () => {
  site = await saleSite(db)
})
afterAll(() => site.stop())

let last = 0
/** A bet on the first side, which then leads: the offer is 3 · 0.9 · 0.95 of the stake. */
async function ahead(tax: typeof POLAND | typeof ZAMBIA, summ: number) {
  const n = (last += 1)
  site.config.taxes = [{ country: 'MT', validFrom: 0, ...tax }]
  site.addGame(n, LEVEL)
  const playerId = 2_000 + n
  const accountId = await site.player(playerId, 1_000_000n)
  const betId = await site.place(playerId, summ, [site.event(n, 1)])
  const sell = (sum: number, left: number) =>
    site.call('sale', playerId, {
      bet_id: Number(betId),
      sum_sale: sum,
      new_sum_cupon: left,
      guid: `key-of-${n}-${left}-${Math.round(sum * 100)}`,
    })
  const info = async () => (await site.call('sale-info', playerId, { bet_id: Number(betId) })).data!
  const taxes = async () => {
    const rows = await db
      .selectFrom('ledger_entry')
      .select('amount_minor')
      .where('account_id', '=', accountId)
      .where('kind', '=', 18)
      .execute()
    return rows.map(({ amount_minor }) => -amount_minor)
  }
  const topic = site.listen(playerId)
  site.setPrices(n, AHEAD)
  return { n, playerId, betId, sell, info, taxes, topic, balance: () => site.balance(accountId) }
}

async function settled(n: number, winner: 1 | 3 | 'void') {
  site.clock.advance(60_000)
  await site.settle(n, winner)
  await site.booksAreRight()
}

describe('a tenth of a payout above 2280', () => {
  test.each([
    // 256.50 for a tenth of 1000; of the other nine nothing, 900 or 2700.
    [3, 0n, 925_650n],
    ['void', 0n, 1_015_650n],
    [1, 29_565n, 1_166_085n],
  ] as const)('a slice is not taxed for what the rest may bring; the rest: %s', async (winner, tax, balanceMinor) => {
    const { n, sell, taxes, balance } = await ahead(POLAND, 1000)
    expect((await sell(256.5, 900)).data).toMatchObject({ sum_sale: 256.5, new_sum_cupon: 900 })
    expect(await taxes()).toEqual([])
    await settled(n, winner)
    expect(await taxes()).toEqual(tax === 0n ? [] : [tax])
    expect(await balance()).toBe(balanceMinor)
  })

  test('the slice that passes the threshold pays for those before it, and every sum says so', async () => {
    const { n, sell, info, taxes, topic, betId } = await ahead(POLAND, 1000)
    await sell(2052, 200)
    expect(await taxes()).toEqual([])
    const read = await info()
    expect(read).toMatchObject({ cashout_sum: 256.5, gross_sum: 513, tax_sum: 256.5 })
    expect(read['part_tax']).toEqual({ terms: { ...POLAND }, stake: 1000, sold_gross: 2052, sold_tax: 0 })
    const told = () => topic.get(`cashout:${betId}`)
    await expect.poll(told, { timeout: 15_000 }).toMatchObject({ value: 256.5, gross: 513, stake: 200 })
    // A half of the rest is 256.50 before tax, and a tenth of 2308.50 is due with it: the button asks for what will be paid.
    const tax = { tax: POLAND, stakeMinor: 100_000n, exponent: 2, soldGrossMinor: 205_200n, soldTaxMinor: 0n }
    const armed = sumOf({ leftMinor: 10_000n, runningMinor: 20_000n, tax }, { valueMinor: 25_650n, grossMinor: 51_300n })
    expect(armed).toBe(2_565n)
    expect(await sell(26, 100)).toMatchObject({ error_code: 900_050, data: { bet_id: Number(betId), cashout_sum: 25.65 } })
    expect((await sell(25.65, 100)).data).toMatchObject({ sum_sale: 25.65, new_sum_cupon: 100 })
    await settled(n, 3)
    expect(await taxes()).toEqual([23_085n])
  })
})

describe('a fifth of what is won', () => {
  test.each([
    // A tenth for 25.65, which is less than the stake: nothing is won yet. Nothing more, 90 or 270.
    [90, 25.65, 3, []],
    [90, 25.65, 'void', [313n]],
    [90, 25.65, 1, [3_913n]],
    // A half for 128.25, taxed for 28.25 of gain at once; nothing more, 50 or 150.
    [50, 122.6, 3, [565n]],
    [50, 122.6, 'void', [565n, 1_000n]],
    [50, 122.6, 1, [565n, 3_000n]],
  ] as const)('is owed for what has come in: %s are left, %s are paid, then %s', async (left, paid, winner, owed) => {
    const { n, sell, taxes } = await ahead(ZAMBIA, 100)
    expect((await sell(paid, left)).data).toMatchObject({ sum_sale: paid })
    await settled(n, winner)
    expect(await taxes()).toEqual(owed)
  })

  test('what was sold whole in slices has paid what one sale would have', async () => {
    const slices = await ahead(ZAMBIA, 100)
    for (const left of [70, 40, 10, 0]) expect(await slices.sell(0.01, left)).toMatchObject({ success: true })
    const whole = await ahead(ZAMBIA, 100)
    await whole.sell(0.01, 0)
    const sum = async (of: () => Promise<bigint[]>) => (await of()).reduce((all, one) => all + one, 0n)
    expect(await sum(slices.taxes)).toBe(3_130n)
    expect(await sum(whole.taxes)).toBe(3_130n)
    expect(await slices.balance()).toBe(await whole.balance())
    await site.booksAreRight()
  })
})

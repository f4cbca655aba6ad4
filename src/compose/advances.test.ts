/** An advance against a bet that is sold or pays: sale and settlement themselves repay it, so that its money cannot leave first (rules 8.5). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createAdvances } from '#modules/bets/server/index.ts'
import { createBookReader } from '#modules/coupon/server/index.ts'
import { testDatabase } from '../../test/support/database.ts'
import { saleSite, type Prices, type SaleSite } from '../../test/support/sale-site.ts'

const { db } = await testDatabase()
let site: SaleSite

const LEVEL: Prices = { 1: [2200, 0.45], 2: [3400, 0.28], 3: [3500, 0.27] }
const AHEAD: Prices = { 1: [1550, 0.6], 2: [4000, 0.22], 3: [5500, 0.18] }

beforeAll(async () => {
  site = await saleSite(db)
  const { clock, ledger, line, cashOut, settlement, bets } = site
  const advances = createAdvances({
    db,
    clock,
    ledger,
    line: createBookReader({ ...line, text: (_lng, key) => key }),
    async saleValues(ids) {
      const states = await cashOut.saleStates(ids)
      return new Map([...states].map(([id, { cashoutSumMinor }]) => [id, cashoutSumMinor ?? 0n]))
    },
    again: (ids) => settlement.again(ids),
  })
  bets.useAdvance(advances)
  cashOut.useRepayment(advances.repayIn)
  settlement.useRepayment(advances.repayIn)
})
afterAll(() => site.stop())

test('the sale of the bet behind an advance repays it before anybody can spend the sum', async () => {
  const [player, backing, backed] = [801, 1, 2]
  const accountId = await site.player(player, 10_000n)
  site.addGame(backing, LEVEL)
  site.addGame(backed, LEVEL)
  const first = await site.place(player, 100, [site.event(backing, 1)])
  site.setPrices(backing, AHEAD)
  site.clock.advance(1_000)
  await site.place(player, 40, [site.event(backed, 1)], { avanceBet: true })
  expect(await site.balance(accountId)).toBe(0n)
  site.clock.advance(1_000)
  const sold = await site.call('sale', player, { bet_id: Number(first), sum_sale: 125.4, new_sum_cupon: 0, guid: 'advance-sale-1' })
  expect(sold.data).toMatchObject({ sum_sale: 125.4, balance: 85.4 })
  expect(await site.balance(accountId)).toBe(8_540n)
  const { rows } = await sql<{ state: number }>`SELECT state FROM bet_advance WHERE account_id = ${accountId}`.execute(db)
  expect(rows).toEqual([{ state: 1 }])
  // The same press again tells the same.
  const again = await site.call('sale', player, { bet_id: Number(first), sum_sale: 125.4, new_sum_cupon: 0, guid: 'advance-sale-1' })
  expect(again.data).toMatchObject({ balance: 85.4 })
  await site.booksAreRight()
})

test('a settlement repays it with the payment: a bet at the same moment cannot take the sum', async () => {
  const [player, backing, backed, next] = [802, 3, 4, 5]
  const accountId = await site.player(player, 10_000n)
  for (const game of [backing, backed, next]) site.addGame(game, LEVEL)
  await site.place(player, 100, [site.event(backing, 1)])
  site.setPrices(backing, AHEAD)
  site.clock.advance(1_000)
  await site.place(player, 40, [site.event(backed, 1)], { avanceBet: true })
  site.clock.advance(1_000)
  // It waits for the account until the payment is committed, and finds it without the advance.
  const [, ...asked] = await Promise.all([
    site.settle(backing, 1),
    ...Array.from({ length: 12 }, () => site.makeBet(player, { Events: [site.event(next, 1)], Summ: 185 })),
  ])
  expect(asked.filter(({ Success }) => Success)).toEqual([])
  expect(await site.balance(accountId)).toBe(18_000n)
  const { rows } = await sql<{
    state: number
    repaid_minor: bigint
  }>`SELECT state, repaid_minor FROM bet_advance WHERE account_id = ${accountId}`.execute(db)
  expect(rows).toEqual([{ state: 1, repaid_minor: 4_000n }])
  await site.booksAreRight()
})

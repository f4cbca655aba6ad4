/** An advance against a bet that is sold or pays: sale and settlement themselves repay it, so that its money cannot leave first (rules 8.5). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createAdvances, verifyAdvances, type Advances } from '#modules/bets/server/index.ts'
import { createBookReader } from '#modules/coupon/server/index.ts'
import { systemAccountId } from '#modules/ledger/server/index.ts'
import { inTx } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { HOUR } from '#lib/time.ts'
import { testDatabase } from '../../test/support/database.ts'
import { brokenOf, plantedIn } from '../../test/support/planted-rows.ts'
import { saleSite, type Prices, type SaleSite } from '../../test/support/sale-site.ts'

const { db } = await testDatabase()
let site: SaleSite
let advances: Advances

const LEVEL: Prices = { 1: [2200, 0.45], 2: [3400, 0.28], 3: [3500, 0.27] }
const AHEAD: Prices = { 1: [1550, 0.6], 2: [4000, 0.22], 3: [5500, 0.18] }

beforeAll(async () => {
  site = await saleSite(db)
  const { clock, ledger, line, cashOut, settlement, bets } = site
  advances = createAdvances({
    db,
    clock,
    log: createLog('silent', false),
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

const stateOf = async (accountId: number) =>
  (await sql<{ state: number }>`SELECT state FROM bet_advance WHERE account_id = ${accountId}`.execute(db)).rows.map(({ state }) => state)

/** An advance of 40 against a bet of 100, the player's last money. */
async function backedBy(player: number, backing: number, backed: number): Promise<{ accountId: number; first: bigint }> {
  const accountId = await site.player(player, 10_000n)
  for (const game of [backing, backed]) site.addGame(game, LEVEL)
  const first = await site.place(player, 100, [site.event(backing, 1)])
  site.setPrices(backing, AHEAD)
  site.clock.advance(1_000)
  await site.place(player, 40, [site.event(backed, 1)], { avanceBet: true })
  site.clock.advance(1_000)
  return { accountId, first }
}

test('an edit of the bet behind an advance pays nothing: a deposit repays it no more than before, the edited bet does', async () => {
  const [player, backing, backed, other] = [803, 6, 7, 8]
  const { accountId, first } = await backedBy(player, backing, backed)
  site.addGame(other, LEVEL)
  site.setPrices(backing, LEVEL)
  await site.place(player, 100, [site.event(backing, 1), site.event(other, 1)], { Vid: 1, SaleBetId: Number(first) })
  await inTx(db, (tx) =>
    site.ledger.post(tx, {
      kind: 'deposit',
      txId: site.ledger.ids.next(),
      key: 'advance-deposit',
      at: new Date(site.clock.now()),
      entries: [
        { accountId, currencyId: 2, amountMinor: 5_000n },
        { accountId: systemAccountId('cashier', 2), currencyId: 2, amountMinor: -5_000n },
      ],
    }),
  )
  await advances.decide([player])
  expect([await site.balance(accountId), await stateOf(accountId)]).toEqual([5_000n, [0]])
  for (const game of [backing, other]) await site.settle(game, 1)
  expect([await site.balance(accountId), await stateOf(accountId)]).toEqual([5_000n + 48_400n - 4_000n, [1]])
  await site.booksAreRight()
})

test('what was sold of a bet in parts repays an advance, however small the last part is', async () => {
  const [player, backing, backed] = [804, 9, 10]
  const { accountId, first } = await backedBy(player, backing, backed)
  const sell = (sum: number, left: number, guid: string) =>
    site.call('sale', player, { bet_id: Number(first), sum_sale: sum, new_sum_cupon: left, guid })
  expect((await sell(37.62, 70, 'advance-part-1')).data).toMatchObject({ sum_sale: 37.62 })
  expect(await stateOf(accountId)).toEqual([0])
  expect((await sell(75.24, 10, 'advance-part-2')).data).toMatchObject({ sum_sale: 75.24 })
  expect(await stateOf(accountId)).toEqual([1])
  expect((await sell(12.54, 0, 'advance-part-3')).data).toMatchObject({ balance: 85.4 })
  expect(await stateOf(accountId)).toEqual([1])
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

describe('a result that is put right', () => {
  /** A bet of 100 at 2.2 and, with an advance of 40, one of 40 at 2.2, which has won. */
  async function settled(player: number, winner: 1 | 2): Promise<{ accountId: number; advanced: bigint; backing: number }> {
    const [backing, backed] = [2 * player, 2 * player + 1]
    const { accountId } = await backedBy(player, backing, backed)
    const { rows } = await sql<{ bet_id: bigint }>`SELECT bet_id FROM bet_advance WHERE account_id = ${accountId}`.execute(db)
    await site.settle(backed, 1)
    await site.settle(backing, winner)
    await advances.decide([player])
    return { accountId, advanced: rows[0]!.bet_id, backing }
  }
  const moves = async (accountId: number, bet: bigint) =>
    (
      await sql<{ amount: number }>`SELECT amount_minor::integer AS amount FROM ledger_entry
        WHERE account_id = ${accountId} AND tx_id = ${bet} AND kind = 30 ORDER BY n`.execute(db)
    ).rows.map(({ amount }) => amount)
  const booksAreRight = async () => {
    await site.booksAreRight()
    expect(brokenOf(await verifyAdvances(db))).toEqual([])
  }

  test('from won to lost: what was repaid goes back, and nothing is paid for the advance', async () => {
    const { accountId, advanced, backing } = await settled(811, 1)
    expect([await site.balance(accountId), await stateOf(accountId)]).toEqual([22_000n - 4_000n + 8_800n, [1]])
    site.clock.advance(1_000)
    await site.settle(backing, 2)
    await advances.decide([811])
    expect([await site.balance(accountId), await stateOf(accountId), await moves(accountId, advanced)]).toEqual([0n, [2], [-4_000, 4_000]])
    expect(await site.bet(advanced)).toMatchObject({ status: 5, payout_minor: 0n })
    await booksAreRight()
  })

  test('from lost to won, and back, and forth: each time it is as if it had never been otherwise', async () => {
    const { accountId, advanced, backing } = await settled(812, 2)
    expect([await site.balance(accountId), await stateOf(accountId)]).toEqual([0n, [2]])
    for (const [winner, balance, state, moved] of [
      [1, 26_800n, 1, [-4_000]],
      [2, 0n, 2, [-4_000, 4_000]],
      [1, 26_800n, 1, [-4_000, 4_000, -4_000]],
    ] as const) {
      site.clock.advance(1_000)
      await site.settle(backing, winner)
      await advances.decide([812])
      expect([await site.balance(accountId), await stateOf(accountId), await moves(accountId, advanced)]).toEqual([balance, [state], moved])
      await booksAreRight()
    }
  })

  test('the money of the correction cannot be spent before the advance has taken its part; decisions beside it change nothing', async () => {
    const { accountId, backing } = await settled(815, 2)
    site.addGame(1_900, LEVEL)
    site.clock.advance(1_000)
    const asked = await Promise.all([
      site.settle(backing, 1),
      ...Array.from({ length: 6 }, () => advances.decide([815])),
      ...Array.from({ length: 12 }, () => site.makeBet(815, { Events: [site.event(1_900, 1)], Summ: 185 })),
    ])
    await advances.decide([815])
    const placed = asked.filter((answer) => answer && 'Success' in answer && answer.Success).length
    expect([await stateOf(accountId), await site.balance(accountId)]).toEqual([[1], 26_800n - BigInt(placed) * 18_500n])
    // 180 were there until the bet with the advance was paid.
    expect(placed).toBeLessThanOrEqual(1)
    await booksAreRight()
  })

  test('a repaid advance that nothing covers is named', async () => {
    await settled(816, 1)
    const planted = `UPDATE bet SET payout_minor = 0 WHERE player_id = 816 AND NOT EXISTS (SELECT 1 FROM bet_advance a WHERE a.bet_id = bet.id)`
    expect(await plantedIn(db, 'bet', planted, verifyAdvances)).toEqual([expect.stringContaining('are covered together')])
  })

  test('days later it still counts as settled in time; one that was not in time never does', async () => {
    const [inTime, late] = [await settled(813, 2), await backedBy(814, 1_628, 1_629)]
    site.clock.advance(49 * HOUR)
    await site.settle(1_628, 2)
    await advances.decide()
    expect(await stateOf(late.accountId)).toEqual([2])
    site.clock.advance(24 * HOUR)
    for (const game of [inTime.backing, 1_628]) await site.settle(game, 1)
    await advances.decide()
    expect([await stateOf(inTime.accountId), await stateOf(late.accountId)]).toEqual([[1], [2]])
    expect([await site.balance(inTime.accountId), await site.balance(late.accountId)]).toEqual([26_800n, 22_000n])
    await booksAreRight()
  })
})

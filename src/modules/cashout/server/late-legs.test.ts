/** Nothing is made of a bet of the line that came after the start, until the feed has judged it (rules 3.5); of all others as ever. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECOND } from '#lib/time.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { NOW, saleSite, type Prices, type SaleSite } from '../../../../test/support/sale-site.ts'

const { db } = await testDatabase()
let site: SaleSite

const LEVEL: Prices = { 1: [2200, 0.45], 2: [3400, 0.28], 3: [3500, 0.27] }
const AHEAD: Prices = { 1: [1550, 0.6], 2: [4000, 0.22], 3: [5500, 0.18] }

beforeAll(async () => {
  site = await saleSite(db)
})
afterAll(() => site.stop())

/** The part `full` stands for its game, as in the books of the feed. */
async function begun(n: number, at: number): Promise<void> {
  const ci = site.ciOf(n)
  await sql`INSERT INTO game_part (ci, game_ci, part, i, n) VALUES (${ci}, ${ci}, 'full', ${ci}, 0)`.execute(db)
  await sql`INSERT INTO game_begun (ci, began_at) VALUES (${ci}, ${new Date(at)})`.execute(db)
}
const judged = (n: number) => sql`UPDATE game_begun SET judged_at = now() WHERE ci = ${site.ciOf(n)}`.execute(db)

let last = 0
/** A bet of now on a game that is ahead, and whose first word of play was sent so long before it; below 0: after it. */
async function placed(afterMs: number) {
  const [n, other] = [(last += 1), (last += 1)]
  site.addGame(n, LEVEL)
  site.addGame(other, LEVEL)
  const playerId = 600 + n
  await site.player(playerId, 100_000n)
  const betId = await site.place(playerId, 100, [site.event(n, 1)])
  await begun(n, NOW - afterMs)
  const call = (name: string, body: Record<string, unknown> = {}) => site.call(name, playerId, { bet_id: Number(betId), ...body })
  return {
    n,
    betId,
    call,
    sell: () => call('sale', { sum_sale: 1, new_sum_cupon: 0 }),
    edit: () =>
      site.makeBet(playerId, {
        Events: [site.event(n, 1), site.event(other, 1)],
        Vid: 1,
        SaleBetId: Number(betId),
        betGUID: `begun-${betId}`,
      }),
  }
}
const follow = () => site.cashOut.follower!.settled()

describe('a bet from after the start', () => {
  test('is neither offered, sold, insured nor edited, until it is judged', async () => {
    const { n, betId, call, sell, edit } = await placed(SECOND)
    const [bet, refused] = [await site.bet(betId), { success: false, error_code: 900_051, reason: 'suspended' }]
    expect(await sell()).toMatchObject(refused)
    expect(await call('insurance', { percent: 50 })).toMatchObject(refused)
    expect(await edit()).toMatchObject({ Success: false, ErrorCode: 900_051 })
    expect((await call('sale-info')).data).toMatchObject({
      cashout_sum: 0,
      off: 'suspended',
      can_sell_part: false,
      can_edit: false,
      power: [],
      insurance: { slices: [], off: expect.any(String) },
    })
    expect((await site.cashOut.saleStates([betId])).get(betId)).toMatchObject({ canSell: false, cashoutSumMinor: null, canInsure: false })
    expect(await site.bet(betId)).toEqual(bet)
    await judged(n)
    expect((await sell()).data).toMatchObject({ status: 8 })
    await site.booksAreRight()
  })

  test('is not sold by its order, which waits', async () => {
    const { n, betId, call } = await placed(SECOND)
    expect(await call('auto-sale', { target: 120 })).toMatchObject({ success: true })
    await follow()
    site.setPrices(n, AHEAD)
    await follow()
    expect(await site.bet(betId)).toMatchObject({ status: 1 })
    await judged(n)
    site.setPrices(n, { ...AHEAD, 1: [1540, 0.61] })
    await follow()
    await follow()
    expect(await site.bet(betId)).toMatchObject({ status: 8 })
  })
})

test('of a bet from before the start, or of its very moment, all is as ever', async () => {
  for (const afterMs of [0, -SECOND]) {
    const bet = await placed(afterMs)
    expect((await bet.call('sale-info')).data).toMatchObject({ off: null, can_edit: true, can_sell_part: true })
    expect((await bet.call('insurance', { percent: 50 })).data).toMatchObject({ insurance_percent: 50 })
    expect((await bet.sell()).data).toMatchObject({ status: 8 })
    expect(await (await placed(afterMs)).edit()).toMatchObject({ Success: true })
  }
})

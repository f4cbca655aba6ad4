/** What `./polosa verify` says of sales, cover and changes: nothing of sound rows, and the name of what was changed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { brokenOf, plantedIn } from '../../../../test/support/planted-rows.ts'
import { saleSite, type Prices } from '../../../../test/support/sale-site.ts'
import { verifyChanges } from './index.ts'

const { db } = await testDatabase()
const site = await saleSite(db)
const LEVEL: Prices = { 1: [2200, 0.45], 2: [3400, 0.28], 3: [3500, 0.27] }
const AHEAD: Prices = { 1: [1550, 0.6], 2: [4000, 0.22], 3: [5500, 0.18] }
const [PLAYER, GAME, OTHER, THIRD, ORDERED] = [1_001, 11, 12, 13, 14]
/** New bets by what was done to the old ones. */
const changed: Record<string, unknown> = {}

beforeAll(async () => {
  for (const game of [GAME, OTHER, THIRD, ORDERED]) site.addGame(game, LEVEL)
  await site.player(PLAYER, 100_000n)
  const place = () => site.place(PLAYER, 10, [site.event(GAME, 1)])
  const [parts, whole, covered] = [await place(), await place(), await place()]
  const sell = (bet: bigint, left: number) => site.call('sale', PLAYER, { bet_id: Number(bet), sum_sale: 0.01, new_sum_cupon: left })
  const cover = (bet: bigint, percent: number) => site.call('insurance', PLAYER, { bet_id: Number(bet), percent })
  // Two parts and the rest; a rest that is covered; cover in slices.
  const answers = [await sell(parts, 6), await sell(parts, 3), await sell(parts, 0), await sell(whole, 0)]
  answers.push(await cover(covered, 15), await cover(covered, 50))
  const rest = await place()
  answers.push(await sell(rest, 3.33), await cover(rest, 33))
  expect(answers.map(({ success }) => success)).toEqual(Array.from({ length: 8 }, () => true))
  await sellByOrder()
  await makeChanges()
})
afterAll(() => site.stop())

/** A bet whose order was sold. */
async function sellByOrder(): Promise<void> {
  const bet = await site.place(PLAYER, 10, [site.event(ORDERED, 1)])
  await site.call('auto-sale', PLAYER, { bet_id: Number(bet), target: 12.54 })
  await site.cashOut.follower!.settled()
  site.setPrices(ORDERED, AHEAD)
  // One round sees the price, the next one has sold.
  for (const _ of [1, 2]) await site.cashOut.follower!.settled()
  expect((await site.bet(bet)).status).toBe(8)
}

/** One that was raised, one that had a leg deleted, and one that had a leg added when its value was no more its stake. */
async function makeChanges(): Promise<void> {
  const place = (...games: number[]) =>
    site.place(
      PLAYER,
      10,
      games.map((game) => site.event(game, 1)),
      { Vid: games.length > 1 ? 1 : 0 },
    )
  const [raised, deleted, added] = [await place(OTHER), await place(OTHER, THIRD), await place(OTHER)]
  site.setPrices(OTHER, AHEAD)
  const change = async (name: string, bet: bigint, Events: unknown[], more: object = {}) => {
    const body = {
      Events,
      Vid: Events.length > 1 ? 1 : 0,
      Summ: 10,
      SaleBetId: Number(bet),
      betGUID: `verify-${name}-0000`,
      CheckCf: 2,
      ...more,
    }
    const made = await site.makeBet(PLAYER, body)
    expect(made, name).toMatchObject({ Success: true })
    changed[name] = made.Value!['Id']
  }
  await change('raised', raised, [site.event(OTHER, 3)], { IsPowerBet: true })
  await change('deleted', deleted, [site.event(OTHER, 1)])
  await change('added', added, [site.event(OTHER, 1), site.event(THIRD, 1)])
}

test('sound rows are sound', async () => expect(brokenOf(await verifyChanges(db))).toEqual([]))

const PART = `ctid = (SELECT ctid FROM bet_sale WHERE left_stake_minor > 0 ORDER BY bet_id, n LIMIT 1)`
const ALL = `ctid = (SELECT ctid FROM bet_sale WHERE left_stake_minor = 0 ORDER BY bet_id, n LIMIT 1)`
const SLICE = `ctid = (SELECT ctid FROM bet_insurance ORDER BY bet_id, n LIMIT 1)`

test.each([
  ['bet_insurance', `UPDATE bet_insurance SET insured_minor = insured_minor * 2 WHERE ${SLICE}`],
  ['bet_insurance', `UPDATE bet_insurance SET percent = 100 WHERE ${SLICE}`],
  ['bet_insurance', `UPDATE bet_insurance SET premium_minor = premium_minor + 1 WHERE ${SLICE}`],
  ['bet_insurance', `UPDATE bet_insurance SET balance_minor = balance_minor + 1 WHERE ${SLICE}`],
  ['bet_insurance', `UPDATE bet_insurance SET player_id = player_id + 1 WHERE ${SLICE}`],
  ['bet_insurance', `DELETE FROM bet_insurance WHERE ${SLICE}`],
  ['bet_insurance', `DELETE FROM bet_insurance`],
  ['bet_money', `UPDATE bet_money SET insured_minor = insured_minor + 1 WHERE insured_minor > 0`],
])('cover in %s: %s', async (table, change) =>
  expect((await plantedIn(db, table, change, verifyChanges)).some((name) => name.startsWith('cover: '))).toBe(true),
)

test.each([
  ['bet_sale', `UPDATE bet_sale SET gross_minor = gross_minor + 1 WHERE ${PART}`],
  ['bet_sale', `UPDATE bet_sale SET gross_minor = gross_minor + 1 WHERE ${ALL}`],
  ['bet_sale', `UPDATE bet_sale SET tax_minor = 1 WHERE ${PART}`],
  ['bet_sale', `UPDATE bet_sale SET sold_stake_minor = sold_stake_minor + 1 WHERE ${PART}`],
  ['bet_sale', `UPDATE bet_sale SET sold_stake_minor = sold_stake_minor + 1 WHERE ${ALL}`],
  ['bet_sale', `UPDATE bet_sale SET left_stake_minor = left_stake_minor + 1 WHERE ${PART}`],
  ['bet_sale', `UPDATE bet_sale SET player_id = player_id + 1 WHERE ${ALL}`],
  ['bet_sale', `UPDATE bet_sale SET at = at + interval '1 second' WHERE ${PART}`],
  ['bet_sale', `UPDATE bet_sale SET balance_minor = balance_minor + 1 WHERE ${PART}`],
  ['bet_sale', `UPDATE bet_sale SET balance_minor = balance_minor - 1 WHERE ${ALL}`],
  ['bet_sale', `UPDATE bet_sale SET offer_minor = offer_minor + 1 WHERE ${ALL}`],
  ['bet_sale', `UPDATE bet_sale SET offer_minor = offer_minor + 3 WHERE ${PART}`],
  ['bet_sale', `UPDATE bet_sale SET offer_minor = offer_minor - 3 WHERE ${PART}`],
  ['bet_sale', `UPDATE bet_sale SET by_order = true WHERE ${ALL}`],
  ['bet_sale', `UPDATE bet_sale SET by_order = false WHERE by_order`],
  ['bet_auto_sale', `UPDATE bet_auto_sale SET state = 4`],
  ['bet_sale', `DELETE FROM bet_sale WHERE ${PART}`],
  ['bet_sale', `DELETE FROM bet_sale WHERE ${ALL}`],
  ['bet_money', `UPDATE bet_money SET sold_minor = sold_minor + 1 WHERE sold_minor > 0`],
])('sales in %s: %s', async (table, change) =>
  expect((await plantedIn(db, table, change, verifyChanges)).some((name) => name.startsWith('sales: '))).toBe(true),
)

test.each([
  ['raised', 'SET value_minor = value_minor + 1'],
  ['deleted', 'SET value_minor = value_minor + 1'],
  ['added', 'SET replaced_bet_id = replaced_bet_id + 1'],
  ['added', `SET at = at + interval '1 second'`],
  ['added', ''],
])('changes, of one %s: %s', async (name, change) => {
  const row = `WHERE bet_id = ${changed[name]}`
  const found = await plantedIn(
    db,
    'bet_change',
    change ? `UPDATE bet_change ${change} ${row}` : `DELETE FROM bet_change ${row}`,
    verifyChanges,
  )
  expect(found.some((named) => named.startsWith('changes: '))).toBe(true)
})

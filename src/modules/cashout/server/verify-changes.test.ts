/** What `./polosa verify` says of sales and cover: nothing of sound rows, and the name of what was changed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { brokenOf, plantedIn } from '../../../../test/support/planted-rows.ts'
import { saleSite, type Prices } from '../../../../test/support/sale-site.ts'
import { verifyChanges } from './index.ts'

const { db } = await testDatabase()
const site = await saleSite(db)
const LEVEL: Prices = { 1: [2200, 0.45], 2: [3400, 0.28], 3: [3500, 0.27] }
const [PLAYER, GAME] = [1_001, 11]

beforeAll(async () => {
  site.addGame(GAME, LEVEL)
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
})
afterAll(() => site.stop())

test('sound rows are sound', async () => expect(brokenOf(await verifyChanges(db))).toEqual([]))

const PART = `ctid = (SELECT ctid FROM bet_sale WHERE left_stake_minor > 0 ORDER BY bet_id, n LIMIT 1)`
const ALL = `ctid = (SELECT ctid FROM bet_sale WHERE left_stake_minor = 0 ORDER BY bet_id, n LIMIT 1)`
const SLICE = `ctid = (SELECT ctid FROM bet_insurance ORDER BY bet_id, n LIMIT 1)`

test.each([
  ['bet_insurance', `UPDATE bet_insurance SET insured_minor = insured_minor * 2 WHERE ${SLICE}`],
  ['bet_insurance', `UPDATE bet_insurance SET percent = 100 WHERE ${SLICE}`],
  ['bet_insurance', `UPDATE bet_insurance SET premium_minor = premium_minor + 1 WHERE ${SLICE}`],
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
  ['bet_sale', `DELETE FROM bet_sale WHERE ${PART}`],
  ['bet_sale', `DELETE FROM bet_sale WHERE ${ALL}`],
  ['bet_money', `UPDATE bet_money SET sold_minor = sold_minor + 1 WHERE sold_minor > 0`],
])('sales in %s: %s', async (table, change) =>
  expect((await plantedIn(db, table, change, verifyChanges)).some((name) => name.startsWith('sales: '))).toBe(true),
)

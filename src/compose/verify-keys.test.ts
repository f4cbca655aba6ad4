/** What `./polosa verify` says of the keys of requests, and of what stands beside their money: nothing of sound rows, and what was changed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyBets } from '#modules/bets/server/index.ts'
import { createJournal, temporaryJournalKey, type Journal } from '#modules/journal/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { testDatabase } from '../../test/support/database.ts'
import { brokenOf, plantedIn } from '../../test/support/planted-rows.ts'
import { NOW, saleSite, type Prices } from '../../test/support/sale-site.ts'

const { db } = await testDatabase()
const site = await saleSite(db)
const LEVEL: Prices = { 1: [2200, 0.45], 2: [3400, 0.28], 3: [3500, 0.27] }
const [PLAYER, GAME] = [1_001, 11]
let journal: Journal
const look = async (of: Db) => [...(await verifyBets(of)), ...(await journal.check())]

beforeAll(async () => {
  const deps = { db, clock: manualClock(NOW), log: createLog('silent', false), texts: loadTexts('locales') }
  journal = await createJournal({ ...deps, key: temporaryJournalKey(), home: null })
  site.addGame(GAME, LEVEL)
  await site.player(PLAYER, 100_000n)
  const place = () => site.place(PLAYER, 10, [site.event(GAME, 1)])
  const [sold, covered] = [await place(), await place()]
  let keys = 0
  const call = async (name: string, body: object) => {
    expect(await site.call(name, PLAYER, { ...body, guid: `verify-keys-${(keys += 1)}-00000000` })).toMatchObject({ success: true })
    await journal.write()
  }
  const sell = (left: number) => call('sale', { bet_id: Number(sold), sum_sale: 0.01, new_sum_cupon: left })
  await sell(6)
  await sell(0)
  await call('insurance', { bet_id: Number(covered), percent: 15 })
  await call('insurance', { bet_id: Number(covered), percent: 50 })
})
afterAll(() => site.stop())

test('sound rows are sound', async () => expect(brokenOf(await look(db))).toEqual([]))

const KEY = 'bets: the key of each'
const WRITTEN = 'journal: receipts, settlements and movements'
const FIRST = (table: string) => `ctid = (SELECT ctid FROM ${table} ORDER BY bet_id, n LIMIT 1)`

test.each([
  ['bet_key', `UPDATE bet_key SET body_hash = gen_random_uuid() WHERE ctid = (SELECT min(ctid) FROM bet_key)`, KEY],
  ['bet_key', `UPDATE bet_key SET guid = 'another-key-0000' WHERE ctid = (SELECT min(ctid) FROM bet_key)`, KEY],
  ['bet_sale', `UPDATE bet_sale SET chances = '{"0": 1}' WHERE ${FIRST('bet_sale')}`, WRITTEN],
  ['bet_sale', `UPDATE bet_sale SET body = 'another' WHERE ${FIRST('bet_sale')}`, WRITTEN],
  ['bet_sale', `UPDATE bet_sale SET guid = 'another-key-0000' WHERE ${FIRST('bet_sale')}`, WRITTEN],
  ['bet_sale', `UPDATE bet_sale SET guid = NULL WHERE left_stake_minor = 0`, WRITTEN],
  ['bet_insurance', `UPDATE bet_insurance SET guid = 'another-key-0000' WHERE ${FIRST('bet_insurance')}`, WRITTEN],
  ['bet_insurance', `UPDATE bet_insurance SET at = at + interval '1 second' WHERE ${FIRST('bet_insurance')}`, WRITTEN],
  ['journal', `UPDATE journal SET detail = (detail::jsonb - 'beside')::json WHERE kind = 4`, WRITTEN],
])('%s: %s', async (table, change, named) => {
  const found = await plantedIn(db, table, change, look)
  expect(found.filter((name) => name.startsWith(named))).not.toEqual([])
})

/** Questions about money and lists of pages, on a real PostgreSQL. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { givePoints } from './rewards.ts'

const { db } = await testDatabase(8)
const site = await accountSite({ db, change: (config) => (config.cashier = { ...config.cashier, consultant: { countries: ['KZ'] } }) })
const office = (name: string) => `/web-api/office/${name}`
const visitor = new Visitor(site)
const { userId } = await visitor.oneClick('EUR')
const ask = () => visitor.call('POST', office('payment-consultant/create'), QUESTION)
const QUESTION = {
  topic_id: 1,
  transaction_id: '',
  comment: 'It has not arrived',
  fields: { paid_at: 'yesterday', card_last_digits: '4242' },
}
const tickets = async () => (await db.selectFrom('support_ticket').select('id').where('player_id', '=', userId).execute()).length

test('of a thread and the record beside it both stand or none', async () => {
  const { body } = await visitor.call('POST', office('deposit'), { method_id: 1, sum: '10' })
  QUESTION.transaction_id = body.data.id
  await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'planted'; END $$`.execute(db)
  await sql`CREATE TRIGGER planted BEFORE INSERT ON consultant_request FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(db)
  expect([(await ask()).status, await tickets()]).toEqual([500, 0])
  await sql`DROP TRIGGER planted ON consultant_request`.execute(db)
  expect((await ask()).body.data).toMatchObject({ status: 'open' })
  expect(await tickets()).toBe(1)
})

test('a page behind the last one is empty and still tells how many there are', async () => {
  const page = async (name: string, more: object = {}) => {
    const seen = async (page_number: number) => (await visitor.call('POST', office(name), { page_number, ...more })).body.data
    return [await seen(1), await seen(3)].map(({ items, pages }) => [items.length, pages])
  }
  expect(await page('payment-consultant/requests')).toEqual([
    [1, 1],
    [0, 1],
  ])
  await givePoints({ db, clock: site.clock, ledger: site.ledger, providers: {} }, { playerId: userId, points: 5n, key: 'planted' })
  expect(await page('virtualaccount')).toEqual([
    [1, 1],
    [0, 1],
  ])
})

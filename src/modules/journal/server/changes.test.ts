/** What happens to a bet beside settlement is told by its own name: sales, insurance, replaced bets. */
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { EUR, openAccounts, placeTestBet } from '#modules/settlement/server/fixtures.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createLog } from '#platform/server/log.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { plantedIn } from '../../../../test/support/planted-rows.ts'
import { JOURNAL_KINDS, MOVEMENT } from '../rules/entry.ts'
import { createJournal, temporaryJournalKey, type Journal } from './index.ts'

const { db } = await testDatabase(4)
const clock = manualClock(Date.UTC(2026, 8, 1, 12))
const STATE = 'journal: the state of every bet is the one that was written last'
let journal: Journal
let account: number
let bet: bigint
let ci = 700_000

beforeAll(async () => {
  journal = await createJournal({
    db,
    clock,
    log: createLog('silent', false),
    key: temporaryJournalKey(),
    home: null,
    texts: loadTexts('locales'),
  })
  account = (await openAccounts(db, 1))[0]!
})

beforeEach(async () => {
  bet = await placeTestBet(db, { accountId: account, stakeMinor: 1_000n, legs: [{ ci: (ci += 10), t: 1, price: 1_900 }], at: clock.now() })
  await journal.write()
})

async function change(statements: string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })
  await journal.write()
}
const kinds = async () =>
  (await sql<{ kind: number; n: number }>`SELECT kind, n FROM journal WHERE subject = ${bet} ORDER BY seq`.execute(db)).rows.map(
    ({ kind, n }) => `${kind}/${n}`,
  )
const paid = (kind: number, n: number, amount: number) =>
  `INSERT INTO ledger_entry (account_id, tx_id, kind, n, amount_minor, balance_after) VALUES (${account}, ${bet}, ${kind}, ${n}, ${amount}, 0), (${-(EUR * 16 + 2)}, ${bet}, ${kind}, ${n}, ${-amount}, NULL)`
const money = (columns: string, values: string) =>
  `INSERT INTO bet_money (bet_id, ${columns}) VALUES (${bet}, ${values}) ON CONFLICT (bet_id) DO UPDATE SET (${columns}) = ROW(${values})`
const raised = (more = '') => `UPDATE bet SET plain = false, settled_version = settled_version + 1${more} WHERE id = ${bet}`
const isSound = async () => expect((await journal.check()).filter(({ violations }) => violations > 0)).toEqual([])

it('a part of a bet is sold, then all of it', async () => {
  await change([raised(), paid(10, 1, 300), money('sold_stake_minor, sold_minor', '500, 300')])
  await change([raised(', status = 8, payout_minor = 400, settled_at = now()'), paid(10, 2, 400)])
  expect(await kinds()).toEqual([`${JOURNAL_KINDS.bet}/0`, `${JOURNAL_KINDS.sale}/1`, `${JOURNAL_KINDS.sale}/2`])
  await isSound()
})

it('an entry that was written before sales were in it holds, and a sale is in those that come after it', async () => {
  const sale = (n: number) =>
    `INSERT INTO bet_sale (bet_id, n, player_id, guid, body, by_order, sold_stake_minor, left_stake_minor, offer_minor, gross_minor, tax_minor, balance_minor, chances, at)
      VALUES (${bet}, ${n}, 1, 'key-of-sale-${bet}-${n}', '', false, 100, 500, 100, 100, 0, 0, '{}', now())`
  await change([raised(), paid(10, 1, 300)])
  await sql.raw(sale(1)).execute(db)
  await isSound()
  await change([raised(), paid(10, 2, 100), sale(2)])
  await isSound()
  const look = (n: number) =>
    plantedIn(db, 'bet_sale', `UPDATE bet_sale SET body = 'x' WHERE bet_id = ${bet} AND n = ${n}`, () => journal.check())
  expect([await look(1), await look(2)].map((found) => found.length)).toEqual([1, 1])
})

it('two changes between two looks are one entry with the last state, and both their payments are told', async () => {
  await change([raised(), paid(10, 1, 300), money('sold_stake_minor, sold_minor', '500, 300'), raised(), paid(10, 2, 100)])
  expect(await kinds()).toEqual([`${JOURNAL_KINDS.bet}/0`, `${JOURNAL_KINDS.sale}/2`])
  await isSound()
})

it('an insured bet, with its premium as a movement of its own', async () => {
  await change([raised(), paid(23, 1, -50), money('insured_minor, premium_minor', '500, 50')])
  expect((await kinds()).toSorted()).toEqual([`${JOURNAL_KINDS.bet}/0`, `${MOVEMENT + 23}/1`, `${JOURNAL_KINDS.insurance}/1`])
  await isSound()
})

it('every sum of the money of a bet is compared with what was written of it', async () => {
  await change([
    raised(),
    paid(23, 1, -50),
    money('insured_minor, premium_minor', '500, 50'),
    `UPDATE bet SET plain = plain WHERE id = ${bet}`,
  ])
  await isSound()
  const look = (state: string) => plantedIn(db, 'bet_money', state, () => journal.check())
  const sums = ['sold', 'sold_stake', 'insured', 'premium', 'gross', 'bonus', 'payout_tax', 'insurance']
  for (const sum of sums)
    expect([sum, await look(`UPDATE bet_money SET ${sum}_minor = ${sum}_minor + 1 WHERE bet_id = ${bet}`)]).toEqual([sum, [STATE]])
  expect(await look(`DELETE FROM bet_money WHERE bet_id = ${bet}`)).toEqual([STATE])
  await isSound()
})

it('a bet of which nothing was written since it was placed has moved no money', async () => {
  await change([money('gross_minor', '0')])
  await isSound()
  expect(await plantedIn(db, 'bet_money', `UPDATE bet_money SET insured_minor = 100 WHERE bet_id = ${bet}`, () => journal.check())).toEqual(
    [STATE],
  )
})

it('a bet that another one replaces', async () => {
  await change([raised(', status = 8, payout_minor = 1000, settled_at = now()'), paid(29, 1, 1_000)])
  expect((await kinds()).toSorted()).toEqual([`${JOURNAL_KINDS.bet}/0`, `${MOVEMENT + 29}/1`, `${JOURNAL_KINDS.replaced}/1`])
  await isSound()
})

it('a change that is no change adds nothing', async () => {
  await change([`UPDATE bet SET plain = false WHERE id = ${bet}`])
  expect(await kinds()).toEqual([`${JOURNAL_KINDS.bet}/0`])
  await isSound()
})

it('a blocked bet that is given another chance and stays open is in the journal as it is', async () => {
  await change([raised(', status = 7, settled_at = now()')])
  await change([`SELECT settlement_again('{${bet}}', now(), 100)`])
  expect((await sql<{ status: number }>`SELECT status FROM bet WHERE id = ${bet}`.execute(db)).rows).toEqual([{ status: 1 }])
  expect(await kinds()).toHaveLength(3)
  await isSound()
})

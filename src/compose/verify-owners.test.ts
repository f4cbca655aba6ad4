/** What `./polosa verify` says of whose bets, keys and accounts are: nothing of sound rows, and the name of what was changed. */
import { beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { verifyBets } from '#modules/bets/server/index.ts'
import { verifyAccounts } from '#modules/ledger/server/index.ts'
import { openAccounts, placeTestBet, rollbackFact } from '#modules/settlement/server/fixtures.ts'
import { settlingScene } from '#modules/settlement/server/test-scene.ts'
import type { Db } from '#platform/server/db.ts'
import { testDatabase } from '../../test/support/database.ts'
import { brokenOf, plantedIn } from '../../test/support/planted-rows.ts'

const { db } = await testDatabase()
const STAKE = 1_000n
const scene = settlingScene(db, { firstCi: 710_000_000, balanceMinor: 50_000n })
/** The money that these accounts begin with has no keys. */
const look = async (of: Db) =>
  [...(await verifyBets(of)), ...(await verifyAccounts(of))].filter(({ name }) => !name.startsWith('postings: '))
/** Accounts by what they are. */
const accounts: Record<string, number> = {}

beforeAll(async () => {
  const { account: rich, ci } = await scene.fresh()
  const [staked, decided] = await openAccounts(db, 2, STAKE)
  Object.assign(accounts, { rich, staked, decided })
  const place = (accountId: number, game: number) =>
    placeTestBet(db, { accountId, stakeMinor: STAKE, legs: [{ ci: game, t: 1, price: 2000 }] })
  await place(rich, ci)
  await place(staked!, scene.nextGame())
  const lost = scene.nextGame()
  const bet = await place(decided!, lost)
  await scene.result(3, lost)
  await sql`UPDATE account SET is_active = false, closed_at = now() WHERE id = ${decided!}`.execute(db)
  await scene.settlement.apply([rollbackFact({ ci: lost, at: scene.sentAt() })])
  expect(await scene.state(bet)).toBe('1 0')
})

test('sound rows are sound, also where a correction has opened a bet of an account that is closed', async () => {
  expect(brokenOf(await look(db))).toEqual([])
})

test.each([
  ['account', 'rich', 'SET player_id = player_id + 5000', 'bets: each is'],
  ['account', 'rich', 'SET currency_id = 2', 'bets: each is'],
  ['account', 'rich', 'SET closed_at = now()', 'accounts: one that is closed'],
  ['account', 'staked', 'SET closed_at = now(), is_active = false', 'accounts: one that is closed'],
])('%s, %s: %s', async (table, which, change, named) => {
  const found = await plantedIn(db, table, `UPDATE account ${change} WHERE id = ${accounts[which]}`, look)
  expect(found.filter((name) => name.startsWith(named))).not.toEqual([])
})

test.each([
  ['bet', 'SET player_id = player_id + 1', 'bets: each is'],
  ['bet', 'SET currency_id = 2', 'bets: each is'],
  ['bet_key', 'SET player_id = player_id + 5000', 'bets: the key'],
  ['bet_key', `SET at = at + interval '1 hour'`, 'bets: the key'],
])('%s: %s', async (table, change, named) => {
  const found = await plantedIn(db, table, `UPDATE ${table} ${change} WHERE ctid = (SELECT min(ctid) FROM ${table})`, look)
  expect(found.filter((name) => name.startsWith(named))).not.toEqual([])
})

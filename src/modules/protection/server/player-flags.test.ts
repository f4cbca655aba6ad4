/** Staff, test accounts and athletes (WAG-24), and who an officer is (SET-15), on a real PostgreSQL. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTx } from '#platform/server/db.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { excludePlayer } from './exclude.ts'
import { staffPlayersOf, type NewFlag } from './player-flags.ts'

const { db } = await testDatabase()
const site = await accountSite({ db })
const { clock, protection } = site
const { flags } = protection

async function player() {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick()
  const [account] = await site.ledger.balance(userId)
  const deposit = async () =>
    (await visitor.call('POST', '/web-api/office/deposit', { account_id: account!.id, method_id: 1, sum: '1000' })).body
  return { id: userId, account: account!.id, deposit }
}

const flag = (playerId: number, more: Partial<NewFlag> & Pick<NewFlag, 'flag'>) =>
  flags.set({ playerId, officer: null, sports: [], note: '', setBy: 'anna', ...more })
const codeOf = (said: Problem | null) => said?.code ?? null

/** Whether the database takes a bet of this player now: the guard in the transaction of every bet. */
async function mayBet(playerId: number): Promise<boolean> {
  const { rows } = await sql<{ refused: bigint[] | null }>`
    SELECT guard_players('{1}'::bigint[], ${`{${playerId}}`}::integer[], '{1}'::smallint[], '{100}'::bigint[], ${new Date(clock.now())}) AS refused`.execute(
    db,
  )
  return rows[0]!.refused === null
}

it.each(['staff', 'test'] as const)('%s: no bet, no play, no money in, each with its reason, until it ends', async (kind) => {
  const { id, deposit } = await player()
  expect([await mayBet(id), flags.refusal(id, 1)]).toEqual([true, null])
  expect(await flag(id, { flag: kind })).toBeNull()
  expect(codeOf(await flag(id, { flag: kind }))).toBe('protection.flagged_already')
  expect([await mayBet(id), codeOf(flags.refusal(id, 1)), codeOf(flags.refusal(id, null))]).toEqual([
    false,
    `protection.flag_${kind}`,
    `protection.flag_${kind}`,
  ])
  for (const path of ['/service-api/LiveBet/MakeBetWeb', '/web-api/office/deposit', '/web-api/office/take-reward'])
    expect(codeOf((await protection.gate({}, [path], id)) as Problem)).toBe(`protection.flag_${kind}`)
  expect(await protection.gate({}, ['/web-api/office/withdraw'], id)).toBeNull()
  expect((await deposit())['error'] ?? (await deposit())['Error'] ?? JSON.stringify(await deposit())).toMatch(/may not bet|test account/)
  const { rows } = await sql`SELECT 1 FROM deposit WHERE player_id = ${id}`.execute(db)
  expect(rows).toEqual([])
  expect(await flags.end({ playerId: id, flag: kind, endedBy: 'anna' })).toBeNull()
  expect([await mayBet(id), flags.refusal(id, 1)]).toEqual([true, null])
  expect(codeOf(await flags.end({ playerId: id, flag: kind, endedBy: 'anna' }))).toBe('protection.not_flagged')
})

it('closed by the house: no bet, no money in, no session; ended, the account is as it was', async () => {
  const visitor = new Visitor(site)
  const { userId: id } = await visitor.oneClick()
  const isKnown = async () => (await visitor.call('POST', '/web-api/user/balance')).status === 200
  const statusOf = async () => (await db.selectFrom('player').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
  expect([await mayBet(id), await isKnown(), await statusOf()]).toEqual([true, true, 'active'])
  expect(await flag(id, { flag: 'closed' })).toBeNull()
  expect([await mayBet(id), await isKnown(), await statusOf()]).toEqual([false, false, 'blocked'])
  expect(codeOf(flags.refusal(id, null))).toBe('protection.flag_closed')
  expect(await flags.end({ playerId: id, flag: 'closed', endedBy: 'anna' })).toBeNull()
  expect([await mayBet(id), await statusOf()]).toEqual([true, 'active'])
})

it('accounts that were closed by their status alone have the mark and the block (migration 0097), one that is free has neither', async () => {
  const [before, own, free] = [await player(), await player(), await player()]
  await excludePlayer({ db, clock, limits: site.limits }, { playerId: own.id, period: '24h', reasonId: 0, comment: '' })
  await db.updateTable('player').set({ status: 'blocked' }).where('id', 'in', [before.id, own.id]).execute()
  expect(await mayBet(before.id)).toBe(true)
  const migration = readFileSync(new URL('../../../../migrations/0097_closed_by_the_house.sql', import.meta.url), 'utf8')
  await sql.raw(migration).execute(db)
  const rows = await db
    .selectFrom('betting_block')
    .select(['player_id', 'until', 'reason'])
    .where('player_id', 'in', [before.id, own.id, free.id])
    .orderBy('player_id')
    .execute()
  expect(rows).toEqual([before.id, own.id].map((id) => ({ player_id: id, until: null, reason: 'flag' })))
  expect((await flags.list()).filter(({ flag: one }) => one === 'closed').map((row) => row.player_id)).toEqual([own.id, before.id])
  for (const { id } of [before, own]) expect(await flags.end({ playerId: id, flag: 'closed', endedBy: 'anna' })).toBeNull()
  // The break that he has taken for himself goes on.
  expect([await mayBet(before.id), await mayBet(own.id), await mayBet(free.id)]).toEqual([true, false, true])
})

it('an athlete may bet on everything but his own sports', async () => {
  const { id } = await player()
  expect(await flag(id, { flag: 'athlete', sports: [4, 10] })).toBeNull()
  expect([1, 4, 10, 2].map((sport) => codeOf(flags.refusal(id, sport)))).toEqual([
    null,
    'protection.flag_athlete',
    'protection.flag_athlete',
    null,
  ])
  expect([await mayBet(id), flags.refusal(id, null), await protection.gate({}, ['/service-api/LiveBet/MakeBetWeb'], id)]).toEqual([
    true,
    null,
    null,
  ])
})

it('the end of a flag opens nothing that the player has closed for himself', async () => {
  const { id } = await player()
  await flag(id, { flag: 'staff' })
  await flag(id, { flag: 'test' })
  await excludePlayer({ db, clock, limits: site.limits }, { playerId: id, period: '6m', reasonId: 0, comment: '' })
  await flags.end({ playerId: id, flag: 'staff', endedBy: 'anna' })
  expect(await mayBet(id)).toBe(false)
  await flags.end({ playerId: id, flag: 'test', endedBy: 'anna' })
  expect(await mayBet(id)).toBe(false)
})

it('two officers flag at once: one mark; unknown players are refused; nothing is ever removed', async () => {
  const { id } = await player()
  const both = await Promise.all([flag(id, { flag: 'staff' }), flag(id, { flag: 'staff', setBy: 'boris' })])
  expect(both.map(codeOf).sort()).toEqual(['protection.flagged_already', null].sort())
  expect(codeOf(await flag(2_000_000_000, { flag: 'staff' }))).toBe('protection.unknown_player')
  expect(isProblem(await flags.end({ playerId: id, flag: 'staff', endedBy: 'anna' }))).toBe(false)
  await expect(sql`DELETE FROM player_flag`.execute(db)).rejects.toThrow()
  await expect(sql`UPDATE player_flag SET note = 'x'`.execute(db)).rejects.toThrow()
})

it('an officer is the players of his staff flags that are in force', async () => {
  const [first, second] = [await player(), await player()]
  await flag(first.id, { flag: 'staff', officer: 'clara' })
  await flag(second.id, { flag: 'staff', officer: 'clara' })
  await flags.end({ playerId: second.id, flag: 'staff', endedBy: 'anna' })
  expect(await inTx(db, (tx) => staffPlayersOf(tx, 'clara'))).toEqual([first.id])
  expect(await inTx(db, (tx) => staffPlayersOf(tx, 'nobody'))).toEqual([])
})

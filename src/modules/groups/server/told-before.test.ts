/** Messages that were told before they named the sum (migration 0096), on rows that it is meant to change and on some that it is not. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createLedger, currencyByCode, toldSum } from '#modules/ledger/server/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase()
const migration = readFileSync(new URL('../../../../migrations/0096_told_group_sums.sql', import.meta.url), 'utf8')
const AT = new Date('2026-11-20T10:00:00Z')
const NAMED = { name: 'Friends', group: 3001 }

// A house that has been open keeps its currencies.
await createLedger({ db, clock: systemClock() })
const playerId = 5_000_001
await sql`INSERT INTO player (id, brand, password_hash, created_at) OVERRIDING SYSTEM VALUE VALUES (${playerId}, 'polosa', 'x', ${AT})`.execute(
  db,
)
const { rows } = await sql<{ id: number }>`INSERT INTO bet_group
    (brand, player_id, guid, code, name, currency_id, max_stake_minor, request, legs, price_milli, status, reason, closes_at, created_at, decided_at)
  VALUES ('polosa', ${playerId}, 'g', '123456', 'Friends', 2, 1, '{}', '[]', 1900, 2, 'admin', ${AT}, ${AT}, ${AT}) RETURNING id`.execute(
  db,
)
const groupId = rows[0]!.id

async function member(code: string, stakeMinor: bigint): Promise<{ id: number; told: object }> {
  const currencyId = currencyByCode(code)!.id
  const { rows: made } = await sql<{ id: number }>`INSERT INTO bet_group_member
      (group_id, player_id, account_id, currency_id, guid, tx_id, stake_minor, visit, state, reason, joined_at, decided_at)
    VALUES (${groupId}, ${playerId}, 1, ${currencyId}, ${code + String(stakeMinor)}, ${stakeMinor}, ${stakeMinor}, '{}', 2, 'admin', ${AT}, ${AT}) RETURNING id`.execute(
    db,
  )
  return { id: made[0]!.id, told: { ...NAMED, ...toldSum(stakeMinor, currencyId) } }
}

async function told(cause: string, params: object, template = 'group_returned'): Promise<void> {
  await sql`INSERT INTO inbox_message (player_id, kind, template, params, cause, created_at)
    VALUES (${playerId}, 'bets', ${template}, ${JSON.stringify(params)}::jsonb, ${cause}, ${AT})`.execute(db)
}

const paramsOf = async () =>
  Object.fromEntries(
    (await db.selectFrom('inbox_message').select(['cause', 'params']).execute()).map(({ cause, params }) => [cause, params]),
  )

it('each is given the sum of its own share, written as new ones are; others stay as they were, and a second run changes nothing', async () => {
  const shares = [await member('EUR', 3_000n), await member('KWD', 55_125n), await member('JPY', 700n), await member('BTC', 50_001n)]
  for (const { id } of shares) await told(`group:${id}:group_returned`, NAMED)
  const newer = await member('EUR', 1_001n)
  await told(`group:${newer.id}:group_returned`, { ...NAMED, sum: '9.99', currency: 'EUR' })
  await told(`group:${newer.id}:group_placed`, NAMED, 'group_placed')
  await told('group:7:group_returned', NAMED)

  const expected = {
    ...Object.fromEntries(shares.map((share) => [`group:${share.id}:group_returned`, share.told])),
    [`group:${newer.id}:group_returned`]: { ...NAMED, sum: '9.99', currency: 'EUR' },
    [`group:${newer.id}:group_placed`]: NAMED,
    'group:7:group_returned': NAMED,
  }
  expect(await paramsOf()).not.toEqual(expected)
  await sql.raw(migration).execute(db)
  expect(await paramsOf()).toEqual(expected)
  await sql.raw(migration).execute(db)
  expect(await paramsOf()).toEqual(expected)
})

/** Look-ups and last actions of many sessions at once, on a real PostgreSQL. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '#platform/server/clock.ts'
import { inTx } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createSessions } from './sessions.ts'
import { gatheredTouch } from './session-touch.ts'
import './tables.ts'

const { db } = await testDatabase(4)
const COUNT = 700
const START = Date.UTC(2026, 8, 1)

beforeAll(async () => {
  await sql`INSERT INTO player (id, brand, password_hash, created_at) OVERRIDING SYSTEM VALUE
    SELECT g, 'polosa', 'x', now() FROM generate_series(1, ${COUNT}::int) g`.execute(db)
  await sql`INSERT INTO session (id, secret_hash, player_id, brand, kind, grade, opened_by, device, ip, country, created_at, last_action_at, authenticated_at, expires_at)
    SELECT 's' || g, sha256(('secret' || g)::bytea), g, 'polosa', 'app', 'password', 'sign_in', '', '127.0.0.1', 'DE', now(), ${new Date(START)}, now(), now() + interval '1 day'
    FROM generate_series(1, ${COUNT}::int) g`.execute(db)
  await sql`INSERT INTO service_token (token_hash, session_id, scope, expires_at)
    SELECT sha256(('token' || g)::bytea), 's' || g, 'app', now() + interval '1 hour' FROM generate_series(1, ${COUNT}::int) g`.execute(db)
})

async function lastActionOf(id: string): Promise<number> {
  const row = await db.selectFrom('session').select('last_action_at').where('id', '=', id).executeTakeFirstOrThrow()
  return row.last_action_at.getTime()
}

test('hundreds of proofs in one turn find each its own session, and nothing for a wrong one', async () => {
  const sessions = createSessions({ db, clock: systemClock() })
  const numbers = Array.from({ length: COUNT }, (_, n) => n + 1)
  const byToken = await Promise.all(numbers.map(async (n) => sessions.byToken(`token${n}`)))
  expect(byToken.map((proof) => proof?.session.playerId)).toEqual(numbers)
  const bySecret = await Promise.all(numbers.map(async (n) => sessions.bySecret(`secret${n}`)))
  expect(bySecret.map((session) => session?.id)).toEqual(numbers.map((n) => `s${n}`))
  expect(await sessions.byToken('token0')).toBeNull()
  expect(await sessions.bySecret('token1')).toBeNull()
  // Remembered: at once, and no longer when its session is closed here.
  await sessions.byToken('token2')
  expect(sessions.byToken('token2')).not.toBeInstanceOf(Promise)
  await inTx(db, (tx) => sessions.close(tx, { playerId: 2, ids: ['s2'] }, 'test'))
  sessions.forget(['s2'], 2)
  expect(await sessions.byToken('token2')).toBeNull()
})

test('actions of many players are written together, the later one counts, none goes back', async () => {
  const touch = gatheredTouch(db)
  await Promise.all(Array.from({ length: COUNT }, (_, n) => touch(`s${n + 1}`, START + 60_000 + n)))
  expect(await lastActionOf('s1')).toBe(START + 60_000)
  expect(await lastActionOf(`s${COUNT}`)).toBe(START + 60_000 + COUNT - 1)
  await Promise.all([touch('s5', START + 90_000), touch('s5', START + 95_000), touch('s6', START)])
  expect(await lastActionOf('s5')).toBe(START + 95_000)
  expect(await lastActionOf('s6')).toBe(START + 60_005)
})

test('a session that somebody is changing in this moment holds nobody up', async () => {
  const touch = gatheredTouch(db)
  await inTx(db, async (tx) => {
    await sql`SELECT 1 FROM session WHERE id = 's8' FOR UPDATE`.execute(tx)
    await Promise.all([touch('s8', START + 200_000), touch('s9', START + 200_000)])
  })
  expect(await lastActionOf('s8')).toBeLessThan(START + 200_000)
  expect(await lastActionOf('s9')).toBe(START + 200_000)
})

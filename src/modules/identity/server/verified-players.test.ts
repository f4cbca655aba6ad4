/** What other processes learn by looking: steps become visible when their transactions end, in any order. */
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { inTx, type Tx } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createVerifiedPlayers } from './verified-players.ts'

const { db } = await testDatabase()
const site = await accountSite({ db })
const verified = createVerifiedPlayers(db, site.clock, createLog('silent', false))
afterAll(() => verified.stop())

async function approve(tx: Tx, playerId: number): Promise<void> {
  const at = new Date(site.clock.now())
  await sql`INSERT INTO identity_request (player_id, brand, kind, state, created_at, decided_at)
    VALUES (${playerId}, 'polosa', 'documents', 'approved', ${at}, ${at})`.execute(tx)
  await sql`INSERT INTO identity_step (player_id, what, officer, at) VALUES (${playerId}, 'approved', 'officer', ${at})`.execute(tx)
}

test('a step whose transaction ends after a later one is seen all the same', async () => {
  const [first, second] = [(await new Visitor(site).oneClick('EUR')).userId, (await new Visitor(site).oneClick('EUR')).userId]
  await verified.load()
  const isKnown = (playerId: number) => verified.has(playerId, ['document'])
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const slow = inTx(db, async (tx) => {
    await approve(tx, first)
    begin()
    await held
  })
  await begun
  await inTx(db, (tx) => approve(tx, second))
  await expect.poll(() => isKnown(second), { timeout: 5_000 }).toBe(true)
  expect(isKnown(first)).toBe(false)
  release()
  await slow
  await expect.poll(() => isKnown(first), { timeout: 5_000 }).toBe(true)
})

/** `./polosa verify` over a database: every check is made and told, whatever becomes of one of them. */
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openAccounts, placeTestBet } from '#modules/settlement/server/fixtures.ts'
import { testDatabase } from '../test/support/database.ts'
import { verify } from './verify.ts'

const { db, url } = await testDatabase()

async function told(): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  try {
    return { code: await verify(url), lines }
  } finally {
    write.mockRestore()
  }
}

test('a check that cannot be made is broken by its name, and all others are made', async () => {
  const sound = await told()
  expect([sound.code, sound.lines.at(-1)]).toEqual([0, 'all invariants hold\n'])
  await sql`ALTER TABLE bet_insurance RENAME COLUMN percent TO per_cent`.execute(db)
  await sql`ALTER TABLE settlement_action RENAME COLUMN results TO told`.execute(db)
  const { code, lines } = await told()
  await sql`ALTER TABLE bet_insurance RENAME COLUMN per_cent TO percent`.execute(db)
  await sql`ALTER TABLE settlement_action RENAME COLUMN told TO results`.execute(db)
  expect([code, lines.length]).toEqual([1, sound.lines.length])
  const broken = lines.filter((line) => line.startsWith('BROKEN'))
  expect(broken).toEqual([
    expect.stringMatching(/^BROKEN settlement: results in force: 1, first cannot be checked: .*results/),
    expect.stringMatching(/^BROKEN cover: what its slices cover.*cannot be checked: .*percent/),
  ])
})

test('an open bet without its legs is named, and the bets beside it are looked at', async () => {
  const [account] = await openAccounts(db, 1)
  const place = () => placeTestBet(db, { accountId: account!, stakeMinor: 100n, legs: [{ ci: 9_000, t: 1, price: 2_000 }] })
  const [bet, beside] = [await place(), await place()]
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await sql`DELETE FROM bet_leg WHERE bet_id = ${bet}`.execute(tx)
    await sql`UPDATE bet SET status = 2, settled_at = now() WHERE id = ${beside}`.execute(tx)
  })
  const found = (await told()).lines.find((line) => line.startsWith('BROKEN settlement: status and every part'))
  expect(found).toContain(`(2 looked at): 2, first bet ${bet}: status 1 payout 0, expected 7 and 0 (unreadable: `)
})

/** `./polosa verify` over a database: every check is made and told, whatever becomes of one of them. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { newKeys } from '#platform/server/backup/sealing.ts'
import { openAccounts, placeTestBet } from '#modules/settlement/server/fixtures.ts'
import { testDatabase } from '../test/support/database.ts'
import { databaseUrl } from '../test/support/postgres.ts'
import { UsageError } from './arguments.ts'
import { backup } from './backup.ts'
import { verify } from './verify.ts'
import { verifyCommand } from './verify-command.ts'

const { db, url } = await testDatabase()
const dir = mkdtempSync(join(tmpdir(), 'verify-command-'))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(dir, { recursive: true, force: true })
})

async function told(look = () => verify(url)): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  try {
    return { code: await look(), lines }
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

/** What the verb says instead of a look at the database. */
async function refusal(work: () => Promise<number> = () => verifyCommand([])): Promise<string> {
  const error = await told(work).catch((fault: unknown) => fault)
  expect(error).toBeInstanceOf(UsageError)
  return (error as UsageError).message
}

test('a database that is not there, or was never begun, is not called broken', async () => {
  vi.stubEnv('DATABASE_URL', databaseUrl(url, 'polosa_none'))
  expect(await refusal()).toBe('DATABASE_URL: database "polosa_none" does not exist')
  vi.stubEnv('DATABASE_URL', 'postgres://polosa@no-such-host.invalid/polosa')
  expect(await refusal()).toBe('DATABASE_URL: there is no host of that name')
  vi.stubEnv('DATABASE_URL', databaseUrl(url, 'template1'))
  expect(await refusal()).toBe('DATABASE_URL: no database was begun there; ./polosa start begins one')
})

test('a database of another release is not called broken', async () => {
  vi.stubEnv('DATABASE_URL', url)
  expect(await told(() => verifyCommand([]))).toEqual(await told())
  const last = (await sql<{ name: string }>`SELECT max(name) AS name FROM migration`.execute(db)).rows[0]!.name
  await sql`UPDATE migration SET name = '9999_later.sql' WHERE name = ${last}`.execute(db)
  expect(await refusal()).toBe(
    'DATABASE_URL: the database is of a newer release (this one has no 9999_later.sql of the same text); use that one',
  )
  const { rows } = await sql<{ hash: string }>`DELETE FROM migration WHERE name = '9999_later.sql' RETURNING hash`.execute(db)
  expect(await refusal()).toBe(
    `DATABASE_URL: the database is of an older release (it lacks ${last}); ./polosa start brings it up to this one`,
  )
  // A backup is what one makes before the next release is started.
  expect(await told(() => backup(['write', join(dir, 'before'), `--key=${newKeys().publicKey}`]))).toMatchObject({ code: 0 })
  await sql`INSERT INTO migration (name, hash) VALUES (${last}, ${rows[0]!.hash})`.execute(db)
})

test('looking at a data folder that was never started makes nothing', async () => {
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('POLOSA_HOME', join(dir, 'mistyped'))
  const none = `POLOSA_HOME: ${join(dir, 'mistyped')}: no database was begun there; ./polosa start begins one`
  expect(await refusal()).toBe(none)
  expect(await refusal(() => backup(['write', join(dir, 'backups'), `--key=${newKeys().publicKey}`]))).toBe(none)
  expect(readdirSync(dir).filter((name) => name !== 'before')).toEqual([])
})

/** Which machines may sign the journal of a database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { manualClock } from '#platform/server/clock.ts'
import { EnvError, readEnv } from '#platform/server/env.ts'
import { createLog } from '#platform/server/log.ts'
import { testDatabase } from '../../test/support/database.ts'
import { composeJournal, readJournalKey } from './journal.ts'

const { db } = await testDatabase()
const dir = mkdtempSync(join(tmpdir(), 'journal-of-machines-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const fileOf = (machine: string) => join(dir, machine, 'journal-key.pem')

/** A start on a machine with a data folder of its own; the id of its key. Nothing is routed and nothing written. */
async function start(machine: string, env: Record<string, string> = {}): Promise<string> {
  const clock = manualClock(1_800_000_000_000)
  const given = { ...readEnv({ POLOSA_HOME: join(dir, machine), ...env }), roles: [] }
  const log = createLog('silent', false)
  const { key } = await composeJournal({ env: given, key: readJournalKey(given), app: null as never, texts: null as never, db, clock, log })
  return key.id
}
const listed = async () => (await sql<{ id: string }>`SELECT id FROM journal_key ORDER BY id`.execute(db)).rows.map(({ id }) => id)

beforeEach(async () => {
  await sql`DELETE FROM journal_key`.execute(db)
  rmSync(dir, { recursive: true, force: true })
})

it('a machine that would sign with a key of its own making is refused by the name of the setting', async () => {
  const first = await start('a')
  expect(await start('a')).toBe(first)
  await expect(start('b')).rejects.toThrow(EnvError)
  await expect(start('b')).rejects.toThrow(`POLOSA_JOURNAL_KEY: receipts of this database are signed with another key (${first})`)
  expect(await start('b', { POLOSA_JOURNAL_KEY: fileOf('a') })).toBe(first)
  expect(await listed()).toEqual([first])
})

it('of two that begin a database at once one is refused', async () => {
  const done = await Promise.allSettled([start('a'), start('b')])
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await listed()).toHaveLength(1)
})

it('a new key that is named is noted beside the old one, and both may go on', async () => {
  const first = await start('a')
  await start('b').catch(() => {})
  const second = await start('a', { POLOSA_JOURNAL_KEY: fileOf('b') })
  expect(await listed()).toEqual([first, second].toSorted())
  expect([await start('a'), await start('b')]).toEqual([first, second])
})

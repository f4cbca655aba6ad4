/** The look of the worker: in pieces beside a server that writes, it finds what the whole look finds. */
import pg from 'pg'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openAccounts, placeTestBet } from '#modules/settlement/server/fixtures.ts'
import { createLedger } from '#modules/ledger/server/index.ts'
import type { Check } from '#platform/server/checks.ts'
import { manualClock } from '#platform/server/clock.ts'
import { connectionOf } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createJournal, temporaryJournalKey } from './index.ts'
import { journalRounds } from './verify-journal.ts'

const { db, url } = await testDatabase()
const clock = manualClock(Date.UTC(2026, 8, 1, 12))
await createLedger({ db, clock })
const journal = await createJournal({
  db,
  clock,
  log: createLog('silent', false),
  key: temporaryJournalKey(),
  home: null,
  texts: loadTexts('locales'),
})
const [account] = await openAccounts(db, 1)
let games = 900_000

async function bets(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1)
    await placeTestBet(db, { accountId: account!, stakeMinor: 1n, legs: [{ ci: (games += 10), t: 1, price: 1_900 }], at: clock.now() })
  await journal.write()
}

/** As a superuser who switches the guards off. */
async function tamper(statement: string): Promise<void> {
  const client = new pg.Client(connectionOf(url))
  await client.connect()
  await client.query('SET session_replication_role = replica')
  await client.query(statement)
  await client.end()
}

const firsts = (checks: readonly Check[]) => checks.filter(({ violations }) => violations > 0).map(({ first }) => first)

it('in pieces, with bets between them, it finds what the whole look finds, and ends although they go on', async () => {
  await bets(50)
  const goOn = journalRounds(db, { batch: 20 })
  const round = async () => {
    for (let calls = 1; calls < 50; calls += 1) {
      const { isWhole, checks } = await goOn(0)
      if (isWhole) return { calls, found: firsts(checks) }
      await bets(1)
    }
    throw new Error('no end')
  }
  const sound = await round()
  expect([sound.calls > 2, sound.found]).toEqual([true, []])
  await tamper(`CREATE TABLE kept AS SELECT * FROM journal WHERE seq = 2; UPDATE journal SET content = sha256('x') WHERE seq = 2`)
  const edited = await round()
  expect(edited.found).toEqual(firsts(await journal.check()))
  expect(edited.found.length).toBeGreaterThan(0)
  await tamper(`DELETE FROM journal WHERE seq = 2; INSERT INTO journal SELECT * FROM kept; DROP TABLE kept`)
  expect((await round()).found).toEqual([])
})

it('a piece that breaks off makes the next look begin anew instead of missing what was read', async () => {
  const goOn = journalRounds(db, { batch: 20 })
  expect((await goOn(0)).isWhole).toBe(false)
  await sql`ALTER TABLE journal RENAME TO journal_away`.execute(db)
  await expect(goOn(0)).rejects.toThrow()
  await sql`ALTER TABLE journal_away RENAME TO journal`.execute(db)
  const { isWhole, checks } = await goOn(60_000)
  expect([isWhole, firsts(checks)]).toEqual([true, []])
})

it('in pieces it finds the head that is not signed and the one that the journal does not reach', async () => {
  for (let i = 0; i < 5; i += 1) {
    clock.advance(60_000)
    await bets(10)
  }
  const { rows } = await sql<{ day: string; size: bigint }>`SELECT day::text, size FROM journal_head ORDER BY day, size`.execute(db)
  const middle = rows[Math.floor(rows.length / 2)]!
  expect(rows.length).toBeGreaterThan(4)
  await tamper(`UPDATE journal_head SET signature = sha256('x') WHERE day = '${middle.day}' AND size = ${middle.size}`)
  await tamper(
    `INSERT INTO journal_head SELECT day, size + 1000, final, at, root, chain, key_id, signature FROM journal_head ORDER BY size DESC LIMIT 1`,
  )
  const goOn = journalRounds(db, { batch: 20 })
  let look = await goOn(0)
  expect([look.isWhole, firsts(look.checks)]).toEqual([false, []])
  while (!look.isWhole) look = await goOn(0)
  expect(look.checks).toEqual(await journal.check())
  expect(firsts(look.checks)).toEqual([
    expect.stringContaining('the journal ends before it'),
    expect.stringMatching(`head of ${middle.day} over ${middle.size} entries: not signed`),
  ])
  // Each head was looked at once, and the one that says too much is not signed either.
  const signed = look.checks.find(({ name }) => name.startsWith('journal: heads are signed'))!
  expect([signed.checked, signed.violations]).toEqual([BigInt(rows.length + 1), 2])
  await tamper(`DELETE FROM journal_head WHERE size > 1000 OR (day = '${middle.day}' AND size = ${middle.size})`)
})

it('while something is always due heads are signed all the same, and the writer stops when it is told to', async () => {
  await bets(1)
  const newest = async () => (await journal.heads(1))[0]!.size
  const before = await newest()
  await sql`CREATE FUNCTION always_due() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO journal_due (what, ids) VALUES (1, '{1}'); RETURN NULL; END $$`.execute(db)
  await sql`CREATE TRIGGER always_due AFTER DELETE ON journal_due FOR EACH STATEMENT EXECUTE FUNCTION always_due()`.execute(db)
  await placeTestBet(db, { accountId: account!, stakeMinor: 1n, legs: [{ ci: (games += 10), t: 1, price: 1_900 }], at: clock.now() })
  const stop = journal.start()
  try {
    await expect
      .poll(async () => (await sql`SELECT 1 FROM journal_due WHERE ids <> '{1}'`.execute(db)).rows, { timeout: 10_000 })
      .toEqual([])
    clock.advance(60_000)
    await expect.poll(newest).toBeGreaterThan(before)
    await stop()
  } finally {
    await sql`DROP TRIGGER always_due ON journal_due`.execute(db)
    await stop()
  }
  expect((await sql`SELECT 1 FROM journal_due`.execute(db)).rows).not.toEqual([])
})

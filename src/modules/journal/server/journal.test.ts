/** The journal on a real database: nothing skipped, nothing twice, and every tampering named. */
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createLedger, systemAccountId, type Ledger } from '#modules/ledger/server/index.ts'
import { EUR, openAccounts, placeTestBet, settleFact, wonBy } from '#modules/settlement/server/fixtures.ts'
import { createSettlement, type Settlement } from '#modules/settlement/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { connectionOf, inTx } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import type { Ctx } from '#platform/server/http.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { checkReceipt as check, type ReceiptFile } from '../rules/check-receipt.ts'
import { JOURNAL_KINDS } from '../rules/entry.ts'
import { checkTools as tools } from './check-tools.ts'
import { selectSalt } from './documents.ts'
import { signHeads } from './heads.ts'
import { createJournal, headCopyFile, loadJournalKey, temporaryJournalKey, verifyJournal, type Journal } from './index.ts'
import { readReceipt } from './read-receipt.ts'
import { writeBatch } from './write-journal.ts'

const { db, url } = await testDatabase(6)
const START = Date.UTC(2026, 8, 1, 12)
const clock = manualClock(START)
const log = createLog('silent', false)
const key = temporaryJournalKey()
const published = [{ id: key.id, publicKey: key.publicKey.toString('hex') }]
const checkReceipt = (file: ReceiptFile) => check(file, published, tools)
const home = mkdtempSync(join(tmpdir(), 'journal-'))
let journal: Journal
let ledger: Ledger
let settlement: Settlement
let accounts: number[]
let salt: string

beforeAll(async () => {
  ledger = await createLedger({ db, clock })
  settlement = createSettlement({ db, clock, log })
  journal = await createJournal({ db, clock, log, key, home, texts: loadTexts('locales') })
  salt = await selectSalt(db)
  accounts = await openAccounts(db, 4)
})

let nextCi = 500_000
async function someBet(account = accounts[0]!, ci = (nextCi += 10)): Promise<{ id: bigint; ci: number }> {
  return { id: await placeTestBet(db, { accountId: account, stakeMinor: 1_000n, legs: [{ ci, t: 1, price: 1_900 }], at: clock.now() }), ci }
}
async function settle(ci: number, winner: 1 | 2, key = `r${ci}-${winner}`): Promise<void> {
  await settlement.apply([settleFact({ key, at: clock.now(), ci, results: wonBy(winner) })])
  await settlement.resume()
}
async function entries(subject?: bigint) {
  const { rows } = await sql<{
    seq: bigint
    kind: number
    subject: bigint
    n: number
    detail: { status: number; payoutMinor: string } | null
  }>`
    SELECT seq, kind, subject, n, detail FROM journal WHERE ${subject ?? null}::bigint IS NULL OR subject = ${subject ?? null} ORDER BY seq`.execute(
    db,
  )
  return rows
}
const broken = async () => (await journal.check()).filter(({ violations }) => violations > 0).map(({ first }) => first)

/** As a superuser who switches the guards off. */
async function tamper(statement: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client(connectionOf(url))
  await client.connect()
  try {
    await client.query('SET session_replication_role = replica')
    await client.query(statement, values)
  } finally {
    await client.end()
  }
}

async function receiptOf(bet: bigint, account = accounts[0]!) {
  const row = await db.selectFrom('account').select('player_id').where('id', '=', account).executeTakeFirstOrThrow()
  return readReceipt({ db, key, salt }, { player: { id: row.player_id, brand: 'polosa' }, lng: 'en' } as Ctx, bet)
}

describe('what is committed is written once', () => {
  it('bets, settlements, corrections and deposits, in an order that is true', async () => {
    const bet = await someBet()
    await journal.write()
    await settle(bet.ci, 1)
    await journal.write()
    await settle(bet.ci, 2, 'later')
    clock.advance(1_000)
    await settlement.apply([settleFact({ key: 'corrected', at: clock.now(), ci: bet.ci, results: wonBy(2) })])
    await settlement.resume()
    await journal.write()
    const told = await entries(bet.id)
    expect(told.map(({ kind }) => kind)).toEqual([JOURNAL_KINDS.bet, JOURNAL_KINDS.settlement, JOURNAL_KINDS.correction])
    expect(told[1]!.detail).toMatchObject({ status: 4, payoutMinor: '1900' })
    expect(told[2]!.detail).toMatchObject({ status: 2, payoutMinor: '0' })
    expect((await entries()).filter(({ kind }) => kind === 104)).toHaveLength(4)
    expect(await broken()).toEqual([])
    const { rows } = await sql`SELECT 1 FROM journal_due`.execute(db)
    expect(rows).toEqual([])
  })

  it('a bet that commits long after others is still written', async () => {
    const late = new pg.Client(connectionOf(url))
    await late.connect()
    await late.query('BEGIN')
    // The id was given first, and is smaller than those that are committed and written before it.
    const id = 900n
    await late.query(
      `SELECT place_bet('late-bet-0001', '${'0'.repeat(32)}', (SELECT player_id FROM account WHERE id = $1::integer), $1::integer, $2, 0::smallint, 500, ${EUR}::smallint, 2.000, NULL, '{}', '{7}', '{1}', '{0}', '{0}', '{3}', '{2000}', $3)`,
      [accounts[1], String(id), new Date(START).toISOString()],
    )
    const quick = await someBet(accounts[2])
    await journal.write()
    expect((await entries(quick.id)).length).toBe(1)
    expect(await entries(id)).toEqual([])
    expect(await broken()).toEqual([])
    await late.query('COMMIT')
    await late.end()
    await journal.write()
    expect((await entries(id)).map(({ kind }) => kind)).toEqual([1])
    expect(await broken()).toEqual([])
  })

  it('a writer that dies leaves a batch whole or not begun; two at once do not write twice', async () => {
    const before = (await entries()).length
    const made = [await someBet(), await someBet(accounts[1]), await someBet(accounts[2])]
    await expect(
      writeBatch({
        db,
        clock,
        salt,
        // The only holder of such a lock in this database is the writer.
        beforeCommit: async () => {
          await sql`SELECT pg_terminate_backend(pid) FROM pg_locks
            WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(db)
        },
      }),
    ).rejects.toThrow()
    expect((await entries()).length).toBe(before)
    await Promise.all(Array.from({ length: 4 }, () => writeBatch({ db, clock, salt })))
    await journal.write()
    expect((await entries()).length).toBe(before + made.length)
    expect(await broken()).toEqual([])
  })

  it('a movement that was rolled back is not written', async () => {
    await settleTransfer(false)
    await journal.write()
    const withdrawals = (await entries()).filter(({ kind }) => kind === 105).length
    await settleTransfer(true)
    await journal.write()
    expect((await entries()).filter(({ kind }) => kind === 105).length).toBe(withdrawals + 1)
  })

  async function settleTransfer(commit: boolean): Promise<void> {
    const accountId = accounts[3]!
    await inTx(db, async (tx) => {
      await ledger.post(tx, {
        kind: 'withdrawal',
        txId: ledger.ids.next(),
        at: new Date(clock.now()),
        entries: [
          { accountId, currencyId: EUR, amountMinor: -100n },
          { accountId: systemAccountId('payouts', EUR), currencyId: EUR, amountMinor: 100n },
        ],
      })
      if (!commit) throw new Error('away')
    }).catch((error: unknown) => {
      if (commit) throw error
    })
  }

  it('the tables refuse changes from everybody else', async () => {
    for (const statement of ['UPDATE journal SET n = 1', 'DELETE FROM journal', 'TRUNCATE journal', 'DELETE FROM journal_head'])
      await expect(sql.raw(statement).execute(db), statement).rejects.toThrow('append-only')
  })
})

describe('receipts and heads', () => {
  it('a receipt with its settlement is proven up to the signed head', async () => {
    const bet = await someBet()
    await journal.write()
    await settle(bet.ci, 1)
    clock.advance(20_000)
    await journal.write()
    const file = (await receiptOf(bet.id)) as ReceiptFile
    const all = { entry: 'good', path: 'good', head: 'good' }
    expect(await checkReceipt(file)).toEqual({ key: 'good', signature: 'good', place: all, changes: [all] })
    expect(file.receipt).toMatchObject({
      bet: String(bet.id),
      stakeMinor: '1000',
      debitedMinor: '1000',
      legs: [{ ci: bet.ci, price: 1900 }],
    })
    expect(JSON.stringify(file)).not.toContain('"ip"')
    // The file survives a trip through JSON text, as a download is one.
    const read = JSON.parse(JSON.stringify(file)) as ReceiptFile
    expect((await checkReceipt(read)).signature).toBe('good')
    const edited = structuredClone(read)
    edited.receipt['stakeMinor'] = '100000'
    expect(await checkReceipt(edited)).toMatchObject({ signature: 'bad', place: { entry: 'bad', path: 'good', head: 'good' } })
    const other = structuredClone(read)
    other.changes[0]!.document['payoutMinor'] = '9900'
    expect((await checkReceipt(other)).changes[0]!.entry).toBe('bad')
    const bent = structuredClone(read)
    bent.place!.head!.size += 1
    expect((await checkReceipt(bent)).place.head).toBe('bad')
    const foreign = { ...read, key: { ...read.key, publicKey: temporaryJournalKey().publicKey.toString('hex') } }
    expect(await checkReceipt(foreign)).toMatchObject({ key: 'bad', signature: 'missing', place: { head: 'good' } })
  })

  it('is given to the owner only, and waits for its head', async () => {
    const bet = await someBet()
    expect(isProblem(await receiptOf(bet.id, accounts[1]))).toBe(true)
    const first = (await receiptOf(bet.id)) as ReceiptFile
    expect(await checkReceipt(first)).toMatchObject({ signature: 'good', place: { entry: 'missing' } })
  })

  it('a bet among thousands of a day finds its way; the day is closed with one final head', async () => {
    await sql`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, balance_after, at)
      SELECT ${accounts[0]!}, 2000000 + g, 14, 0, 0, ${new Date(clock.now())} FROM generate_series(1, 2600) g`.execute(db)
    const bet = await someBet()
    clock.advance(20_000)
    await journal.write()
    const good = { entry: 'good', path: 'good', head: 'good' }
    expect((await checkReceipt((await receiptOf(bet.id)) as ReceiptFile)).place).toEqual(good)
    const { rows } = await sql<{ blocks: number }>`SELECT count(*)::integer AS blocks FROM journal_block`.execute(db)
    expect(rows[0]!.blocks).toBe(2)
    const middle = await db.selectFrom('journal').selectAll().where('seq', '=', 1_500n).executeTakeFirstOrThrow()
    expect(middle.kind).toBe(114)

    clock.advance(86_400_000)
    await journal.write()
    const closed = (await receiptOf(bet.id)) as ReceiptFile
    expect(closed.place!.head).toMatchObject({ day: '2026-09-01', final: true })
    expect((await checkReceipt(closed)).place).toEqual(good)
    await someBet()
    await signHeads({ db, clock, key, copyFile: null })
    await journal.write()
    expect((await journal.heads(5)).map(({ day, final }) => [day, final])).toEqual([
      ['2026-09-02', false],
      ['2026-09-01', true],
    ])
    expect(readFileSync(headCopyFile(home), 'utf8').trim().split('\n')).toHaveLength(1)
    expect(await broken()).toEqual([])
  })

  it('makes one key for ever, readable by its owner alone', () => {
    const folder = join(home, 'keys')
    const first = loadJournalKey({ home: folder, given: null })
    expect(loadJournalKey({ home: folder, given: null }).id).toBe(first.id)
    expect(statSync(join(folder, 'journal-key.pem')).mode & 0o777).toBe(0o600)
    expect(loadJournalKey({ home: '/nowhere', given: readFileSync(join(folder, 'journal-key.pem'), 'utf8') }).id).toBe(first.id)
    expect(() => loadJournalKey({ home, given: '/nowhere/key.pem' })).toThrow('POLOSA_JOURNAL_KEY')
  })
})

describe('tampering is named', () => {
  let bet: { id: bigint; ci: number }
  let seq: bigint
  let last: bigint
  let receipt: string

  beforeAll(async () => {
    bet = await someBet()
    const { rows } = await sql<{ text: string }>`SELECT receipt::text AS text FROM bet_receipt WHERE bet_id = ${bet.id}`.execute(db)
    receipt = rows[0]!.text
    await settle(bet.ci, 1)
    await someBet(accounts[1])
    clock.advance(20_000)
    await journal.write()
    const own = await entries(bet.id)
    seq = own[0]!.seq
    last = own[1]!.seq
    expect(await broken()).toEqual([])
  })

  const edits: [string, () => [change: string, back: string], () => string][] = [
    [
      'a receipt',
      () => [
        `UPDATE bet_receipt SET receipt = '{"legs":[]}' WHERE bet_id = ${bet.id}`,
        `UPDATE bet_receipt SET receipt = '${receipt}' WHERE bet_id = ${bet.id}`,
      ],
      () => `entry ${seq} (bet ${bet.id}): the rows of today are not what was written`,
    ],
    [
      'a stake',
      () => [`UPDATE bet SET stake_minor = 2000 WHERE id = ${bet.id}`, `UPDATE bet SET stake_minor = 1000 WHERE id = ${bet.id}`],
      () => `entry ${seq} (bet ${bet.id})`,
    ],
    [
      'the price of a leg',
      () => [`UPDATE bet_leg SET price = 9000 WHERE bet_id = ${bet.id}`, `UPDATE bet_leg SET price = 1900 WHERE bet_id = ${bet.id}`],
      () => `entry ${seq} (bet ${bet.id})`,
    ],
    [
      'a payout',
      () => [`UPDATE bet SET payout_minor = 5000 WHERE id = ${bet.id}`, `UPDATE bet SET payout_minor = 1900 WHERE id = ${bet.id}`],
      () => `bet ${bet.id}: status 4, payout 5000, the journal says status 4, payout 1900`,
    ],
    [
      'the entry of a payout',
      () => [
        `UPDATE ledger_entry SET amount_minor = 5000 WHERE tx_id = ${bet.id} AND kind = 2 AND account_id > 0`,
        `UPDATE ledger_entry SET amount_minor = 1900 WHERE tx_id = ${bet.id} AND kind = 2 AND account_id > 0`,
      ],
      () => `entry ${last} (settlement ${bet.id})`,
    ],
    [
      'a link',
      () => [`UPDATE journal SET n = 77 WHERE seq = ${seq}`, `UPDATE journal SET n = 0 WHERE seq = ${seq}`],
      () => `entry ${seq} (bet ${bet.id}) was edited`,
    ],
    [
      'the order',
      () => {
        const swap = `UPDATE journal SET seq = -seq WHERE seq IN (${seq}, ${seq - 1n}); UPDATE journal SET seq = CASE WHEN seq = -${seq} THEN ${seq - 1n} ELSE ${seq} END WHERE seq < 0`
        const without = (text: string) => `ALTER TABLE journal DROP CONSTRAINT IF EXISTS journal_seq_check; ${text}`
        return [without(swap), swap]
      },
      () => `entry ${seq - 1n} (bet ${bet.id}) does not continue`,
    ],
  ]

  it.each(edits)('edited: %s', async (_what, statements, named) => {
    const [change, back] = statements()
    await tamper(change)
    const found = await broken()
    expect(
      found.some((first) => first?.startsWith(named())),
      `${named()} in ${JSON.stringify(found)}`,
    ).toBe(true)
    await tamper(back)
    expect(await broken()).toEqual([])
  })

  it('a receipt that was edited is not signed any more', async () => {
    await tamper(`UPDATE bet SET stake_minor = 2000 WHERE id = ${bet.id}`)
    expect(await receiptOf(bet.id)).toMatchObject({ code: 'journal.receipt_differs' })
    await tamper(`UPDATE bet SET stake_minor = 1000 WHERE id = ${bet.id}`)
  })

  it('a bet that was slipped in, a payment, a deposit, and a bet that was removed', async () => {
    await tamper(`INSERT INTO bet SELECT id + 1, player_id, account_id, currency_id, vid, status, legs, open_legs, settled_version, stake_minor, payout_minor,
      max_payout_minor, accepted_at, settled_at, price, won_num, won_den FROM bet WHERE id = ${bet.id} ON CONFLICT DO NOTHING`)
    const stranger = bet.id + 1n
    const known = (await entries(stranger)).length > 0
    if (!known) expect(await broken()).toEqual(expect.arrayContaining([`bet ${stranger} has no entry`]))
    if (!known) await tamper(`DELETE FROM bet WHERE id = ${stranger}`)

    await tamper(`INSERT INTO ledger_entry (account_id, tx_id, kind, n, amount_minor) VALUES (${accounts[0]}, ${bet.id}, 2, 9, 100)`)
    expect(await broken()).toEqual([`entry of account ${accounts[0]} for bet ${bet.id}, kind 2: settlement 9 is unknown`])
    await tamper(`DELETE FROM ledger_entry WHERE tx_id = ${bet.id} AND n = 9`)

    await tamper(`INSERT INTO ledger_entry (account_id, tx_id, kind, n, amount_minor) VALUES (${accounts[0]}, 77, 4, 0, 100)`)
    expect(await broken()).toEqual([`entry of account ${accounts[0]}, transaction 77, kind 4 is not in the journal`])
    await tamper(`DELETE FROM ledger_entry WHERE tx_id = 77`)

    await tamper(`CREATE TABLE kept AS SELECT * FROM bet WHERE id = ${bet.id}; DELETE FROM bet WHERE id = ${bet.id}`)
    expect(await broken()).toEqual(expect.arrayContaining([`entry ${seq} (bet ${bet.id}): what it tells of is gone`]))
    await tamper(`INSERT INTO bet SELECT * FROM kept; DROP TABLE kept`)
    expect(await broken()).toEqual([])
  })

  it('an entry that was removed, and an end that was cut off', async () => {
    await tamper(`CREATE TABLE kept AS SELECT * FROM journal WHERE seq = ${seq}; DELETE FROM journal WHERE seq = ${seq}`)
    expect((await broken())[0]).toContain(`entry ${seq} is missing before entry ${seq + 1n}`)
    await tamper(`INSERT INTO journal SELECT * FROM kept; DROP TABLE kept`)

    await tamper(`CREATE TABLE kept AS SELECT * FROM journal WHERE seq >= ${seq}; DELETE FROM journal WHERE seq >= ${seq}`)
    const found = await broken()
    expect(found.some((first) => first?.includes('the journal ends before it'))).toBe(true)
    expect(found).toContain(`bet ${bet.id} has no entry`)
    await tamper(`INSERT INTO journal SELECT * FROM kept; DROP TABLE kept`)
    expect(await broken()).toEqual([])
  })

  it('a chain that was written anew is not signed, and differs from the copy outside', async () => {
    const day = `day = '2026-09-01' AND final`
    await tamper(`CREATE TABLE kept AS SELECT * FROM journal_head WHERE ${day}; UPDATE journal_head SET chain = sha256('x') WHERE ${day}`)
    const found = await broken()
    expect(found.some((first) => first?.includes('not signed by key'))).toBe(true)
    await tamper(`DELETE FROM journal_head WHERE ${day}`)
    expect(await broken()).toEqual(['head of 2026-09-01: the copy outside the database says otherwise'])
    expect((await verifyJournal(db)).filter(({ violations }) => violations > 0)).toEqual([])
    await tamper(`INSERT INTO journal_head SELECT * FROM kept; DROP TABLE kept`)
    expect(await broken()).toEqual([])
  })
})

/**
 * The writer of the chain: one in the whole installation (a lock of the database), in batches, each one transaction in
 * which what is due becomes entries and stops being due. A kill leaves a batch whole or not begun.
 */
import { sql } from 'kysely'
import { DAY, type Clock } from '#lib/time.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { LOCKS } from '#platform/server/locks.ts'
import { entryText, GENESIS, JOURNAL_KINDS, MOVEMENT } from '../rules/entry.ts'
import { leafHash, rootOf } from '../rules/merkle.ts'
import {
  betDocuments,
  changeDetails,
  changeDocuments,
  contentOf,
  digestHex,
  idList,
  movementDocuments,
  sha256,
  type ChangeDetail,
  type MovementKey,
} from './documents.ts'
import { noteDocuments, NOTES_DUE } from './notes.ts'

export const BLOCK = 1_024
const BATCH = 2_000
/** Rows of due that a batch looks at: a row holds one bet or a whole chunk of a settlement. */
const DUE_ROWS = 400

interface DueRow {
  id: bigint
  what: number
  ids: string[]
  account_id: number | null
  entry_kind: number | null
  n: number | null
}

/** An entry that is not in its place of the chain yet. */
interface NewEntry {
  kind: number
  subject: bigint
  account: number
  n: number
  detail: ChangeDetail | null
  content: Buffer
}

export interface WriterDeps {
  db: Db
  clock: Clock
  salt: string
  /** Failpoint of the tests of kills: runs before the commit. */
  beforeCommit?: () => Promise<void> | void
}

/** Writes what is due, at most about 2,000 entries. Answers how many due rows it took; 0 when another writer is at work. */
export async function writeBatch({ db, clock, salt, beforeCommit }: WriterDeps): Promise<number> {
  return inTx(db, async (tx) => {
    if (!(await lockJournal(tx))) return 0
    const due = await listDue(tx)
    if (due.length === 0) return 0
    const entries = await entriesOf(tx, salt, due)
    if (entries.length > 0) await append(tx, entries, clock.now())
    await sql`DELETE FROM journal_due WHERE id = ANY(${idList(due.map(({ id }) => id))}::bigint[])`.execute(tx)
    await beforeCommit?.()
    return due.length
  })
}

/** Until the transaction ends nobody else adds to the journal; false when somebody does just now. */
export async function lockJournal(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ ok: boolean }>`SELECT pg_try_advisory_xact_lock(${LOCKS.journal}) AS ok`.execute(tx)
  return rows[0]?.ok === true
}

/** Numbers in `journal_due.what`: bets that were made, bets that changed, movements of money, rows that stand by themselves. */
const KNOWN_DUE = [1, 2, 3, ...NOTES_DUE.keys()]

/**
 * In the order in which the statements ran: a bet is always before what happens to it. What a later release has put there is
 * left to that release: taken by one that does not know it, it would be gone without an entry.
 */
async function listDue(tx: Tx): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    SELECT d.id, d.what, d.ids::text[] AS ids, d.account_id, d.entry_kind, d.n
    FROM (SELECT *, sum(cardinality(ids)) OVER (ORDER BY id) - cardinality(ids) AS before FROM (SELECT * FROM journal_due WHERE what = ANY(${KNOWN_DUE}::smallint[]) ORDER BY id LIMIT ${DUE_ROWS}) f) d
    WHERE d.before < ${BATCH} ORDER BY d.id`.execute(tx)
  return rows
}

async function entriesOf(tx: Tx, salt: string, due: readonly DueRow[]): Promise<NewEntry[]> {
  const made = [...new Set(due.filter(({ what }) => what === 1).flatMap(({ ids }) => ids))].map(BigInt)
  const changed = [...new Set(due.filter(({ what }) => what === 2).flatMap(({ ids }) => ids))].map(BigInt)
  const moved = due
    .filter(({ what }) => what === 3)
    .map((row): MovementKey => ({ accountId: row.account_id!, txId: BigInt(row.ids[0]!), kind: row.entry_kind!, n: row.n! }))
  const written = await listWritten(tx, [...made, ...changed])
  const entries: NewEntry[] = []
  const bets = await betDocuments(
    tx,
    salt,
    made.filter((id) => !written.get(id)?.bet),
  )
  for (const id of made) {
    const document = bets.get(id)
    if (document) entries.push({ kind: JOURNAL_KINDS.bet, subject: id, account: 0, n: 0, detail: null, content: contentOf(document) })
  }
  entries.push(...(await changeEntries(tx, changed, written)))
  const documents = await movementDocuments(tx, moved)
  moved.forEach(({ accountId, txId, kind, n }, i) => {
    const document = documents[i]
    if (document) entries.push({ kind: MOVEMENT + kind, subject: txId, account: accountId, n, detail: null, content: contentOf(document) })
  })
  for (const [what, kind] of NOTES_DUE) {
    const ids = due.filter((row) => row.what === what).flatMap((row) => row.ids.map(BigInt))
    for (const [subject, note] of await noteDocuments(tx, kind, ids))
      entries.push({ kind, subject, account: 0, n: 0, detail: null, content: contentOf(note) })
  }
  return entries
}

/** What the chain has of a bet: its own entry, and the state after the newest change. */
interface Written {
  bet: boolean
  last: ChangeDetail | null
  settledBefore: boolean
}

async function listWritten(tx: Tx, bets: readonly bigint[]): Promise<Map<bigint, Written>> {
  const { rows } = await sql<{ subject: bigint; kind: number; detail: ChangeDetail | null }>`
    SELECT j.subject, j.kind, j.detail FROM journal j
    WHERE j.subject = ANY(${idList(bets)}::bigint[]) AND j.kind < ${MOVEMENT} AND j.account_id = 0 ORDER BY j.subject, j.n`.execute(tx)
  const written = new Map<bigint, Written>()
  for (const { subject, kind, detail } of rows) {
    const of = written.get(subject) ?? { bet: false, last: null, settledBefore: false }
    if (kind === JOURNAL_KINDS.bet) of.bet = true
    else of.last = detail
    if (kind === JOURNAL_KINDS.settlement) of.settledBefore = true
    written.set(subject, of)
  }
  return written
}

async function changeEntries(tx: Tx, ids: readonly bigint[], written: Map<bigint, Written>): Promise<NewEntry[]> {
  const details = await changeDetails(tx, ids)
  const changes = ids.flatMap((bet) => {
    const detail = details.get(bet)
    return detail && detail.version > (written.get(bet)?.last?.version ?? 0) ? [{ bet, detail }] : []
  })
  const documents = await changeDocuments(tx, changes)
  return changes.map(({ bet, detail }, i) => ({
    kind: kindOfChange(detail, written.get(bet), documents[i]!['entries'] as [number, number, string][]),
    subject: bet,
    account: 0,
    n: detail.version,
    detail,
    content: contentOf(documents[i]!),
  }))
}

const SALE_ENTRY = 10
const SOLD_STATUS = 8
const OPEN_STATUS = 1

function kindOfChange(detail: ChangeDetail, before: Written | undefined, entries: readonly [number, number, string][]): number {
  if (entries.some(([kind, n]) => kind === SALE_ENTRY && n === detail.version)) return JOURNAL_KINDS.sale
  if (detail.status === SOLD_STATUS) return JOURNAL_KINDS.replaced
  if (detail.status === OPEN_STATUS) {
    const isInsured = (detail.money?.['insured'] ?? '0') !== (before?.last?.money?.['insured'] ?? '0')
    return isInsured ? JOURNAL_KINDS.insurance : JOURNAL_KINDS.correction
  }
  return before?.settledBefore ? JOURNAL_KINDS.correction : JOURNAL_KINDS.settlement
}

async function append(tx: Tx, entries: readonly NewEntry[], now: number): Promise<void> {
  const { rows } = await sql<{ seq: bigint; at: Date; hash: Buffer }>`SELECT seq, at, hash FROM journal ORDER BY seq DESC LIMIT 1`.execute(
    tx,
  )
  let seq = rows[0]?.seq ?? 0n
  // Never before its predecessor nor in a day that is closed, whatever the clocks of two machines say.
  const at = Math.max(now, rows[0]?.at.getTime() ?? 0, await closedUntil(tx))
  let previous = rows[0]?.hash.toString('hex') ?? GENESIS
  const day = new Date(at).toISOString().slice(0, 10)
  const firstOfDay = await dayStart(tx, day, seq + 1n)
  const hashes: string[] = []
  const chained = entries.map((entry) => {
    seq += 1n
    const { kind, subject, account, n, detail } = entry
    const content = entry.content.toString('hex')
    const hash = sha256(entryText({ seq: String(seq), at, kind, subject: String(subject), account, n, content, previous })).toString('hex')
    const row = [String(seq), kind, String(subject), account, n, detail, content, previous, hash] as const
    hashes.push(hash)
    previous = hash
    return row
  })
  await sql`INSERT INTO journal (seq, at, kind, subject, account_id, n, detail, content, previous, hash)
    SELECT r.seq, ${new Date(at)}, r.kind, r.subject, r.account, r.n, r.detail, decode(r.content, 'hex'), decode(r.previous, 'hex'), decode(r.hash, 'hex')
    FROM json_to_recordset(${JSON.stringify(
      chained.map(([s, kind, subject, account, n, detail, content, before, hash]) => ({
        seq: s,
        kind,
        subject,
        account,
        n,
        detail,
        content,
        previous: before,
        hash,
      })),
    )}::json) AS r(seq bigint, kind smallint, subject bigint, account integer, n integer, detail json, content text, previous text, hash text)`.execute(
    tx,
  )
  await insertBlocks(tx, day, firstOfDay, seq)
}

/** Midnight after the last day whose head is final. */
async function closedUntil(tx: Tx): Promise<number> {
  const { rows } = await sql<{ day: string | null }>`SELECT max(day)::text AS day FROM journal_head WHERE final`.execute(tx)
  return rows[0]?.day ? Date.parse(`${rows[0].day}T00:00:00Z`) + DAY : 0
}

/** Number of the first entry of the day; `next` when the day begins now. */
async function dayStart(tx: Tx, day: string, next: bigint): Promise<bigint> {
  await sql`INSERT INTO journal_day (day, first_seq) VALUES (${day}, ${next}) ON CONFLICT DO NOTHING`.execute(tx)
  const { rows } = await sql<{ first_seq: bigint }>`SELECT first_seq FROM journal_day WHERE day = ${day}`.execute(tx)
  return rows[0]!.first_seq
}

/** Roots of the blocks that have become whole; `last` is the newest entry. */
async function insertBlocks(tx: Tx, day: string, firstOfDay: bigint, last: bigint): Promise<void> {
  const whole = Number((last - firstOfDay + 1n) / BigInt(BLOCK))
  const { rows } = await sql<{ known: number }>`SELECT count(*)::integer AS known FROM journal_block WHERE day = ${day}`.execute(tx)
  for (let no = rows[0]!.known; no < whole; no += 1) {
    const leaves = await listLeaves(tx, firstOfDay + BigInt(no * BLOCK), BLOCK)
    await sql`INSERT INTO journal_block (day, no, root) VALUES (${day}, ${no}, ${Buffer.from(rootOf(digestHex, leaves), 'hex')})`.execute(
      tx,
    )
  }
}

/** Leaf hashes of at most `count` entries from number `from`. */
export async function listLeaves(db: Db | Tx, from: bigint, count: number): Promise<string[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    SELECT hash FROM journal WHERE seq >= ${from} AND seq < ${from + BigInt(count)} ORDER BY seq`.execute(db)
  return rows.map(({ hash }) => leafHash(digestHex, hash.toString('hex')))
}

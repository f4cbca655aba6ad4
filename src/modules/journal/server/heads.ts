/**
 * Signed heads: what the house states about a day of the journal, and the ways of entries to them. While a day runs
 * its newest entries are covered by a head within some seconds; when it is over its last head is final.
 */
import { appendFileSync } from 'node:fs'
import { sql } from 'kysely'
import { must } from '#lib/assert.ts'
import type { Clock, Millis } from '#lib/time.ts'
import { inTx, type Db, type Tables, type Tx } from '#platform/server/db.ts'
import { headText, type EntryHead, type JournalHead } from '../rules/entry.ts'
import { pathOf, rootOf, type PathStep } from '../rules/merkle.ts'
import type { Place } from '../rules/check-receipt.ts'
import { digestHex } from './documents.ts'
import type { JournalKey } from './key.ts'
import { noteKey } from './key-of-database.ts'
import { BLOCK, listLeaves, lockJournal } from './write-journal.ts'

export const HEAD_EVERY_MS = 10_000

export interface HeadDeps {
  db: Db
  clock: Clock
  key: JournalKey
  /** A file beyond the reach of the database's roles that keeps final heads, a line each; null: none is kept. */
  copyFile: string | null
}

export type SignedHead = JournalHead & { signature: string }

interface DayRow {
  day: string
  first_seq: bigint
  last_seq: bigint | null
  head_size: bigint | null
  head_at: Date | null
}

/** Signs what is to be signed: days that are over, and the day that runs when its last head is old enough. */
export async function signHeads(deps: HeadDeps, everyMs = HEAD_EVERY_MS): Promise<void> {
  // Under the writer's lock: nobody adds to a day while it is closed.
  await inTx(deps.db, async (tx) => {
    if (await lockJournal(tx)) await signDue(tx, deps, everyMs)
  })
}

async function signDue(tx: Tx, deps: HeadDeps, everyMs: number): Promise<void> {
  const { rows } = await sql<DayRow>`
    SELECT d.day::text AS day, d.first_seq,
      coalesce((SELECT min(n.first_seq) - 1 FROM journal_day n WHERE n.first_seq > d.first_seq), (SELECT max(seq) FROM journal)) AS last_seq,
      h.size AS head_size, h.at AS head_at
    FROM journal_day d LEFT JOIN LATERAL (SELECT size, at FROM journal_head h WHERE h.day = d.day ORDER BY size DESC LIMIT 1) h ON true
    WHERE NOT EXISTS (SELECT 1 FROM journal_head f WHERE f.day = d.day AND f.final) ORDER BY d.day`.execute(tx)
  const now = deps.clock.now()
  const today = new Date(now).toISOString().slice(0, 10)
  for (const row of rows) {
    if (row.last_seq === null) continue
    const size = row.last_seq - row.first_seq + 1n
    const isOver = row.day < today
    const isNew = size !== (row.head_size ?? 0n) && now - (row.head_at?.getTime() ?? 0) >= everyMs
    if (isOver || isNew) await signHead(tx, deps, { day: row.day, first: row.first_seq, size: Number(size), final: isOver, at: now })
  }
}

async function signHead(
  db: Tx,
  { key, copyFile }: HeadDeps,
  of: { day: string; first: bigint; size: number; final: boolean; at: Millis },
): Promise<void> {
  const tops = await topsOf(db, of.day, of.first, of.size)
  const { rows } = await sql<{ hash: Buffer }>`SELECT hash FROM journal WHERE seq = ${of.first + BigInt(of.size) - 1n}`.execute(db)
  const head: JournalHead = {
    day: of.day,
    first: String(of.first),
    size: of.size,
    final: of.final,
    at: of.at,
    root: rootOf(digestHex, tops.nodes),
    chain: must(rows[0], 'the last entry of a head').hash.toString('hex'),
    key: key.id,
  }
  const signature = key.sign(headText(head))
  await noteKey(db, key, of.at)
  const { numAffectedRows } = await sql`INSERT INTO journal_head (day, size, final, at, root, chain, key_id, signature)
    VALUES (${head.day}, ${head.size}, ${head.final}, ${new Date(of.at)}, ${Buffer.from(head.root, 'hex')}, ${Buffer.from(head.chain, 'hex')}, ${key.id}, ${signature})
    ON CONFLICT DO NOTHING`.execute(db)
  if (head.final && numAffectedRows === 1n && copyFile !== null) {
    appendFileSync(copyFile, `${JSON.stringify({ ...head, signature: signature.toString('hex') })}\n`, { mode: 0o600 })
  }
}

/** Roots of whole blocks of the first `size` entries of a day, then the root of the rest. */
async function topsOf(db: Db | Tx, day: string, first: bigint, size: number): Promise<{ nodes: string[]; rest: string[] }> {
  const whole = Math.floor(size / BLOCK)
  const { rows } = await sql<{ root: Buffer }>`SELECT root FROM journal_block WHERE day = ${day} AND no < ${whole} ORDER BY no`.execute(db)
  const rest = await listLeaves(db, first + BigInt(whole * BLOCK), size - whole * BLOCK)
  const nodes = rows.map(({ root }) => root.toString('hex'))
  return { nodes: rest.length > 0 ? [...nodes, rootOf(digestHex, rest)] : nodes, rest }
}

interface HeadRow {
  day: string
  first_seq: bigint
  size: bigint
  final: boolean
  at: Date
  root: Buffer
  chain: Buffer
  key_id: string
  signature: Buffer
}

function signedHead(row: HeadRow): SignedHead {
  return {
    day: row.day,
    first: String(row.first_seq),
    size: Number(row.size),
    final: row.final,
    at: row.at.getTime(),
    root: row.root.toString('hex'),
    chain: row.chain.toString('hex'),
    key: row.key_id,
    signature: row.signature.toString('hex'),
  }
}

/** The last head of each of the newest days. */
export async function listHeads(db: Db, days: number): Promise<SignedHead[]> {
  const { rows } = await sql<HeadRow>`
    SELECT d.day::text AS day, d.first_seq, h.size, h.final, h.at, h.root, h.chain, h.key_id, h.signature
    FROM (SELECT * FROM journal_day ORDER BY day DESC LIMIT ${days}) d
    CROSS JOIN LATERAL (SELECT * FROM journal_head h WHERE h.day = d.day ORDER BY h.size DESC, h.final DESC LIMIT 1) h ORDER BY d.day DESC`.execute(
    db,
  )
  return rows.map(signedHead)
}

/** Heads whose last entries come after `after` and not after `upTo`, in the order in which the chain reaches them. */
export async function listHeadsTo(tx: Tx, after: bigint, upTo: bigint): Promise<SignedHead[]> {
  const { rows } = await sql<HeadRow>`
    SELECT d.day::text AS day, d.first_seq, h.size, h.final, h.at, h.root, h.chain, h.key_id, h.signature
    FROM journal_day d CROSS JOIN LATERAL (
      SELECT * FROM journal_head h WHERE h.day = d.day AND h.size > ${after}::bigint - d.first_seq + 1 AND h.size <= ${upTo}::bigint - d.first_seq + 1 OFFSET 0
    ) h ORDER BY d.first_seq + h.size, h.final`.execute(tx)
  return rows.map(signedHead)
}

/** The heads of days that are over. */
export async function listFinalHeads(tx: Tx): Promise<SignedHead[]> {
  const { rows } = await sql<HeadRow>`
    SELECT d.day::text AS day, d.first_seq, h.size, h.final, h.at, h.root, h.chain, h.key_id, h.signature
    FROM journal_head h JOIN journal_day d USING (day) WHERE h.final ORDER BY d.first_seq`.execute(tx)
  return rows.map(signedHead)
}

export type EntryRow = Tables['journal']

export function entryHead(row: EntryRow): EntryHead {
  return {
    seq: String(row.seq),
    at: row.at.getTime(),
    kind: row.kind,
    subject: String(row.subject),
    account: row.account_id,
    n: row.n,
    content: row.content.toString('hex'),
    previous: row.previous.toString('hex'),
  }
}

/** Where an entry stands, with its way to the smallest signed head that covers it. */
export async function placeOf(db: Db, row: EntryRow): Promise<Place> {
  const place = { entry: entryHead(row), hash: row.hash.toString('hex') }
  const { rows } = await sql<HeadRow>`
    SELECT d.day::text AS day, d.first_seq, h.size, h.final, h.at, h.root, h.chain, h.key_id, h.signature
    FROM (SELECT * FROM journal_day WHERE first_seq <= ${row.seq} ORDER BY first_seq DESC LIMIT 1) d
    JOIN journal_head h ON h.day = d.day AND d.first_seq + h.size > ${row.seq} ORDER BY h.final DESC, h.size LIMIT 1`.execute(db)
  if (!rows[0]) return { ...place, path: null, head: null }
  const head = signedHead(rows[0])
  return { ...place, path: await pathTo(db, head, Number(row.seq - rows[0].first_seq)), head }
}

async function pathTo(db: Db, head: SignedHead, index: number): Promise<PathStep[]> {
  const first = BigInt(head.first)
  const { nodes, rest } = await topsOf(db, head.day, first, head.size)
  const block = Math.floor(index / BLOCK)
  const isWhole = (block + 1) * BLOCK <= head.size
  const leaves = isWhole ? await listLeaves(db, first + BigInt(block * BLOCK), BLOCK) : rest
  return [...pathOf(digestHex, leaves, index - block * BLOCK), ...pathOf(digestHex, nodes, block)]
}

/**
 * Walks the whole chain over a database and works every document out again from the rows of today: what was edited,
 * removed, slipped in or moved is named. Reads only; needs neither the key nor the server.
 */
import type { KeyObject } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { ENTRY_KINDS } from '#modules/ledger/server/index.ts'
import { checkStatement, type Check, type Statement } from '#platform/server/checks.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { entryText, GENESIS, headText, JOURNAL_KINDS, kindName, MOVEMENT, NOTE } from '../rules/entry.ts'
import { GrowingTree, leafHash } from '../rules/merkle.ts'
import {
  betDocuments,
  changeDocuments,
  contentOf,
  digestHex,
  movementDocuments,
  selectSalt,
  sha256,
  type ChangeDetail,
  type Document,
} from './documents.ts'
import { entryHead, listFinalHeads, listHeadsTo, type EntryRow, type SignedHead } from './heads.ts'
import { publicKeyOf, verifySigned } from './key.ts'
import { listKeys } from './key-of-database.ts'
import { noteDocuments, NOTES_COVER } from './notes.ts'

const BATCH = 2_000
/** Of signatures: some ten milliseconds. */
const HEADS_A_TURN = 200
/** Numbers of entries that stand before the first and after the last. */
const BEFORE_ALL = -(2n ** 40n)
const BEYOND_ALL = 2n ** 60n

interface VerifyHow {
  /** Heads kept outside the database (heads.ts), compared when the file is there. */
  copyFile?: string | null
  /** Entries in a piece. */
  batch?: number
}

/** All of it as it stands at one moment. */
export async function verifyJournal(db: Db, { copyFile = null, batch = BATCH }: VerifyHow = {}): Promise<Check[]> {
  const salt = await selectSalt(db)
  return atOneMoment(db, async (tx) => {
    const walk = new Walk(salt, batch)
    while (await walk.step(tx));
    return [...walk.checks(), ...(await ends(tx, walk, copyFile))]
  })
}

/**
 * The same again and again beside a server: each call goes on where the last one stopped, for so long, and none holds
 * the database at one moment for longer than a piece. Gives what is found so far, whole when `isWhole`.
 */
export function journalRounds(
  db: Db,
  { copyFile = null, batch = BATCH }: VerifyHow = {},
): (forMs: number) => Promise<{ isWhole: boolean; checks: Check[] }> {
  let walk: Walk | null = null
  return async (forMs) => {
    const until = performance.now() + forMs
    const here = walk ?? new Walk(await selectSalt(db), batch)
    // What breaks off within a piece begins anew.
    walk = null
    while (await atOneMoment(db, (tx) => here.step(tx))) {
      if (performance.now() < until) continue
      walk = here
      return { isWhole: false, checks: here.checks() }
    }
    return { isWhole: true, checks: [...here.checks(), ...(await atOneMoment(db, (tx) => ends(tx, here, copyFile)))] }
  }
}

function atOneMoment<T>(db: Db, look: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`SET LOCAL statement_timeout = 0`.execute(tx)
      return look(tx)
    })
}

async function ends(tx: Tx, { signed }: Walk, copyFile: string | null): Promise<Check[]> {
  if (copyFile !== null && existsSync(copyFile)) compareCopy(signed, await listFinalHeads(tx), copyFile)
  return [signed, ...(await checkCover(tx))]
}

class Walk {
  readonly batch: number
  readonly salt: string
  readonly chain = newCheck('journal: every link of the chain holds')
  readonly content = newCheck('journal: receipts, settlements and movements are as they were written')
  readonly roots = newCheck('journal: heads cover the entries of their days')
  readonly signed = newCheck('journal: heads are signed, and the copy outside the database has the same')
  private readonly keys = new Map<string, KeyObject>()
  /** Those that this piece of the chain reaches, and how many of them it has. */
  private heads: SignedHead[] = []
  private met = 0
  private headsAfter = BEFORE_ALL
  private after = 0n
  private expected = 1n
  private previous = GENESIS
  private lastAt = 0
  private day = ''
  private tree = new GrowingTree(digestHex)

  constructor(salt: string, batch: number) {
    this.batch = batch
    this.salt = salt
  }

  checks(): Check[] {
    return [this.chain, this.content, this.roots]
  }

  /** A piece of the chain; false: it has ended. */
  async step(tx: Tx): Promise<boolean> {
    const { rows } = await sql<EntryRow>`SELECT * FROM journal WHERE seq > ${this.after} ORDER BY seq LIMIT ${this.batch}`.execute(tx)
    const last = rows.at(-1)?.seq ?? this.after
    await this.meet(tx, last)
    for (const row of rows) this.link(row)
    await this.contents(tx, rows)
    this.after = last
    // What is written meanwhile is for the next look: a busy book has no last entry.
    if (rows.length === this.batch) return true
    const met = this.heads.slice(this.met)
    await this.meet(tx, BEYOND_ALL)
    for (const head of [...met, ...this.heads])
      fail(this.roots, `head of ${head.day} over ${head.size} entries: the journal ends before it`)
    return false
  }

  /** The heads that end in this piece, and whether they are signed. */
  private async meet(tx: Tx, upTo: bigint): Promise<void> {
    this.heads = await listHeadsTo(tx, this.headsAfter, upTo)
    this.met = 0
    this.headsAfter = upTo
    if (this.heads.length > 0)
      for (const { id, publicKey } of await listKeys(tx)) if (!this.keys.has(id)) this.keys.set(id, publicKeyOf(publicKey))
    for (const [i, head] of this.heads.entries()) {
      // Others have their turn: a busy day has thousands of heads.
      if (i % HEADS_A_TURN === HEADS_A_TURN - 1) await setImmediate()
      this.signed.checked! += 1n
      const key = this.keys.get(head.key)
      if (!key || !verifySigned(key, headText(head), Buffer.from(head.signature, 'hex')))
        fail(this.signed, `head of ${head.day} over ${head.size} entries: not signed by key ${head.key}`)
    }
  }

  private link(row: EntryRow): void {
    this.chain.checked! += 1n
    const name = nameOf(row)
    if (row.seq !== this.expected) fail(this.chain, `entry ${this.expected} is missing before ${name}`)
    const head = entryHead(row)
    const hash = row.hash.toString('hex')
    if (head.previous !== this.previous) fail(this.chain, `${name} does not continue the entry before it`)
    if (sha256(entryText(head)).toString('hex') !== hash) fail(this.chain, `${name} was edited: its hash is not its own`)
    if (head.at < this.lastAt) fail(this.chain, `${name} is older than the entry before it`)
    this.expected = row.seq + 1n
    this.previous = hash
    this.lastAt = head.at
    this.grow(row, hash)
  }

  private grow(row: EntryRow, hash: string): void {
    const day = row.at.toISOString().slice(0, 10)
    if (day !== this.day) {
      this.day = day
      this.tree = new GrowingTree(digestHex)
    }
    this.tree.add(leafHash(digestHex, hash))
    // Heads come in the order in which the chain reaches their last entries.
    for (let head = this.heads[this.met]; head && BigInt(head.first) + BigInt(head.size) - 1n <= row.seq; head = this.heads[this.met]) {
      this.met += 1
      this.roots.checked! += 1n
      const isOurs = head.day === day && head.size === this.tree.size
      if (!isOurs || this.tree.root() !== head.root || head.chain !== hash)
        fail(this.roots, `head of ${head.day} over ${head.size} entries: ${nameOf(row)} is not the end of what it signed`)
    }
  }

  private async contents(tx: Tx, rows: readonly EntryRow[]): Promise<void> {
    const documents = await documentsOf(tx, this.salt, rows)
    rows.forEach((row, i) => {
      this.content.checked! += 1n
      const document = documents[i]
      if (!document) fail(this.content, `${nameOf(row)}: what it tells of is gone`)
      else if (!contentOf(document).equals(row.content)) fail(this.content, `${nameOf(row)}: the rows of today are not what was written`)
    })
  }
}

/** In the order of the rows; null where nothing is left. */
async function documentsOf(tx: Tx, salt: string, rows: readonly EntryRow[]): Promise<(Document | null)[]> {
  const bets = rows.filter(({ kind }) => kind === JOURNAL_KINDS.bet)
  const changes = rows.filter(({ kind }) => kind !== JOURNAL_KINDS.bet && kind < MOVEMENT)
  const movements = rows.filter(({ kind }) => kind >= MOVEMENT && kind < NOTE)
  const found = new Map<bigint, Document | null>()
  const made = await betDocuments(
    tx,
    salt,
    bets.map(({ subject }) => subject),
  )
  for (const { seq, subject } of bets) found.set(seq, made.get(subject) ?? null)
  const changed = await changeDocuments(
    tx,
    changes.map(({ subject, detail }) => ({ bet: subject, detail: detail as ChangeDetail })),
  )
  changes.forEach(({ seq }, i) => found.set(seq, changed[i]!))
  const moved = await movementDocuments(
    tx,
    movements.map(({ account_id, subject, kind, n }) => ({ accountId: account_id, txId: subject, kind: kind - MOVEMENT, n })),
  )
  movements.forEach(({ seq }, i) => found.set(seq, moved[i]!))
  for (const [kind, notes] of Map.groupBy(
    rows.filter(({ kind }) => kind > NOTE),
    (row) => row.kind,
  )) {
    const told = await noteDocuments(
      tx,
      kind,
      notes.map(({ subject }) => subject),
    )
    for (const { seq, subject } of notes) found.set(seq, told.get(subject) ?? null)
  }
  return rows.map(({ seq }) => found.get(seq) ?? null)
}

function compareCopy(check: Check, heads: readonly SignedHead[], copyFile: string): void {
  const finals = new Map(heads.map((head) => [head.day, head]))
  for (const line of readFileSync(copyFile, 'utf8').split('\n').filter(Boolean)) {
    const copy = JSON.parse(line) as SignedHead
    const head = finals.get(copy.day)
    if (!head || head.root !== copy.root || head.chain !== copy.chain || head.size !== copy.size)
      fail(check, `head of ${copy.day}: the copy outside the database says otherwise`)
  }
}

/** Rows that the journal must tell of and does not; what is due is on its way. */
const COVER: Statement[] = [
  {
    name: 'journal: every bet is in it',
    text: `SELECT 'bet ' || b.id || ' has no entry' AS what FROM bet b
      WHERE NOT EXISTS (SELECT 1 FROM journal j WHERE j.subject = b.id AND j.kind = 1 AND j.account_id = 0 AND j.n = 0)
        AND NOT EXISTS (SELECT 1 FROM journal_due d WHERE d.what = 1 AND b.id = ANY(d.ids)) ORDER BY b.id`,
  },
  {
    name: 'journal: the state of every bet is the one that was written last',
    text: `SELECT 'bet ' || b.id || ': ' || concat_ws(', ', 'status ' || b.status, 'payout ' || b.payout_minor, 'money ' || k.money::text,
        CASE WHEN l.n IS NULL THEN 'the journal knows of no settlement'
          ELSE concat('the journal says status ', l.detail->>'status', ', payout ', l.detail->>'payoutMinor', ', money ' || k.written::text) END) AS what
      FROM bet b
      LEFT JOIN LATERAL (
        SELECT j.detail, j.n FROM journal j WHERE j.subject = b.id AND j.kind BETWEEN 2 AND 99 AND j.account_id = 0 ORDER BY j.n DESC LIMIT 1
      ) l ON true
      LEFT JOIN bet_money m ON m.bet_id = b.id
      CROSS JOIN LATERAL (
        SELECT nullif((l.detail->'money')::jsonb, 'null') AS written, CASE WHEN m.bet_id IS NOT NULL THEN jsonb_build_object(
          'sold', m.sold_minor::text, 'soldStake', m.sold_stake_minor::text, 'insured', m.insured_minor::text, 'premium', m.premium_minor::text,
          'gross', m.gross_minor::text, 'bonus', m.bonus_minor::text, 'tax', m.payout_tax_minor::text, 'insurance', m.insurance_minor::text) END AS money
      ) k
      WHERE CASE WHEN l.n IS NULL THEN b.settled_version > 0 OR b.status <> 1 OR b.payout_minor <> 0 OR m.sold_minor + m.sold_stake_minor
              + m.insured_minor + m.premium_minor + m.gross_minor + m.bonus_minor + m.payout_tax_minor + m.insurance_minor > 0
          ELSE b.settled_version <> l.n OR b.status <> (l.detail->>'status')::integer OR b.payout_minor <> (l.detail->>'payoutMinor')::bigint
            OR floor(extract(epoch FROM b.settled_at) * 1000) IS DISTINCT FROM (l.detail->>'at')::numeric OR k.written IS DISTINCT FROM k.money END
        AND NOT EXISTS (SELECT 1 FROM journal_due d WHERE d.what = 2 AND b.id = ANY(d.ids)) ORDER BY b.id`,
  },
  {
    name: 'journal: every movement of a player is in it',
    text: `SELECT 'entry of account ' || e.account_id || ', transaction ' || e.tx_id || ', kind ' || e.kind || ' is not in the journal' AS what FROM ledger_entry e
      WHERE e.account_id > 0 AND e.kind NOT IN (1, 2, 3, 10, 18, 21, 22, 24, 25, 26)
        AND NOT EXISTS (SELECT 1 FROM journal j WHERE j.subject = e.tx_id AND j.kind = 100 + e.kind AND j.account_id = e.account_id AND j.n = e.n)
        AND NOT EXISTS (SELECT 1 FROM journal_due d WHERE d.what = 3 AND d.ids[1] = e.tx_id AND d.account_id = e.account_id AND d.entry_kind = e.kind AND d.n = e.n) ORDER BY e.tx_id`,
  },
  {
    name: 'journal: no payment for a bet without a settlement',
    text: `SELECT 'entry of account ' || e.account_id || ' for bet ' || e.tx_id || ', kind ' || e.kind || ': settlement ' || e.n || ' is unknown' AS what
      FROM ledger_entry e LEFT JOIN bet b ON b.id = e.tx_id AND b.account_id = e.account_id
      WHERE e.account_id > 0 AND e.kind IN (1, 2, 3, 10, 18, 21, 22, 24, 25, 26) AND (b.id IS NULL OR e.n > b.settled_version) ORDER BY e.tx_id`,
  },
]

async function checkCover(tx: Tx): Promise<Check[]> {
  const checks: Check[] = []
  for (const statement of [...COVER, ...NOTES_COVER]) checks.push(await checkStatement(tx, statement))
  return checks
}

function newCheck(name: string): Check {
  return { name, checked: 0n, violations: 0, first: null }
}

function fail(check: Check, what: string): void {
  check.violations += 1
  check.first ??= what
}

function nameOf(row: EntryRow): string {
  return `entry ${row.seq} (${kindName(row.kind, ENTRY_KINDS)} ${row.subject})`
}

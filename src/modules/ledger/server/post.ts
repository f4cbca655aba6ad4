/** The only way money moves outside the bet functions of the database: a balanced set of entries in a transaction. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { assert } from '#lib/assert.ts'
import { canonicalJson } from '#lib/json.ts'
import type { Minor } from '#lib/money.ts'
import type { Tx } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { currencyOfSystemAccount, ENTRY_KINDS, unbalanced, type Entry, type EntryKind } from '../rules/entry.ts'

export interface Posting {
  kind: EntryKind
  txId: bigint
  /** Tells repeated groups of one kind and transaction apart: the settled version of a bet. */
  n?: number
  /** Key of the operation. The same key with the same entries posts once; with other entries it is refused. */
  key?: string
  entries: readonly Entry[]
  at: Date
  /** A correction may take an account below zero; the account is then marked receivable (rules 3.7). */
  allowNegative?: boolean
  /** What comes from outside whatever the player has done since: an account that he closed is open again. */
  reopens?: boolean
}

export interface Posted {
  txId: bigint
  /** True when the key had been posted before: nothing was written now. */
  repeated: boolean
  /** Balances after, by player account. */
  balances: Map<number, Minor>
}

/**
 * Posts a movement. Problems: ledger.insufficient_funds (wire 103), ledger.account_closed, ledger.key_reused.
 * A set that does not sum to zero is a bug and throws. After a problem the caller must roll back `tx`.
 */
export async function post(tx: Tx, posting: Posting): Promise<Posted | Problem> {
  const { entries } = posting
  assert(entries.length > 1 && unbalanced(entries).length === 0, `entries of ${posting.kind} ${posting.txId} do not sum to zero`)
  assert(
    entries.every((e) => e.accountId > 0 || currencyOfSystemAccount(e.accountId) === e.currencyId),
    'system account of another currency',
  )
  if (posting.key !== undefined) {
    const before = await claimKey(tx, posting, posting.key)
    if (before) return before
  }
  const sorted = merged(entries)
  const balances = new Map<number, Minor>()
  for (const entry of sorted) {
    if (entry.accountId < 0) continue
    const balance = await move(tx, entry, posting)
    if (typeof balance !== 'bigint') return balance
    balances.set(entry.accountId, balance)
  }
  await tx
    .insertInto('ledger_entry')
    .values(
      sorted.map((entry) => ({
        account_id: entry.accountId,
        tx_id: posting.txId,
        kind: ENTRY_KINDS[posting.kind],
        n: posting.n ?? 0,
        amount_minor: entry.amountMinor,
        balance_after: balances.get(entry.accountId) ?? null,
        at: posting.at,
      })),
    )
    .execute()
  return { txId: posting.txId, repeated: false, balances }
}

/** Claims the operation's key; returns the stored answer or a refusal when it was claimed before. */
async function claimKey(tx: Tx, posting: Posting, key: string): Promise<Posted | Problem | null> {
  const hash = createHash('sha256')
    .update(canonicalJson(merged(posting.entries)))
    .digest('hex')
    .slice(0, 32)
  const kind = ENTRY_KINDS[posting.kind]
  const claimed = await tx
    .insertInto('ledger_posting')
    .values({ kind, key, tx_id: posting.txId, body_hash: hash, at: posting.at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows === 1n) return null
  const stored = await tx.selectFrom('ledger_posting').selectAll().where('kind', '=', kind).where('key', '=', key).executeTakeFirstOrThrow()
  if (stored.body_hash.replaceAll('-', '') !== hash) return problem('ledger.key_reused', { field: 'key', status: 409 })
  const rows = await tx
    .selectFrom('ledger_entry')
    .select(['account_id', 'balance_after'])
    .where('tx_id', '=', stored.tx_id)
    .where('kind', '=', kind)
    .where(
      'account_id',
      'in',
      posting.entries.map((e) => e.accountId),
    )
    .execute()
  const balances = new Map(rows.filter((r) => r.balance_after !== null).map((r) => [r.account_id, r.balance_after!]))
  return { txId: stored.tx_id, repeated: true, balances }
}

/**
 * One entry an account: two of one account in one movement are their sum. Always in the order of account ids, as the bet
 * functions and settlement do: no deadlocks.
 */
function merged(entries: readonly Entry[]): Entry[] {
  const byAccount = new Map<number, Entry>()
  for (const entry of entries) {
    const known = byAccount.get(entry.accountId)
    byAccount.set(entry.accountId, known ? { ...known, amountMinor: known.amountMinor + entry.amountMinor } : { ...entry })
  }
  return [...byAccount.values()].sort((a, b) => a.accountId - b.accountId)
}

/** The guarded update: the row count decides, nothing is read first (standards §6.2). */
async function move(tx: Tx, entry: Entry, { allowNegative = false, reopens = false }: Posting): Promise<Minor | Problem> {
  const { accountId, amountMinor, currencyId } = entry
  const { rows } = await sql<{ balance_minor: bigint }>`
    UPDATE account SET balance_minor = balance_minor + ${amountMinor}::bigint,
      receivable = CASE WHEN balance_minor + ${amountMinor}::bigint < 0 THEN true ELSE receivable AND balance_minor + ${amountMinor}::bigint < 0 END
      ${reopens ? sql`, closed_at = NULL` : sql``}
    WHERE id = ${accountId} AND currency_id = ${currencyId}
      AND (${amountMinor}::bigint >= 0 OR balance_minor + ${amountMinor}::bigint >= 0 OR ${allowNegative})
      AND (closed_at IS NULL OR ${amountMinor}::bigint <= 0 OR ${reopens})
    RETURNING balance_minor`.execute(tx)
  if (rows[0]) return rows[0].balance_minor
  const account = await tx.selectFrom('account').select(['currency_id', 'closed_at']).where('id', '=', accountId).executeTakeFirst()
  assert(account && account.currency_id === currencyId, `account ${accountId} in currency ${currencyId} does not exist`)
  if (account.closed_at && amountMinor > 0n) return problem('ledger.account_closed', { status: 403 })
  return problem('ledger.insufficient_funds', { wire: 103, field: 'Summ' })
}

/** Accounts and the keys of operations against the entries that moved on them. */
import { checkStatements, type Check, type Statement } from '#platform/server/checks.ts'
import type { Db } from '#platform/server/db.ts'
import { POINTS_CURRENCY } from '../rules/currency.ts'
import { ENTRY_KINDS } from '../rules/entry.ts'
import { ACCOUNT_KINDS } from './accounts.ts'

const { deposit, withdrawal, withdrawalReturn, bonus, transfer, withdrawalPaid, bidHold, bidReturn, groupHold, groupReturn } = ENTRY_KINDS
const { depositTax, withdrawalTax } = ENTRY_KINDS
/** Kinds that are never posted without a key of their own. */
const KEYED = [
  ...[deposit, withdrawal, withdrawalReturn, bonus, transfer, withdrawalPaid, depositTax, withdrawalTax],
  ...[bidHold, bidReturn, groupHold, groupReturn],
].join()
/** Kinds that move on accounts of money only. */
const OF_MONEY = [deposit, withdrawal, withdrawalReturn, transfer, depositTax].join()

const STATEMENTS: Statement[] = [
  {
    name: 'accounts: a receivable is one below zero',
    text: `SELECT id::text AS what FROM account WHERE receivable <> (balance_minor < 0)`,
  },
  {
    // A correction opens a bet again whatever has become of its account: what it pays opens the account too.
    name: 'accounts: one that is closed is empty, and all its bets were decided (ACC-24)',
    text: `SELECT id::text AS what FROM account WHERE closed_at IS NOT NULL AND balance_minor <> 0
      UNION ALL SELECT a.id::text || ' bet ' || b.id FROM open_bet o JOIN account a ON a.id = o.account_id JOIN bet b ON b.id = o.id
      WHERE a.closed_at IS NOT NULL AND b.first_settled_at IS NULL`,
  },
  {
    // Of an account that nobody has paid into, given to or transferred from only points are known to be no money.
    name: 'accounts: payments and transfers move on accounts of money, what is given on others, points on those of points',
    text: `SELECT a.id::text AS what FROM account a LEFT JOIN (
        SELECT e.account_id, bool_or(e.kind <> ${bonus}) AS paid, bool_or(e.kind = ${bonus}) AS given FROM ledger_entry e
        WHERE e.account_id > 0 AND e.kind IN (${OF_MONEY},${bonus}) GROUP BY 1
      ) m ON m.account_id = a.id
      WHERE (a.kind = ${ACCOUNT_KINDS.points}) <> (a.currency_id = ${POINTS_CURRENCY})
        OR (m.paid AND a.kind <> ${ACCOUNT_KINDS.money}) OR (m.given AND a.kind = ${ACCOUNT_KINDS.money})`,
  },
  {
    name: 'postings: every payment, bonus, transfer and held stake has its key, and every such key its movement',
    text: `SELECT concat_ws(' ', 'kind', e.kind, e.tx_id) AS what FROM ledger_entry e
      LEFT JOIN ledger_posting p ON p.kind = e.kind AND p.tx_id = e.tx_id
      WHERE e.account_id < 0 AND e.kind IN (${KEYED}) AND p.at IS DISTINCT FROM e.at
      UNION ALL SELECT concat_ws(' ', 'kind', p.kind, p.key) FROM ledger_posting p
      LEFT JOIN (SELECT DISTINCT kind, tx_id FROM ledger_entry WHERE account_id < 0 AND kind IN (${KEYED})) e ON e.kind = p.kind AND e.tx_id = p.tx_id
      WHERE p.kind IN (${KEYED}) AND e.tx_id IS NULL`,
  },
  {
    // The canonical text of its entries, as post.ts hashes it.
    name: 'postings: the key of each stands for the entries that it moved',
    text: `SELECT concat_ws(' ', 'kind', p.kind, p.key) AS what FROM ledger_posting p JOIN (
        SELECT e.kind, e.tx_id, string_agg(format('{"accountId":%s,"amountMinor":"%s","currencyId":%s}', e.account_id, e.amount_minor,
          CASE WHEN e.account_id < 0 THEN (-e.account_id) / 16 ELSE a.currency_id END), ',' ORDER BY e.account_id) AS entries
        FROM ledger_entry e LEFT JOIN account a ON a.id = e.account_id WHERE e.kind IN (${KEYED}) GROUP BY 1, 2
      ) e ON e.kind = p.kind AND e.tx_id = p.tx_id
      WHERE replace(p.body_hash::text, '-', '') <> left(encode(sha256(convert_to('[' || e.entries || ']', 'UTF8')), 'hex'), 32)`,
  },
]

export function verifyAccounts(db: Db): Promise<Check[]> {
  return checkStatements(db, STATEMENTS)
}

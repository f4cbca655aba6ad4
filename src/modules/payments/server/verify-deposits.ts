/** Deposits that were credited against the entries that credited them. */
import { checkStatements, type Check, type Statement } from '#platform/server/checks.ts'
import type { Db } from '#platform/server/db.ts'

/** Keys of postings are those of callbacks.ts and paychecks.ts; a check of before 0098 may not say which one it was. */
const STATEMENTS: Statement[] = [
  {
    name: 'deposits: what was credited is the sum, the account and the time of its deposit, and no other was credited',
    text: `SELECT d.ref AS what FROM deposit d
      LEFT JOIN ledger_posting p ON p.kind = 4
        AND p.key = (d.provider || ':' || CASE WHEN d.provider = 'paycheck' THEN d.external_id ELSE d.ref END) COLLATE "C"
      LEFT JOIN account a ON a.id = d.account_id
      LEFT JOIN ledger_entry e ON e.account_id = d.account_id AND e.tx_id = p.tx_id AND e.kind = 4 AND e.n = 0
      LEFT JOIN ledger_entry c ON c.account_id = -(d.currency_id * 16 + 3) AND c.tx_id = p.tx_id AND c.kind = 4 AND c.n = 0
      WHERE (d.done_at IS NOT NULL OR p.key IS NOT NULL) AND (d.provider <> 'paycheck' OR d.external_id IS NOT NULL)
        AND (a.player_id, e.amount_minor, c.amount_minor, e.balance_after, e.at)
          IS DISTINCT FROM (d.player_id, d.amount_minor, -(d.amount_minor + d.fee_minor), d.balance_after, d.done_at)`,
  },
]

export function verifyDeposits(db: Db): Promise<Check[]> {
  return checkStatements(db, STATEMENTS)
}

/** Transfers between a player's accounts against the entries that moved the money. */
import { checkStatements, type Check, type Statement } from '#platform/server/checks.ts'
import type { Db } from '#platform/server/db.ts'

const STATEMENTS: Statement[] = [
  {
    name: 'transfers: each went from and to accounts of its player as it says, and every movement has its transfer',
    text: `SELECT t.tx_id::text AS what FROM account_transfer t
      LEFT JOIN account f ON f.id = t.from_account LEFT JOIN account i ON i.id = t.to_account
      LEFT JOIN ledger_entry s ON s.account_id = t.from_account AND s.tx_id = t.tx_id AND s.kind = 14 AND s.n = 0
      LEFT JOIN ledger_entry r ON r.account_id = t.to_account AND r.tx_id = t.tx_id AND r.kind = 14 AND r.n = 0
      LEFT JOIN ledger_posting p ON p.kind = 14 AND p.tx_id = t.tx_id
      WHERE (f.player_id, i.player_id, s.amount_minor, r.amount_minor, r.at, split_part(p.key, ':', 1))
        IS DISTINCT FROM (t.player_id, t.player_id, -t.sent_minor, t.received_minor, t.at, t.player_id::text)
      UNION ALL SELECT DISTINCT e.tx_id::text FROM ledger_entry e LEFT JOIN account_transfer t ON t.tx_id = e.tx_id
      WHERE e.kind = 14 AND e.account_id > 0 AND t.tx_id IS NULL`,
  },
  {
    name: 'transfers: what arrived is what was sent at its rates less its fee',
    text: `SELECT t.tx_id::text AS what FROM account_transfer t
      LEFT JOIN account f ON f.id = t.from_account LEFT JOIN currency c ON c.id = f.currency_id
      LEFT JOIN account i ON i.id = t.to_account LEFT JOIN currency d ON d.id = i.currency_id
      WHERE t.received_minor::numeric IS DISTINCT FROM div(t.sent_minor * t.rate_to * (1000 - t.fee_permille) * 10::numeric ^ d.exponent,
        nullif(t.rate_from * 1000 * 10::numeric ^ c.exponent, 0))`,
  },
]

export function verifyTransfers(db: Db): Promise<Check[]> {
  return checkStatements(db, STATEMENTS)
}

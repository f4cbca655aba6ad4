/** Advances against their bets and the entries that repaid them. */
import { checkStatements, type Check, type Statement } from '#platform/server/checks.ts'
import type { Db } from '#platform/server/db.ts'

const STATEMENTS: Statement[] = [
  {
    name: 'advances: each is that of its bet, its account and its time, and every bet with one has its row',
    text: `SELECT coalesce(a.bet_id, m.bet_id)::text AS what
      FROM bet_advance a FULL JOIN (SELECT bet_id, advance_minor FROM bet_money WHERE advance_minor > 0) m ON m.bet_id = a.bet_id
      LEFT JOIN bet b ON b.id = a.bet_id
      WHERE (a.amount_minor, a.account_id, a.player_id, a.currency_id, a.at, a.due_at) IS DISTINCT FROM
        (m.advance_minor, b.account_id, b.player_id, b.currency_id, b.accepted_at, b.accepted_at + interval '48 hours')`,
  },
  {
    name: 'advances: what is repaid was taken from the account, and covered are those that are repaid whole',
    text: `SELECT a.bet_id::text AS what FROM bet_advance a
      LEFT JOIN ledger_entry e ON e.account_id = a.account_id AND e.tx_id = a.bet_id AND e.kind = 30 AND e.n = 0
      WHERE coalesce(-e.amount_minor, 0) <> a.repaid_minor OR (a.state = 1) <> (a.repaid_minor = a.amount_minor)`,
  },
]

export function verifyAdvances(db: Db): Promise<Check[]> {
  return checkStatements(db, STATEMENTS)
}

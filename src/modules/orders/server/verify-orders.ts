/** Bids and auto-bets against the bets that they became. */
import { checkStatements, type Check, type Statement } from '#platform/server/checks.ts'
import type { Db } from '#platform/server/db.ts'

const STATEMENTS: Statement[] = [
  {
    name: 'bids: each that was accepted is a bet of its account with the stake that was agreed, and no other has one',
    text: `SELECT d.id::text AS what FROM bid d LEFT JOIN bet b ON b.id = d.bet_id
      WHERE CASE WHEN d.status = 1 THEN (b.account_id, b.stake_minor) IS DISTINCT FROM (d.account_id, d.approved_minor) ELSE d.bet_id IS NOT NULL END`,
  },
  {
    name: 'auto-bets: each that was placed is a bet of its account with its stake, and no other has one',
    text: `SELECT a.id::text AS what FROM auto_bet a LEFT JOIN bet b ON b.id = a.bet_id
      WHERE CASE WHEN a.status = 2 THEN (b.account_id, b.stake_minor) IS DISTINCT FROM (a.account_id, a.stake_minor) ELSE a.bet_id IS NOT NULL END`,
  },
]

export function verifyOrders(db: Db): Promise<Check[]> {
  return checkStatements(db, STATEMENTS)
}

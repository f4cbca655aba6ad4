/** Whose a bet is: its account and its key say the same. */
import { checkStatements, type Check, type Statement } from '#platform/server/checks.ts'
import type { Db } from '#platform/server/db.ts'

const STATEMENTS: Statement[] = [
  {
    name: 'bets: each is of the player of its account and in its currency',
    text: `SELECT b.id::text AS what FROM bet b LEFT JOIN account a ON a.id = b.account_id
      WHERE (b.player_id, b.currency_id) IS DISTINCT FROM (a.player_id, a.currency_id)`,
  },
  {
    // That each has one is INV-6.
    name: 'bets: the key under which a bet was accepted is one of its player and of its time',
    text: `SELECT b.id::text AS what FROM bet_key k JOIN bet b ON b.id = k.bet_id
      WHERE k.outcome = 0 AND (k.player_id, k.at) IS DISTINCT FROM (b.player_id, b.accepted_at)`,
  },
  {
    // The journal holds the receipt. Of the request nothing but its hash is kept; older receipts do not say it.
    name: 'bets: the key of each stands for the request that its receipt tells of',
    text: `SELECT k.bet_id::text AS what FROM bet_key k JOIN bet_receipt r ON r.bet_id = k.bet_id
      WHERE k.outcome = 0 AND r.receipt->>'key' <> left(encode(sha256(convert_to(k.guid || '|' || replace(k.body_hash::text, '-', ''), 'UTF8')), 'hex'), 32)`,
  },
]

export function verifyBets(db: Db): Promise<Check[]> {
  return checkStatements(db, STATEMENTS)
}

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
  {
    // The bid for the rest of a VIP stake has the key of the placed part. Orders that are older than their keys have none.
    name: 'orders: the key of each stands for the request that it was given by',
    text: `SELECT o.what FROM (
        SELECT 'bid ' || id AS what, player_id, guid, body_hash FROM bid UNION ALL SELECT 'auto-bet ' || id, player_id, guid, body_hash FROM auto_bet
      ) o JOIN bet_key k ON k.player_id = o.player_id AND k.guid = o.guid AND k.outcome <= 0 WHERE replace(k.body_hash::text, '-', '') <> o.body_hash`,
  },
]

export function verifyOrders(db: Db): Promise<Check[]> {
  return checkStatements(db, STATEMENTS)
}

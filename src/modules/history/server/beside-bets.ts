/** What stands beside bets elsewhere: advances in their stakes, and the bids that some of them came from. */
import { sql } from 'kysely'
import type { Db } from '#platform/server/db.ts'
import type { Advance } from './bet-value.ts'

export async function listAdvances(db: Db, betIds: readonly bigint[]): Promise<ReadonlyMap<bigint, Advance>> {
  if (betIds.length === 0) return new Map()
  const { rows } = await sql<{ bet_id: bigint; advance_minor: bigint; repaid: bigint }>`
    SELECT m.bet_id, m.advance_minor, coalesce((SELECT -sum(e.amount_minor) FROM ledger_entry e
      WHERE e.account_id = b.account_id AND e.tx_id = b.id AND e.kind = 30), 0)::bigint AS repaid
    FROM bet_money m JOIN bet b ON b.id = m.bet_id WHERE m.bet_id = ANY(${`{${betIds.join(',')}}`}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.bet_id, { amountMinor: row.advance_minor, repaidMinor: row.repaid }]))
}

/** State of the bid that a bet was placed by (wire 8.7.3). */
export async function listBidStates(db: Db, playerId: number, betIds: readonly bigint[]): Promise<ReadonlyMap<bigint, number>> {
  if (betIds.length === 0) return new Map()
  const { rows } = await sql<{ bet_id: bigint; status: number }>`
    SELECT bet_id, status FROM bid WHERE player_id = ${playerId} AND bet_id = ANY(${`{${betIds.join(',')}}`}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.bet_id, row.status]))
}

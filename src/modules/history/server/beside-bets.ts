/** What stands beside bets elsewhere: advances in their stakes, and the bids that some of them came from. */
import { sql } from 'kysely'
import type { Minor } from '#lib/money.ts'
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

/** A bid and the bet beside it, of a bet that was placed by it or is the part of a VIP stake below the maximum (rules 8.8). */
export interface BesideBid {
  id: number
  status: number
  /** The bet asked about is the part that was placed at once; the bid stands for the rest of the stake. */
  isRest: boolean
  stakeMinor: Minor
  otherBet: bigint | null
}

export async function selectBidOptional(db: Db, playerId: number, betId: bigint): Promise<BesideBid | null> {
  const { rows } = await sql<{ id: number; status: number; stake: Minor; bet_id: bigint | null; part: bigint | null }>`
    SELECT d.id, d.status, CASE d.status WHEN 1 THEN d.approved_minor ELSE d.stake_minor END AS stake, d.bet_id, k.bet_id AS part
    FROM bid d LEFT JOIN bet_key k ON d.vip AND k.player_id = d.player_id AND k.guid = d.guid AND k.outcome = 0
    WHERE d.player_id = ${playerId} AND (d.bet_id = ${betId} OR k.bet_id = ${betId})`.execute(db)
  const [row] = rows
  if (!row) return null
  const isRest = row.part === betId
  return { id: row.id, status: row.status, isRest, stakeMinor: row.stake, otherBet: isRest ? row.bet_id : row.part }
}

/** State of the bid that a bet was placed by (wire 8.7.3). */
export async function listBidStates(db: Db, playerId: number, betIds: readonly bigint[]): Promise<ReadonlyMap<bigint, number>> {
  if (betIds.length === 0) return new Map()
  const { rows } = await sql<{ bet_id: bigint; status: number }>`
    SELECT bet_id, status FROM bid WHERE player_id = ${playerId} AND bet_id = ANY(${`{${betIds.join(',')}}`}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.bet_id, row.status]))
}

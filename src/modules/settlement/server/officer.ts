/** Who decides about bets: never somebody who holds a bet on the same games (standards SET-15). */
import { sql, type RawBuilder } from 'kysely'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'

/** Players that an officer is, by the flags of the house (module protection). */
export type StaffPlayersOf = (tx: Tx, officer: string) => Promise<readonly number[]>

/** Whether one of the players has, or had, a bet on one of these matches or on a part of it. */
async function haveBetOn(db: Db, players: readonly number[], matches: RawBuilder<unknown>): Promise<boolean> {
  if (players.length === 0) return false
  const { rows } = await sql<{ holds: boolean }>`
    SELECT EXISTS (
      SELECT 1 FROM account a
      JOIN ledger_entry e ON e.account_id = a.id AND e.kind = 1
      JOIN bet_leg l ON l.bet_id = e.tx_id CROSS JOIN LATERAL matches_of_leg(l.ci) AS m(ci)
      WHERE a.player_id = ANY(${`{${players.join(',')}}`}::integer[]) AND m.ci IN (${matches})
    ) AS holds`.execute(db)
  return rows[0]!.holds
}

/** Whether the officer has, or had, a bet on this match or a part of it. */
export async function holdsGame(db: Db, staffPlayersOf: StaffPlayersOf, given: { officer: string; ci: number }): Promise<boolean> {
  const players = await inTx(db, (tx) => staffPlayersOf(tx, given.officer))
  return haveBetOn(db, players, sql`${given.ci}::integer`)
}

/**
 * Whether the officer has, or had, a bet on a game of this bet: whoever decides about one bet of a game moves the money of
 * others on it. Returned and sold bets count too, so that nobody sells first.
 */
export async function holdsPosition(tx: Tx, staffPlayersOf: StaffPlayersOf, given: { officer: string; betId: bigint }): Promise<boolean> {
  const players = await staffPlayersOf(tx, given.officer)
  const matches = sql`SELECT o2.ci FROM bet_leg o CROSS JOIN LATERAL matches_of_leg(o.ci) AS o2(ci) WHERE o.bet_id = ${String(given.betId)}::bigint`
  return haveBetOn(tx, players, matches)
}

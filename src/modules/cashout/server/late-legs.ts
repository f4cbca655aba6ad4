/**
 * Bets of the line that were taken after their game had begun, and that the feed has not judged yet (rules 3.5). They will be void,
 * so nothing is made of what the line shows of play by then.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db.ts'

/**
 * Of these bets. Asked after the line was looked at: what it shows of play is told after the row of its beginning is there. Decided
 * legs too: a late one may have won.
 */
export async function listLate(db: Db | Tx, betIds: readonly bigint[]): Promise<Set<bigint>> {
  if (betIds.length === 0) return new Set()
  const { rows } = await sql<{ id: bigint }>`
    SELECT DISTINCT b.id FROM bet b JOIN bet_leg l ON l.bet_id = b.id JOIN game_part gp ON gp.ci = l.ci
    JOIN game_begun g ON g.ci = gp.game_ci AND g.judged_at IS NULL AND g.taken_back_at IS NULL
    WHERE b.id = ANY(${`{${betIds.join()}}`}::bigint[]) AND l.kind = 3
      AND coalesce(l.bought_at, b.accepted_at) > game_began(g.ci, g.began_at)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export async function isLate(db: Db | Tx, betId: bigint): Promise<boolean> {
  return (await listLate(db, [betId])).size > 0
}

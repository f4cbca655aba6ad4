/** Duels that are bet on (migration 0041). */
import { sql } from 'kysely'
import type { Db } from '#platform/server/db.ts'
import type { KeptDuel } from './ports.ts'

/** False: the number belongs to other teams already, or it is settled, as one whose match was moved for too long. */
export async function insertDuel(db: Db, duel: KeptDuel): Promise<boolean> {
  const { rows } = await sql<{ identity: string }>`
    WITH kept AS (
      INSERT INTO duel (ci, game_id, identity, sides, sport_id, counts, starts_at)
      VALUES (${duel.ci}, ${duel.gameId}, ${duel.identity}, ${JSON.stringify(duel.sides)}::jsonb, ${duel.sportId}, ${duel.counts}, ${new Date(duel.startsAt)})
      ON CONFLICT (ci) DO NOTHING RETURNING identity
    ) SELECT identity FROM kept UNION ALL SELECT identity FROM duel WHERE ci = ${duel.ci} AND settled_at IS NULL`.execute(db)
  return rows.some((row) => row.identity === duel.identity)
}

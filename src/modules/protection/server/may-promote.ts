/** Nobody who protects himself is advertised to, on any channel (standards RG-12): the one question that every sender asks. */
import { sql } from 'kysely'
import type { Db } from '#platform/server/db.ts'

/** The last answers of the self-assessment and the player's own signs count so long. */
const REMEMBERED_DAYS = 90

/**
 * False for whoever has any limit, a break or an exclusion (also one that waits for its player to come back), is stopped
 * or closed by the house, stands in a register, or was told by the self-assessment that he is at risk.
 */
export async function mayPromote(db: Db, playerId: number, now: number): Promise<boolean> {
  const at = new Date(now)
  const { rows } = await sql`SELECT 1 FROM betting_block WHERE player_id = ${playerId}
    UNION ALL SELECT 1 FROM player_limit WHERE player_id = ${playerId}
    UNION ALL SELECT 1 FROM protection_limit WHERE player_id = ${playerId}
    UNION ALL SELECT 1 FROM protection_exclusion WHERE player_id = ${playerId}
      AND (ends_at IS NULL OR ends_at > ${at} OR (kind = 'self_exclusion' AND (reopen_asked_at IS NULL OR reopen_asked_at > ${at}::timestamptz - interval '1 day')))
    UNION ALL SELECT 1 FROM protection_register WHERE player_id = ${playerId} AND listed
    UNION ALL SELECT 1 FROM player WHERE id = ${playerId} AND status <> 'active'
    UNION ALL SELECT 1 FROM protection_test WHERE player_id = ${playerId} AND level = 'high' AND at > ${at}::timestamptz - make_interval(days => ${REMEMBERED_DAYS})
    LIMIT 1`.execute(db)
  return rows.length === 0
}

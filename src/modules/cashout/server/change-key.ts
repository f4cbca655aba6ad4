/**
 * One key of a player is one change of one bet, a sale or a cover. Two bets have two locks and two kinds of changes two tables, so
 * the key has a lock of its own; it is taken before that of the bet, by whoever brings a key.
 */
import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { LOCK_CLASSES } from '#platform/server/locks.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'

/** Holds the key until the end of the transaction. Answers whether a change of the other kind was made under it. */
export async function lockKey(
  tx: Tx,
  { playerId, guid }: { playerId: number; guid: string | null },
  other: 'bet_sale' | 'bet_insurance',
): Promise<Problem | null> {
  if (guid === null) return null
  // Two keys with one hash only wait for each other.
  await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASSES.betChanges}, hashtext(${`${playerId}:${guid}`}))`.execute(tx)
  const used = await tx.selectFrom(other).select('bet_id').where('player_id', '=', playerId).where('guid', '=', guid).executeTakeFirst()
  return used ? keyReused() : null
}

export function keyReused(): Problem {
  return problem('cashout.key_reused', { wire: 161_627, field: 'guid' })
}

/**
 * Bets that wait their live delay in some process, as every process sees them (`bet_waiting`). Times are those of the
 * database: the clocks of two machines never agree, and a bet asked about too early would be refused while it waits.
 */
import { sql } from 'kysely'
import type { Db } from '#platform/server/db.ts'
import { plainHash, storedKey, type StoredKey, type WantedKey } from './bet-store.ts'
import './tables.ts'

/** Decided at the latest so long after its delay (WAG-12); a process that has not done it by then is taken for dead. */
const DECIDED_WITHIN_MS = 2_000

export interface WaitingKey {
  bodyHash: string
  /** Until its delay is over; below zero when it should be decided any moment. */
  leftMs: number
}

interface WaitingRow {
  body_hash: string
  left_ms: number
}

const waitingKey = (row: WaitingRow): WaitingKey => ({ bodyHash: plainHash(row.body_hash), leftMs: row.left_ms })
const leftOf = sql`round(extract(epoch FROM due_at - now()) * 1000)::float8`

/**
 * The key waits from now on, or what it had been answered. One that waits already, here or elsewhere, ends when it began
 * to end: asking another process again makes nobody wait longer.
 */
export async function beginWaiting(
  db: Db,
  { playerId, guid, bodyHash }: WantedKey,
  delayMs: number,
): Promise<{ stored: StoredKey } | { stored: null; waiting: WaitingKey }> {
  const { rows } = await sql<WaitingRow & { bet_id: bigint | null; outcome: number; refused_for: unknown }>`
    WITH known AS (
      SELECT bet_id, body_hash, outcome, refused_for FROM bet_key WHERE player_id = ${playerId} AND guid = ${guid}
    ), begun AS (
      INSERT INTO bet_waiting AS w (player_id, guid, body_hash, due_at)
      SELECT ${playerId}::integer, ${guid}::text, ${bodyHash}::uuid, now() + ${delayMs} * interval '1 millisecond' WHERE NOT EXISTS (SELECT FROM known)
      ON CONFLICT (player_id, guid) DO UPDATE SET
        body_hash = CASE WHEN w.due_at > now() THEN w.body_hash ELSE excluded.body_hash END,
        due_at = CASE WHEN w.due_at > now() THEN w.due_at ELSE excluded.due_at END
      RETURNING body_hash, due_at
    )
    SELECT bet_id, body_hash, outcome, refused_for, 0 AS left_ms FROM known
    UNION ALL SELECT NULL, body_hash, 0, NULL, ${leftOf} FROM begun`.execute(db)
  const row = rows[0]!
  return row.bet_id === null ? { stored: null, waiting: waitingKey(row) } : { stored: storedKey({ ...row, bet_id: row.bet_id }) }
}

/** A bet of this key that somebody may still decide. */
export async function selectWaitingOptional(db: Db, { playerId, guid }: Pick<WantedKey, 'playerId' | 'guid'>): Promise<WaitingKey | null> {
  const { rows } = await sql<WaitingRow>`
    SELECT body_hash, ${leftOf} AS left_ms FROM bet_waiting
    WHERE player_id = ${playerId} AND guid = ${guid} AND due_at > now() - ${DECIDED_WITHIN_MS} * interval '1 millisecond'`.execute(db)
  return rows[0] ? waitingKey(rows[0]) : null
}

/** Those that were decided, or died with their process, long ago. */
export async function forgetWaited(db: Db): Promise<void> {
  await sql`DELETE FROM bet_waiting WHERE due_at < now() - interval '1 hour'`.execute(db)
}

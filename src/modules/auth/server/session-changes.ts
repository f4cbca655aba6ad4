/**
 * Whether what a process read of a player's sessions still holds. One question to the database brings all changes of all
 * players since the last one, however many sessions are remembered; it is asked only while somebody wants to know, so
 * that an idle process asks nothing. Who cannot be sure reads again.
 */
import { sql } from 'kysely'
import { largeMemory } from '#platform/server/large-memory.ts'
import type { Db } from '#platform/server/db.ts'

/** Nothing outlives its session by more than this, on any node (SES-04 allows a second). */
export const SURE_MS = 400
const ASK_EVERY_MS = 100
const MOST_CHANGED = 50_000

export interface Changes {
  /** Snapshot of the database (pg_snapshot) that the next question begins at. */
  snapshot: string
  players: readonly number[]
}

export interface SessionChanges {
  /** True while what was read of the player in a question sent at `readAt` (ms of `now`) is known to hold. */
  holds(playerId: number, readAt: number): boolean
  /** This process has changed something itself and committed it: felt at once. */
  note(playerId: number): void
}

/** `ask` gives the changes that the snapshot has not seen, none for null. */
export function createSessionChanges(ask: (since: string | null) => Promise<Changes>, now = () => performance.now()): SessionChanges {
  /** What was read before is not covered by the questions: none had been answered, or more has changed than is remembered. */
  let floor = Infinity
  const changed = largeMemory<number, number>(MOST_CHANGED, {
    dispose(at, _player, why) {
      if (why === 'evict') floor = Math.max(floor, at)
    },
  })
  let snapshot: string | null = null
  /** Everything committed before this moment is known. */
  let knownUpTo = -Infinity
  let askedAt = -Infinity
  let asking = false

  function learn(changes: Changes, at: number): void {
    const answeredAt = now()
    if (snapshot === null) floor = answeredAt
    snapshot = changes.snapshot
    knownUpTo = at
    for (const player of changes.players) changed.set(player, answeredAt)
  }

  function askAgain(at: number): void {
    asking = true
    askedAt = at
    ask(snapshot)
      .then((changes) => learn(changes, at))
      // Without an answer nobody is sure, which is what a database that is away must mean.
      .catch(() => {})
      .finally(() => (asking = false))
  }

  return {
    holds(playerId, readAt) {
      const at = now()
      if (!asking && at - askedAt >= ASK_EVERY_MS) askAgain(at)
      if (readAt <= (changed.get(playerId) ?? -Infinity)) return false
      return at - readAt <= SURE_MS || (readAt > floor && at - knownUpTo <= SURE_MS)
    },
    note: (playerId) => void changed.set(playerId, now()),
  }
}

/** One statement, so one snapshot: no change falls between the list and the place from which the next one goes on. */
export async function listSessionChanges(db: Db, since: string | null): Promise<Changes> {
  const { rows } = await sql<Changes>`
    SELECT pg_current_snapshot()::text AS snapshot,
      coalesce((SELECT array_agg(DISTINCT player_id) FROM session_change
        WHERE xid >= pg_snapshot_xmin(${since}::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, ${since}::pg_snapshot)), '{}') AS players`.execute(
    db,
  )
  return rows[0]!
}

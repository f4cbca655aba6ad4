/** Who wants to be asked about stakes above half of his balance (rules 2.11): placing asks for every bet, so they are kept in memory. */
import { sql } from 'kysely'
import type { Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import { SETTING_ID } from '../rules/settings.ts'
import { followChanges, type Followed } from './follow-changes.ts'
import './tables.ts'

export interface HalfAskers extends Followed {
  asks(playerId: number): boolean
  /** The player has turned it on or off here. */
  keep(playerId: number, value: number): void
}

export function createHalfAskers(db: Db, clock: Clock): HalfAskers {
  const kept = new Set<number>()

  function keep(playerId: number, value: number): void {
    if (value === 1) kept.add(playerId)
    else kept.delete(playerId)
  }

  async function read(from: Date): Promise<void> {
    const rows = await db
      .selectFrom('player_setting')
      .select(['player_id', 'value'])
      // As a number of the statement itself: the index holds no other setting.
      .where('setting_id', '=', sql.lit(SETTING_ID.askAboutHalf))
      .where('changed_at', '>=', from)
      .execute()
    for (const row of rows) keep(row.player_id, row.value)
  }

  return { asks: (playerId) => kept.has(playerId), keep, ...followChanges(clock, read) }
}

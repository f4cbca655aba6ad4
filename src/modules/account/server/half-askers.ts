/** Who wants to be asked about stakes above half of his balance (rules 2.11): placing asks for every bet, so they are kept in memory. */
import { sql } from 'kysely'
import type { Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import { keepUp, type Kept, type ReadLog } from '#platform/server/keep-up.ts'
import { SETTING_ID } from '../rules/settings.ts'
import './tables.ts'

export interface HalfAskers extends Kept {
  asks(playerId: number): boolean
  /** The player has turned it on or off here. */
  keep(playerId: number, value: number): void
}

export function createHalfAskers(db: Db, clock: Clock, log: ReadLog): HalfAskers {
  const kept = new Set<number>()

  function keep(playerId: number, value: number): void {
    if (value === 1) kept.add(playerId)
    else kept.delete(playerId)
  }

  async function read(since: Date): Promise<void> {
    const rows = await db
      .selectFrom('player_setting')
      .select(['player_id', 'value'])
      // As a number of the statement itself: the index holds no other setting.
      .where('setting_id', '=', sql.lit(SETTING_ID.askAboutHalf))
      .where('changed_at', '>=', since)
      .execute()
    for (const row of rows) keep(row.player_id, row.value)
  }

  return { asks: (playerId) => kept.has(playerId), keep, ...keepUp({ of: 'half_askers', log, clock, read }) }
}

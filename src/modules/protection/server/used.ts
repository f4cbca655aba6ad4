/** What of a player's limits is used, and how he stands: read from the books. */
import { sql } from 'kysely'
import { MINUTE } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import { DAYS_OF_PERIOD } from '../rules/limits.ts'
import { dayOf, usedInWindow } from '../rules/session-time.ts'
import { listUsed } from './session-time.ts'
import type { StoredLimit } from './store.ts'

/** Minor units in the currency of the limit, or minutes; never below zero. */
export async function usedOf(db: Db, limit: StoredLimit, now: number): Promise<bigint> {
  const days = DAYS_OF_PERIOD[limit.period]
  if (limit.kind === 'session') {
    const used = usedInWindow(await listUsed(db, limit.playerId, now), days, dayOf(now))
    return BigInt(Math.floor(used / MINUTE))
  }
  const at = new Date(now)
  const { rows } =
    limit.kind === 'deposit'
      ? await sql<{
          used: bigint
        }>`SELECT deposits_of_limit(${limit.playerId}, ${days}::smallint, ${limit.currencyId}::smallint, ${at})::bigint AS used`.execute(db)
      : await sql<{
          used: bigint
        }>`SELECT played_of_limit(${limit.playerId}, ${limit.kind === 'stake' ? 1 : 2}::smallint, ${days}::smallint,
          ${limit.currencyId}::smallint, ${at})::bigint AS used`.execute(db)
  const used = rows[0]?.used ?? 0n
  return used < 0n ? 0n : used
}

export interface Position {
  sessionMinor: bigint
  allTimeMinor: bigint
  depositsMinor: bigint
  withdrawalsMinor: bigint
}

/** Returns less stakes over all accounts in one currency, of this session and of all time, and what was paid in and out. */
export async function selectPosition(db: Db, playerId: number, currencyId: number, sessionFrom: Date): Promise<Position> {
  const { rows } = await sql<{ session: bigint; all_time: bigint; deposits: bigint; withdrawals: bigint }>`
    SELECT coalesce(sum(in_currency(e.session, e.currency_id, ${currencyId}::smallint)), 0)::bigint AS session,
      coalesce(sum(in_currency(e.all_time, e.currency_id, ${currencyId}::smallint)), 0)::bigint AS all_time,
      coalesce(sum(in_currency(e.deposits, e.currency_id, ${currencyId}::smallint)), 0)::bigint AS deposits,
      coalesce(sum(in_currency(e.withdrawals, e.currency_id, ${currencyId}::smallint)), 0)::bigint AS withdrawals
    FROM (
      SELECT a.currency_id,
        coalesce(sum(l.amount_minor) FILTER (WHERE l.kind NOT IN (4, 5, 6, 7, 8, 14, 16) AND l.at >= ${sessionFrom}), 0) AS session,
        coalesce(sum(l.amount_minor) FILTER (WHERE l.kind NOT IN (4, 5, 6, 7, 8, 14, 16)), 0) AS all_time,
        coalesce(sum(l.amount_minor) FILTER (WHERE l.kind = 4), 0) AS deposits,
        coalesce(-sum(l.amount_minor) FILTER (WHERE l.kind IN (5, 6)), 0) AS withdrawals
      FROM account a JOIN ledger_entry l ON l.account_id = a.id WHERE a.player_id = ${playerId} GROUP BY a.currency_id
    ) e`.execute(db)
  const row = rows[0]!
  return { sessionMinor: row.session, allTimeMinor: row.all_time, depositsMinor: row.deposits, withdrawalsMinor: row.withdrawals }
}

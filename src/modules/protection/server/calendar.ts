/** The player's own calendar: where his days, weeks and months begin (standards RG-06). The database reckons with it (migration 0064). */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db.ts'
import { DAYS_OF_PERIOD, type LimitPeriod } from '../rules/limits.ts'
import type { Window } from '../rules/session-time.ts'

export interface CalendarChoice {
  /** IANA names, the best first; one that the database does not know is passed over. */
  zones: readonly string[]
  /** 0 Sunday to 6 Saturday. */
  weekStart: number
}

/** With a player's first limit, under his lock. A calendar never changes while one of its limits stands. */
export async function chooseCalendar(tx: Tx, playerId: number, { zones, weekStart }: CalendarChoice): Promise<void> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM pg_timezone_names WHERE name IN (${sql.join([...zones, 'UTC'])})`.execute(
    tx,
  )
  const known = new Set(rows.map(({ name }) => name))
  const zone = zones.find((name) => known.has(name)) ?? 'UTC'
  await tx
    .insertInto('protection_calendar')
    .values({ player_id: playerId, zone, week_start: weekStart })
    .onConflict((conflict) => conflict.column('player_id').doUpdateSet({ zone, week_start: weekStart }))
    .execute()
}

/** The window that runs now. Days are numbered from 1970-01-01 of the player's calendar. */
export async function selectWindow(db: Db | Tx, playerId: number, period: LimitPeriod, now: number): Promise<Window> {
  const [days, at] = [DAYS_OF_PERIOD[period], new Date(now)]
  const { rows } = await sql<{ first_day: number; restarts: Date }>`SELECT
    limit_first_day(${playerId}, ${days}::smallint, ${at}) - DATE '1970-01-01' AS first_day,
    limit_restarts(${playerId}, ${days}::smallint, ${at}) AS restarts`.execute(db)
  const { first_day: firstDay, restarts } = rows[0]!
  return { firstDay, restartsAt: restarts.getTime() }
}

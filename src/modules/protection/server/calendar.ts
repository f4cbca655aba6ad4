/** The windows of a player's limits: his own days, weeks and months, or the hours up to now (standards RG-06). The database reckons with them (migrations 0064, 0070). */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db.ts'
import { DAY } from '#lib/time.ts'
import { DAYS_OF_PERIOD, type LimitPeriod, type LimitWindows } from '../rules/limits.ts'
import type { Window } from '../rules/session-time.ts'

export interface CalendarChoice {
  /** IANA names, the best first; one that the database does not know is passed over. */
  zones: readonly string[]
  /** 0 Sunday to 6 Saturday. */
  weekStart: number
  /** What the profile of the brand asks for. */
  windows: LimitWindows
}

/** With a player's first limit, under his lock. A calendar never changes while one of its limits stands. */
export async function chooseCalendar(tx: Tx, playerId: number, { zones, weekStart, windows }: CalendarChoice): Promise<void> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM pg_timezone_names WHERE name IN (${sql.join([...zones, 'UTC'])})`.execute(
    tx,
  )
  const known = new Set(rows.map(({ name }) => name))
  const rolling = windows === 'rolling'
  const zone = (rolling ? null : zones.find((name) => known.has(name))) ?? 'UTC'
  await tx
    .insertInto('protection_calendar')
    .values({ player_id: playerId, zone, week_start: weekStart, rolling })
    .onConflict((conflict) => conflict.column('player_id').doUpdateSet({ zone, week_start: weekStart, rolling }))
    .execute()
}

/** The window that runs now. Days are numbered from 1970-01-01 of the player's calendar. */
export async function selectWindow(db: Db | Tx, playerId: number, period: LimitPeriod, now: number): Promise<Window> {
  const [days, at] = [DAYS_OF_PERIOD[period], new Date(now)]
  const { rows } = await sql<{ first_day: number; restarts: Date; since: Date | null }>`SELECT
    limit_first_day(${playerId}, ${days}::smallint, ${at}) - DATE '1970-01-01' AS first_day,
    limit_restarts(${playerId}, ${days}::smallint, ${at}) AS restarts,
    limit_since(${playerId}, ${days}::smallint, ${at}) AS since`.execute(db)
  const { first_day: firstDay, restarts, since } = rows[0]!
  return since === null
    ? { kind: 'calendar', firstDay, restartsAt: restarts.getTime() }
    : { kind: 'rolling', since: since.getTime(), lengthMs: days * DAY }
}

/** The kind of a player's windows: that of his limits while he has some, else what the profile asks for. */
export async function selectWindows(db: Db | Tx, playerId: number, ofProfile: LimitWindows): Promise<LimitWindows> {
  const row = await db
    .selectFrom('protection_limit')
    .leftJoin('protection_calendar', 'protection_calendar.player_id', 'protection_limit.player_id')
    .select('protection_calendar.rolling')
    .where('protection_limit.player_id', '=', playerId)
    .limit(1)
    .executeTakeFirst()
  if (!row) return ofProfile
  return row.rolling === true ? 'rolling' : 'calendar'
}

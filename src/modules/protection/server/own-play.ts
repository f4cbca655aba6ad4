/** A player's own play by day and month, read from the books, in one currency. */
import { sql } from 'kysely'
import { DAY } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import type { DayTotals } from '../rules/signals.ts'

/** As far back as signals look, and a week more. */
const SIGNAL_DAYS = 42

/** Kinds of entries that are payments, bonuses, corrections and transfers, not play; as in migration 0050. */
const NO_PLAY = sql`(4, 5, 6, 7, 8, 14, 16)`

/** Where the player lives by his calendar, else where his brand does: night is when it is night there. */
export async function selectZone(db: Db, playerId: number, brandZone: string | undefined): Promise<string> {
  const { rows } = await sql<{
    zone: string
  }>`SELECT zone FROM protection_calendar WHERE player_id = ${playerId} AND NOT rolling`.execute(db)
  return rows[0]?.zone ?? brandZone ?? 'UTC'
}

export async function listDayTotals(db: Db, playerId: number, currencyId: number, zone: string, now: number): Promise<DayTotals[]> {
  const from = new Date((Math.floor(now / DAY) - SIGNAL_DAYS) * DAY)
  const { rows } = await sql<{
    day: number
    deposits: number
    deposited: bigint
    withdrawn: bigint
    bets: number
    staked: bigint
    returned: bigint
    night: number
  }>`
    SELECT (e.at AT TIME ZONE 'UTC')::date - DATE '1970-01-01' AS day,
      count(*) FILTER (WHERE e.kind = 4)::int AS deposits,
      coalesce(sum(in_currency(e.amount_minor, a.currency_id, ${currencyId}::smallint)) FILTER (WHERE e.kind = 4), 0)::bigint AS deposited,
      coalesce(-sum(in_currency(e.amount_minor, a.currency_id, ${currencyId}::smallint)) FILTER (WHERE e.kind IN (5, 6)), 0)::bigint AS withdrawn,
      count(*) FILTER (WHERE e.kind = 1)::int AS bets,
      coalesce(-sum(in_currency(e.amount_minor, a.currency_id, ${currencyId}::smallint)) FILTER (WHERE e.kind = 1), 0)::bigint AS staked,
      coalesce(sum(in_currency(e.amount_minor, a.currency_id, ${currencyId}::smallint)) FILTER (WHERE e.kind NOT IN ${NO_PLAY} AND e.kind <> 1), 0)::bigint AS returned,
      count(*) FILTER (WHERE e.kind = 1 AND extract(hour FROM e.at AT TIME ZONE ${zone}) < 6)::int AS night
    FROM account a JOIN ledger_entry e ON e.account_id = a.id
    WHERE a.player_id = ${playerId} AND e.at >= ${from} GROUP BY 1`.execute(db)
  const back = await sql<{
    day: number
    n: number
  }>`SELECT (updated_at AT TIME ZONE 'UTC')::date - DATE '1970-01-01' AS day, count(*)::int AS n
    FROM withdrawal WHERE player_id = ${playerId} AND state = 'cancelled' AND updated_at >= ${from} GROUP BY 1`.execute(db)
  const takenBack = new Map(back.rows.map(({ day, n }) => [day, n]))
  const days = rows.map((row): DayTotals => ({
    day: row.day,
    deposits: row.deposits,
    depositsMinor: row.deposited,
    withdrawalsMinor: row.withdrawn,
    bets: row.bets,
    stakesMinor: row.staked,
    returnsMinor: row.returned,
    nightBets: row.night,
    takenBack: takenBack.get(row.day) ?? 0,
  }))
  return days
}

/** Stakes over all accounts since that moment, in one currency. */
export async function selectStakedSince(db: Db, playerId: number, currencyId: number, from: Date): Promise<bigint> {
  const { rows } = await sql<{ staked: bigint }>`
    SELECT coalesce(-sum(in_currency(e.amount_minor, a.currency_id, ${currencyId}::smallint)), 0)::bigint AS staked
    FROM account a JOIN ledger_entry e ON e.account_id = a.id
    WHERE a.player_id = ${playerId} AND a.kind = 0 AND e.kind = 1 AND e.at >= ${from}`.execute(db)
  return rows[0]?.staked ?? 0n
}

export interface MonthTotals {
  /** "2026-11". */
  month: string
  depositsMinor: bigint
  withdrawalsMinor: bigint
  stakesMinor: bigint
  returnsMinor: bigint
}

/** The last months of the calendar (UTC), the newest first, this one among them; one without movements is all noughts. */
export async function listMonthTotals(db: Db, playerId: number, currencyId: number, months: number, now: number): Promise<MonthTotals[]> {
  const at = new Date(now)
  const from = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months + 1, 1))
  const { rows } = await sql<{ month: string; deposited: bigint; withdrawn: bigint; staked: bigint; returned: bigint }>`
    SELECT to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
      coalesce(sum(in_currency(e.amount_minor, a.currency_id, ${currencyId}::smallint)) FILTER (WHERE e.kind = 4), 0)::bigint AS deposited,
      coalesce(-sum(in_currency(e.amount_minor, a.currency_id, ${currencyId}::smallint)) FILTER (WHERE e.kind IN (5, 6)), 0)::bigint AS withdrawn,
      coalesce(-sum(in_currency(e.amount_minor, a.currency_id, ${currencyId}::smallint)) FILTER (WHERE e.kind = 1), 0)::bigint AS staked,
      coalesce(sum(in_currency(e.amount_minor, a.currency_id, ${currencyId}::smallint)) FILTER (WHERE e.kind NOT IN ${NO_PLAY} AND e.kind <> 1), 0)::bigint AS returned
    FROM account a JOIN ledger_entry e ON e.account_id = a.id
    WHERE a.player_id = ${playerId} AND e.at >= ${from} GROUP BY 1`.execute(db)
  const known = new Map(rows.map((row) => [row.month, row]))
  return Array.from({ length: months }, (_none, i) => {
    const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - i, 1)).toISOString().slice(0, 7)
    const row = known.get(month)
    return {
      month,
      depositsMinor: row?.deposited ?? 0n,
      withdrawalsMinor: row?.withdrawn ?? 0n,
      stakesMinor: row?.staked ?? 0n,
      returnsMinor: row?.returned ?? 0n,
    }
  })
}

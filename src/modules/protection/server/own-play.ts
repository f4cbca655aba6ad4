/** A player's own play by day and month, read from the books, in one currency. */
import { sql, type RawBuilder } from 'kysely'
import { DAY } from '#lib/time.ts'
import { currencyById, ENTRY_KINDS, MOVED, type Currency, type Ledger } from '#modules/ledger/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { DayTotals } from '../rules/signals.ts'

/** What a player's sums are told in: his active account's currency, else the euro. */
export async function currencyOf(ledger: Pick<Ledger, 'balance'>, playerId: number): Promise<Currency> {
  return (await ledger.balance(playerId))[0]?.currency ?? currencyById(2)
}

/** As far back as signals look, and a week more. */
const SIGNAL_DAYS = 42

const kinds = (...lists: (readonly number[])[]) => sql.join(lists.flat().map((kind) => sql.lit(kind)))
const [DEPOSITS, WITHDRAWALS, STAKES] = [kinds(MOVED.deposits), kinds(MOVED.withdrawals), kinds(MOVED.stakes)]
const NOT_BACK = kinds(MOVED.deposits, MOVED.withdrawals, MOVED.beside, MOVED.stakes)

/** A bet that took the place of another is no further one. */
const IS_BET = sql`e.kind = ${sql.lit(ENTRY_KINDS.stake)} AND NOT EXISTS (SELECT 1 FROM bet_change c WHERE c.bet_id = e.tx_id)`

/** What a group of entries comes to in one currency. */
const total = (currencyId: number, which: RawBuilder<unknown>) =>
  sql<bigint>`coalesce(sum(in_currency(e.amount_minor, a.currency_id, ${currencyId}::smallint)) FILTER (WHERE ${which}), 0)::bigint`

/** The four sums that a day or a month is told by. */
const sums = (currencyId: number) => sql`
  ${total(currencyId, sql`e.kind IN (${DEPOSITS})`)} AS deposited,
  -${total(currencyId, sql`e.kind IN (${WITHDRAWALS})`)} AS withdrawn,
  -${total(currencyId, sql`e.kind IN (${STAKES})`)} AS staked,
  ${total(currencyId, sql`e.kind NOT IN (${NOT_BACK})`)} AS returned`

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
      count(*) FILTER (WHERE e.kind IN (${DEPOSITS}))::int AS deposits,
      count(*) FILTER (WHERE ${IS_BET})::int AS bets,
      count(*) FILTER (WHERE ${IS_BET} AND extract(hour FROM e.at AT TIME ZONE ${zone}) < 6)::int AS night,
      ${sums(currencyId)}
    FROM account a JOIN ledger_entry e ON e.account_id = a.id
    WHERE a.player_id = ${playerId} AND a.kind = 0 AND e.at >= ${from} GROUP BY 1`.execute(db)
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
    SELECT -${total(currencyId, sql`e.kind IN (${STAKES})`)} AS staked
    FROM account a JOIN ledger_entry e ON e.account_id = a.id
    WHERE a.player_id = ${playerId} AND a.kind = 0 AND e.at >= ${from}`.execute(db)
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
    SELECT to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, ${sums(currencyId)}
    FROM account a JOIN ledger_entry e ON e.account_id = a.id
    WHERE a.player_id = ${playerId} AND a.kind = 0 AND e.at >= ${from} GROUP BY 1`.execute(db)
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

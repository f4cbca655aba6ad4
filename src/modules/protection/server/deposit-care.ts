/** Deposits of a month and limits that ask for a talk, where the profile of the brand has such rules (standards RG-07). */
import { sql } from 'kysely'
import { minorText, type Minor } from '#lib/money.ts'
import { currencyByCode, minorOfEuro, type Currency } from '#modules/ledger/server/index.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { isYoung, ofAge, roomOfMonth, type MonthOfDeposits } from '../rules/deposit-care.ts'
import { profileOf } from '../rules/profile.ts'

interface Month extends MonthOfDeposits {
  birthday: string | null
  today: string
}

/**
 * In euro, over all accounts, at the table's rates. What was credited and what went back are entries of his accounts; what was
 * begun may still be paid; only what has been paid out lowers the sum.
 */
async function selectMonth(db: Db | Tx, playerId: number, { zone: brandZone, now }: { zone: string; now: number }): Promise<Month> {
  const euro = currencyByCode('EUR')!.id
  const at = new Date(now)
  const { rows } = await sql<{ birthday: string | null; today: string; paid_in: bigint; begun: bigint; paid_out: bigint }>`
    WITH z AS (
      SELECT coalesce((SELECT zone FROM protection_calendar WHERE player_id = ${playerId} AND NOT rolling), ${brandZone}) AS zone
    ), m AS (
      SELECT (${at}::timestamptz AT TIME ZONE zone)::date AS today,
        date_trunc('month', ${at}::timestamptz AT TIME ZONE zone) AT TIME ZONE zone AS since FROM z
    )
    SELECT m.today::text AS today, (SELECT birth_date::text FROM player_profile WHERE player_id = ${playerId}) AS birthday,
      (SELECT coalesce(sum(in_currency(s.minor, s.currency_id, ${euro}::smallint)), 0) FROM (
        SELECT a.currency_id, sum(e.amount_minor) AS minor FROM account a JOIN ledger_entry e ON e.account_id = a.id
        WHERE a.player_id = ${playerId} AND e.kind = 4 AND e.at >= m.since GROUP BY 1) s)::bigint AS paid_in,
      (SELECT coalesce(sum(in_currency(amount_minor, currency_id, ${euro}::smallint)), 0) FROM deposit
        WHERE player_id = ${playerId} AND state IN ('created', 'pending'))::bigint AS begun,
      (SELECT coalesce(sum(in_currency(amount_minor, currency_id, ${euro}::smallint)), 0) FROM withdrawal
        WHERE player_id = ${playerId} AND state = 'paid' AND done_at >= m.since)::bigint AS paid_out
    FROM m`.execute(db)
  const { birthday, today, paid_in: paidIn, begun, paid_out: paidOut } = rows[0]!
  return { birthday, today, paidIn, begun, paidOut }
}

interface Where {
  config: SiteConfig
  now: number
}

const zoneOf = ({ time }: SiteConfig): string => time.zone ?? 'UTC'

/** Under the player's lock, so that two at once see each other. Problem: protection.month_of_deposits (60, field sum). */
export async function guardMonth(
  tx: Tx,
  wanted: { playerId: number; amountMinor: Minor; currencyId: number },
  { config, now }: Where,
): Promise<Problem | null> {
  const { depositCare: care } = profileOf(config.responsible.profile)
  if (!care) return null
  const month = await selectMonth(tx, wanted.playerId, { zone: zoneOf(config), now })
  const euro = currencyByCode('EUR')!
  const ceiling = minorOfEuro(ofAge(care.netMonthEur, isYoung(month.birthday, month.today, care.youngBelow)), euro)
  const room = roomOfMonth(month, ceiling)
  const { rows } = await sql<{ minor: bigint }>`
    SELECT in_currency(${wanted.amountMinor}::bigint, ${wanted.currencyId}::smallint, ${euro.id}::smallint)::bigint AS minor`.execute(tx)
  if (rows[0]!.minor <= room) return null
  const params = {
    sum: minorText(ceiling, euro.exponent),
    left: minorText(room > 0n ? room : 0n, euro.exponent),
    currency: euro.code,
  }
  return problem('protection.month_of_deposits', { wire: 60, field: 'sum', params })
}

/** A limit on deposits that the house speaks with its player about first. Problem: protection.limit_needs_contact (403, 90, field amount). */
export async function askContact(
  db: Db,
  wanted: { playerId: number; amount: Minor; currency: Currency },
  { config, now }: Where,
): Promise<Problem | null> {
  const { depositCare: care } = profileOf(config.responsible.profile)
  if (!care) return null
  const { birthday, today } = await selectMonth(db, wanted.playerId, { zone: zoneOf(config), now })
  const most = minorOfEuro(ofAge(care.contactAboveEur, isYoung(birthday, today, care.youngBelow)), wanted.currency)
  if (wanted.amount <= most) return null
  const spoken = await db
    .selectFrom('player_flag')
    .select('id')
    .where('player_id', '=', wanted.playerId)
    .where('flag', '=', 'spoken')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (spoken) return null
  const params = { sum: minorText(most, wanted.currency.exponent), currency: wanted.currency.code }
  return problem('protection.limit_needs_contact', { status: 403, wire: 90, field: 'amount', params })
}

/** May this deposit be begun: asked in the transaction that writes its record (standards RG-05, RG-08). */
import { sql } from 'kysely'
import { minorText } from '#lib/money.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { closedState } from '../rules/exclusion.ts'
import { DAYS_OF_PERIOD, type LimitPeriod } from '../rules/limits.ts'
import { guardMonth } from './deposit-care.ts'
import { listExclusions, lockPlayer } from './store.ts'

export interface WantedDeposit {
  playerId: number
  amountMinor: bigint
  currencyId: number
  /** Of the place where the player is. */
  config: SiteConfig
}

export interface DepositRoom {
  period: LimitPeriod
  currencyId: number
  amount: bigint
  used: bigint
  /** In the currency of the limit. */
  wanted: bigint
  /** Over the hours up to now, not the player's calendar. */
  rolls: boolean
}

async function listRooms(tx: Tx, { playerId, amountMinor, currencyId }: WantedDeposit, now: number): Promise<DepositRoom[]> {
  const { rows } = await sql<{ period: LimitPeriod; currency_id: number; amount: bigint; used: bigint; wanted: bigint; rolls: boolean }>`
    SELECT l.period, l.currency_id, l.amount, limit_since(l.player_id, d.days::smallint, ${new Date(now)}) IS NOT NULL AS rolls,
      deposits_of_limit(l.player_id, d.days::smallint, l.currency_id, ${new Date(now)})::bigint AS used,
      in_currency(${amountMinor}::bigint, ${currencyId}::smallint, l.currency_id)::bigint AS wanted
    FROM protection_limit l
    JOIN (VALUES ('day', ${DAYS_OF_PERIOD.day}::int), ('week', ${DAYS_OF_PERIOD.week}::int), ('month', ${DAYS_OF_PERIOD.month}::int)) AS d(period, days) ON d.period = l.period
    WHERE l.player_id = ${playerId} AND l.kind = 'deposit'`.execute(tx)
  return rows.map(({ currency_id, ...room }) => ({ ...room, currencyId: currency_id }))
}

/**
 * Holds the player's lock until the deposit's record has committed, so two at once see each other. What was begun and
 * may still be paid counts as paid. Problems: protection.deposits_closed (60), protection.deposit_limit (60, field sum), those of guardMonth.
 */
export async function guardDeposit(tx: Tx, wanted: WantedDeposit, now: number): Promise<Problem | null> {
  await lockPlayer(tx, wanted.playerId)
  if (closedState(await listExclusions(tx, wanted.playerId), now)) return problem('protection.deposits_closed', { wire: 60 })
  const block = await tx
    .selectFrom('betting_block')
    .select('player_id')
    .where('player_id', '=', wanted.playerId)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', new Date(now))]))
    .executeTakeFirst()
  if (block) return problem('protection.deposits_closed', { wire: 60 })
  const full = (await listRooms(tx, wanted, now))
    .filter(({ amount, used, wanted: more }) => used + more > amount)
    .sort((a, b) => Number(a.amount - a.used - (b.amount - b.used)))[0]
  if (!full) return guardMonth(tx, wanted, { config: wanted.config, now })
  const { exponent, code } = currencyById(full.currencyId)
  const left = full.amount > full.used ? full.amount - full.used : 0n
  const params = {
    left: minorText(left, exponent),
    sum: minorText(full.amount, exponent),
    currency: code,
    context: full.rolls ? `rolling_${full.period}` : full.period,
  }
  return problem('protection.deposit_limit', { wire: 60, field: 'sum', params })
}

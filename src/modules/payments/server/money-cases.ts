/** Cases about the money of weeks (PAY-13): opened by the payment that reaches the bound, closed by an officer with a note. */
import { sql } from 'kysely'
import { DAY } from '#lib/time.ts'
import type { Minor } from '#lib/money.ts'
import { moneyInSentence } from '#lib/number-format.ts'
import { currencyByCode, minorOfEuro } from '#modules/ledger/server/index.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { LOCK_CLASSES } from '#platform/server/locks.ts'
import { counter } from '#platform/server/metrics.ts'
import { isWatched } from '../rules/withdrawal-state.ts'
import type { PaymentsDeps } from './deposits.ts'
import './tables.ts'

const opened = counter('payments_money_cases_total', 'Cases opened because of the money of weeks', [])

/**
 * One after the other of a player's payments: of two at once each would leave the other's sum out. The order of what one
 * transaction takes of a player: the record of the payment, the lock of protection (`guardDeposit`, `mayCredit`), this one,
 * that of the first bonus, his accounts.
 */
export async function lockPayments(tx: Tx, playerId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASSES.payments}, ${playerId})`.execute(tx)
}

export interface Watched {
  playerId: number
  brand: string
  /** What is just being asked for and stands nowhere yet. */
  asked?: { amountMinor: Minor; currencyId: number }
}

/** Opens a case when the money of the window reaches the bound. True: one is open. The caller holds `lockPayments`. */
export async function watchMoney(deps: Pick<PaymentsDeps, 'clock' | 'watched' | 'log'>, tx: Tx, given: Watched): Promise<boolean> {
  const { playerId, brand } = given
  const terms = deps.watched?.(brand)
  if (!terms) return false
  const known = await tx
    .selectFrom('money_case')
    .select('closed_at')
    .where('player_id', '=', playerId)
    .orderBy(sql`closed_at IS NULL`, 'desc')
    .orderBy('closed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (known && known.closed_at === null) return true
  const now = deps.clock.now()
  const since = new Date(Math.max(now - terms.days * DAY, known?.closed_at?.getTime() ?? 0))
  const { inCents, outCents } = await sumSince(tx, given, since)
  if (!isWatched({ inMinor: inCents, outMinor: outCents, fromMinor: minorOfEuro(terms.fromEur, euro(), 'up') })) return false
  await tx
    .insertInto('money_case')
    .values({ player_id: playerId, brand, in_cents: inCents, out_cents: outCents, opened_at: new Date(now) })
    .execute()
  opened.inc({})
  deps.log?.warn({ playerId, inCents: String(inCents), outCents: String(outCents) }, 'a case about the money of weeks was opened')
  return true
}

const euro = () => currencyByCode('EUR')!

/** Hundredths of a euro, as people read them. */
export const euroText = (cents: bigint, lng: string) => moneyInSentence(cents, euro(), lng)

async function sumSince(tx: Tx, { playerId, asked }: Watched, since: Date): Promise<{ inCents: Minor; outCents: Minor }> {
  const { id } = euro()
  const { rows } = await sql<{ paid_in: bigint; asked: bigint }>`SELECT
    (SELECT coalesce(sum(in_currency(amount_minor, currency_id, ${id}::smallint)), 0)::bigint FROM deposit
      WHERE player_id = ${playerId} AND done_at > ${since}) AS paid_in,
    (SELECT coalesce(sum(in_currency(amount_minor, currency_id, ${id}::smallint)), 0)::bigint FROM withdrawal
      WHERE player_id = ${playerId} AND created_at > ${since} AND state NOT IN ('refused', 'cancelled'))
      + in_currency(${asked?.amountMinor ?? 0n}::bigint, ${asked?.currencyId ?? id}::smallint, ${id}::smallint)::bigint AS asked`.execute(
    tx,
  )
  return { inCents: rows[0]!.paid_in, outCents: rows[0]!.asked }
}

interface MoneyCase {
  id: bigint
  playerId: number
  inCents: Minor
  outCents: Minor
  openedAt: Date
}

/** Open ones, the oldest first. */
export async function listMoneyCases(db: Db): Promise<MoneyCase[]> {
  const rows = await db.selectFrom('money_case').selectAll().where('closed_at', 'is', null).orderBy('id').limit(200).execute()
  return rows.map((row) => ({
    id: row.id,
    playerId: row.player_id,
    inCents: row.in_cents,
    outCents: row.out_cents,
    openedAt: row.opened_at,
  }))
}

/** False: there is no such open case. */
export async function closeMoneyCase(
  { db, clock }: Pick<PaymentsDeps, 'db' | 'clock'>,
  given: { id: bigint; officer: string; note: string },
): Promise<boolean> {
  const closed = await db
    .updateTable('money_case')
    .set({ closed_at: new Date(clock.now()), closed_by: given.officer, note: given.note })
    .where('id', '=', given.id)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

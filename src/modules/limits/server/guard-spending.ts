/** May money be spent that is no stake of a bet: asked in the transaction that takes it, as the guard of bets is (standards RG-05, RG-08). */
import { sql } from 'kysely'
import type { Minor } from '#lib/money.ts'
import type { Tx } from '#platform/server/db.ts'
import { LOCK_CLASSES } from '#platform/server/locks.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { debtProblem, ownLimitProblem, type PlayerLimit } from './account-limits.ts'

export interface Spending {
  playerId: number
  amountMinor: Minor
  currencyId: number
  at: Date
}

/** A premium, or what a bid holds: betting has to be open, and limits of losses need room for it. Problems with 900030. */
export async function guardSpending(tx: Tx, { playerId, amountMinor, currencyId, at }: Spending): Promise<Problem | null> {
  // As the debit of a bet, before anything is read: a block or a limit that comes meanwhile waits for the money, or is seen here.
  await sql`SELECT 1 FROM account WHERE player_id = ${playerId} ORDER BY id FOR UPDATE`.execute(tx)
  // The lock of a limited player's bets, after those of the accounts as there: two at once see each other.
  await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASSES.spending}, ${playerId})`.execute(tx)
  const { rows: blocks } =
    await sql`SELECT 1 FROM betting_block WHERE player_id = ${playerId} AND (until IS NULL OR until > ${at})`.execute(tx)
  if (blocks.length > 0) return problem('bets.betting_closed', { wire: 900_030 })
  const { rows: debts } =
    await sql`SELECT 1 FROM account WHERE player_id = ${playerId} AND receivable AND kind = 0 AND balance_minor < 0`.execute(tx)
  if (debts.length > 0) return debtProblem()
  const { rows } = await sql<{ period_days: PlayerLimit['periodDays']; currency_id: number; amount_minor: bigint; rolls: boolean }>`
    SELECT l.period_days, l.currency_id, l.amount_minor, limit_since(${playerId}, l.period_days, ${at}) IS NOT NULL AS rolls FROM player_limit l
    WHERE l.player_id = ${playerId} AND l.kind = 2 AND (l.ends_at IS NULL OR l.ends_at > ${at})
      AND played_of_limit(${playerId}, 2::smallint, l.period_days, l.currency_id, ${at})
        + in_currency(${amountMinor}::bigint, ${currencyId}::smallint, l.currency_id) > l.amount_minor
    ORDER BY l.period_days LIMIT 1`.execute(tx)
  const full = rows[0]
  if (!full) return null
  const { period_days: periodDays, currency_id: limitCurrency, amount_minor: limitMinor, rolls } = full
  return ownLimitProblem({ periodDays, currencyId: limitCurrency, amountMinor: limitMinor, rolls })
}

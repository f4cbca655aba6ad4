/** The advances of an account in its transaction: what is behind them is read, they are decided, and their money moves. */
import { sql } from 'kysely'
import type { Minor } from '#lib/money.ts'
import type { Clock } from '#lib/time.ts'
import { systemAccountId, type Ledger } from '#modules/ledger/server/index.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { ADVANCE, decideAdvances, type AdvanceDecision, type Payment, type TakenAdvance } from '../rules/advances.ts'

export interface DecidingDeps {
  clock: Clock
  ledger: Ledger
}

/** The lock of the account is the lock of its advances: no bet with another one comes between. The balance after. */
export async function decideAccount(tx: Tx, { clock, ledger }: DecidingDeps, accountId: number, anewSince?: Date): Promise<Minor> {
  const now = clock.now()
  const { rows: locked } = await sql<{
    balance_minor: bigint
    currency_id: number
  }>`SELECT balance_minor, currency_id FROM account WHERE id = ${accountId} FOR UPDATE`.execute(tx)
  if (!locked[0]) return 0n
  let balanceMinor = locked[0].balance_minor
  const advances = await listAdvances(tx, accountId, anewSince)
  const payments = await listPayments(tx, accountId, advances, now)
  for (const decision of decideAdvances({ advances, payments, now, balanceMinor }, anewSince?.getTime())) {
    const repaidMinor = repaid(decision)
    if (repaidMinor !== 0n)
      await move(tx, ledger, { betId: decision.betId, accountId, currencyId: locked[0].currency_id, at: new Date(now), repaidMinor })
    balanceMinor -= repaidMinor
    await sql`UPDATE bet_advance SET state = ${sql.lit(decision.to)}, repaid_minor = repaid_minor + ${repaidMinor}, told = false
      WHERE bet_id = ${decision.betId}`.execute(tx)
  }
  return balanceMinor
}

/** Below zero: what had been repaid goes back. */
function repaid({ from, to, amountMinor }: AdvanceDecision): Minor {
  if (to === ADVANCE.covered) return amountMinor
  return from === ADVANCE.covered ? -amountMinor : 0n
}

interface Repayment {
  betId: bigint
  accountId: number
  currencyId: number
  at: Date
  repaidMinor: Minor
}

/** Each time it is repaid or given back has a number of its own. */
async function move(tx: Tx, ledger: Ledger, { betId, accountId, currencyId, at, repaidMinor }: Repayment): Promise<void> {
  const { rows } = await sql<{ times: number }>`SELECT count(*)::integer AS times FROM ledger_entry
    WHERE account_id = ${accountId} AND tx_id = ${betId} AND kind = 30`.execute(tx)
  const posted = await ledger.post(tx, {
    kind: 'advanceRepaid',
    txId: betId,
    n: rows[0]!.times,
    at,
    entries: [
      { accountId, currencyId, amountMinor: -repaidMinor },
      { accountId: systemAccountId('advances', currencyId), currencyId, amountMinor: repaidMinor },
    ],
    // A correction finds an account that was closed meanwhile.
    reopens: true,
  })
  if (isProblem(posted)) throw new Error(`advance of bet ${betId}: ${posted.code}`)
}

interface AdvanceRow {
  bet_id: bigint
  amount_minor: bigint
  at: Date
  due_at: Date
  state: TakenAdvance['state']
}

/** Those that are to be decided, and all that share payments with them. */
export async function listAdvances(db: Db | Tx, accountId: number, anewSince?: Date): Promise<TakenAdvance[]> {
  const asked = anewSince ? sql`due_at > ${anewSince}` : sql`state = 0`
  const { rows } = await sql<AdvanceRow>`SELECT bet_id, amount_minor, at, due_at, state FROM bet_advance
    WHERE account_id = ${accountId} AND due_at > (SELECT min(at) FROM bet_advance WHERE account_id = ${accountId} AND ${asked})
    ORDER BY bet_id`.execute(db)
  return rows.map((row) => ({
    betId: row.bet_id,
    at: row.at.getTime(),
    dueAt: row.due_at.getTime(),
    amountMinor: row.amount_minor,
    state: row.state,
  }))
}

/**
 * What earlier bets without an advance have paid and may still pay, also for parts of them that were sold. A bet that was put
 * right counts from when it was settled first, a win that waited for officers from when it began to wait; an edited one has paid nothing, the one that took its place will.
 */
export async function listPayments(db: Db | Tx, accountId: number, advances: readonly TakenAdvance[], now: number): Promise<Payment[]> {
  const last = advances.at(-1)
  if (!last) return []
  const from = new Date(Math.min(...advances.map(({ at }) => at)))
  const { rows } = await sql<{ bet_id: bigint; at: Date | null; minor: bigint; waits_since: Date | null }>`
    WITH RECURSIVE backing AS (
      SELECT b.id AS first_id, b.id FROM ledger_entry e JOIN bet b ON b.id = e.tx_id
      WHERE e.account_id = ${accountId} AND e.kind = 1 AND e.tx_id < ${last.betId} AND e.tx_id >= first_id_about(${from}::timestamptz - interval '60 days')
        AND (b.status IN (1, 7) AND b.first_settled_at IS NULL OR coalesce(b.first_settled_at, b.settled_at) > ${from})
        AND NOT EXISTS (SELECT 1 FROM bet_advance o WHERE o.bet_id = b.id)
      UNION
      SELECT r.first_id, c.bet_id FROM backing r JOIN bet_change c ON c.replaced_bet_id = r.id
    ), behind AS (
      SELECT min(r.first_id) AS first_id, r.id FROM backing r
      WHERE NOT EXISTS (SELECT 1 FROM bet_change c WHERE c.replaced_bet_id = r.id) GROUP BY r.id
    )
    SELECT r.first_id AS bet_id, p.at, p.minor, CASE WHEN p.at IS NULL THEN w.since END AS waits_since
    FROM behind r JOIN bet b ON b.id = r.id
    LEFT JOIN LATERAL (
      SELECT min(w.asked_at) AS first, min(w.asked_at) FILTER (WHERE w.state = 0) AS since FROM win_check w WHERE w.bet_id = b.id
    ) w ON true CROSS JOIN LATERAL (
      SELECT NULL::timestamptz AS at, 0::bigint AS minor WHERE b.status IN (1, 7)
      UNION ALL SELECT least(b.first_settled_at, b.settled_at, w.first), b.payout_minor WHERE b.status NOT IN (1, 7)
      UNION ALL SELECT s.at, s.gross_minor - s.tax_minor FROM bet_sale s WHERE s.bet_id = b.id AND s.left_stake_minor > 0
      -- A part that is sold in this moment has no row yet.
      UNION ALL SELECT ${new Date(now)}::timestamptz, m.sold_minor - coalesce(
        (SELECT sum(s.gross_minor - s.tax_minor) FROM bet_sale s WHERE s.bet_id = b.id AND s.left_stake_minor > 0), 0)::bigint
        FROM bet_money m WHERE m.bet_id = b.id AND m.sold_minor > 0
    ) p`.execute(db)
  return rows.map((row) => ({
    betId: row.bet_id,
    at: row.at?.getTime() ?? null,
    minor: row.minor,
    waitsSince: row.waits_since?.getTime() ?? null,
  }))
}

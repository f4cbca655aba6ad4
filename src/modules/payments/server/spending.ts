/** What a player has paid in and out, staked and got back, by month and product: sums of his ledger entries. */
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { wireMoney, type Minor } from '#lib/money.ts'
import { route } from '#platform/server/http.ts'
import { isProblem } from '#platform/shared/problem.ts'
import type { Db } from '#platform/server/db.ts'
import { ENTRY_KINDS, MOVED } from '#modules/ledger/server/index.ts'
import { spendingCall, type SpendingSums } from '../contract/spending.ts'
import { payableAccount, type PaymentsDeps } from './deposits.ts'

const { deposits: DEPOSITS, withdrawals: WITHDRAWALS, beside: BESIDE, stakes: STAKES } = MOVED
const CASINO = [ENTRY_KINDS.casinoBet, ENTRY_KINDS.casinoWin, ENTRY_KINDS.casinoRollback]

interface Row {
  month: string
  product: 'sport' | 'casino'
  deposits: Minor
  withdrawals: Minor
  stakes: Minor
  returns: Minor
}

const list = (kinds: readonly number[]) => sql.raw(kinds.join(', '))

/** One row a month and product, in minor units of one currency at the rates of the house. */
async function listRows(db: Db, playerId: number, currencyId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT s.month, s.product,
      sum(in_currency(s.deposits, s.currency_id, ${currencyId}::smallint))::bigint AS deposits,
      sum(in_currency(s.withdrawals, s.currency_id, ${currencyId}::smallint))::bigint AS withdrawals,
      sum(in_currency(s.stakes, s.currency_id, ${currencyId}::smallint))::bigint AS stakes,
      sum(in_currency(s.returns, s.currency_id, ${currencyId}::smallint))::bigint AS returns
    FROM (
      SELECT to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, a.currency_id,
        CASE WHEN e.kind IN (${list(CASINO)}) THEN 'casino' ELSE 'sport' END AS product,
        coalesce(sum(e.amount_minor) FILTER (WHERE e.kind IN (${list(DEPOSITS)})), 0) AS deposits,
        coalesce(-sum(e.amount_minor) FILTER (WHERE e.kind IN (${list(WITHDRAWALS)})), 0) AS withdrawals,
        coalesce(-sum(e.amount_minor) FILTER (WHERE e.kind IN (${list(STAKES)})), 0) AS stakes,
        coalesce(sum(e.amount_minor) FILTER (WHERE e.kind NOT IN (${list([...DEPOSITS, ...WITHDRAWALS, ...STAKES])})), 0) AS returns
      FROM account a JOIN ledger_entry e ON e.account_id = a.id
      WHERE a.player_id = ${playerId} AND a.kind = 0 AND e.kind NOT IN (${list(BESIDE)})
      GROUP BY 1, 2, 3
    ) s GROUP BY s.month, s.product ORDER BY s.month DESC, s.product`.execute(db)
  return rows
}

function sumsOf(rows: readonly Row[], exponent: number): SpendingSums {
  const total = (key: 'deposits' | 'withdrawals' | 'stakes' | 'returns') => rows.reduce((sum, row) => sum + row[key], 0n)
  const [deposits, withdrawals, stakes, returns] = [total('deposits'), total('withdrawals'), total('stakes'), total('returns')]
  const money = (minor: Minor) => wireMoney(minor, exponent)
  return {
    deposits: money(deposits),
    withdrawals: money(withdrawals),
    net_deposits: money(deposits - withdrawals),
    stakes: money(stakes),
    returns: money(returns),
    net: money(returns - stakes),
  }
}

/** 2026-11 and so many months back, the latest first. */
export function lastMonths(now: number, count: number): string[] {
  const at = new Date(now)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  )
}

export function spendingRoutes(app: FastifyInstance, deps: PaymentsDeps): void {
  route(app, spendingCall, async (ctx, { body }) => {
    const account = await payableAccount(deps, ctx.player!.id, 0)
    if (isProblem(account)) return account
    const { id, code, exponent } = account.currency
    const rows = await listRows(deps.db, ctx.player!.id, id)
    const months = lastMonths(ctx.now, body.months)
    const inPeriod = rows.filter((row) => months.includes(row.month))
    return {
      currency: code,
      months: months.map((month) => {
        const own = rows.filter((row) => row.month === month)
        return {
          month,
          ...sumsOf(own, exponent),
          products: own.map(({ product, stakes, returns }) => ({
            product,
            stakes: wireMoney(stakes, exponent),
            returns: wireMoney(returns, exponent),
          })),
        }
      }),
      period: sumsOf(inPeriod, exponent),
      all_time: sumsOf(rows, exponent),
    }
  })
}

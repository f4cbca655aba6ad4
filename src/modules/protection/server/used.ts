/** What of a player's limits is used, and how he stands: read from the books. */
import { sql } from 'kysely'
import { MINUTE } from '#lib/time.ts'
import { MOVED } from '#modules/ledger/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import { DAYS_OF_PERIOD } from '../rules/limits.ts'
import { usedInWindow } from '../rules/session-time.ts'
import { selectWindow } from './calendar.ts'
import { listUsed } from './session-time.ts'
import type { StoredLimit } from './store.ts'

/** Written out, as in the index of these entries (ledger_entry_payments): with numbers that are bound it would not be used. */
const kinds = (...lists: (readonly number[])[]) => sql.join(lists.flat().map((kind) => sql.lit(kind)))
const [DEPOSITS, WITHDRAWALS] = [kinds(MOVED.deposits), kinds(MOVED.withdrawals)]
const NO_PLAY = kinds(MOVED.deposits, MOVED.withdrawals, MOVED.beside)

/** Minor units in the currency of the limit, or minutes; never below zero. */
export async function usedOf(db: Db, limit: StoredLimit, now: number): Promise<bigint> {
  const days = DAYS_OF_PERIOD[limit.period]
  if (limit.kind === 'session') {
    const window = await selectWindow(db, limit.playerId, limit.period, now)
    return BigInt(Math.floor(usedInWindow(await listUsed(db, limit.playerId, now), window) / MINUTE))
  }
  const at = new Date(now)
  const { rows } =
    limit.kind === 'deposit'
      ? await sql<{
          used: bigint
        }>`SELECT deposits_of_limit(${limit.playerId}, ${days}::smallint, ${limit.currencyId}::smallint, ${at})::bigint AS used`.execute(db)
      : await sql<{
          used: bigint
        }>`SELECT played_of_limit(${limit.playerId}, ${limit.kind === 'stake' ? 1 : 2}::smallint, ${days}::smallint,
          ${limit.currencyId}::smallint, ${at})::bigint AS used`.execute(db)
  const used = rows[0]?.used ?? 0n
  return used < 0n ? 0n : used
}

export interface Position {
  sessionMinor: bigint
  allTimeMinor: bigint
  depositsMinor: bigint
  withdrawalsMinor: bigint
}

/**
 * Returns less stakes over all accounts in one currency, of this session and of all time, and what was paid in and out.
 * All entries of an account sum to its balance, so play is the balance less the few entries that are no play (they have
 * an index of their own): nobody reads the bets of years. Those of the session are read once a session and kept as what
 * the player had won or lost before it.
 */
export async function selectPosition(db: Db, playerId: number, currencyId: number, sessionFrom: Date): Promise<Position> {
  const { rows } = await sql<{ currency_id: number; play: bigint; deposits: bigint; withdrawals: bigint }>`
    SELECT a.currency_id, sum(a.balance_minor - coalesce(p.beside, 0))::bigint AS play,
      sum(coalesce(p.deposits, 0))::bigint AS deposits, sum(coalesce(p.withdrawals, 0))::bigint AS withdrawals
    FROM account a LEFT JOIN LATERAL (
      SELECT sum(l.amount_minor) AS beside, sum(l.amount_minor) FILTER (WHERE l.kind IN (${DEPOSITS})) AS deposits,
        -sum(l.amount_minor) FILTER (WHERE l.kind IN (${WITHDRAWALS})) AS withdrawals
      FROM ledger_entry l WHERE l.account_id = a.id AND l.kind IN (${NO_PLAY})
    ) p ON true
    WHERE a.player_id = ${playerId} AND a.kind = 0 GROUP BY a.currency_id`.execute(db)
  const before = await playBefore(db, playerId, sessionFrom, rows)
  const session = rows.map(({ currency_id, play }) => ({ currency_id, amount: play - (before.get(currency_id) ?? 0n) }))
  const parts = (of: (row: (typeof rows)[number]) => bigint) => rows.map((row) => ({ currency_id: row.currency_id, amount: of(row) }))
  const all = [session, parts((row) => row.play), parts((row) => row.deposits), parts((row) => row.withdrawals)]
  const [sessionMinor, allTimeMinor, depositsMinor, withdrawalsMinor] = await totalsIn(db, currencyId, all)
  return {
    sessionMinor: sessionMinor ?? 0n,
    allTimeMinor: allTimeMinor ?? 0n,
    depositsMinor: depositsMinor ?? 0n,
    withdrawalsMinor: withdrawalsMinor ?? 0n,
  }
}

interface PartOfCurrency {
  currency_id: number
  amount: bigint
}

/** Each list as one sum in the currency, at the rates of the house. */
async function totalsIn(db: Db, currencyId: number, lists: readonly (readonly PartOfCurrency[])[]): Promise<bigint[]> {
  const flat = lists.flatMap((list, n) => list.map((part) => ({ n, c: part.currency_id, a: String(part.amount) })))
  const { rows } = await sql<{ n: number; total: bigint }>`
    SELECT r.n, sum(in_currency(r.a, r.c, ${currencyId}::smallint))::bigint AS total
    FROM json_to_recordset(${JSON.stringify(flat)}::json) AS r(n integer, c smallint, a numeric) GROUP BY r.n`.execute(db)
  return lists.map((_, n) => rows.find((row) => row.n === n)?.total ?? 0n)
}

/** Play before a session by currency; what is kept is forgotten oldest first. */
const kept = new Map<string, Map<number, bigint>>()
const MOST_KEPT = 5_000

async function playBefore(
  db: Db,
  playerId: number,
  sessionFrom: Date,
  now: readonly { currency_id: number; play: bigint }[],
): Promise<Map<number, bigint>> {
  const key = `${playerId}:${sessionFrom.getTime()}`
  const known = kept.get(key)
  if (known) return known
  const { rows } = await sql<{ currency_id: number; play: bigint }>`
    SELECT a.currency_id, sum(l.amount_minor)::bigint AS play FROM account a JOIN ledger_entry l ON l.account_id = a.id
    WHERE a.player_id = ${playerId} AND a.kind = 0 AND l.at < ${sessionFrom} AND l.kind NOT IN (${NO_PLAY})
    GROUP BY a.currency_id`.execute(db)
  const before = new Map(now.map(({ currency_id }) => [currency_id, rows.find((row) => row.currency_id === currency_id)?.play ?? 0n]))
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!)
  kept.set(key, before)
  return before
}

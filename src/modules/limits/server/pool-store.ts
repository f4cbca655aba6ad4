/** Pools of liability and what open bets take of them, read from the database (migrations/0047_limit_pools.sql). */
import { sql } from 'kysely'
import { currencyById, euroCents } from '#modules/ledger/server/index.ts'
import type { Minor } from '#lib/money.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import type { PoolPart } from './pools.ts'

export interface Outcome {
  ci: number
  t: number
  /** P · 10 000. */
  p: number
  playerId: number
}

interface OutcomeRow {
  ci: number
  t: number
  p: number
  player_id: number
}

export const outcomeKey = (ci: number, t: number, p: number, playerId: number) => `o:${ci}:${t}:${p}:${playerId}`
export const marketKey = (ci: number, group: number) => `m:${ci}:${group}`
export const gameKey = (mainCi: number) => `g:${mainCi}`
export const playerKey = (playerId: number) => `p:${playerId}`
export const brandKey = (brand: string) => `b:${brand}`
/** What a player has staked on a boosted price, in euro cents. */
export const boostKey = (playerId: number, { ci, t, p, playerId: runner }: Outcome) => `x:${playerId}:${ci}:${t}:${p}:${runner}`
/** Pools that are never shared out: every bet of them is counted in its transaction. */
export const isCountedOnly = (key: string) => key.startsWith('b:') || key.startsWith('x:')
const keyOfRow = ({ ci, t, p, player_id: playerId }: OutcomeRow) => outcomeKey(ci, t, p, playerId)

/** Outcomes with open bets, and the game that each belongs to (its own part when that is not known). */
export async function listOutcomesWithBets(db: Db): Promise<(Outcome & { mainCi: number })[]> {
  const { rows } = await sql<OutcomeRow & { main_ci: number }>`
    SELECT l.ci, l.t, l.p, l.player_id, coalesce(g.main_ci, l.ci) AS main_ci
    FROM open_bet b JOIN bet_leg l ON l.bet_id = b.id LEFT JOIN bet_game g ON g.ci = l.ci WHERE b.status IN (1, 7) GROUP BY 1, 2, 3, 4, 5`.execute(
    db,
  )
  return rows.map(({ player_id: playerId, main_ci: mainCi, ...row }) => ({ ...row, playerId, mainCi }))
}

/** The rows of these pools, and of those of all brands: no open bet names its brand. */
export async function selectCounted(db: Db, keys: readonly string[], withBrands = false): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ key: string; used_cents: bigint }>`
    SELECT p.key, p.used_cents FROM liability_pool p WHERE p.key = ANY(${keys as string[]}::text[] COLLATE "C")
    UNION SELECT p.key, p.used_cents FROM liability_pool p WHERE ${withBrands} AND p.key >= 'b:' AND p.key < 'b;'`.execute(db)
  return new Map(rows.map((row) => [row.key, row.used_cents]))
}

/** What open bets take of these outcomes without a count, each leg with its whole stake: rather too much than too little. */
export async function selectFree(db: Db, outcomes: readonly Outcome[]): Promise<Map<string, bigint>> {
  const list = (of: (one: Outcome) => number) => `{${outcomes.map(of).join()}}`
  const { rows } = await sql<OutcomeRow & { currency_id: number; loss: string }>`
    SELECT l.ci, l.t, l.p, l.player_id, b.currency_id, ceil(sum(b.stake_minor * (l.price - 1000) / 1000.0))::text AS loss
    FROM unnest(${list((o) => o.ci)}::int[], ${list((o) => o.t)}::int[], ${list((o) => o.p)}::int[], ${list((o) => o.playerId)}::int[]) AS k(ci, t, p, player)
    JOIN bet_leg l ON l.ci = k.ci AND l.t = k.t AND l.p = k.p AND l.player_id = k.player
    JOIN bet b ON b.id = l.bet_id AND b.status IN (1, 7)
    WHERE NOT EXISTS (
      SELECT 1 FROM liability_bet c WHERE c.bet_id = l.bet_id AND concat_ws(':', 'o', l.ci, l.t, l.p, l.player_id) = ANY (c.keys)
    ) GROUP BY 1, 2, 3, 4, 5`.execute(db)
  const free = new Map<string, bigint>()
  for (const row of rows) {
    const key = keyOfRow(row)
    free.set(key, (free.get(key) ?? 0n) + euroCents(BigInt(row.loss), currencyById(row.currency_id)))
  }
  return free
}

/** What players may win with open bets that are not counted, by `playerKey`; of all players or of these. */
export async function selectWinnable(db: Db, playerIds: readonly number[] | null): Promise<Map<string, bigint>> {
  const bets = playerIds
    ? sql`bet b JOIN bets_maybe_open(ARRAY(SELECT a.id FROM account a WHERE a.player_id = ANY(${`{${playerIds.join()}}`}::int[]))) AS o(id) ON o.id = b.id`
    : sql`open_bet b`
  const { rows } = await sql<{ player_id: number; currency_id: number; win: string }>`
    SELECT b.player_id, b.currency_id, ceil(sum(greatest(least(coalesce(b.max_payout_minor, 9e18), b.stake_minor * b.price) - b.stake_minor, 0)))::text AS win
    FROM ${bets} WHERE b.status IN (1, 7) AND NOT EXISTS (
      SELECT 1 FROM liability_bet c WHERE c.bet_id = b.id AND concat('p:', b.player_id) = ANY (c.keys)
    ) GROUP BY 1, 2`.execute(db)
  const winnable = new Map<string, bigint>()
  for (const row of rows) {
    const key = playerKey(row.player_id)
    winnable.set(key, (winnable.get(key) ?? 0n) + euroCents(BigInt(row.win), currencyById(row.currency_id)))
  }
  return winnable
}

/** Looks at so many counted bets for those that are no longer open; answers where to go on, 0 = from the beginning. */
export async function releasePools(db: Db, from: bigint, rows: number): Promise<bigint> {
  const answer = await sql<{ next_from: bigint }>`SELECT next_from FROM release_pools(${from}, ${rows})`.execute(db)
  return answer.rows[0]!.next_from
}

/** As `Limits.release`. */
export async function releaseBet(tx: Tx, betId: bigint, stake?: { leftMinor: Minor; soldMinor: Minor }): Promise<PoolPart[]> {
  const released =
    stake && stake.leftMinor > 0n
      ? sql`release_part(${betId}, ${stake.leftMinor}, ${stake.leftMinor + stake.soldMinor})`
      : sql`release_bets(ARRAY[${betId}]::bigint[])`
  const { rows } = await sql<{ released_key: string; released_cents: bigint }>`SELECT * FROM ${released}`.execute(tx)
  return rows.map((row) => ({ key: row.released_key, cents: -row.released_cents, mostCents: 0n }))
}

const FORGET_ROWS = 5_000

/**
 * Deletes the rows of pools of which nothing is counted: a pool without a row is an empty one, and whoever counts makes it
 * again (`lock_pools`, 0121). Rows that somebody holds are left for another night, so nobody waits here in a ring.
 */
export async function forgetEmptyPools(db: Db, rows = FORGET_ROWS): Promise<number> {
  let forgotten = 0
  let from = ''
  for (;;) {
    const gone = await sql<{ key: string }>`WITH page AS MATERIALIZED (
      SELECT p.key FROM liability_pool p WHERE p.key > ${from} AND p.used_cents = 0 ORDER BY p.key LIMIT ${rows} FOR UPDATE SKIP LOCKED
    ), gone AS (DELETE FROM liability_pool p USING page e WHERE p.key = e.key) SELECT key FROM page ORDER BY key`.execute(db)
    forgotten += gone.rows.length
    const last = gone.rows.at(-1)
    if (!last || gone.rows.length < rows) return forgotten
    from = last.key
  }
}

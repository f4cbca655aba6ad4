/**
 * Bets that a correction opens again count in their pools anew, in the transaction that opens them
 * (migrations/0138_pools_of_reopened_bets.sql). What they had taken without a count is counted too: shares of processes were
 * given back when the bets were decided, and may be taken by others since.
 */
import { sql } from 'kysely'
import { currencyById, euroCents } from '#modules/ledger/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { LOCKS } from '#platform/server/locks.ts'
import { brandKey, gameKey, marketKey, outcomeKey, playerKey } from './pool-store.ts'
import type { PoolPart } from './pools.ts'

interface Part {
  betId: bigint
  key: string
  cents: bigint
}

/** The last act of the transaction; answers what was counted. `groupOf` as in pools.ts. */
export async function countAgain(tx: Tx, betIds: readonly bigint[], groupOf: (t: number) => number): Promise<PoolPart[]> {
  // A statement of its own: the next ones see what was given back while this waited.
  await sql`SELECT pg_advisory_xact_lock_shared(${LOCKS.pools})`.execute(tx)
  const bets = `{${betIds.join()}}`
  const parts = [...(await listUncountedLegs(tx, bets, groupOf)), ...(await listUncountedWins(tx, bets))].filter(({ cents }) => cents > 0n)
  const list = (of: (part: Part) => string | bigint) => `{${parts.map((part) => `"${of(part)}"`).join()}}`
  const { rows } = await sql<{ counted_key: string; counted_cents: bigint }>`SELECT * FROM count_again(
    ${bets}::bigint[], ${list(({ betId }) => betId)}::bigint[], ${list(({ key }) => key)}::text[], ${list(({ cents }) => cents)}::bigint[])`.execute(
    tx,
  )
  return rows.map((row) => ({ key: row.counted_key, cents: row.counted_cents, mostCents: 0n }))
}

/** Neither counted now nor before the bet was decided. */
const notCounted = (
  key: ReturnType<typeof sql>,
) => sql`NOT EXISTS (SELECT 1 FROM liability_bet c WHERE c.bet_id = b.id AND ${key} = ANY (c.keys))
  AND NOT EXISTS (SELECT 1 FROM liability_past c WHERE c.bet_id = b.id AND ${key} = ANY (c.keys))`

/** As `selectFree` has them: each leg with its whole stake. */
async function listUncountedLegs(tx: Tx, bets: string, groupOf: (t: number) => number): Promise<Part[]> {
  const { rows } = await sql<{
    id: bigint
    currency_id: number
    ci: number
    t: number
    p: number
    player_id: number
    main_ci: number
    loss: string
  }>`
    SELECT b.id, b.currency_id, l.ci, l.t, l.p, l.player_id, coalesce(g.main_ci, l.ci) AS main_ci,
      ceil(b.stake_minor * (l.price - 1000) / 1000.0)::text AS loss
    FROM bet b JOIN bet_leg l ON l.bet_id = b.id LEFT JOIN bet_game g ON g.ci = l.ci
    WHERE b.id = ANY(${bets}::bigint[]) AND ${notCounted(sql`concat_ws(':', 'o', l.ci, l.t, l.p, l.player_id)`)}`.execute(tx)
  const parts = new Map<string, Part>()
  for (const row of rows) {
    const cents = euroCents(BigInt(row.loss), currencyById(row.currency_id))
    const keys = [outcomeKey(row.ci, row.t, row.p, row.player_id), marketKey(row.ci, groupOf(row.t)), gameKey(row.main_ci)]
    // Two legs of one game take of it together.
    for (const key of keys) {
      const at = `${row.id} ${key}`
      parts.set(at, { betId: row.id, key, cents: (parts.get(at)?.cents ?? 0n) + cents })
    }
  }
  return [...parts.values()]
}

/**
 * As `selectWinnable` has them. A brand counts every bet while it has a limit: what nobody counted was bet without one, or is of
 * before 0138, or was forgotten since, and takes of the brand as much as of the player.
 */
async function listUncountedWins(tx: Tx, bets: string): Promise<Part[]> {
  const { rows } = await sql<{
    id: bigint
    currency_id: number
    player_id: number
    brand: string | null
    win: string
    of_player: boolean
    of_brand: boolean
  }>`
    SELECT b.id, b.currency_id, b.player_id, r.receipt->>'brand' AS brand,
      ceil(greatest(least(coalesce(b.max_payout_minor, 9e18), b.stake_minor * b.price) - b.stake_minor, 0))::text AS win,
      ${notCounted(sql`concat('p:', b.player_id)`)} AS of_player, ${notCounted(sql`concat('b:', r.receipt->>'brand')`)} AS of_brand
    FROM bet b LEFT JOIN bet_receipt r ON r.bet_id = b.id WHERE b.id = ANY(${bets}::bigint[])`.execute(tx)
  return rows.flatMap((row) => {
    const cents = euroCents(BigInt(row.win), currencyById(row.currency_id))
    const keys = [row.of_player ? playerKey(row.player_id) : null, row.of_brand && row.brand ? brandKey(row.brand) : null]
    return keys.flatMap((key) => (key === null ? [] : { betId: row.id, key, cents }))
  })
}

/** Reads of bets and the two small writes beside the acceptor. */
import { sql } from 'kysely'
import type { Minor } from '#lib/money.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import type { LegNames, LineGame } from '#modules/coupon/server/index.ts'
import type { Problem } from '#platform/shared/problem.ts'
import type { Wanted } from './bet-request.ts'
import type { Receipt } from './receipt.ts'
import './tables.ts'

export interface StoredKey {
  betId: bigint
  /** Without hyphens. */
  bodyHash: string
  /** 0 a bet, -1 an order, else the ErrorCode of the refusal. */
  outcome: number
  /** What a refusal was about; null when the database found the reason. */
  refusedFor: StoredRefusal | null
}

/** A refusal as it was told: enough to tell it again in any language. */
export type StoredRefusal = Pick<Problem, 'code' | 'field' | 'params' | 'extra'>

export async function selectKeyOptional(db: Db | Tx, playerId: number, guid: string): Promise<StoredKey | null> {
  const row = await db
    .selectFrom('bet_key')
    .select(['bet_id', 'body_hash', 'outcome', 'refused_for'])
    .where('player_id', '=', playerId)
    .where('guid', '=', guid)
    .executeTakeFirst()
  return row ? storedKey(row) : null
}

export function storedKey(row: { bet_id: bigint; body_hash: string; outcome: number; refused_for: unknown }): StoredKey {
  const refusedFor = row.refused_for as StoredRefusal | null
  return { betId: row.bet_id, bodyHash: plainHash(row.body_hash), outcome: row.outcome, refusedFor }
}

/** As our hashes are written: the database adds hyphens. */
export const plainHash = (uuid: string): string => uuid.replaceAll('-', '')

/** Whose a betGUID is to be; a request in our words fits. `bodyHash`: 32 hex digits. */
export type WantedKey = Pick<Wanted, 'playerId' | 'guid' | 'bodyHash'>

/** Outcome of the key of an auto-bet or a bid: what became of it stands in its own table. It is the ErrorCode of nothing. */
const ORDERED = -1

/**
 * The key becomes that of an auto-bet or a bid. First of all in its transaction, as in that of a bet: keys before accounts.
 * False when it was taken before; a call beside this one that has it is waited for.
 */
export async function claimKey(tx: Tx, { playerId, guid, bodyHash }: WantedKey, at: Date): Promise<boolean> {
  const claimed = await tx
    .insertInto('bet_key')
    .values({ player_id: playerId, guid, body_hash: bodyHash, bet_id: 0n, outcome: ORDERED, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return claimed.numInsertedOrUpdatedRows === 1n
}

/**
 * For whoever moves money before his bet in the same transaction (`placeIn`): nobody else takes the key until that ends, and
 * in it the key stays free for the bet. Answers whose the key is already; a call beside this one that has it is waited for.
 */
export async function holdKey(tx: Tx, key: WantedKey, at: Date): Promise<StoredKey | null> {
  while (!(await claimKey(tx, key, at))) {
    const stored = await selectKeyOptional(tx, key.playerId, key.guid)
    if (stored) return stored
  }
  // Everybody else still waits for the row that this transaction has written, also when it is deleted again.
  await tx.deleteFrom('bet_key').where('player_id', '=', key.playerId).where('guid', '=', key.guid).execute()
  return null
}

/** A key in one word. */
export const keyText = ({ playerId, guid }: Pick<WantedKey, 'playerId' | 'guid'>): string => `${playerId}|${guid}`

/** A refusal that is the last word: nothing will ever be placed or ordered under the key. False when it was taken before. */
export async function insertRefusal(db: Db, key: WantedKey, refused: Problem, at: Date): Promise<boolean> {
  return (await insertRefusals(db, [{ key, refused }], at)).size === 1
}

/**
 * Several of them; answers those of which it is true, by `keyText`. A key that is being placed is waited for: `waitMs` at most,
 * after which all fail (55P03), or else as long as for any lock.
 */
export async function insertRefusals(
  db: Db,
  refusals: readonly { key: WantedKey; refused: Problem }[],
  at: Date,
  waitMs?: number,
): Promise<Set<string>> {
  const given = refusals.map(({ key, refused: { code, field, params, extra, wire = 104 } }) => ({
    player_id: key.playerId,
    guid: key.guid,
    body_hash: key.bodyHash,
    outcome: wire,
    refused_for: { code, field, params, extra },
  }))
  // In the order of the keys: two that write the same ones do not wait for each other. Sorting them, it reads the limit first.
  const { rows } = await sql<{ player_id: number; guid: string }>`
    WITH wait AS MATERIALIZED (SELECT set_config('lock_timeout', coalesce(${waitMs?.toString()}, current_setting('lock_timeout')), true))
    INSERT INTO bet_key (player_id, guid, body_hash, bet_id, outcome, refused_for, at)
    SELECT r.player_id, r.guid, r.body_hash, 0, r.outcome, r.refused_for, ${at}
    FROM wait, jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS r(player_id integer, guid text, body_hash uuid, outcome integer, refused_for jsonb)
    ORDER BY r.player_id, r.guid COLLATE "C"
    ON CONFLICT DO NOTHING RETURNING player_id, guid`.execute(db)
  return new Set(rows.map(({ player_id, guid }) => keyText({ playerId: player_id, guid })))
}

/** Says what a refusal of the database was about. */
export async function updateRefusal(
  db: Db,
  { playerId, guid }: { playerId: number; guid: string },
  outcome: number,
  refusedFor: StoredRefusal,
): Promise<void> {
  await db
    .updateTable('bet_key')
    .set({ refused_for: JSON.stringify(refusedFor) })
    .where('player_id', '=', playerId)
    .where('guid', '=', guid)
    .where('outcome', '=', outcome)
    .execute()
}

export interface StoredBet {
  vid: number
  acceptedAt: Date
  stakeMinor: bigint
  accountId: number
  balanceMinor: bigint
  receipt: Receipt
}

/** A placed bet with the balance right after it. */
export async function selectPlaced(db: Db, betId: bigint): Promise<StoredBet> {
  const { rows } = await sql<{
    vid: number
    accepted_at: Date
    stake_minor: bigint
    account_id: number
    balance_after: bigint
    receipt: Receipt
  }>`
    SELECT b.vid, b.accepted_at, b.stake_minor, b.account_id, e.balance_after, r.receipt
    FROM bet b JOIN bet_receipt r ON r.bet_id = b.id
    JOIN ledger_entry e ON e.account_id = b.account_id AND e.tx_id = b.id AND e.kind = 1
    WHERE b.id = ${betId}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error(`bet ${betId} has a key but does not exist`)
  return {
    vid: row.vid,
    acceptedAt: row.accepted_at,
    stakeMinor: row.stake_minor,
    accountId: row.account_id,
    balanceMinor: row.balance_after,
    receipt: row.receipt,
  }
}

/** Names by language, as histories need them when the game has left the book. */
export interface KeptGame {
  sport: number
  championship: number
  startsAt: number
  kind: number
  /** A long-term bet. */
  outright?: boolean
  names: Record<string, Omit<LegNames, 'outcome' | 'group' | 'player'>>
  /** Outcomes of players and runners, by `outcomeKey` and language. */
  outcomes?: Record<string, Record<string, Pick<LegNames, 'outcome' | 'group' | 'player'>>>
}

/** How these bets stand: their status, and what they have paid so far. */
export async function listBetStates(db: Db, betIds: readonly bigint[]): Promise<Map<bigint, { status: number; payoutMinor: Minor }>> {
  if (betIds.length === 0) return new Map()
  const rows = await db.selectFrom('bet').select(['id', 'status', 'payout_minor']).where('id', 'in', betIds).execute()
  return new Map(rows.map(({ id, status, payout_minor }) => [id, { status, payoutMinor: payout_minor }]))
}

export const outcomeKey = ({ t, p, pl }: { t: number; p: number; pl: number }): string => `${t}:${p}:${pl}`

/** What was kept by other bets and other processes stays beside what is kept now. */
export async function insertGame(db: Db, game: LineGame, kept: KeptGame): Promise<void> {
  await sql`INSERT INTO bet_game (ci, main_ci, game) VALUES (${game.ci}, ${game.mainCi}, ${JSON.stringify(kept)}::jsonb)
    ON CONFLICT (ci) DO UPDATE SET at = now(), game = excluded.game || jsonb_build_object(
      'names', bet_game.game->'names' || (excluded.game->'names'),
      'outcomes', coalesce(bet_game.game->'outcomes', '{}') || coalesce(excluded.game->'outcomes', '{}'))`.execute(db)
}

export async function listGames(db: Db, cis: readonly number[]): Promise<Map<number, KeptGame>> {
  if (cis.length === 0) return new Map()
  const rows = await db.selectFrom('bet_game').select(['ci', 'game']).where('ci', 'in', cis).execute()
  return new Map(rows.map((row) => [row.ci, row.game as KeptGame]))
}

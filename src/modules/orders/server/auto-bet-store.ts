/** All SQL of auto-bets. */
import { sql } from 'kysely'
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import type { BetRequest } from '#modules/bets/contract.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { LOCK_CLASSES } from '#platform/server/locks.ts'
import { AUTO_BET, type DropReason } from '../rules/auto-bet.ts'
import type { OrderLeg } from './order-legs.ts'
import './tables.ts'
import type { StoredVisit } from './visit.ts'

export interface AutoBet {
  id: number
  playerId: number
  accountId: number
  currencyId: number
  guid: string
  bodyHash: string
  status: number
  reason: DropReason | null
  request: BetRequest
  visit: StoredVisit
  legs: readonly OrderLeg[]
  stakeMinor: Minor
  wantedMilli: Milli
  dropOnScore: boolean
  intoLive: boolean
  betId: bigint | null
  createdAt: number
}

export type NewAutoBet = Omit<AutoBet, 'id' | 'status' | 'reason' | 'betId'>

interface Row {
  id: number
  player_id: number
  account_id: number
  currency_id: number
  guid: string
  body_hash: string
  status: number
  reason: string | null
  request: unknown
  visit: unknown
  legs: unknown
  stake_minor: bigint
  wanted_milli: number
  drop_on_score: boolean
  into_live: boolean
  bet_id: bigint | null
  created_at: Date
}

function autoBetOf(row: Row): AutoBet {
  return {
    id: row.id,
    playerId: row.player_id,
    accountId: row.account_id,
    currencyId: row.currency_id,
    guid: row.guid,
    bodyHash: row.body_hash,
    status: row.status,
    reason: row.reason as DropReason | null,
    request: row.request as BetRequest,
    visit: row.visit as StoredVisit,
    legs: row.legs as OrderLeg[],
    stakeMinor: row.stake_minor,
    wantedMilli: row.wanted_milli,
    dropOnScore: row.drop_on_score,
    intoLive: row.into_live,
    betId: row.bet_id,
    createdAt: row.created_at.getTime(),
  }
}

/** How many of a player wait. Until the transaction ends no other one of his is counted or given: of two at once each would be the last. */
export async function lockAndCountWaiting(tx: Tx, playerId: number): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASSES.autoBets}, ${playerId})`.execute(tx)
  const { total } = await tx
    .selectFrom('auto_bet')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('player_id', '=', playerId)
    .where('status', '=', AUTO_BET.waiting)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Its key is claimed before it. */
export async function insertAutoBet(tx: Tx, order: NewAutoBet): Promise<AutoBet> {
  const inserted = await tx
    .insertInto('auto_bet')
    .values({
      player_id: order.playerId,
      account_id: order.accountId,
      currency_id: order.currencyId,
      guid: order.guid,
      body_hash: order.bodyHash,
      reason: null,
      request: JSON.stringify(order.request),
      visit: JSON.stringify(order.visit),
      legs: JSON.stringify(order.legs),
      stake_minor: order.stakeMinor,
      wanted_milli: order.wantedMilli,
      drop_on_score: order.dropOnScore,
      into_live: order.intoLive,
      bet_id: null,
      created_at: new Date(order.createdAt),
      decided_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return autoBetOf(inserted)
}

export async function selectAutoBetByGuidOptional(db: Db, playerId: number, guid: string): Promise<AutoBet | null> {
  const row = await db.selectFrom('auto_bet').selectAll().where('player_id', '=', playerId).where('guid', '=', guid).executeTakeFirst()
  return row ? autoBetOf(row) : null
}

export async function listWaitingIds(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('auto_bet').select('id').where('status', '=', AUTO_BET.waiting).execute()
  return rows.map(({ id }) => id)
}

export async function listAutoBetsById(db: Db, ids: readonly number[]): Promise<AutoBet[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('auto_bet').selectAll().where('id', 'in', ids).execute()
  return rows.map(autoBetOf)
}

export async function listAutoBetsOf(db: Db, playerId: number, statuses: readonly number[], count: number): Promise<AutoBet[]> {
  const rows = await db
    .selectFrom('auto_bet')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('status', 'in', statuses)
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
  return rows.map(autoBetOf)
}

/** True while it waits; nobody else can place or drop it until the transaction ends. */
export async function lockWaiting(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql<{ status: number }>`SELECT status FROM auto_bet WHERE id = ${id} FOR UPDATE`.execute(tx)
  return rows[0]?.status === AUTO_BET.waiting
}

export async function markPlaced(tx: Tx, id: number, betId: bigint, at: number): Promise<void> {
  await sql`UPDATE auto_bet SET status = ${AUTO_BET.placed}, bet_id = ${betId}, decided_at = ${new Date(at)} WHERE id = ${id}`.execute(tx)
}

/** False when it does not wait any more. */
export async function dropAutoBet(db: Db | Tx, id: number, reason: DropReason, at: number): Promise<boolean> {
  const { numAffectedRows } = await sql`UPDATE auto_bet SET status = ${AUTO_BET.dropped}, reason = ${reason}, decided_at = ${new Date(at)}
    WHERE id = ${id} AND status = ${AUTO_BET.waiting}`.execute(db)
  return numAffectedRows === 1n
}

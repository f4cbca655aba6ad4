/** Orders to sell when the offer reaches a target. */
import { sql } from 'kysely'
import type { Minor } from '#lib/money.ts'
import type { Db, Tx } from '#platform/server/db.ts'

/**
 * As the history shows them (auto_sale_status); 0 = there never was one. `beyond`: what is left of the bet cannot bring
 * the target, or it is worth more than is bought (SET-14).
 */
export const ORDER_STATES = { waiting: 1, sold: 2, cancelled: 3, over: 4, beyond: 5 } as const
export type OrderState = keyof typeof ORDER_STATES

/** The target of the bet's waiting order, its row held until the end of the transaction. */
export async function lockWaitingOrder(tx: Tx, betId: bigint): Promise<Minor | null> {
  const { rows } = await sql<{ target_minor: bigint }>`
    SELECT target_minor FROM bet_auto_sale WHERE bet_id = ${betId} AND state = ${ORDER_STATES.waiting} FOR UPDATE`.execute(tx)
  return rows[0]?.target_minor ?? null
}

export async function closeOrder(tx: Tx, betId: bigint, state: Exclude<OrderState, 'waiting'>, at: Date): Promise<void> {
  await tx
    .updateTable('bet_auto_sale')
    .set({ state: ORDER_STATES[state], changed_at: at })
    .where('bet_id', '=', betId)
    .where('state', '=', ORDER_STATES.waiting)
    .execute()
}

/** Sets the target of a bet; an order that waits gets the new one. */
export async function upsertOrder(tx: Tx, order: { betId: bigint; playerId: number; targetMinor: Minor; at: Date }): Promise<void> {
  await sql`INSERT INTO bet_auto_sale AS o (bet_id, player_id, target_minor, at, changed_at)
    VALUES (${order.betId}, ${order.playerId}, ${order.targetMinor}, ${order.at}, ${order.at})
    ON CONFLICT (bet_id) DO UPDATE SET target_minor = excluded.target_minor, state = ${ORDER_STATES.waiting}, changed_at = excluded.changed_at`.execute(
    tx,
  )
}

export interface Order {
  betId: bigint
  playerId: number
  targetMinor: Minor
  state: number
}

/** Orders that wait, of these players or of all. */
export async function listWaitingOrders(db: Db | Tx, players?: readonly number[]): Promise<Order[]> {
  const all = db.selectFrom('bet_auto_sale').selectAll().where('state', '=', ORDER_STATES.waiting).orderBy('bet_id')
  const rows = await (players ? all.where('player_id', '=', sql<number>`ANY(${`{${players.join()}}`}::integer[])`) : all).execute()
  return rows.map((row) => ({ betId: row.bet_id, playerId: row.player_id, targetMinor: row.target_minor, state: row.state }))
}

export async function selectOrderOptional(db: Db | Tx, betId: bigint): Promise<Order | null> {
  const row = await db.selectFrom('bet_auto_sale').selectAll().where('bet_id', '=', betId).executeTakeFirst()
  return row ? { betId: row.bet_id, playerId: row.player_id, targetMinor: row.target_minor, state: row.state } : null
}

/** Orders of bets that are no longer open: nothing is left to sell. */
export async function closeOrdersOf(db: Db, playerIds: readonly number[], at: Date): Promise<void> {
  if (playerIds.length === 0) return
  await sql`UPDATE bet_auto_sale o SET state = ${ORDER_STATES.over}, changed_at = ${at} FROM bet b
    WHERE o.player_id = ANY(${`{${playerIds.join()}}`}::integer[]) AND o.state = ${ORDER_STATES.waiting} AND b.id = o.bet_id AND b.status NOT IN (1, 7)`.execute(
    db,
  )
}

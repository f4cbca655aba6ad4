/** Calls of the product that the crash and fault runs make, and what the books must say of them. */
import { randomUUID } from 'node:crypto'
import { rawPool, type Db } from '#platform/server/db.ts'
import type { Acked, CrashOp } from './target.ts'

export interface LineGame {
  i: number
  ci: number
  /** Prices of home, draw, away. */
  prices: number[]
}

const anyOf = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)]!

interface Shape {
  vid: number
  legs: number
  more: Record<string, unknown>
}

/** Kinds besides the single, with as many legs as they take here. */
const KINDS: readonly Shape[] = [
  { vid: 1, legs: 2, more: {} },
  { vid: 2, legs: 3, more: { expressNum: 2 } },
  { vid: 3, legs: 2, more: {} },
  { vid: 4, legs: 4, more: { expressNum: 2, WithLobby: true, EventsIndexes: [[0], [1], [2], [3]] } },
  { vid: 5, legs: 3, more: { EventsIndexes: [[0], [1], [2]] } },
  { vid: 6, legs: 2, more: {} },
  { vid: 7, legs: 3, more: {} },
  { vid: 8, legs: 3, more: {} },
]
const SINGLE_SHARE = 0.6

/** A bet on this game, most often a single; other kinds take their other legs from the games beside it. */
export function betOn(game: LineGame, games: readonly LineGame[], player: number): CrashOp {
  const others = games.filter((one) => one.ci !== game.ci)
  const shape =
    others.length === 0 || Math.random() < SINGLE_SHARE
      ? { vid: 0, legs: 1, more: {} }
      : anyOf(KINDS.filter((kind) => kind.legs <= others.length + 1))
  const legs = [game, ...others.slice(0, shape.legs - 1)].map((one) => ({ one, t: 1 + Math.floor(Math.random() * 3) }))
  const events = legs.map(({ one, t }) => ({ GameId: one.i, Type: t, Coef: one.prices[t - 1], Param: 0, Kind: 3 }))
  const amountMinor = String((shape.vid === 0 ? 50 : 300) + Math.floor(Math.random() * 300))
  const body = {
    player,
    vid: shape.vid,
    t: legs[0]!.t,
    price: game.prices[legs[0]!.t - 1]!,
    events,
    more: shape.vid === 5 ? { ...shape.more, GroupsSumms: [Number(amountMinor) / 100, 1, -1] } : shape.more,
  }
  return { kind: 'bet', key: randomUUID(), ci: game.ci, amountMinor, body }
}

/** An order that the line fulfils at its next look. */
export function autoBetOn(game: LineGame, player: number): CrashOp {
  const bet = betOn(game, [], player)
  return { ...bet, kind: 'autobet', body: { ...bet.body, more: { isAutoBet: true, autoBetCf: 1.01 } } }
}

/** Any acknowledged bet may be offered for sale, also one that was sold or settled meanwhile. */
export function saleOf(bets: readonly Acked[]): CrashOp | null {
  const placed = bets.filter((a) => a.op.kind === 'bet' && a.id !== null)
  if (placed.length === 0) return null
  const { op, id } = anyOf(placed.slice(-50))
  return { kind: 'sale', key: randomUUID(), ci: op.ci, amountMinor: '0', body: { player: op.body['player'], bet: id } }
}

export type Post = (path: string, body: unknown, token?: string, fine?: readonly number[]) => Promise<{ json: Record<string, unknown> }>

export async function sendBet(post: Post, op: CrashOp, token: string): Promise<{ id: string | null }> {
  const { json } = await post(
    '/service-api/LiveBet/Secure/MakeBetWeb',
    {
      Events: op.body['events'],
      Vid: op.body['vid'] ?? 0,
      Summ: Number(op.amountMinor) / 100,
      UserId: 0,
      CheckCf: 1,
      ApprovedBet: true,
      betGUID: op.key,
      ...(op.body['more'] as object | undefined),
    },
    token,
  )
  const value = json['Value'] as { Id: number; AutoBetId?: number } | null
  const id = op.kind === 'autobet' ? value?.AutoBetId : value?.Id
  if (json['Success'] === true && id) return { id: String(id) }
  if (json['Success'] === true) throw new Error(`a bet of the line waits: ${JSON.stringify(json).slice(0, 300)}`)
  op.body['refused'] = `${String(json['ErrorCode'])} ${String(json['Error'])}`
  return { id: null }
}

/** Refused for good when the bet is decided, sold or not bought now. */
export async function sendSale(post: Post, op: CrashOp, token: string): Promise<{ id: string | null }> {
  const body = { bet_id: op.body['bet'], sum_sale: 0.01, new_sum_cupon: 0, guid: op.key }
  const { json } = await post('/web-api/office/bet/sale', body, token, [400, 403, 404, 409, 422])
  return { id: json['success'] === true ? String(op.body['bet']) : null }
}

/** What is wrong with sales and orders: each has its effect once, and only those that were acknowledged have one. */
export async function wrongOrders(db: Db, acked: readonly Acked[]): Promise<string[]> {
  const pool = rawPool(db)
  const keys = (kind: CrashOp['kind'], isTaken: boolean) =>
    acked.filter((a) => a.op.kind === kind && (a.id !== null) === isTaken).map((a) => a.op.key)
  const { rows } = await pool.query<{ what: string }>(
    `SELECT 'acknowledged sale ' || k || ' is not there' AS what FROM unnest($1::text[]) k
       WHERE NOT EXISTS (SELECT 1 FROM bet_sale s JOIN bet b ON b.id = s.bet_id AND b.status = 8 WHERE s.guid = k)
     UNION ALL SELECT 'sale ' || s.guid || ' was refused or never asked for' FROM bet_sale s WHERE s.guid IS NOT NULL AND s.guid <> ALL($1::text[])
     UNION ALL SELECT 'bet ' || bet_id || ' was sold twice' FROM bet_sale GROUP BY bet_id HAVING count(*) > 1
     UNION ALL SELECT 'acknowledged order ' || k || ' is not there' FROM unnest($2::text[]) k WHERE NOT EXISTS (SELECT 1 FROM auto_bet o WHERE o.guid = k)
     UNION ALL SELECT 'order ' || o.guid || ' was refused or never asked for' FROM auto_bet o WHERE o.guid <> ALL($2::text[])
     UNION ALL SELECT 'order ' || o.id || ' has no bet' FROM auto_bet o WHERE o.status = 2 AND NOT EXISTS (SELECT 1 FROM bet b WHERE b.id = o.bet_id)`,
    [keys('sale', true), keys('autobet', true)],
  )
  return rows.map((row) => row.what)
}

/** Bets that orders have placed. */
export async function countOrdered(db: Db): Promise<number> {
  const { rows } = await rawPool(db).query<{ n: number }>('SELECT count(DISTINCT bet_id)::int AS n FROM auto_bet WHERE status = 2')
  return rows[0]!.n
}

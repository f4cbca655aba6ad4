/** All SQL of bids, and the money that they hold. */
import { sql } from 'kysely'
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import type { BetRequest } from '#modules/bets/contract.ts'
import { systemAccountId, type Ledger } from '#modules/ledger/server/index.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import { BID } from '../rules/bid.ts'
import type { OrderLeg } from './order-legs.ts'
import './tables.ts'
import type { StoredVisit } from './visit.ts'

export interface Bid {
  id: number
  playerId: number
  accountId: number
  currencyId: number
  guid: string
  bodyHash: string
  txId: bigint
  status: number
  reason: string | null
  isVip: boolean
  isAgreed: boolean
  /** A trader has agreed to it, or made the offer; else the rules. */
  isByTrader: boolean
  request: BetRequest
  visit: StoredVisit
  legs: readonly OrderLeg[]
  outcomes: string
  stakeMinor: Minor
  heldMinor: Minor
  wantedMilli: Milli
  approvedMinor: Minor
  offeredMilli: Milli
  lineMilli: Milli
  maxMinor: Minor
  expiresAt: number
  betId: bigint | null
  createdAt: number
}

export type NewBid = Omit<Bid, 'id' | 'status' | 'reason' | 'isAgreed' | 'isByTrader' | 'approvedMinor' | 'offeredMilli' | 'betId'>

type Row = Awaited<ReturnType<typeof selectRow>>
const selectRow = (db: Db | Tx, id: number) => db.selectFrom('bid').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

function bidOf(row: Row): Bid {
  return {
    id: row.id,
    playerId: row.player_id,
    accountId: row.account_id,
    currencyId: row.currency_id,
    guid: row.guid,
    bodyHash: row.body_hash,
    txId: row.tx_id,
    status: row.status,
    reason: row.reason,
    isVip: row.vip,
    isAgreed: row.agreed,
    isByTrader: row.by_trader,
    request: row.request as BetRequest,
    visit: row.visit as StoredVisit,
    legs: row.legs as OrderLeg[],
    outcomes: row.outcomes,
    stakeMinor: row.stake_minor,
    heldMinor: row.held_minor,
    wantedMilli: row.wanted_milli,
    approvedMinor: row.approved_minor,
    offeredMilli: row.offered_milli,
    lineMilli: row.line_milli,
    maxMinor: row.max_minor,
    expiresAt: row.expires_at.getTime(),
    betId: row.bet_id,
    createdAt: row.created_at.getTime(),
  }
}

export const selectBid = async (db: Db | Tx, id: number): Promise<Bid> => bidOf(await selectRow(db, id))

export async function selectBidByGuidOptional(db: Db, playerId: number, guid: string): Promise<Bid | null> {
  const row = await db.selectFrom('bid').selectAll().where('player_id', '=', playerId).where('guid', '=', guid).executeTakeFirst()
  return row ? bidOf(row) : null
}

/** Null: the key or the outcome is taken; the transaction goes on. */
export async function insertBid(tx: Tx, bid: NewBid): Promise<Bid | null> {
  const row = await tx
    .insertInto('bid')
    .values({
      player_id: bid.playerId,
      account_id: bid.accountId,
      currency_id: bid.currencyId,
      guid: bid.guid,
      body_hash: bid.bodyHash,
      tx_id: bid.txId,
      reason: null,
      vip: bid.isVip,
      request: JSON.stringify(bid.request),
      visit: JSON.stringify(bid.visit),
      legs: JSON.stringify(bid.legs),
      outcomes: bid.outcomes,
      stake_minor: bid.stakeMinor,
      held_minor: bid.heldMinor,
      wanted_milli: bid.wantedMilli,
      line_milli: bid.lineMilli,
      max_minor: bid.maxMinor,
      expires_at: new Date(bid.expiresAt),
      bet_id: null,
      created_at: new Date(bid.createdAt),
      decided_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ? bidOf(row) : null
}

const OPEN = [BID.open, BID.counter] as const
export const isOpenBid = (bid: Pick<Bid, 'status'>): boolean => bid.status === BID.open || bid.status === BID.counter

/** The bid while it is open; nobody else can decide on it until the transaction ends. */
export async function lockOpenBid(tx: Tx, id: number): Promise<Bid | null> {
  const row = await tx.selectFrom('bid').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  const bid = row && bidOf(row)
  return bid && isOpenBid(bid) ? bid : null
}

/** Open bids, those that expire first at first. */
export async function listOpenBids(db: Db, count: number): Promise<Bid[]> {
  const rows = await db.selectFrom('bid').selectAll().where('status', 'in', OPEN).orderBy('expires_at').limit(count).execute()
  return rows.map(bidOf)
}

/** `playerId` null: of everybody; `statuses` null: those that are open. Newest first. */
export async function listBids(db: Db, of: { playerId: number | null; statuses: readonly number[] | null; count: number }): Promise<Bid[]> {
  let query = db
    .selectFrom('bid')
    .selectAll()
    .where('status', 'in', of.statuses ?? OPEN)
  if (of.playerId !== null) query = query.where('player_id', '=', of.playerId)
  return (await query.orderBy('id', 'desc').limit(of.count).execute()).map(bidOf)
}

/** By bid: the bet of the part of a VIP stake that was placed at once, under the same betGUID. */
export async function listPartBets(db: Db, bids: readonly Bid[]): Promise<ReadonlyMap<number, bigint>> {
  const ids = bids.filter((bid) => bid.isVip).map((bid) => bid.id)
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('bid as b')
    .innerJoin('bet_key as k', (join) => join.onRef('k.player_id', '=', 'b.player_id').onRef('k.guid', '=', 'b.guid'))
    .select(['b.id', 'k.bet_id'])
    .where('b.id', 'in', ids)
    .where('k.outcome', '=', 0)
    .execute()
  return new Map(rows.map((row) => [row.id, row.bet_id]))
}

export interface Agreement {
  stakeMinor: Minor
  price: Milli
  /** Coefficient of the line in this moment: below it the bid is not placed. */
  lineMilli: Milli
  expiresAt: number
  isByTrader: boolean
}

/** Agreed to: it will be placed. `from` is the state that it must be in. False when it is not. */
export async function agreeTo(tx: Tx, id: number, from: number, to: Agreement): Promise<boolean> {
  const { numAffectedRows } =
    await sql`UPDATE bid SET status = ${BID.open}, agreed = true, by_trader = ${to.isByTrader}, approved_minor = ${to.stakeMinor}, offered_milli = ${to.price},
    line_milli = ${to.lineMilli}, expires_at = ${new Date(to.expiresAt)} WHERE id = ${id} AND status = ${from} AND NOT agreed`.execute(tx)
  return numAffectedRows === 1n
}

export async function offerCounter(tx: Tx, id: number, offer: Agreement): Promise<boolean> {
  const { numAffectedRows } =
    await sql`UPDATE bid SET status = ${BID.counter}, by_trader = ${offer.isByTrader}, approved_minor = ${offer.stakeMinor}, offered_milli = ${offer.price},
    line_milli = ${offer.lineMilli}, expires_at = ${new Date(offer.expiresAt)} WHERE id = ${id} AND status = ${BID.open} AND NOT agreed`.execute(
      tx,
    )
  return numAffectedRows === 1n
}

export async function markBidPlaced(tx: Tx, id: number, betId: bigint, at: number): Promise<void> {
  await sql`UPDATE bid SET status = ${BID.accepted}, bet_id = ${betId}, decided_at = ${new Date(at)} WHERE id = ${id}`.execute(tx)
}

export async function markBidClosed(tx: Tx, id: number, status: number, reason: string, at: number): Promise<void> {
  await sql`UPDATE bid SET status = ${status}, reason = ${reason}, decided_at = ${new Date(at)} WHERE id = ${id}`.execute(tx)
}

/** Money of a bid out of the account; a Problem when it is not there (103). */
export async function holdMoney(tx: Tx, ledger: Ledger, bid: Bid, at: number): Promise<Problem | Minor> {
  return moveHeld(tx, ledger, bid, 'bidHold', -bid.heldMinor, at)
}

/** Money of a bid back to the account. Called once a bid, under its lock. */
export async function returnMoney(tx: Tx, ledger: Ledger, bid: Bid, at: number): Promise<Problem | Minor> {
  return moveHeld(tx, ledger, bid, 'bidReturn', bid.heldMinor, at)
}

async function moveHeld(
  tx: Tx,
  ledger: Ledger,
  bid: Bid,
  kind: 'bidHold' | 'bidReturn',
  amountMinor: Minor,
  at: number,
): Promise<Problem | Minor> {
  const { accountId, currencyId } = bid
  const posted = await ledger.post(tx, {
    kind,
    txId: bid.txId,
    key: `bid:${bid.id}`,
    at: new Date(at),
    entries: [
      { accountId, currencyId, amountMinor },
      { accountId: systemAccountId('held', currencyId), currencyId, amountMinor: -amountMinor },
    ],
  })
  return isProblem(posted) ? posted : (posted.balances.get(accountId) ?? 0n)
}

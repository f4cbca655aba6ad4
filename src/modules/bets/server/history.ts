/** Bets of an account for histories (wire 8.10). */
import { sql, type RawBuilder } from 'kysely'
import { DAY } from '#lib/time.ts'
import { firstIdAt } from '#modules/ledger/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Receipt } from './receipt.ts'

export interface HistoryFilter {
  accountId: number
  fromMs: number
  toMs: number
  /** By settlement time instead of acceptance. */
  bySettlement: boolean
  /** 0 line, 1 live; null = both. */
  feeds: readonly number[] | null
  statuses: readonly number[] | null
  hiddenStatuses: readonly number[]
  vids: readonly number[] | null
  newestFirst: boolean
  limit: number
  offset: number
}

export interface HistoryBet {
  id: bigint
  vid: number
  status: number
  price: string
  stakeMinor: bigint
  payoutMinor: bigint
  maxPayoutMinor: bigint | null
  acceptedAt: Date
  settledAt: Date | null
  receipt: Receipt
}

export interface HistoryPage {
  bets: HistoryBet[]
  count: number
  stakeSumMinor: bigint
  payoutSumMinor: bigint
}

interface Row {
  id: bigint
  vid: number
  status: number
  price: string
  stake_minor: bigint
  payout_minor: bigint
  max_payout_minor: bigint | null
  accepted_at: Date
  settled_at: Date | null
  receipt: Receipt
}

const list = (values: readonly number[]) => `{${values.join(',')}}`

/** The entries of kind 1 lead to the account's bets: their key begins with the account and rises with time. */
export async function listBets(db: Db, filter: HistoryFilter): Promise<HistoryPage> {
  const conditions = conditionsOf(filter)
  const totals = await sql<{ count: bigint; stake: bigint; payout: bigint }>`
    SELECT count(*) AS count, coalesce(sum(b.stake_minor), 0)::bigint AS stake, coalesce(sum(b.payout_minor), 0)::bigint AS payout ${conditions}`.execute(
    db,
  )
  const order = filter.newestFirst ? sql`DESC` : sql`ASC`
  const { rows } = await sql<Row>`
    SELECT b.id, b.vid, b.status, b.price, b.stake_minor, b.payout_minor, b.max_payout_minor, b.accepted_at, b.settled_at, r.receipt
    ${conditions} ORDER BY e.tx_id ${order} LIMIT ${filter.limit} OFFSET ${filter.offset}`.execute(db)
  const [sum] = totals.rows
  return {
    count: Number(sum!.count),
    stakeSumMinor: sum!.stake,
    payoutSumMinor: sum!.payout,
    bets: rows.map((row) => ({
      id: row.id,
      vid: row.vid,
      status: row.status,
      price: row.price,
      stakeMinor: row.stake_minor,
      payoutMinor: row.payout_minor,
      maxPayoutMinor: row.max_payout_minor,
      acceptedAt: row.accepted_at,
      settledAt: row.settled_at,
      receipt: row.receipt,
    })),
  }
}

function conditionsOf(filter: HistoryFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`e.account_id = ${filter.accountId}`, sql`e.kind = 1`]
  if (filter.bySettlement) {
    parts.push(sql`b.settled_at >= ${new Date(filter.fromMs)}`, sql`b.settled_at < ${new Date(filter.toMs)}`)
    // A bet is settled after it was placed: older ids than a year before cannot be asked for.
    parts.push(sql`e.tx_id >= ${firstIdAt(filter.fromMs - 365 * DAY)}::bigint`)
  } else {
    parts.push(sql`e.tx_id >= ${firstIdAt(filter.fromMs)}::bigint`, sql`e.tx_id < ${firstIdAt(filter.toMs)}::bigint`)
  }
  if (filter.statuses && filter.statuses.length > 0) parts.push(sql`b.status = ANY(${list(filter.statuses)}::smallint[])`)
  if (filter.hiddenStatuses.length > 0) parts.push(sql`b.status <> ALL(${list(filter.hiddenStatuses)}::smallint[])`)
  if (filter.vids && filter.vids.length > 0) parts.push(sql`b.vid = ANY(${list(filter.vids)}::smallint[])`)
  if (filter.feeds?.length === 1) {
    const anyLive = sql`EXISTS (SELECT 1 FROM json_array_elements(r.receipt->'legs') leg WHERE (leg->>'k')::int = 1)`
    parts.push(filter.feeds[0] === 1 ? anyLive : sql`NOT ${anyLive}`)
  }
  return sql`FROM ledger_entry e JOIN bet b ON b.id = e.tx_id JOIN bet_receipt r ON r.bet_id = b.id WHERE ${sql.join(parts, sql` AND `)}`
}

/** Bets of an account for histories (wire 8.10). */
import { sql, type RawBuilder } from 'kysely'
import { DAY, type Millis } from '#lib/time.ts'
import { firstIdAt } from '#modules/ledger/server/index.ts'
import type { Receipt } from '#modules/bets/server/index.ts'
import { BET_STATUS } from '#modules/payout/rules/bet.ts'
import type { BetTerms } from '#modules/payout/rules/terms.ts'
import type { Db } from '#platform/server/db.ts'
import type { TypeFilter } from '../rules/bet-types.ts'
import { foldedPattern } from '../rules/search-pattern.ts'
import './tables.ts'

/** Orders of a list: by the time of the bet both ways, by stake, by what came back, by price. */
export const ORDERS = ['newest', 'oldest', 'stake', 'payout', 'price'] as const
export type Order = (typeof ORDERS)[number]

export interface HistoryFilter {
  accountId: number
  fromMs: Millis
  toMs: Millis
  /** By settlement time instead of acceptance. */
  bySettlement: boolean
  /** 0 line, 1 live; null = both. */
  feeds: readonly number[] | null
  statuses: readonly number[] | null
  hiddenStatuses: readonly number[]
  types: readonly TypeFilter[] | null
  /** Digits are the number of a bet, anything else a part of a name; '' = no search. */
  search: string
  /** Only these bets; null = all. */
  ids: readonly bigint[] | null
  /** What was decided until then is cleared; null = nothing. */
  clearedAt: Date | null
}

export interface ListPart {
  order: Order
  limit: number
  offset: number
}

/** The receipt as histories read it: old ones have no terms. */
export type KnownReceipt = Omit<Receipt, 'v'> & { terms?: BetTerms; shown?: { win: string; price: string; tax: string | null } | null }

/** Sums beside stake and payout; zero for plain bets. */
export interface BetExtras {
  /** Less what came back with the stake. */
  stakeTaxMinor: bigint
  promoMinor: bigint
  advanceMinor: bigint
  /** The part of the stake that was an advance and that nothing has repaid (rules 8.5). */
  uncoveredMinor: bigint
  soldStakeMinor: bigint
  /** The payout tax that its sales have paid. */
  soldTaxMinor: bigint
  /** Of that, the one on the sale that ended it: its payout is what was left. */
  closingTaxMinor: bigint
  soldMinor: bigint
  insuredMinor: bigint
  premiumMinor: bigint
  bonusMinor: bigint
  payoutTaxMinor: bigint
  insuranceMinor: bigint
}

export interface HistoryBet extends BetExtras {
  id: bigint
  accountId: number
  currencyId: number
  vid: number
  status: number
  price: string
  stakeMinor: bigint
  payoutMinor: bigint
  maxPayoutMinor: bigint | null
  settledVersion: number
  acceptedAt: Date
  settledAt: Date | null
  receipt: KnownReceipt
}

interface Row {
  id: bigint
  account_id: number
  currency_id: number
  vid: number
  status: number
  price: string
  stake_minor: bigint
  payout_minor: bigint
  max_payout_minor: bigint | null
  settled_version: number
  accepted_at: Date
  settled_at: Date | null
  receipt: KnownReceipt
  stake_tax_minor: bigint | null
  promo_minor: bigint | null
  advance_minor: bigint | null
  uncovered: bigint | null
  sold_stake_minor: bigint | null
  sold_tax: bigint | null
  closing_tax: bigint | null
  sold_minor: bigint | null
  insured_minor: bigint | null
  premium_minor: bigint | null
  bonus_minor: bigint | null
  payout_tax_minor: bigint | null
  insurance_minor: bigint | null
}

const list = (values: readonly (number | bigint)[]) => `{${values.join(',')}}`

const UNCOVERED = 2

/** Of a bet with an advance. */
export function uncoveredOf(betId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(SELECT coalesce(sum(a.amount_minor), 0)::bigint FROM bet_advance a WHERE a.bet_id = ${betId} AND a.state = ${sql.lit(UNCOVERED)})`
}

const COLUMNS = sql`b.id, b.account_id, b.currency_id, b.vid, b.status, b.price, b.stake_minor, b.payout_minor, b.max_payout_minor,
  b.settled_version, b.accepted_at, b.settled_at, r.receipt,
  m.stake_tax_minor - coalesce(m.stake_tax_back_minor, 0) AS stake_tax_minor, m.promo_minor, m.advance_minor, m.sold_stake_minor, m.sold_minor,
  m.insured_minor, m.premium_minor, m.bonus_minor, m.payout_tax_minor, m.insurance_minor,
  x.sold_tax, x.closing_tax,
  CASE WHEN m.advance_minor > 0 THEN ${uncoveredOf(sql`b.id`)} END AS uncovered`

/** Taxes of sales; a plain bet has none. `closing`: of the part that ended the bet. */
const SALE_TAXES = sql`LEFT JOIN LATERAL (
  SELECT sum(s.tax_minor)::bigint AS sold_tax, (sum(s.tax_minor) FILTER (WHERE s.left_stake_minor = 0))::bigint AS closing_tax
  FROM bet_sale s WHERE s.bet_id = b.id AND NOT b.plain) x ON true`

/** One page. The rows of the page alone are read with their receipts. */
export async function listBets(db: Db, filter: HistoryFilter, part: ListPart): Promise<HistoryBet[]> {
  const { rows } = await sql<Row>`
    SELECT ${COLUMNS} FROM (
      SELECT b.id ${conditionsOf(filter)} ORDER BY ${orderBy(part.order, sql`e.tx_id`)} LIMIT ${part.limit} OFFSET ${part.offset}
    ) page JOIN bet b ON b.id = page.id JOIN bet_receipt r ON r.bet_id = b.id LEFT JOIN bet_money m ON m.bet_id = b.id ${SALE_TAXES}
    ORDER BY ${orderBy(part.order, sql`b.id`)}`.execute(db)
  return rows.map(betOf)
}

/** The id of the entry and of the bet are one: the first of them is what an index has in order. */
function orderBy(order: Order, id: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (order) {
    case 'newest':
      return sql`${id} DESC`
    case 'oldest':
      return id
    case 'stake':
      return sql`b.stake_minor DESC, ${id} DESC`
    case 'payout':
      return sql`b.payout_minor DESC, ${id} DESC`
    case 'price':
      return sql`b.price DESC, ${id} DESC`
  }
}

/** Bets after (older than) an id, for long tables; null = from the newest. */
export async function listOlder(db: Db, filter: HistoryFilter, before: bigint | null, limit: number): Promise<HistoryBet[]> {
  const older = before === null ? sql`` : sql`AND e.tx_id < ${before}::bigint`
  const { rows } = await sql<Row>`
    SELECT ${COLUMNS} FROM (SELECT b.id ${conditionsOf(filter)} ${older} ORDER BY e.tx_id DESC LIMIT ${limit}) page
    JOIN bet b ON b.id = page.id JOIN bet_receipt r ON r.bet_id = b.id LEFT JOIN bet_money m ON m.bet_id = b.id ${SALE_TAXES} ORDER BY b.id DESC`.execute(
    db,
  )
  return rows.map(betOf)
}

/** A bet of this player, whatever its age and account. */
export async function selectBetOptional(db: Db, playerId: number, betId: bigint): Promise<HistoryBet | null> {
  const { rows } = await sql<Row>`
    SELECT ${COLUMNS} FROM bet b JOIN bet_receipt r ON r.bet_id = b.id LEFT JOIN bet_money m ON m.bet_id = b.id ${SALE_TAXES}
    WHERE b.id = ${betId} AND b.player_id = ${playerId}`.execute(db)
  return rows[0] ? betOf(rows[0]) : null
}

export interface Totals {
  count: number
  stakeMinor: bigint
  /** Came back to the player: payouts and sold parts. */
  backMinor: bigint
}

/** An edited or raised bet: its stake went over to the bet that took its place, so it is counted there alone. */
export const REPLACED = sql`(b.status = 8 AND EXISTS (SELECT 1 FROM bet_change c WHERE c.replaced_bet_id = b.id))`

export async function sumBets(db: Db, filter: HistoryFilter): Promise<Totals> {
  const { rows } = await sql<{ count: bigint; stake: bigint; back: bigint }>`
    SELECT count(*) AS count, coalesce(sum(f.stake_minor) FILTER (WHERE NOT f.replaced), 0)::bigint AS stake,
      coalesce(sum(f.payout_minor + CASE WHEN f.plain THEN 0 ELSE coalesce((SELECT m.sold_minor FROM bet_money m WHERE m.bet_id = f.id), 0) END)
        FILTER (WHERE NOT f.replaced), 0)::bigint AS back
    FROM (SELECT b.id, b.stake_minor, b.payout_minor, b.plain, ${REPLACED} AS replaced ${conditionsOf(filter)}) f`.execute(db)
  const [sum] = rows
  return { count: Number(sum!.count), stakeMinor: sum!.stake, backMinor: sum!.back }
}

/** Ids of the open bets of an account, newest first: what an offer to sell may be asked about. */
export async function listOpenIds(db: Db, filter: HistoryFilter, limit: number): Promise<bigint[]> {
  const open = { ...filter, statuses: [BET_STATUS.open] }
  const { rows } = await sql<{ id: bigint }>`SELECT b.id ${conditionsOf(open)} ORDER BY e.tx_id DESC LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** The entries of kind 1 lead to the account's bets: their key begins with the account and rises with time. */
export function conditionsOf(filter: HistoryFilter): RawBuilder<unknown> {
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
  if (filter.types && filter.types.length > 0) parts.push(sql`(${sql.join(filter.types.map(ofType), sql` OR `)})`)
  if (filter.ids) parts.push(sql`b.id = ANY(${list(filter.ids)}::bigint[])`)
  if (filter.clearedAt) parts.push(sql`(b.status IN (1, 7) OR b.settled_at IS NULL OR b.settled_at > ${filter.clearedAt})`)
  if (filter.feeds?.length === 1) {
    const anyLive = sql`EXISTS (SELECT 1 FROM bet_leg l WHERE l.bet_id = b.id AND l.kind = 1)`
    parts.push(filter.feeds[0] === 1 ? anyLive : sql`NOT ${anyLive}`)
  }
  if (filter.search) parts.push(found(filter.search))
  return sql`FROM ledger_entry e JOIN bet b ON b.id = e.tx_id WHERE ${sql.join(parts, sql` AND `)}`
}

function ofType({ vid, size, legs }: TypeFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`b.vid = ${vid}`]
  if (legs !== null) parts.push(sql`b.legs = ${legs}`)
  if (size !== null)
    parts.push(sql`EXISTS (SELECT 1 FROM bet_receipt s WHERE s.bet_id = b.id AND (s.receipt->'terms'->>'size')::int = ${size})`)
  return sql`(${sql.join(parts, sql` AND `)})`
}

/** Names are those that were kept with the first bet on a game, in every language that anybody used. */
function found(search: string): RawBuilder<unknown> {
  const number = search.replace(/^(№|#|no\.?)\s*/i, '')
  if (/^\d{1,16}$/.test(number)) return sql`b.id::text LIKE ${`%${number}%`}`
  return sql`EXISTS (SELECT 1 FROM bet_leg l JOIN bet_game g ON g.ci = l.ci CROSS JOIN LATERAL jsonb_each(g.game->'names') AS n(lng, kept)
    WHERE l.bet_id = b.id AND concat_ws(' ', n.kept->>'opp1', n.kept->>'opp2', n.kept->>'championship') ~ ${foldedPattern(search)})`
}

function betOf(row: Row): HistoryBet {
  return {
    id: row.id,
    accountId: row.account_id,
    currencyId: row.currency_id,
    vid: row.vid,
    status: row.status,
    price: row.price,
    stakeMinor: row.stake_minor,
    payoutMinor: row.payout_minor,
    maxPayoutMinor: row.max_payout_minor,
    settledVersion: row.settled_version,
    acceptedAt: row.accepted_at,
    settledAt: row.settled_at,
    receipt: row.receipt,
    stakeTaxMinor: row.stake_tax_minor ?? 0n,
    promoMinor: row.promo_minor ?? 0n,
    advanceMinor: row.advance_minor ?? 0n,
    uncoveredMinor: row.uncovered ?? 0n,
    soldStakeMinor: row.sold_stake_minor ?? 0n,
    soldMinor: row.sold_minor ?? 0n,
    soldTaxMinor: row.sold_tax ?? 0n,
    closingTaxMinor: row.closing_tax ?? 0n,
    insuredMinor: row.insured_minor ?? 0n,
    premiumMinor: row.premium_minor ?? 0n,
    bonusMinor: row.bonus_minor ?? 0n,
    payoutTaxMinor: row.payout_tax_minor ?? 0n,
    insuranceMinor: row.insurance_minor ?? 0n,
  }
}

/** All bets of these days: a statement of money is whole, whatever its player has cleared and its brand hides from lists. */
export function whole(filter: HistoryFilter): HistoryFilter {
  return { ...filter, clearedAt: null, hiddenStatuses: [] }
}

/** What a list leaves out: bets that its player has cleared, and those in a state that the brand hides and that sums miss. */
export async function countLeftOut(db: Db, filter: HistoryFilter): Promise<{ cleared: number; hidden: number }> {
  const count = async (wider: HistoryFilter) => (await sumBets(db, wider)).count
  const { clearedAt, hiddenStatuses } = filter
  if (!clearedAt && hiddenStatuses.length === 0) return { cleared: 0, hidden: 0 }
  const [told, listed, hidden] = await Promise.all([count({ ...filter, clearedAt: null }), count(filter), countHidden(db, filter)])
  return { cleared: told - listed, hidden }
}

/** A replaced bet is in the sums with the one that took its place, whatever hides it. */
async function countHidden(db: Db, filter: HistoryFilter): Promise<number> {
  if (filter.hiddenStatuses.length === 0) return 0
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count ${conditionsOf(whole(filter))}
    AND b.status = ANY(${list(filter.hiddenStatuses)}::smallint[]) AND NOT ${REPLACED}`.execute(db)
  return rows[0]!.count
}

export async function selectClearedOptional(db: Db, accountId: number): Promise<Date | null> {
  const row = await db.selectFrom('history_cleared').select('at').where('account_id', '=', accountId).executeTakeFirst()
  return row?.at ?? null
}

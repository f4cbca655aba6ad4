/** Sums of a list: in all, by day and by kind, with what was paid in and out of the account in that time. */
import { sql } from 'kysely'
import { minorText, type Minor } from '#lib/money.ts'
import { isVid, kindName } from '#modules/coupon/rules/kinds.ts'
import { ENTRY_KINDS, firstIdAt } from '#modules/ledger/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import type { SummaryRequest } from '../contract.ts'
import { addSums, byDay, knownZone, NO_SUMS, profitMinor, runningMinor, type BetSums, type Slot } from '../rules/day-sums.ts'
import { conditionsOf, countLeftOut, REPLACED, uncoveredOf, whole, type HistoryFilter } from './bets-store.ts'
import { filterOf, type HistoryDeps } from './read-history.ts'

/** Every zone begins its days at a quarter of an hour. */
const SLOT_SECONDS = 900

export interface KindSlot extends Slot {
  vid: number
}

interface Row {
  slot: number
  vid: number
  count: number
  stake: Minor
  promo: Minor
  uncovered: Minor
  premium: Minor
  back: Minor
  stake_tax: Minor
  payout_tax: Minor
  bonus: Minor
  open_count: number
  open_stake: Minor
  open_promo: Minor
  open_uncovered: Minor
}

/** By quarters of an hour and kinds, so that days can be made of them in any zone. */
export async function listSlots(db: Db, filter: HistoryFilter): Promise<KindSlot[]> {
  const moment = filter.bySettlement ? sql`f.settled_at` : sql`f.accepted_at`
  const { rows } = await sql<Row>`
    SELECT g.slot::int AS slot, g.vid, count(*)::int AS count, sum(g.stake)::bigint AS stake, sum(g.back)::bigint AS back,
      sum(g.promo)::bigint AS promo, sum(g.uncovered)::bigint AS uncovered, sum(g.premium)::bigint AS premium, sum(g.stake_tax)::bigint AS stake_tax,
      sum(g.payout_tax)::bigint AS payout_tax, sum(g.bonus)::bigint AS bonus,
      (count(*) FILTER (WHERE g.open))::int AS open_count,
      coalesce(sum(g.stake - g.sold_stake) FILTER (WHERE g.open), 0)::bigint AS open_stake,
      coalesce(sum(g.promo) FILTER (WHERE g.open), 0)::bigint AS open_promo,
      coalesce(sum(g.uncovered) FILTER (WHERE g.open), 0)::bigint AS open_uncovered
    FROM (
      SELECT floor(extract(epoch FROM ${moment}) / ${SLOT_SECONDS}) AS slot, f.vid, f.stake_minor AS stake, f.status IN (1, 7) AS open,
        f.payout_minor + coalesce(m.sold_minor, 0) AS back, coalesce(m.promo_minor, 0) AS promo,
        CASE WHEN m.advance_minor > 0 THEN ${uncoveredOf(sql`f.id`)} ELSE 0 END AS uncovered, coalesce(m.premium_minor, 0) AS premium,
        coalesce(m.stake_tax_minor - coalesce(m.stake_tax_back_minor, 0), 0) AS stake_tax, coalesce(m.payout_tax_minor, 0) + coalesce(x.sold_tax, 0) AS payout_tax, coalesce(m.bonus_minor, 0) AS bonus,
        coalesce(m.sold_stake_minor, 0) AS sold_stake
      FROM (SELECT b.* ${conditionsOf(filter)} AND NOT ${REPLACED}) f
      LEFT JOIN bet_money m ON m.bet_id = f.id AND NOT f.plain
      LEFT JOIN LATERAL (SELECT sum(s.tax_minor) AS sold_tax FROM bet_sale s WHERE s.bet_id = f.id AND NOT f.plain) x ON true
    ) g GROUP BY g.slot, g.vid ORDER BY g.slot`.execute(db)
  return rows.map((row) => ({
    at: row.slot * SLOT_SECONDS * 1000,
    vid: row.vid,
    sums: {
      count: row.count,
      stakeMinor: row.stake,
      promoMinor: row.promo,
      uncoveredMinor: row.uncovered,
      premiumMinor: row.premium,
      backMinor: row.back,
      stakeTaxMinor: row.stake_tax,
      payoutTaxMinor: row.payout_tax,
      bonusMinor: row.bonus,
      openCount: row.open_count,
      openStakeMinor: row.open_stake,
      openPromoMinor: row.open_promo,
      openUncoveredMinor: row.open_uncovered,
    },
  }))
}

/** Bets that stand in the list and are counted with those that took their place. */
export async function countReplaced(db: Db, filter: HistoryFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count ${conditionsOf(filter)} AND ${REPLACED}`.execute(db)
  return rows[0]!.count
}

/**
 * Paid in and out of an account between two moments, both positive; returned withdrawals are taken off. `taxMinor` is what of
 * both was taken as a tax: out of deposits by the account's own entries, out of what was paid by the withdrawals themselves.
 */
export async function cashOf(
  db: Db,
  filter: Pick<HistoryFilter, 'accountId' | 'fromMs' | 'toMs'>,
): Promise<{ inMinor: Minor; outMinor: Minor; taxMinor: Minor }> {
  const { deposit, withdrawal, withdrawalReturn, depositTax } = ENTRY_KINDS
  const { accountId, fromMs, toMs } = filter
  const { rows } = await sql<{ paid_in: Minor; paid_out: Minor; tax: Minor }>`
    SELECT coalesce(sum(amount_minor) FILTER (WHERE kind = ${deposit}), 0)::bigint AS paid_in,
      coalesce(-sum(amount_minor) FILTER (WHERE kind IN (${withdrawal}, ${withdrawalReturn})), 0)::bigint AS paid_out,
      (coalesce(-sum(amount_minor) FILTER (WHERE kind = ${depositTax}), 0) + (
        SELECT coalesce(sum(w.tax_minor), 0) FROM account a JOIN withdrawal w ON w.player_id = a.player_id AND w.account_id = a.id
        WHERE a.id = ${accountId} AND w.state = 'paid' AND w.created_at >= ${new Date(fromMs)} AND w.created_at < ${new Date(toMs)}
      ))::bigint AS tax
    FROM ledger_entry WHERE account_id = ${accountId} AND tx_id >= ${firstIdAt(fromMs)}::bigint AND tx_id < ${firstIdAt(toMs)}::bigint`.execute(
    db,
  )
  return { inMinor: rows[0]!.paid_in, outMinor: rows[0]!.paid_out, taxMinor: rows[0]!.tax }
}

export function totalOf(slots: readonly Slot[]): BetSums {
  return slots.reduce((total, { sums }) => addSums(total, sums), NO_SUMS)
}

/** POST /web-api/office/history/summary. Sums are texts with all decimals: numbers of the wire end at 2^53. */
export async function readSummary(deps: HistoryDeps, ctx: Ctx, body: SummaryRequest): Promise<Record<string, unknown> | Problem> {
  const asked = await filterOf(deps, ctx, body)
  if (isProblem(asked)) return asked
  const { account } = asked
  const filter = body.with_cleared ? whole(asked.filter) : asked.filter
  const lng = body.lng ?? ctx.lng
  const zone = knownZone(body.time_zone)
  const [slots, cash, { hidden }, replaced] = await Promise.all([
    listSlots(deps.db, filter),
    cashOf(deps.db, filter),
    countLeftOut(deps.db, filter),
    countReplaced(deps.db, filter),
  ])
  const { code, exponent } = account.currency
  const text = (minor: Minor) => minorText(minor, exponent)
  const kinds = Map.groupBy(slots, (slot) => slot.vid)
  return {
    currency_code: code,
    timestamp_from: Math.ceil(filter.fromMs / 1000),
    timestamp_to: Math.floor(filter.toMs / 1000),
    time_zone: zone,
    cleared_at: filter.clearedAt ? Math.floor(filter.clearedAt.getTime() / 1000) : null,
    hidden_count: hidden,
    replaced,
    total: wireSums(totalOf(slots), text),
    days: byDay(slots, zone).map(({ day, sums }) => ({ day, ...wireSums(sums, text) })),
    kinds: [...kinds].map(([vid, own]) => ({
      type: vid,
      type_title: isVid(vid) ? deps.text(lng, `coupon:kind_${kindName(vid)}`) : '',
      ...wireSums(totalOf(own), text),
    })),
    account: { deposits: text(cash.inMinor), withdrawals: text(cash.outMinor), tax: text(cash.taxMinor) },
  }
}

function wireSums(sums: BetSums, text: (minor: Minor) => string): Record<string, unknown> {
  return {
    count: sums.count,
    open_count: sums.openCount,
    stake: text(sums.stakeMinor),
    open_stake: text(runningMinor(sums)),
    promo: text(sums.promoMinor),
    uncovered: text(sums.uncoveredMinor),
    premium: text(sums.premiumMinor),
    back: text(sums.backMinor),
    bonus: text(sums.bonusMinor),
    stake_tax: text(sums.stakeTaxMinor),
    payout_tax: text(sums.payoutTaxMinor),
    profit: text(profitMinor(sums)),
  }
}

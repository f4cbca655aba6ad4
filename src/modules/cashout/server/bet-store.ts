/** Placed bets as a sale needs them, with the results in force; and the writes on `bet` and `bet_money`. */
import { sql } from 'kysely'
import { must } from '#lib/assert.ts'
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import { BET_STATUS, type BetKind, KIND_OF_VID } from '#modules/payout/rules/bet.ts'
import { resultByHouse } from '#modules/payout/rules/dead-heat.ts'
import { fraction } from '#modules/payout/rules/fraction.ts'
import { legResult, type LegResult } from '#modules/payout/rules/leg.ts'
import type { BetTerms } from '#modules/payout/rules/terms.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import './tables.ts'

/** A leg by the identity of its outcome; p = P · 10000. */
export interface StoredLeg {
  ci: number
  t: number
  p: number
  playerId: number
  /** 1: it was taken in play. */
  kind: number
  price: Milli
  result: LegResult | null
}

export interface StoredBet {
  id: bigint
  playerId: number
  accountId: number
  currencyId: number
  kind: BetKind
  vid: number
  /** Wire 8.11. */
  status: number
  /** An officer has asked for it to be void, or two have agreed to it and settlement has not come to it yet. */
  isVoidAsked: boolean
  version: number
  stakeMinor: Minor
  maxPayoutMinor: Minor | null
  brand: string
  terms: BetTerms
  legs: StoredLeg[]
  stakeTaxMinor: Minor
  promoMinor: Minor
  advanceMinor: Minor
  soldStakeMinor: Minor
  insuredMinor: Minor
  premiumMinor: Minor
  /** Paid for parts before, and the tax in it. */
  soldGrossMinor: Minor
  soldTaxMinor: Minor
}

interface Row {
  id: bigint
  player_id: number
  account_id: number
  currency_id: number
  vid: number
  status: number
  void_asked: boolean
  settled_version: number
  stake_minor: bigint
  max_payout_minor: bigint | null
  brand: string | null
  terms: BetTerms | null
  legs: LegRow[]
  stake_tax: bigint
  promo: bigint
  advance: bigint
  sold_stake: bigint
  insured: bigint
  premium: bigint
  sold_gross: bigint
  sold_tax: bigint
}

interface LegRow {
  ci: number
  t: number
  p: number
  player: number
  kind: number
  price: number
  void: boolean
  won: 0 | 1 | null
  /** An early payout has won it. */
  by_lead: boolean
  halves: 0 | 1 | 2 | null
  num: number | null
  den: number | null
}

/** Holds the row of the bet until the end of the transaction: settlement and other sales wait, or find it changed. */
export async function lockBet(tx: Tx, betId: bigint): Promise<void> {
  await sql`SELECT 1 FROM bet WHERE id = ${betId} FOR UPDATE`.execute(tx)
}

export async function selectBetOptional(db: Db | Tx, betId: bigint): Promise<StoredBet | null> {
  return (await listBets(db, [betId]))[0] ?? null
}

/** In the order of ids; ids that do not exist are left out. */
export async function listBets(db: Db | Tx, ids: readonly bigint[]): Promise<StoredBet[]> {
  return (await listRows(db, ids)).map(storedBet)
}

/** The same for work that goes through bets of many players: one that cannot be read holds up no other, and is told of. */
export async function listReadable(
  db: Db,
  ids: readonly bigint[],
  onUnreadable: (id: bigint, error: unknown) => void,
): Promise<StoredBet[]> {
  return (await listRows(db, ids)).flatMap((row) => {
    try {
      return [storedBet(row)]
    } catch (error) {
      onUnreadable(row.id, error)
      return []
    }
  })
}

async function listRows(db: Db | Tx, ids: readonly bigint[]): Promise<Row[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    SELECT b.id, b.player_id, b.account_id, b.currency_id, b.vid, b.status, b.settled_version, b.stake_minor, b.max_payout_minor,
      r.receipt->>'brand' AS brand, r.receipt->'terms' AS terms,
      coalesce(m.stake_tax_minor, 0) AS stake_tax, coalesce(m.promo_minor, 0) AS promo, coalesce(m.advance_minor, 0) AS advance,
      coalesce(m.sold_stake_minor, 0) AS sold_stake, coalesce(m.insured_minor, 0) AS insured, coalesce(m.premium_minor, 0) AS premium,
      s.gross AS sold_gross, s.tax AS sold_tax,
      EXISTS (SELECT 1 FROM bet_void v WHERE v.bet_id = b.id AND v.ix = -1 AND v.state < 2) AS void_asked,
      (SELECT json_agg(json_build_object('ci', l.ci, 't', l.t, 'p', l.p, 'player', l.player_id, 'kind', l.kind, 'price', l.price,
          'won', o.won, 'by_lead', EXISTS (SELECT 1 FROM game_lead) AND won_by_lead(b.id, l.ix, l.ci, l.t, b.accepted_at), 'halves', o.void_halves, 'num', o.heat_num, 'den', o.heat_den,
          'void', coalesce(void_times(l.kind, o.voided, o.line_voided) @> coalesce(l.bought_at, b.accepted_at) OR coalesce(l.bought_at, b.accepted_at) > o.known_at, false)) ORDER BY l.ix)
        FROM bet_leg l LEFT JOIN outcome_result o ON o.ci = l.ci AND o.t = l.t AND o.p = l.p AND o.player_id = l.player_id
        WHERE l.bet_id = b.id) AS legs
    FROM bet b LEFT JOIN bet_money m ON m.bet_id = b.id LEFT JOIN bet_receipt r ON r.bet_id = b.id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(x.gross_minor), 0)::bigint AS gross, coalesce(sum(x.tax_minor), 0)::bigint AS tax FROM bet_sale x WHERE x.bet_id = b.id
    ) s
    WHERE b.id = ANY(${`{${ids.join()}}`}::bigint[]) ORDER BY b.id`.execute(db)
  return rows
}

function storedBet(row: Row): StoredBet {
  return {
    id: row.id,
    playerId: row.player_id,
    accountId: row.account_id,
    currencyId: row.currency_id,
    kind: must(KIND_OF_VID[row.vid], `bet ${row.id} has an unknown kind ${row.vid}`),
    vid: row.vid,
    status: row.status,
    isVoidAsked: row.void_asked,
    version: row.settled_version,
    stakeMinor: row.stake_minor,
    maxPayoutMinor: row.max_payout_minor,
    brand: row.brand ?? '',
    terms: row.terms ?? {},
    legs: row.legs.map((leg, ix) => ({
      ci: leg.ci,
      t: leg.t,
      p: leg.p,
      playerId: leg.player,
      kind: leg.kind,
      price: leg.price,
      result: resultByHouse(row.terms?.houseHeat, ix, resultOf(leg)),
    })),
    stakeTaxMinor: row.stake_tax,
    promoMinor: row.promo,
    advanceMinor: row.advance,
    soldStakeMinor: row.sold_stake,
    insuredMinor: row.insured,
    premiumMinor: row.premium,
    soldGrossMinor: row.sold_gross,
    soldTaxMinor: row.sold_tax,
  }
}

function resultOf(row: LegRow): LegResult | null {
  if (row.void || row.halves === 2) return legResult('VOID')
  if (row.by_lead) return legResult('WIN')
  if (row.won === null) return null
  return { won: row.won, voidHalves: row.halves ?? 0, deadHeat: fraction(row.num ?? 1, row.den ?? 1) }
}

/** Open bets of players, for those who listen to their values. */
export async function listOpenIds(db: Db, playerIds: readonly number[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT b.id FROM bets_maybe_open(ARRAY(SELECT a.id FROM account a WHERE a.player_id = ANY(${`{${playerIds.join()}}`}::integer[]))) AS o(id)
    JOIN bet b ON b.id = o.id AND b.status = 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** Closes a bet as sold. The version tells settlement that what it has gathered of this bet is out of date. */
export async function updateSold(tx: Tx, bet: StoredBet, payoutMinor: Minor, at: Date): Promise<void> {
  await tx
    .updateTable('bet')
    .set({ status: BET_STATUS.sold, payout_minor: payoutMinor, settled_version: bet.version + 1, settled_at: at })
    .where('id', '=', bet.id)
    .execute()
}

/** An open bet of which a part was sold or insured is settled by the rules from now on. */
export async function updateTouched(tx: Tx, bet: StoredBet): Promise<void> {
  await sql`UPDATE bet SET plain = false, settled_version = ${bet.version + 1} WHERE id = ${bet.id}`.execute(tx)
}

/** What changes of a bet add to its row of sums. */
export interface MoneyAdded {
  soldStakeMinor?: Minor
  soldMinor?: Minor
  insuredMinor?: Minor
  premiumMinor?: Minor
}

export async function upsertMoney(tx: Tx, betId: bigint, added: MoneyAdded): Promise<void> {
  const { soldStakeMinor = 0n, soldMinor = 0n, insuredMinor = 0n, premiumMinor = 0n } = added
  await sql`INSERT INTO bet_money AS m (bet_id, sold_stake_minor, sold_minor, insured_minor, premium_minor)
    VALUES (${betId}, ${soldStakeMinor}, ${soldMinor}, ${insuredMinor}, ${premiumMinor})
    ON CONFLICT (bet_id) DO UPDATE SET sold_stake_minor = m.sold_stake_minor + excluded.sold_stake_minor, sold_minor = m.sold_minor + excluded.sold_minor,
      insured_minor = m.insured_minor + excluded.insured_minor, premium_minor = m.premium_minor + excluded.premium_minor`.execute(tx)
}

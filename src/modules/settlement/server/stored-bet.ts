/** A bet as the database has it, in the form of the rules: terms, money agreed and sold, results in force on its legs. */
import type pg from 'pg'
import { must } from '#lib/assert.ts'
import type { Minor } from '#lib/money.ts'
import { currencyById } from '#modules/ledger/rules/currency.ts'
import { KIND_OF_VID, type BetLeg, type SettledBet } from '#modules/payout/rules/bet.ts'
import { resultWithLead } from '#modules/payout/rules/early-payout.ts'
import { deductedOf, RACE_WINNER } from '#modules/payout/rules/each-way.ts'
import { resultByHouse } from '#modules/payout/rules/dead-heat.ts'
import { fraction, ONE } from '#modules/payout/rules/fraction.ts'
import { legResult, type LegResult } from '#modules/payout/rules/leg.ts'
import { stakeTaxMinor } from '#modules/payout/rules/tax.ts'
import type { EarlyPayout } from '#modules/payout/rules/terms.ts'
import { UNSETTLED, type Booked } from '../rules/entries.ts'
import { agreedIn } from './bet-terms.ts'

/** Statuses of bets that settlement has decided (wire 8.11). */
const SETTLED: readonly number[] = [2, 4, 5]

export interface BetRow {
  bet_id: bigint
  account_id: number
  version: number
  player_id: number
  currency_id: number
  vid: number
  status: number
  plain: boolean
  stake: bigint
  payout: bigint
  max_payout: bigint | null
  /** Milliseconds. */
  accepted_at: number
  /** With how many it was placed. */
  leg_count: number
  /** Of a bet that is not plain: version and terms of its receipt as JSON, the whole receipt of an older one. */
  agreed_text: string | null
  /** Voided by an officer. */
  voided: boolean
  /** Of the advance in the stake: 0 open, 1 covered, 2 not covered; null = no advance. */
  advance_state: number | null
  repaid: bigint | null
  stake_tax: bigint | null
  promo: bigint | null
  advance: bigint | null
  sold_stake: bigint | null
  /** Of the sold part: what was paid for it and the tax in that; null when nothing was sold. */
  sold_for: string | null
  /** Covered, and the price of cover that was bought when the loss was known already; null without insurance. */
  insured: string | null
  gross: bigint | null
  bonus: bigint | null
  tax: bigint | null
  insurance: bigint | null
  stake_tax_back: bigint | null
  advance_back: bigint | null
  free_bet: bigint | null
  /** Runners of its races that did not start, ci@runner; null of a bet that they do not touch. */
  withdrawn: string[] | null
  /** With an early payout: how far the sides of its legs have led since the bet, leg:lead; null = never. */
  leads: string[] | null
  legs: LegRow[]
}

/** In seconds, and the legs as text. */
interface SentRow extends Omit<BetRow, 'legs'> {
  legs: string | LegRow[]
}

export interface LegRow {
  ix: number
  ci: number
  t: number
  p: number
  playerId: number
  price: number
  /** Bought in a time that was cancelled, on the line after the game had begun, or after the result was known. */
  void: boolean
  won: 0 | 1 | null
  void_halves: 0 | 1 | 2
  heat_num: number
  heat_den: number
}

/**
 * All that the rules need of bets, with the results in force. A settlement reads hundreds of thousands of them: the receipt
 * is taken apart once, sums of nothing come as null, and legs as the text of an array of numbers.
 */
const SELECT_BETS = `
  SELECT b.id AS bet_id, b.account_id, b.player_id, b.currency_id, b.vid, b.status, b.settled_version AS version, b.plain, b.stake_minor AS stake, b.payout_minor AS payout,
    b.max_payout_minor AS max_payout, date_part('epoch', b.accepted_at) AS accepted_at, b.legs AS leg_count,
    CASE WHEN b.plain THEN NULL WHEN t.v IS NULL AND t.terms IS NULL THEN rc.receipt::text
      ELSE concat('{', concat_ws(',', '"v":' || t.v::text, '"terms":' || t.terms::text), '}') END AS agreed_text,
    EXISTS (SELECT 1 FROM bet_void v WHERE v.bet_id = b.id AND v.ix = -1 AND v.state = 1) AS voided,
    a.state AS advance_state, a.repaid_minor AS repaid,
    nullif(m.stake_tax_minor, 0) AS stake_tax, nullif(m.promo_minor, 0) AS promo, nullif(m.advance_minor, 0) AS advance,
    nullif(m.sold_stake_minor, 0) AS sold_stake,
    CASE WHEN m.sold_stake_minor > 0 THEN (SELECT concat(coalesce(sum(x.gross_minor), 0), ' ', coalesce(sum(x.tax_minor), 0)) FROM bet_sale x WHERE x.bet_id = b.id) END AS sold_for,
    CASE WHEN m.insured_minor > 0 THEN insured_in_time(b.id, b.accepted_at) END AS insured,
    m.gross_minor AS gross, nullif(m.bonus_minor, 0) AS bonus, nullif(m.payout_tax_minor, 0) AS tax, nullif(m.insurance_minor, 0) AS insurance,
    nullif(m.stake_tax_back_minor, 0) AS stake_tax_back, nullif(m.advance_back_minor, 0) AS advance_back, nullif(m.free_bet_minor, 0) AS free_bet,
    CASE WHEN strpos(t.terms::text, '"rule4"') > 0 THEN
      (SELECT array_agg(DISTINCT concat(o.ci, '@', o.player_id)) FROM bet_leg l
       JOIN outcome_result o ON o.ci = l.ci AND o.t = ${RACE_WINNER} AND o.p = 0 AND o.void_halves = 2 WHERE l.bet_id = b.id) END AS withdrawn,
    CASE WHEN strpos(t.terms::text, '"earlyPayout"') > 0 THEN
      (SELECT array_agg(concat(g.ix, ':', g.lead)) FROM (
         SELECT l.ix, max(g.lead) AS lead FROM bet_leg l JOIN game_lead g ON g.ci = l.ci AND g.t = l.t AND l.p = 0
         WHERE l.bet_id = b.id AND g.annulled_at IS NULL AND g.at > b.accepted_at GROUP BY l.ix) g) END AS leads,
    coalesce((SELECT array_agg(ARRAY[l.ix, l.ci, l.t, l.p, l.player_id, l.price, coalesce(r.won, -1), coalesce(r.void_halves, 0), coalesce(r.heat_num, 1),
       coalesce(r.heat_den, 1), CASE WHEN coalesce(l.bought_at, b.accepted_at) > r.known_at OR void_times(l.kind, r.voided, r.line_voided) @> coalesce(l.bought_at, b.accepted_at) THEN 1 ELSE 0 END])::text
     FROM bet_leg l LEFT JOIN outcome_result r ON r.ci = l.ci AND r.t = l.t AND r.p = l.p AND r.player_id = l.player_id
     WHERE l.bet_id = b.id), '{}') AS legs
  FROM bet b LEFT JOIN bet_receipt rc ON rc.bet_id = b.id AND NOT b.plain LEFT JOIN LATERAL json_to_record(rc.receipt) AS t(v json, terms json) ON true
  LEFT JOIN bet_money m ON m.bet_id = b.id LEFT JOIN bet_advance a ON a.bet_id = b.id
  WHERE b.id = ANY($1::bigint[])`

export interface StoredBet {
  betId: bigint
  playerId: number
  currencyId: number
  vid: number
  status: number
  plain: boolean
  bet: SettledBet
  /** In the order of `bet.legs`. */
  legs: readonly { ci: number; t: number; p: number; playerId: number }[]
  /** A decision of somebody else keeps the bet open although its legs are decided. */
  waits: boolean
  /** What stands in the account of open stakes for it while it is open. */
  openStakeMinor: Minor
  /** Not yet repaid of an advance. */
  owedMinor: Minor
  booked: Booked
}

/** Nearly every result is one of these, by what was won and the halves that are void. */
const USUAL: readonly (readonly LegResult[])[] = [
  [legResult('LOSE'), legResult('HALF_LOSE')],
  [legResult('WIN'), legResult('HALF_WIN')],
]

function resultOf(row: LegRow): LegResult | null {
  if (row.void) return legResult('VOID')
  if (row.won === null) return null
  const plainHeat = row.heat_den === 1 && row.heat_num === 1
  const usual = plainHeat ? USUAL[row.won]![row.void_halves] : undefined
  return usual ?? { won: row.won, voidHalves: row.void_halves, deadHeat: plainHeat ? ONE : fraction(row.heat_num, row.heat_den) }
}

interface LegTerms {
  ix: number
  voided: boolean
  deducted: number
  early: EarlyPayout | undefined
  houseHeat: readonly number[] | undefined
  leads: ReadonlyMap<number, number>
}

function legOf(row: LegRow, { ix, voided, deducted, early, houseHeat, leads }: LegTerms): BetLeg {
  const official = voided ? legResult('VOID') : resultOf(row)
  const leg: BetLeg = { price: row.price, result: official }
  if (deducted > 0) leg.deducted = deducted
  if (official && houseHeat?.includes(ix)) {
    leg.result = resultByHouse(houseHeat, ix, official)
    leg.shared = official
  }
  if (!early?.legs.includes(ix)) return leg
  const lead = leads.get(ix) ?? 0
  leg.result = resultWithLead(early, ix, official, lead)
  leg.early = { lead, official }
  return leg
}

const NO_LEADS: ReadonlyMap<number, number> = new Map()

function leadsOf(written: readonly string[] | null): ReadonlyMap<number, number> {
  return written ? new Map(written.map((text) => text.split(':').map(Number) as [number, number])) : NO_LEADS
}

/** Throws when legs are missing, or the receipt and the booked money contradict each other: such a bet must not be paid. */
export function storedBet(row: BetRow): StoredBet {
  if (row.legs.length !== row.leg_count) throw new Error('the bet has not the legs that it was placed with')
  const agreed = row.plain ? {} : agreedIn(row.agreed_text)
  const deducted = (leg: LegRow, ix: number) =>
    row.withdrawn ? deductedOf(agreed.rule4, ix, (runner) => row.withdrawn!.includes(`${leg.ci}@${runner}`)) : 0
  const leads = leadsOf(row.leads)
  const { earlyPayout: early, houseHeat } = agreed
  const bet: SettledBet = {
    kind: must(KIND_OF_VID[row.vid], 'a kind of bet'),
    stakeMinor: row.stake,
    legs: row.legs.map((leg, ix) => legOf(leg, { ix, voided: row.voided, deducted: deducted(leg, ix), early, houseHeat, leads })),
    maxPayoutMinor: row.max_payout,
    exponent: currencyById(row.currency_id).exponent,
    ...agreed,
  }
  if (row.sold_stake) bet.soldStakeMinor = row.sold_stake
  if (row.sold_for) {
    const [gross, tax] = row.sold_for.split(' ')
    bet.soldGrossMinor = BigInt(gross!)
    bet.soldTaxMinor = BigInt(tax!)
  }
  if (row.insured) {
    const [covered, late] = row.insured.split(' ')
    bet.insuredMinor = BigInt(covered!)
    if (late !== '0') bet.premiumBackMinor = BigInt(late!)
  }
  if (row.advance_state === 2 && row.advance) bet.uncoveredMinor = row.advance
  const stakeTax = row.stake_tax ?? 0n
  // Thrown by hand: the words of an assertion would be made for every bet.
  if (stakeTax !== (bet.tax ? stakeTaxMinor(row.stake, bet.tax) : 0n))
    throw new Error('the stake tax that was booked is not that of the receipt')
  if ((row.promo ?? 0n) !== (bet.promoMinor ?? 0n)) throw new Error('the promo stake that was booked is not that of the receipt')
  return {
    betId: row.bet_id,
    playerId: row.player_id,
    currencyId: row.currency_id,
    vid: row.vid,
    status: row.status,
    plain: row.plain,
    bet,
    legs: row.legs,
    waits: row.advance_state === 0,
    openStakeMinor: row.stake - stakeTax - (row.sold_stake ?? 0n),
    owedMinor: row.advance_state === 2 ? (row.advance ?? 0n) - (row.repaid ?? 0n) : 0n,
    booked: bookedOf(row),
  }
}

/** Of plain bets the payout is all there is. */
function bookedOf(row: BetRow): Booked {
  if (!SETTLED.includes(row.status)) return UNSETTLED
  return {
    settled: true,
    grossMinor: row.plain ? row.payout : (row.gross ?? 0n),
    bonusMinor: row.bonus ?? 0n,
    taxMinor: row.tax ?? 0n,
    insuranceMinor: row.insurance ?? 0n,
    stakeTaxBackMinor: row.stake_tax_back ?? 0n,
    advanceBackMinor: row.advance_back ?? 0n,
    freeBetMinor: row.free_bet ?? 0n,
  }
}

type Queries = Pick<pg.Pool, 'query'>

export async function listBetRows(queries: Queries, ids: readonly bigint[]): Promise<BetRow[]> {
  if (ids.length === 0) return []
  const { rows } = await queries.query<SentRow>({ name: 'settlement_bets', text: SELECT_BETS, values: [`{${ids.join(',')}}`] })
  return rows.map(betRow)
}

/** The row of the driver itself: a copy of its many fields would cost as much as reading them. */
function betRow(row: SentRow): BetRow {
  const legs = rowsOf(row.legs as string).map(legRow)
  legs.sort((a, b) => a.ix - b.ix)
  return Object.assign(row, { accepted_at: Math.round(row.accepted_at * 1000), legs })
}

const [MINUS, ZERO, NINE, CLOSE] = [45, 48, 57, 125]

/** The numbers of "{{1,-2},{3,4}}", row by row. */
function rowsOf(text: string): number[][] {
  const rows: number[][] = []
  let row: number[] = []
  let value = 0
  let sign = 1
  let digits = false
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code >= ZERO && code <= NINE) {
      value = value * 10 + (code - ZERO)
      digits = true
      continue
    }
    if (digits) row.push(sign * value)
    if (digits && code === CLOSE) {
      rows.push(row)
      row = []
    }
    value = 0
    digits = false
    sign = code === MINUS ? -1 : 1
  }
  return rows
}

/** In the order of the statement above. */
function legRow([ix, ci, t, p, playerId, price, won, halves, num, den, isVoid]: number[]): LegRow {
  return {
    ix: ix!,
    ci: ci!,
    t: t!,
    p: p!,
    playerId: playerId!,
    price: price!,
    void: isVoid === 1,
    won: won === -1 ? null : (won as 0 | 1),
    void_halves: halves as 0 | 1 | 2,
    heat_num: num!,
    heat_den: den!,
  }
}

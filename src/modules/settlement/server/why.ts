/** GET /web-api/bets/why: what settled a bet, told to its player with everything that is needed to check it (SET-10, SET-11). */
import { sql } from 'kysely'
import { CANCEL_REASONS } from '#modules/feeds/rules/status.ts'
import { currencyById } from '#modules/ledger/rules/currency.ts'
import { currentType, marketOfType } from '#modules/line/rules/market-book.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import type { Line } from '#modules/line/server/index.ts'
import { BET_STATUS } from '#modules/payout/rules/bet.ts'
import type { WhyFact, WhyLeg, WhyReply } from '#modules/payout/contract.ts'
import type { EarlyPayout } from '#modules/payout/rules/terms.ts'
import { resultName, sameResult, type LegResult } from '#modules/payout/rules/leg.ts'
import { inputsOf, legResultOf, writtenResult } from '#modules/payout/rules/why.ts'
import { rawPool, type Db } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { MarketAction } from '../rules/effective.ts'
import { paidMinor } from '../rules/entries.ts'
import { plainRule } from '../rules/plain-rule.ts'
import { marketAction } from './actions.ts'
import { legScore, SCORE_COLUMNS, type ScoreRow } from './leg-score.ts'
import { listBetRows, storedBet, type BetRow, type LegRow, type StoredBet } from './stored-bet.ts'

interface LegFacts extends ScoreRow {
  ix: number
  market_key: string | null
  known_at: Date | null
  bought_at: Date | null
  void_halves: number | null
  actions: StoredFact[] | null
  /** When and at which score an early payout was reached. */
  lead_at: Date | null
  lead_home: number | null
  lead_away: number | null
  by_hand: { officer: string; act: WhyLeg['by_hand'][number]['act']; at: string }[] | null
  /** Taken in a time that was cancelled. */
  cancelled: boolean
  /** The market was cancelled for bets of every time, and not of some hours. */
  cancelled_whole: boolean
  cancel_reason: string | null
  called_off: boolean
  /** Taken on the line when the game had begun. */
  started: boolean
}

interface StoredFact {
  t: string
  fact_key: string
  sent_at: string
  certainty: string | null
  results: unknown
  from_at: string | null
  to_at: string | null
  undecided: boolean | null
  line: boolean | null
  reason: string | null
}

const SETTLED: readonly number[] = [BET_STATUS.lost, BET_STATUS.paid, BET_STATUS.returned]

export interface WhyDeps {
  db: Db
  line: Pick<Line, 'byCi'>
}

/** Problem: payout.no_bet (404), also for the bets of others. */
export async function readWhy(
  { db, line }: WhyDeps,
  ctx: Pick<Ctx, 'player' | 'config' | 'now'>,
  query: { bet_id: number },
): Promise<WhyReply | Problem> {
  const [row] = await listBetRows(rawPool(db), [BigInt(query.bet_id)])
  if (!row || row.player_id !== ctx.player!.id || ctx.config.coupon.hiddenBetStatuses.includes(row.status))
    return problem('payout.no_bet', { status: 404, wire: 404, field: 'bet_id' })
  const [facts, more] = await Promise.all([listFacts(db, row.bet_id), selectMore(db, row.bet_id)])
  const byLeg = new Map(facts.map((leg) => [leg.ix, leg]))
  const stored = readOptional(row)
  return {
    bet_id: query.bet_id,
    status: row.status,
    currency: currencyById(row.currency_id).code,
    accepted_at: row.accepted_at,
    settled_at: more.settled_at?.getTime() ?? null,
    voided: more.reason,
    waits: row.status === BET_STATUS.blocked ? (more.check ? 'officers' : 'checked') : stored?.waits ? 'advance' : null,
    check: row.status === BET_STATUS.blocked && more.check ? { ...more.check, now: ctx.now } : null,
    free_bet: more.free_bet,
    legs: row.legs.map((leg, ix) =>
      whyLeg(row, leg, { known: byLeg.get(ix), line, early: stored?.bet.earlyPayout, shared: stored?.bet.legs[ix]!.shared, ix }),
    ),
    inputs: stored && inputsOf(stored.bet),
    booked: stored && SETTLED.includes(row.status) ? bookedOf(stored) : null,
  }
}

/** A bet that cannot be read is stopped for the people of the house to look at; its legs are told all the same. */
function readOptional(row: BetRow): StoredBet | null {
  try {
    return storedBet(row)
  } catch {
    return null
  }
}

function bookedOf({ booked }: StoredBet): WhyReply['booked'] {
  return {
    gross: String(booked.grossMinor),
    bonus: String(booked.bonusMinor),
    tax: String(booked.taxMinor),
    insurance: String(booked.insuranceMinor),
    freeBet: String(booked.freeBetMinor),
    net: String(paidMinor(booked)),
  }
}

interface Known {
  known: LegFacts | undefined
  line: WhyDeps['line']
  early: EarlyPayout | undefined
  shared: LegResult | undefined
  ix: number
}

function earlyOf({ known, early, ix }: Known): WhyLeg['early'] {
  if (!early?.legs.includes(ix)) return null
  const reached = known?.lead_at ? { at: known.lead_at.getTime(), score: [known.lead_home!, known.lead_away!] as const } : null
  return { lead: early.lead, reached }
}

function whyLeg(row: BetRow, leg: LegRow, given: Known): WhyLeg {
  const { known, line, shared } = given
  const isShared = shared !== undefined && resultName(shared) === 'DEAD_HEAT'
  const usual = plainRule(known?.market_key ?? marketInBook(line, leg) ?? marketOfType(leg.t)?.key ?? '', leg.t, leg.p)
  const { score, untold } = known ? legScore(known) : { score: null, untold: false }
  const isReturned = known?.void_halves === 2
  const rule = isShared ? { key: 'rule_shared_by_house', params: {} } : untold && isReturned ? { key: 'rule_untold', params: {} } : usual
  const facts = (known?.actions ?? []).map((action) => whyFact(action, leg))
  return {
    rule: rule.key,
    params: rule.params,
    price: leg.price,
    early: earlyOf(given),
    by_hand: (known?.by_hand ?? []).map(({ at, ...hand }) => ({ ...hand, at: Date.parse(at) })),
    score,
    known_at: known?.known_at?.getTime() ?? null,
    bought_at: known?.bought_at?.getTime() ?? null,
    void: row.voided ? 'by_hand' : leg.void ? voidedAs(known) : null,
    void_reason: CANCEL_REASONS.find((reason) => reason === known?.cancel_reason) ?? null,
    corrected: wasCorrected(facts),
    facts: facts.filter((fact) => fact.said !== 'settle' || fact.result !== null),
  }
}

/** Two markets share the types of a win, with a draw and without: of a leg that is still open the line knows which it is. */
function marketInBook(line: WhyDeps['line'], leg: LegRow): string | null {
  for (const { key, outcomes } of line.byCi(leg.ci)?.part.markets.values() ?? [])
    if (outcomes.some((one) => one.t === currentType(leg.t) && one.playerId === leg.playerId && paramKey(one.p) === leg.p)) return key
  return null
}

/** As the page of the bet names it, unless only bets of some hours were cancelled. */
function voidedAs(known: LegFacts | undefined): NonNullable<WhyLeg['void']> {
  if (known?.started) return 'started'
  // A cancelled market has no result that a bet could be late for.
  if (!known?.cancelled) return 'late'
  if (!known.cancelled_whole) return 'cancelled'
  return known.called_off ? 'game' : 'market'
}

function whyFact(action: StoredFact, leg: LegRow): WhyFact {
  const read = marketAction({
    ...action,
    sent_at: new Date(action.sent_at),
    from_at: action.from_at ? new Date(action.from_at) : null,
    to_at: action.to_at ? new Date(action.to_at) : null,
  })
  const stated =
    read.t === 'settle' ? read.results.find((r) => r.t === currentType(leg.t) && r.p === leg.p && r.playerId === leg.playerId) : undefined
  return {
    said: saidOf(read),
    at: read.sentAt,
    source: action.fact_key.split('|', 1)[0]!,
    certainty: read.t === 'settle' ? read.certainty : null,
    result: stated?.result ? writtenResult(stated.result) : null,
    reason: action.reason,
  }
}

function saidOf(read: MarketAction): WhyFact['said'] {
  switch (read.t) {
    case 'settle':
      return 'settle'
    case 'settle.rollback':
      return 'rollback'
    case 'cancel':
      return read.line ? 'started' : 'cancel'
    case 'cancel.rollback':
      return read.line ? 'started_rollback' : 'cancel_rollback'
  }
}

/** Two statements that differ, or one that was taken back. */
function wasCorrected(facts: readonly WhyFact[]): boolean {
  const results = facts.flatMap((fact) => (fact.result ? [fact.result] : []))
  return (
    facts.some((fact) => fact.said === 'rollback') || results.some((result) => !sameResult(legResultOf(result), legResultOf(results[0]!)))
  )
}

async function listFacts(db: Db, betId: bigint): Promise<LegFacts[]> {
  const { rows } = await sql<LegFacts>`
    SELECT l.ix, l.bought_at, r.market_key, r.known_at, r.void_halves, r.reason AS cancel_reason,
      coalesce(r.voided @> coalesce(l.bought_at, b.accepted_at), false) AS cancelled, coalesce(r.voided @> '(,)'::tstzrange, false) AS cancelled_whole,
      coalesce(l.kind = 3 AND r.line_voided @> coalesce(l.bought_at, b.accepted_at) AND NOT r.voided @> coalesce(l.bought_at, b.accepted_at), false) AS started,
      EXISTS (SELECT 1 FROM game x WHERE x.ci = coalesce(g.main_ci, l.ci) AND (x.status = 'cancelled' OR x.status_note = 'called_off')) AS called_off,
      ${SCORE_COLUMNS}, e.at AS lead_at, e.home AS lead_home, e.away AS lead_away,
      (SELECT json_agg(json_build_object('officer', h.officer, 'act', h.act, 'at', h.at) ORDER BY h.id)
       FROM result_by_hand h WHERE h.ci IN (SELECT * FROM matches_of_leg(l.ci)) AND NOT h.refused) AS by_hand,
      (SELECT json_agg(json_build_object('t', a.t, 'fact_key', a.fact_key, 'sent_at', a.sent_at, 'certainty', a.certainty, 'results', a.results,
        'from_at', a.from_at, 'to_at', a.to_at, 'undecided', a.undecided, 'line', a.line, 'reason', a.reason) ORDER BY a.sent_at, a.id)
       FROM settlement_action a WHERE a.ci = r.ci AND a.market_key = r.market_key AND a.spec = r.spec) AS actions
    FROM bet_leg l JOIN bet b ON b.id = l.bet_id
    LEFT JOIN outcome_result r ON r.ci = l.ci AND r.t = l.t AND r.p = l.p AND r.player_id = l.player_id
    LEFT JOIN bet_game g ON g.ci = l.ci
    LEFT JOIN LATERAL (
      SELECT x.at, x.home, x.away FROM game_lead x JOIN bet_receipt rc ON rc.bet_id = b.id
      WHERE x.ci = l.ci AND x.t = l.t AND l.p = 0 AND x.annulled_at IS NULL AND x.at > b.accepted_at
        AND x.lead >= (rc.receipt->'terms'->'earlyPayout'->>'lead')::integer
      ORDER BY x.at LIMIT 1
    ) e ON true
    WHERE l.bet_id = ${String(betId)}::bigint ORDER BY l.ix`.execute(db)
  return rows
}

interface More {
  settled_at: Date | null
  reason: string | null
  check: Omit<NonNullable<WhyReply['check']>, 'now'> | null
  free_bet: WhyReply['free_bet']
}

async function selectMore(db: Db, betId: bigint): Promise<More> {
  const { rows } = await sql<
    Pick<More, 'settled_at' | 'reason'> & {
      payout: bigint | null
      asked_at: Date
      due_at: Date
      signed: boolean
      code: string | null
      until: Date
      used: boolean
    }
  >`
    SELECT b.settled_at, (SELECT v.reason FROM bet_void v WHERE v.bet_id = b.id AND v.ix = -1 AND v.state = 1) AS reason,
      w.payout_minor AS payout, w.asked_at, w.due_at, w.first_by IS NOT NULL AS signed,
      c.code, c.valid_until AS until, c.bet_id IS NOT NULL AS used
    FROM bet b LEFT JOIN win_check w ON w.bet_id = b.id AND w.state = 0
      LEFT JOIN promo_code c ON c.insured_bet = b.id AND c.valid_until > c.given_at WHERE b.id = ${String(betId)}::bigint`.execute(db)
  const { settled_at, reason, payout, asked_at, due_at, signed, code, until, used } = rows[0]!
  const check = payout === null ? null : { payout: String(payout), asked_at: asked_at.getTime(), due_at: due_at.getTime(), signed }
  return { settled_at, reason, check, free_bet: code === null ? null : { code, until: until.getTime(), used } }
}

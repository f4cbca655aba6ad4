/**
 * Bets that are neither single nor express: systems, chains and so on are worked out by the rules, bet by bet,
 * and by the second calculation beside it. Where the two disagree the bet is blocked and nothing is paid (SET-07).
 */
import type pg from 'pg'
import { must } from '#lib/assert.ts'
import type { Logger } from '#platform/server/log.ts'
import { KIND_OF_VID, OPEN_STATUS, WIRE_STATUS, type BetLeg, type SettledBet } from '#modules/payout/rules/bet.ts'
import { fraction } from '#modules/payout/rules/fraction.ts'
import { legResult, type LegResult } from '#modules/payout/rules/leg.ts'
import { settleBet } from '#modules/payout/rules/payout.ts'
import { referencePayout } from '#modules/payout/rules/reference.ts'
import { asReference } from '#modules/payout/rules/reference-bridge.ts'
import { betTerms } from './bet-terms.ts'

const BLOCKED_STATUS = 7

export interface BetRow {
  bet_id: bigint
  vid: number
  stake: bigint
  max_payout: bigint | null
  receipt: unknown
  legs: LegRow[]
}

export interface LegRow {
  price: number
  /** The bet was accepted in a time that was cancelled, or after the result was known. */
  void: boolean
  won: 0 | 1 | null
  void_halves: 0 | 1 | 2 | null
  heat_num: number | null
  heat_den: number | null
}

/** All that the rules need of bets, with the results in force. */
export const SELECT_BETS = `
  SELECT b.id AS bet_id, b.vid, b.stake_minor AS stake, b.max_payout_minor AS max_payout, rc.receipt,
    (SELECT json_agg(json_build_object('price', l.price, 'won', r.won, 'void_halves', r.void_halves, 'heat_num', r.heat_num, 'heat_den', r.heat_den,
      'void', coalesce(r.voided @> b.accepted_at OR b.accepted_at > r.known_at, false)) ORDER BY l.ix)
     FROM bet_leg l LEFT JOIN outcome_result r ON r.ci = l.ci AND r.t = l.t AND r.p = l.p AND r.player_id = l.player_id
     WHERE l.bet_id = b.id) AS legs
  FROM bet b LEFT JOIN bet_receipt rc ON rc.bet_id = b.id WHERE b.id = ANY($1::bigint[])`

export function legOf(row: LegRow): BetLeg {
  return { price: row.price, result: resultOf(row) }
}

function resultOf(row: LegRow): LegResult | null {
  if (row.void) return legResult('VOID')
  if (row.won === null) return null
  return { won: row.won, voidHalves: row.void_halves ?? 0, deadHeat: fraction(row.heat_num ?? 1, row.heat_den ?? 1) }
}

/** A stored bet in the form of the rules. */
export function ruledBet(row: BetRow): SettledBet {
  return {
    kind: must(KIND_OF_VID[row.vid], `bet ${row.bet_id} has an unknown kind ${row.vid}`),
    stakeMinor: row.stake,
    legs: row.legs.map(legOf),
    maxPayoutMinor: row.max_payout,
    ...betTerms(row.receipt),
  }
}

export interface Target {
  status: number
  payoutMinor: bigint
}

/** Playing out every variant of more legs than this takes longer than a settler may wait. */
const MAX_REPLAYED_LEGS = 12
const KINDS_OF_VARIANTS: readonly string[] = ['system', 'lucky', 'patent', 'multi_bet']

/** Wire status and payout that the results in force give; open bets have status 1. */
export function targetOf(bet: SettledBet): Target {
  const settled = settleBet(bet)
  if (!settled) return { status: OPEN_STATUS, payoutMinor: 0n }
  const target = { status: WIRE_STATUS[settled.status], payoutMinor: settled.payoutMinor }
  if (KINDS_OF_VARIANTS.includes(bet.kind) && bet.legs.length > MAX_REPLAYED_LEGS) return target
  // The second calculation plays whole bets only; a bet lost early stays lost whatever its open legs become.
  const whole = { ...bet, legs: bet.legs.map((leg) => ({ ...leg, result: leg.result ?? legResult('WIN') })) }
  return referencePayout(asReference(whole)) === settled.payoutMinor ? target : { status: BLOCKED_STATUS, payoutMinor: 0n }
}

/** A bet that cannot be worked out is blocked: it must not hold up the bets beside it. */
export function targetOfRow(row: BetRow, log: Logger | null): Target {
  try {
    const target = targetOf(ruledBet(row))
    if (target.status === BLOCKED_STATUS)
      log?.error({ betId: String(row.bet_id) }, 'the two calculations of a payout disagree: bet blocked')
    return target
  } catch (error) {
    log?.error({ betId: String(row.bet_id), err: error }, 'a bet cannot be worked out: bet blocked')
    return { status: BLOCKED_STATUS, payoutMinor: 0n }
  }
}

/** Adds the targets of these bets to the work table of the connection. */
export async function insertOtherTargets(client: pg.PoolClient, ids: readonly bigint[], log: Logger): Promise<void> {
  const { rows } = await client.query<BetRow>({ name: 'settlement_bets', text: SELECT_BETS, values: [`{${ids.join(',')}}`] })
  const targets = rows.map((row) => ({ id: row.bet_id, ...targetOfRow(row, log) }))
  await client.query({
    name: 'settlement_add',
    text: 'SELECT settlement_add($1, $2, $3)',
    values: [
      `{${targets.map((t) => t.id).join(',')}}`,
      `{${targets.map((t) => t.status).join(',')}}`,
      `{${targets.map((t) => t.payoutMinor).join(',')}}`,
    ],
  })
}

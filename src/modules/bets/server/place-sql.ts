/** The two calls of the database that place bets (migrations/0016_limit_guards.sql), their values as text. */
import type { BetToAccept } from './acceptor.ts'

export interface SingleRow {
  /** 0 accepted, 103 no money, 900030 block or own limit, 109 liability, 1 repeated, 2 repeated with another body. */
  outcome: number
  stored_outcome: number
  bet_id: bigint
  balance: bigint | null
}

export interface BatchRow extends SingleRow {
  request: bigint
}

export const PLACE_SINGLE = {
  name: 'place_bet',
  text: 'SELECT outcome, stored_outcome, bet_id, balance FROM place_bet($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20)',
}

export const PLACE_BATCH = {
  name: 'place_bets',
  text: 'SELECT request, outcome, stored_outcome, bet_id, balance FROM place_bets($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22,$23)',
}

/** Array as a text literal: `{1,2,null}`. Only for values that need no quotes. */
function literal(values: readonly (string | number | bigint | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : value)).join(',')}}`
}

function quoted(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`
}

export function singleValues(bet: BetToAccept, at: number): unknown[] {
  const { legs } = bet
  return [
    bet.guid,
    bet.bodyHash,
    bet.playerId,
    bet.accountId,
    String(bet.betId),
    bet.vid,
    String(bet.stakeMinor),
    bet.currencyId,
    bet.price,
    bet.maxPayoutMinor === null ? null : String(bet.maxPayoutMinor),
    bet.receipt,
    literal(legs.map((leg) => leg.ci)),
    literal(legs.map((leg) => leg.t)),
    literal(legs.map((leg) => leg.p)),
    literal(legs.map((leg) => leg.playerId)),
    literal(legs.map((leg) => leg.kind)),
    literal(legs.map((leg) => leg.price)),
    new Date(at).toISOString(),
    bet.liability ? literal(bet.liability.cents) : null,
    bet.liability ? literal(legs.map(() => bet.liability!.mostCents)) : null,
  ]
}

export function batchValues(bets: readonly BetToAccept[], at: number): (string | null)[] {
  const isCounted = bets.some((bet) => bet.liability)
  const legs = bets.flatMap((bet) => bet.legs.map((leg, ix) => ({ ...leg, ix, betId: bet.betId })))
  return [
    quoted(bets.map((bet) => bet.guid)),
    literal(bets.map((bet) => bet.bodyHash)),
    literal(bets.map((bet) => bet.playerId)),
    literal(bets.map((bet) => bet.accountId)),
    literal(bets.map((bet) => bet.betId)),
    literal(bets.map((bet) => bet.vid)),
    literal(bets.map((bet) => bet.legs.length)),
    literal(bets.map((bet) => bet.stakeMinor)),
    literal(bets.map((bet) => bet.currencyId)),
    literal(bets.map((bet) => bet.price)),
    literal(bets.map((bet) => bet.maxPayoutMinor)),
    quoted(bets.map((bet) => bet.receipt)),
    literal(legs.map((leg) => leg.betId)),
    literal(legs.map((leg) => leg.ix)),
    literal(legs.map((leg) => leg.ci)),
    literal(legs.map((leg) => leg.t)),
    literal(legs.map((leg) => leg.p)),
    literal(legs.map((leg) => leg.playerId)),
    literal(legs.map((leg) => leg.kind)),
    literal(legs.map((leg) => leg.price)),
    new Date(at).toISOString(),
    isCounted ? literal(bets.flatMap((bet) => bet.legs.map((_, ix) => bet.liability?.cents[ix] ?? 0n))) : null,
    isCounted ? literal(bets.flatMap((bet) => bet.legs.map(() => bet.liability?.mostCents ?? 0n))) : null,
  ]
}

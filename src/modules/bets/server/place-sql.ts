/** The two calls of the database that place bets (migrations/0016_limit_guards.sql), their values. */
import type { AcceptorLeg, BetToAccept } from './acceptor.ts'
import { int2Array, int4Array, int8Array, jsonArray, textArray, uuidArray } from './binary-array.ts'

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

/** Array as a text literal: `{1,2,3}`. Only for values that need no quotes. */
function literal(values: readonly (string | number | bigint)[]): string {
  return `{${values.join()}}`
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

/** A leg beside the bet that it is of. */
interface BatchLeg {
  bet: BetToAccept
  leg: AcceptorLeg
  ix: number
}

export function batchValues(bets: readonly BetToAccept[], at: number): (Buffer | string | null)[] {
  const legs: BatchLeg[] = []
  let isCounted = false
  for (const bet of bets) {
    isCounted ||= !!bet.liability
    bet.legs.forEach((leg, ix) => legs.push({ bet, leg, ix }))
  }
  return [
    textArray(bets, (bet) => bet.guid),
    uuidArray(bets, (bet) => bet.bodyHash),
    int4Array(bets, (bet) => bet.playerId),
    int4Array(bets, (bet) => bet.accountId),
    int8Array(bets, (bet) => bet.betId),
    int2Array(bets, (bet) => bet.vid),
    int2Array(bets, (bet) => bet.legs.length),
    int8Array(bets, (bet) => bet.stakeMinor),
    int2Array(bets, (bet) => bet.currencyId),
    literal(bets.map((bet) => bet.price)),
    int8Array(bets, (bet) => bet.maxPayoutMinor),
    jsonArray(bets, (bet) => bet.receipt),
    int8Array(legs, ({ bet }) => bet.betId),
    int2Array(legs, ({ ix }) => ix),
    int4Array(legs, ({ leg }) => leg.ci),
    int4Array(legs, ({ leg }) => leg.t),
    int4Array(legs, ({ leg }) => leg.p),
    int4Array(legs, ({ leg }) => leg.playerId),
    int2Array(legs, ({ leg }) => leg.kind),
    int4Array(legs, ({ leg }) => leg.price),
    new Date(at).toISOString(),
    isCounted ? int8Array(legs, ({ bet, ix }) => bet.liability?.cents[ix] ?? 0n) : null,
    isCounted ? int8Array(legs, ({ bet }) => bet.liability?.mostCents ?? 0n) : null,
  ]
}

/** The two calls of the database that place bets (migrations/0041_placing.sql), their values. */
import type { CountedPart } from '#modules/limits/server/index.ts'
import type { AcceptorLeg, BetToAccept, StakeMoney } from './acceptor.ts'
import { boolArray, int2Array, int4Array, int8Array, jsonArray, textArray, uuidArray } from './binary-array.ts'

export interface SingleRow {
  /** 0 accepted, 103 no money, 900030 block or own limit, 109 liability, 900011 promo code, 1 repeated, 2 repeated with another body. */
  outcome: number
  stored_outcome: number
  bet_id: bigint
  balance: bigint | null
}

export interface BatchRow extends SingleRow {
  request: bigint
}

/** A query as the driver takes it; the name keeps its plan. */
export interface Statement {
  name: string
  text: string
  values: unknown[]
}

/** A plain bet leaves the last parameters to their defaults: its call is what it was without them. */
const placeSingle = call('place_bet', 'outcome, stored_outcome, bet_id, balance', 22)
const placeTerms = call('place_bet_terms', 'outcome, stored_outcome, bet_id, balance', 29)
const placeBatch = call('place_bets', 'request, outcome, stored_outcome, bet_id, balance', 26)
const placeBatchTerms = call('place_bets_terms', 'request, outcome, stored_outcome, bet_id, balance', 28)

function call(name: string, columns: string, parameters: number): { name: string; text: string } {
  const list = Array.from({ length: parameters }, (_, i) => `$${i + 1}`).join()
  return { name, text: `SELECT ${columns} FROM ${name.replace('_terms', '')}(${list})` }
}

export function singleOf(bet: BetToAccept, at: number): Statement {
  const values = singleValues(bet, at)
  return bet.money ? { ...placeTerms, values: [...values, ...moneyValues(bet.money), keptLegs(bet.legs)] } : { ...placeSingle, values }
}

function moneyValues({ stakeTaxMinor, promo, advance }: StakeMoney): unknown[] {
  return [
    false,
    String(stakeTaxMinor),
    String(promo?.minor ?? 0n),
    promo?.code ?? null,
    String(advance?.minor ?? 0n),
    advance ? String(advance.mostMinor) : null,
  ]
}

/** Null but for an edit; its bet_change is there before it. */
function keptLegs(legs: readonly AcceptorLeg[]): string | null {
  const kept = legs.flatMap((leg, ix) => (leg.isKept ? [ix] : []))
  return kept.length > 0 ? literal(kept) : null
}

export function batchOf(bets: readonly BetToAccept[], at: number): Statement {
  const values = batchValues(bets, at)
  if (!bets.some((bet) => bet.money)) return { ...placeBatch, values }
  const more = [boolArray(bets, (bet) => !bet.money), int8Array(bets, (bet) => bet.money?.stakeTaxMinor ?? 0n)]
  return { ...placeBatchTerms, values: [...values, ...more] }
}

/** Array as a text literal: `{1,2,3}`. Only for values that need no quotes. */
function literal(values: readonly (string | number | bigint)[]): string {
  return `{${values.join()}}`
}

function singleValues(bet: BetToAccept, at: number): unknown[] {
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
    bet.stops === undefined ? null : String(bet.stops),
    bet.parts ? literal(bet.parts.map((part) => `"${part.key}"`)) : null,
    bet.parts ? literal(bet.parts.map((part) => part.cents)) : null,
    bet.parts ? literal(bet.parts.map((part) => part.mostCents)) : null,
  ]
}

/** A leg beside the bet that it is of. */
interface BatchLeg {
  bet: BetToAccept
  leg: AcceptorLeg
  ix: number
}

function batchValues(bets: readonly BetToAccept[], at: number): (Buffer | string | null)[] {
  const legs: BatchLeg[] = []
  const parts: { bet: BetToAccept; part: CountedPart }[] = []
  let stops: bigint | null = null
  for (const bet of bets) {
    bet.legs.forEach((leg, ix) => legs.push({ bet, leg, ix }))
    for (const part of bet.parts ?? []) parts.push({ bet, part })
    if (bet.stops !== undefined && (stops === null || bet.stops < stops)) stops = bet.stops
  }
  const counted = parts.length > 0
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
    stops === null ? null : String(stops),
    counted ? int8Array(parts, ({ bet }) => bet.betId) : null,
    counted ? textArray(parts, ({ part }) => part.key) : null,
    counted ? int8Array(parts, ({ part }) => part.cents) : null,
    counted ? int8Array(parts, ({ part }) => part.mostCents) : null,
  ]
}

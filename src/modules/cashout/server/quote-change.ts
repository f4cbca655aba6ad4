/**
 * Edit bet and power bet before they are written (rules 8.2, 8.3): what the player made of the pending legs, and the
 * coefficient that the bet would go on with. Decided legs are inside it and leave the bet.
 */
import { must } from '#lib/assert.ts'
import type { Minor } from '#lib/money.ts'
import { MIN_PRICE, type Milli } from '#lib/price.ts'
import type { Line } from '#modules/line/server/index.ts'
import { VID } from '#modules/coupon/rules/kinds.ts'
import { rebasedPrice } from '#modules/payout/rules/base-price.ts'
import { legResult } from '#modules/payout/rules/leg.ts'
import { settleBet } from '#modules/payout/rules/payout.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { addedPrice, changeOf, raises, standingPrice } from '../rules/change.ts'
import type { Offer } from '../rules/offer.ts'
import type { OffReason, SaleBet } from '../rules/sale-bet.ts'
import type { StoredBet, StoredLeg } from './bet-store.ts'
import type { LegSource, OutcomeId } from './leg-now.ts'
import { isSameMarket } from './same-market.ts'
import { notSold } from './sell.ts'
import { type BetValue, neverSold, type SaleConfigOf, valueBet } from './value-bet.ts'

/** An outcome of the new bet with its price of now. */
export interface WantedLeg extends OutcomeId {
  mainCi: number
  price: Milli
}

export interface QuotedChange {
  bet: StoredBet
  basePrice: Milli
  prices: readonly Milli[]
  /** What the house would have paid for the old bet, before tax. */
  valueMinor: Minor
  /** What the new bet pays when all its legs are void (ADR 0016). */
  worthMinor: Minor
  /** Legs that are new in the bet when it only had some added; null: it was replaced by the value of the old one. */
  added: readonly WantedLeg[] | null
}

/** What the bet is to become. */
export interface WantedChange {
  isPower: boolean
  vid: number
  sameGame: boolean
  eachWay: boolean
}

export const POWER: WantedChange = { isPower: true, vid: VID.single, sameGame: false, eachWay: false }

export interface ChangeDeps {
  source: LegSource
  line: Pick<Line, 'byCi'>
  configOf: SaleConfigOf
}

export type Unchangeable = OffReason | 'insured' | 'part_sold' | 'stake_taxed' | 'kind' | 'becomes'

/** Why the bet is never edited or raised, whatever the line says. */
export function neverChanged(bet: StoredBet): Unchangeable | null {
  const never = neverSold(bet)
  if (never) return never
  if (bet.vid > 1) return 'kind'
  if (bet.terms.jointPrice !== undefined) return 'same_game'
  if (bet.soldStakeMinor > 0n) return 'part_sold'
  if (bet.insuredMinor > 0n) return 'insured'
  // The tax on the stake would be owed twice.
  return bet.stakeTaxMinor > 0n ? 'stake_taxed' : null
}

/** The coefficient of a changed bet is one number for all its legs: other kinds, and joint prices, would be paid at theirs. */
function becomesOther({ vid, sameGame, eachWay }: WantedChange): boolean {
  return (vid !== VID.single && vid !== VID.express) || sameGame || eachWay
}

export function cannotChange(reason: Unchangeable): Problem {
  switch (reason) {
    case 'insured':
    case 'part_sold':
    case 'stake_taxed':
    case 'kind':
    case 'becomes':
      return problem(`cashout.change_${reason}`, { wire: 900_051, field: 'SaleBetId', extra: { reason } })
    default:
      return notSold(reason)
  }
}

/** Problems, all 900051: cashout.off_…, cashout.change_…, cashout.power_…; nothing is read or written here. */
export function quoteChange(deps: ChangeDeps, bet: StoredBet, change: WantedChange, wanted: readonly WantedLeg[]): QuotedChange | Problem {
  const never = neverChanged(bet) ?? (becomesOther(change) ? 'becomes' : null)
  if (never) return cannotChange(never)
  const valued = valueBet(bet, deps.source, deps.configOf)
  if (!valued.answer.on) return notSold(valued.answer.reason)
  return shapeProblem(deps, bet, change.isPower, pendingOf(bet), wanted) ?? quoteValued(bet, valued, change.isPower, wanted)
}

/** The same for a bet whose value is known already and outcomes that may stand in it: who tries many outcomes values it once. */
export function quoteValued(
  bet: StoredBet,
  { answer, bet: standing }: BetValue,
  isPower: boolean,
  wanted: readonly WantedLeg[],
): QuotedChange | Problem {
  if (!answer.on) return notSold(answer.reason)
  const pending = pendingOf(bet)
  const kept = pending.map(keyOf)
  const added = wanted.filter((leg) => !kept.includes(keyOf(leg)))
  const isAdded = changeOf(kept, wanted.map(keyOf)) === 'added'
  const prices = isAdded
    ? wanted.map((leg) => pending.find((old) => keyOf(old) === keyOf(leg))?.price ?? leg.price)
    : wanted.map((leg) => leg.price)
  const basePrice = isAdded
    ? addedPrice(
        standing,
        added.map((leg) => leg.price),
      )
    : rebased(answer.offer, bet, prices)
  if (isPower && !raises(basePrice, standingPrice(standing))) return problem('cashout.power_lower', { wire: 900_051, field: 'Events' })
  if (basePrice < MIN_PRICE || basePrice > MOST_PRICE) return notSold('too_small')
  const valueMinor = answer.offer.grossMinor
  return { bet, basePrice, prices, valueMinor, worthMinor: isAdded ? backIfVoid(standing) : valueMinor, added: isAdded ? added : null }
}

const pendingOf = (bet: StoredBet): StoredLeg[] => bet.legs.filter((leg) => leg.result === null)

/** What the bet pays when its pending legs are void: adding legs to it changes nothing of that. */
function backIfVoid(bet: SaleBet): Minor {
  const legs = bet.legs.map((leg) => ({ ...leg, result: leg.result ?? legResult('VOID') }))
  return must(settleBet({ ...bet, legs }), 'all legs are decided').payoutMinor
}

/** A coefficient beyond it is no longer held by an integer of the database. */
const MOST_PRICE: Milli = 2_000_000_000

function rebased(offer: Offer, bet: StoredBet, prices: readonly Milli[]): Milli {
  return rebasedPrice(offer.grossMinor, bet.stakeMinor, prices)
}

export function keyOf({ ci, t, p, playerId }: OutcomeId): string {
  return `${ci}:${t}:${p}:${playerId}`
}

function shapeProblem(
  deps: ChangeDeps,
  bet: StoredBet,
  isPower: boolean,
  pending: readonly StoredLeg[],
  wanted: readonly WantedLeg[],
): Problem | null {
  const bad = (name: string) => problem(`cashout.${name}`, { wire: 900_051, field: 'Events' })
  if (wanted.length === 0) return bad('change_empty')
  const kind = changeOf(pending.map(keyOf), wanted.map(keyOf))
  if (isPower) {
    if (bet.vid !== 0 || wanted.length !== 1) return bad('power_single')
    return isSameMarket(deps.line, pending[0]!, wanted[0]!) ? null : bad('power_market')
  }
  if (kind === 'same') return bad('change_none')
  const kept = wanted.map(keyOf)
  const removed = pending.filter((leg) => !kept.includes(keyOf(leg)))
  const inMarketOf = (leg: WantedLeg) => removed.some((old) => isSameMarket(deps.line, old, leg))
  // Whoever takes another outcome of the same game takes it in the same market; a leg of another game is a new leg.
  const strays = wanted.some((leg) => removed.some((old) => mainCiOf(deps, old) === leg.mainCi) && !inMarketOf(leg))
  if (strays) return bad('change_market')
  // Where nothing of the bet stays it is no edit but another bet, at odds that nobody would have sold for its value.
  if (removed.length < pending.length || wanted.some(inMarketOf)) return null
  return bad(pending.length === 1 ? 'change_market' : 'change_empty')
}

function mainCiOf({ line }: ChangeDeps, leg: OutcomeId): number {
  return line.byCi(leg.ci)?.game.ci ?? leg.ci
}

/** What the coupon asks of modules that stand above it; composition ties them. */
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import type { Millis } from '#lib/time.ts'
import type { Ctx } from '#platform/server/http.ts'
import type { Problem } from '#platform/shared/problem.ts'
import type { AdvanceValue, CouponRequest } from '../contract.ts'
import type { Selection } from '../rules/selection.ts'

/** The re-based coefficient of a placed bet that is edited or raised (rules 8.2, 8.3). */
export interface SaleQuote {
  price: Milli
  stakeMinor: Minor
  /** What the bet is worth now: its part of the stake re-bases the prices. */
  worthMinor: Minor
  /** Of each leg: kept legs keep the price of the bet when legs are only added. */
  prices: readonly Milli[]
}
export type SaleQuotePort = (
  ctx: Ctx,
  asked: { saleBetId: number; isPowerBet: boolean; vid: number; sameGame: boolean; eachWay: boolean; selections: readonly Selection[] },
) => Promise<SaleQuote | Problem>

export interface AdvancePort {
  quote(ctx: Ctx, body: CouponRequest): Promise<AdvanceValue | Problem>
}

interface PromoCoupon {
  currencyId: number
  vid: number
  prices: readonly Milli[]
  totalMilli?: bigint | undefined
}

/** Promo codes of a player that fit a coupon: its one sum stands for the stake (rules 2.11). */
interface FittingCode {
  code: string
  name: string
  minor: Minor
  minPrice?: Milli
  validUntil?: Millis
}

export interface PromoPort {
  usable(playerId: number, coupon: PromoCoupon): Promise<readonly FittingCode[]>
  /** A code as it was typed; null when it is not the player's or does not fit. */
  fitting(playerId: number, code: string, coupon: PromoCoupon): Promise<FittingCode | null>
  /** Why a code of the player's own does not fit, null = there is nothing to tell. */
  why(
    playerId: number,
    code: string,
    coupon: PromoCoupon,
  ): Promise<{ fault: 'used' | 'over' | 'currency' | 'kind' | 'price'; minPrice: Milli } | null>
}

/** Percent of the express of the day when these are exactly its legs as it stands now, else null (rules 2.10). */
export type DayPercent = (selections: readonly Selection[], expressNum: number) => number | null

/** A pair of the coupon's legs that cannot stand in one bet on a game, and why, in the visitor's language. */
export interface JointConflict {
  a: number
  b: number
  reason: string
}
export interface JointCheck {
  /** Price of all legs together, null when they cannot be combined. */
  price: Milli | null
  /** Localized, null when there is a price. */
  reason: string | null
  conflicts: readonly JointConflict[]
}
/** Outcomes of one game in one bet (rules 7.4). */
export interface JointPort {
  price(selections: readonly Selection[], lng: string): Milli | Problem
  check(selections: readonly Selection[], lng: string): JointCheck
  /** For each candidate why it cannot join the chosen ones, null = it can. */
  candidates(chosen: readonly Selection[], candidates: readonly Selection[], lng: string): Promise<(string | null)[]>
}

export interface CouponPorts {
  sale?: SaleQuotePort
  advance?: AdvancePort
}

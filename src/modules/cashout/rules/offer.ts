/**
 * What the house pays for a bet now (rules 8.1): expectation · (1 − c), floored; cut like a payout, taxed like a payout.
 * Commission and chance come from outside, everything here is exact.
 */
import { divideFloor, type Minor } from '#lib/money.ts'
import { type Fraction, ONE, least, times } from '#modules/payout/rules/fraction.ts'
import { runningCap } from '#modules/payout/rules/payout.ts'
import { effectiveStake } from '#modules/payout/rules/tax.ts'
import { expectedCoefficient, possibleCoefficient } from './expectation.ts'
import type { Millionths, OffReason, SaleBet, SaleTerms } from './sale-bet.ts'
import { saleTaxMinor, saleTaxOf, type SoldBefore } from './sale-tax.ts'

/** A chance below it is not bought: the margin of error would be larger than the value. */
export const LEAST_CHANCE: Millionths = 10_000

export interface Offer {
  /** Exact mean of the payout of what still runs, before the commission. */
  expectation: Fraction
  /** Minor units: what the house pays, the payout tax in it, and what the player gets. */
  grossMinor: Minor
  taxMinor: Minor
  netMinor: Minor
}

export type OfferAnswer = { on: true; offer: Offer } | { on: false; reason: OffReason }

const NOTHING_SOLD: SoldBefore = { grossMinor: 0n, taxMinor: 0n }

/** The offer for all that still runs of the bet, or why there is none. */
export function offerFor(bet: SaleBet, terms: SaleTerms, before: SoldBefore = NOTHING_SOLD): OfferAnswer {
  const open = bet.legs.filter((leg) => leg.result === null)
  if (open.length === 0) return off('decided')
  if ((bet.promoMinor ?? 0n) > 0n) return off('promo')
  if (open.some((leg) => leg.chance < LEAST_CHANCE)) return off('too_unlikely')
  const coefficient = expectedCoefficient(bet)
  if (typeof coefficient === 'string') return off(coefficient)
  if (coefficient.num === 0n) return off('decided')
  const running = effectiveStake(bet.stakeMinor - (bet.soldStakeMinor ?? 0n), bet.tax)
  const expectation = times(times(running, coefficient), shareWithin(bet, running))
  const grossMinor = afterCommission(expectation, terms.commissionMilli)
  const taxMinor = saleTaxMinor(grossMinor, saleTaxOf(bet, before))
  const netMinor = grossMinor - taxMinor
  if (netMinor < terms.minSaleMinor || netMinor <= 0n) return off('too_small')
  if (isGreat(netMinor, terms, before)) return off('great')
  return { on: true, offer: { expectation, grossMinor, taxMinor, netMinor } }
}

function off(reason: OffReason): OfferAnswer {
  return { on: false, reason }
}

/**
 * What the bet would have been bought for in all reaches the sum from which two officers look at a win (standards SET-14).
 * A win waits for them because its results can wait; the value of an open bet moves while they read, so it is not bought.
 */
function isGreat(netMinor: Minor, terms: SaleTerms, before: SoldBefore): boolean {
  return terms.checkFromMinor !== null && before.grossMinor - before.taxMinor + netMinor >= terms.checkFromMinor
}

/** V: floored to the smallest unit (rules 1.3). */
export function afterCommission(expectation: Fraction, commissionMilli: number): Minor {
  return divideFloor(expectation.num * BigInt(1000 - commissionMilli), expectation.den * 1000n)
}

/**
 * The part of the possible payout that the maximum payout lets through. No payout x is cut below x · most / possible,
 * so the value is exact for singles and expresses and never too high for the others.
 */
export function shareWithin(bet: SaleBet, running: Fraction): Fraction {
  if (bet.maxPayoutMinor === null || bet.maxPayoutMinor === undefined) return ONE
  const possible = times(running, possibleCoefficient(bet))
  if (possible.num === 0n) return ONE
  const cap = runningCap(bet)
  return least(ONE, { num: cap.num * possible.den, den: cap.den * possible.num })
}

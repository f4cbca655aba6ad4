/** Largest and smallest stakes (rules 4). Amounts are minor units; every limit is rounded down, exact inside. */
import { divideFloor, type Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import { minorOfEuro, type Currency } from '#modules/ledger/rules/currency.ts'

export interface LegLimit {
  /** What the house may lose on the outcome; null = no limit. */
  liabilityMinor: Minor | null
  /** The trust in the player, thousandths: 1000 = usual. */
  userFactorMilli: number
  /** Null = no absolute maximum. */
  absMaxMinor: Minor | null
}

/** The smallest stake of a bet: what the brand asks, or the currency itself where that is more. */
export function leastStakeMinor(minStakeEur: string, currency: Currency): Minor {
  const ofBrand = minorOfEuro(minStakeEur, currency, 'up')
  return ofBrand > currency.minBetMinor ? ofBrand : currency.minBetMinor
}

/** min(absMax, userFactor · liability / (o − 1)); null = nothing bounds it. */
export function legMaxStake(limit: LegLimit, price: Milli): Minor | null {
  // At 1.00 and below nothing can be lost.
  if (limit.liabilityMinor === null || price <= 1000) return limit.absMaxMinor
  const byLiability = divideFloor(limit.liabilityMinor * BigInt(limit.userFactorMilli), BigInt(price - 1000))
  return limit.absMaxMinor !== null && limit.absMaxMinor < byLiability ? limit.absMaxMinor : byLiability
}

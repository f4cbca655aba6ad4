/** Largest and smallest stakes (rules 4). Amounts are minor units; every limit is rounded down, exact inside. */
import { divideFloor, type Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'

export interface LegLimit {
  /** What the house may lose on the outcome. */
  liabilityMinor: Minor
  /** The trust in the player, thousandths: 1000 = usual. */
  userFactorMilli: number
  /** Null = no absolute maximum. */
  absMaxMinor: Minor | null
}

/** min(absMax, userFactor · liability / (o − 1)). */
export function legMaxStake(limit: LegLimit, price: Milli): Minor {
  const byLiability = divideFloor(limit.liabilityMinor * BigInt(limit.userFactorMilli), BigInt(price - 1000))
  return limit.absMaxMinor !== null && limit.absMaxMinor < byLiability ? limit.absMaxMinor : byLiability
}

export interface Product {
  num: bigint
  den: bigint
}

/** Stake at which the payout reaches the cap. */
export function maxStakeByPayout(maxPayoutMinor: Minor, price: Product): Minor {
  return divideFloor(maxPayoutMinor * price.den, price.num)
}

/** min of the legs' limits and of the payout cap; null caps do not apply. */
export function expressMaxStake(legLimits: readonly Minor[], price: Product, maxPayoutMinor: Minor | null): Minor {
  const lowest = legLimits.reduce((a, b) => (b < a ? b : a))
  if (maxPayoutMinor === null) return lowest
  const byPayout = maxStakeByPayout(maxPayoutMinor, price)
  return byPayout < lowest ? byPayout : lowest
}

/** Subsets of k of the indexes 0..n−1. */
export function* subsets(n: number, k: number, from = 0): Generator<number[]> {
  if (k === 0) {
    yield []
    return
  }
  for (let i = from; i <= n - k; i += 1) for (const rest of subsets(n, k - 1, i + 1)) yield [i, ...rest]
}

export interface SystemLimit {
  byVariants: Minor
  byPayout: Minor
  maxStake: Minor
}

/** |V| times the lowest variant limit, and the cap over the mean product of the variants. */
export function systemMaxStake(legLimits: readonly Minor[], prices: readonly Milli[], k: number, maxPayoutMinor: Minor): SystemLimit {
  let count = 0n
  let lowest: Minor | null = null
  let sum = 0n
  for (const subset of subsets(prices.length, k)) {
    count += 1n
    let product = 1n
    for (const i of subset) {
      product *= BigInt(prices[i]!)
      if (lowest === null || legLimits[i]! < lowest) lowest = legLimits[i]!
    }
    sum += product
  }
  const byVariants = count * (lowest ?? 0n)
  const byPayout = sum === 0n ? 0n : divideFloor(maxPayoutMinor * count * 1000n ** BigInt(k), sum)
  return { byVariants, byPayout, maxStake: byPayout < byVariants ? byPayout : byVariants }
}

/** Smallest stake of a kind with so many variants. */
export function minStake(minBetMinor: Minor, variantCount: number): Minor {
  return minBetMinor * BigInt(variantCount)
}

/** Equal bets that together exceed the maximum: the part that runs at the price and the part that runs at 1.00. */
export function repeatExcess(maxStakeMinor: Minor, alreadyStakedMinor: Minor, stakeMinor: Minor): { atPrice: Minor; atOne: Minor } {
  const room = maxStakeMinor > alreadyStakedMinor ? maxStakeMinor - alreadyStakedMinor : 0n
  const atPrice = stakeMinor < room ? stakeMinor : room
  return { atPrice, atOne: stakeMinor - atPrice }
}

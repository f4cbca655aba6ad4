/** VIP stakes (rules 8.8): more than the maximum may be asked for. */
import type { Minor } from '#lib/money.ts'

/** Largest stake of a VIP account, for this maximum of the coupon: so many times of it (configuration betting.vip). */
export function vipLimit(maxBetMinor: Minor, factor: number): Minor {
  return maxBetMinor * BigInt(factor)
}

export interface VipParts {
  placed: Minor
  waiting: Minor
  refused: Minor
}

/** The parts of a VIP stake: placed at once, waiting, refused. */
export function vipParts(wishMinor: Minor, maxBetMinor: Minor, limitMinor: Minor): VipParts {
  const placed = wishMinor < maxBetMinor ? wishMinor : maxBetMinor
  const allowed = wishMinor < limitMinor ? wishMinor : limitMinor
  const waiting = allowed > placed ? allowed - placed : 0n
  return { placed, waiting, refused: wishMinor - placed - waiting }
}

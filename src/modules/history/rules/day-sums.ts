/** Sums of bets by day of the reader's time zone: what a list, its statement, its letter and its table say in common. */
import type { Minor } from '#lib/money.ts'
import type { Millis } from '#lib/time.ts'

/**
 * Money of a group of bets. Stakes are what was agreed; `promo` is the part of them that a promo code stands for, `uncovered`
 * the part that was an advance which nothing has repaid: neither is money of the player.
 */
export interface BetSums {
  count: number
  stakeMinor: Minor
  promoMinor: Minor
  uncoveredMinor: Minor
  premiumMinor: Minor
  /** Came back to the player, sold parts included, taxes taken off. */
  backMinor: Minor
  stakeTaxMinor: Minor
  payoutTaxMinor: Minor
  bonusMinor: Minor
  /** Of these still open. */
  openCount: number
  openStakeMinor: Minor
  /** Parts of `promo` and of `uncovered` in bets that are still open. */
  openPromoMinor: Minor
  openUncoveredMinor: Minor
}

export const NO_SUMS: BetSums = {
  count: 0,
  stakeMinor: 0n,
  promoMinor: 0n,
  uncoveredMinor: 0n,
  premiumMinor: 0n,
  backMinor: 0n,
  stakeTaxMinor: 0n,
  payoutTaxMinor: 0n,
  bonusMinor: 0n,
  openCount: 0,
  openStakeMinor: 0n,
  openPromoMinor: 0n,
  openUncoveredMinor: 0n,
}

export function addSums(a: BetSums, b: BetSums): BetSums {
  return {
    count: a.count + b.count,
    stakeMinor: a.stakeMinor + b.stakeMinor,
    promoMinor: a.promoMinor + b.promoMinor,
    uncoveredMinor: a.uncoveredMinor + b.uncoveredMinor,
    premiumMinor: a.premiumMinor + b.premiumMinor,
    backMinor: a.backMinor + b.backMinor,
    stakeTaxMinor: a.stakeTaxMinor + b.stakeTaxMinor,
    payoutTaxMinor: a.payoutTaxMinor + b.payoutTaxMinor,
    bonusMinor: a.bonusMinor + b.bonusMinor,
    openCount: a.openCount + b.openCount,
    openStakeMinor: a.openStakeMinor + b.openStakeMinor,
    openPromoMinor: a.openPromoMinor + b.openPromoMinor,
    openUncoveredMinor: a.openUncoveredMinor + b.openUncoveredMinor,
  }
}

/** Of the stakes, what the player himself has in bets that still run. */
export function runningMinor(sums: BetSums): Minor {
  return sums.openStakeMinor - sums.openPromoMinor - sums.openUncoveredMinor
}

/** What the decided bets have brought: back, less the player's own part of their stakes, less premiums. Open stakes are no loss. */
export function profitMinor(sums: BetSums): Minor {
  const ownStakes = sums.stakeMinor - sums.promoMinor - sums.uncoveredMinor - runningMinor(sums)
  return sums.backMinor - ownStakes - sums.premiumMinor
}

/** A zone's name, or UTC when it is none. */
export function knownZone(name: string): string {
  try {
    return name ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone : 'UTC'
  } catch {
    return 'UTC'
  }
}

/** `2026-09-01` of a moment in a zone. */
function dayIn(zone: string): (at: Millis) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (at) => format.format(at)
}

export interface Slot {
  /** Beginning of a quarter of an hour: no zone begins its day elsewhere. */
  at: Millis
  sums: BetSums
}

/** Days that have bets, oldest first. */
export function byDay(slots: readonly Slot[], zone: string): { day: string; sums: BetSums }[] {
  const dayOf = dayIn(zone)
  const days = new Map<string, BetSums>()
  for (const { at, sums } of slots) {
    const day = dayOf(at)
    const known = days.get(day)
    days.set(day, known ? addSums(known, sums) : sums)
  }
  return [...days].map(([day, sums]) => ({ day, sums })).toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** Sale of a part (rules 8.1): soldStake = S · take / offer, the rest runs on at the same coefficient. */
import { divideCeil, divideFloor, type Minor } from '#lib/money.ts'
import type { Offer } from './offer.ts'

/** Stake behind a sum that the player takes; rounded up, so that what runs on is never worth more than the rest of the offer. */
export function soldStakeFor(runningMinor: Minor, takeMinor: Minor, offerMinor: Minor): Minor {
  if (offerMinor <= 0n || takeMinor >= offerMinor) return runningMinor
  return divideCeil(runningMinor * takeMinor, offerMinor)
}

/** What is paid for a part of the stake: its share of gross and tax, the gross down, the tax up. */
export function partOf(offer: Offer, soldStakeMinor: Minor, runningMinor: Minor): { grossMinor: Minor; taxMinor: Minor; netMinor: Minor } {
  if (soldStakeMinor >= runningMinor) return { grossMinor: offer.grossMinor, taxMinor: offer.taxMinor, netMinor: offer.netMinor }
  const grossMinor = divideFloor(offer.grossMinor * soldStakeMinor, runningMinor)
  const taxMinor = divideCeil(offer.taxMinor * soldStakeMinor, runningMinor)
  return { grossMinor, taxMinor, netMinor: grossMinor > taxMinor ? grossMinor - taxMinor : 0n }
}

/** An order to sell fires when the offer reaches its target. */
export function reachesTarget(offerMinor: Minor, targetMinor: Minor): boolean {
  return offerMinor >= targetMinor
}

/** The slider's ends are wide: within 2.5 % of an end it is the end (XT-02). */
const SNAP_MILLI = 25n

/** The sum at a place of the slider, 0 … 1000; never below the smallest sale. */
export function snapped(placeMilli: number, offerMinor: Minor, minSaleMinor: Minor): Minor {
  const place = BigInt(Math.max(0, Math.min(1000, Math.round(placeMilli))))
  if (place >= 1000n - SNAP_MILLI) return offerMinor
  const least = minSaleMinor > 0n ? minSaleMinor : 1n
  if (place <= SNAP_MILLI) return least < offerMinor ? least : offerMinor
  const sum = divideFloor(offerMinor * place, 1000n)
  return sum < least ? least : sum
}

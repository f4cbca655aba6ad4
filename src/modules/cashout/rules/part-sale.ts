/** Sale of a part (rules 8.1): soldStake = S · take / offer, the rest runs on at the same coefficient. */
import { divideCeil, divideFloor, type Minor } from '#lib/money.ts'
import { saleTaxMinor, type SaleTax } from './sale-tax.ts'

export interface Part {
  grossMinor: Minor
  taxMinor: Minor
  netMinor: Minor
}

/** Stake behind a sum that the player takes; rounded up, so that what runs on is never worth more than the rest of the offer. */
export function soldStakeFor(runningMinor: Minor, takeMinor: Minor, offerMinor: Minor): Minor {
  if (offerMinor <= 0n || takeMinor >= offerMinor) return runningMinor
  return divideCeil(runningMinor * takeMinor, offerMinor)
}

/**
 * What is paid for a part of the stake: its share of the gross value, floored, and of that the tax that all sums paid so far
 * owe together with it. It takes no share of the tax of the rest, which may lose yet: a lost bet has no payout tax (rules 5).
 */
export function partOf(wholeGrossMinor: Minor, soldStakeMinor: Minor, runningMinor: Minor, tax: SaleTax | null): Part {
  const isWhole = soldStakeMinor >= runningMinor
  const grossMinor = isWhole ? wholeGrossMinor : divideFloor(wholeGrossMinor * soldStakeMinor, runningMinor)
  const taxMinor = saleTaxMinor(grossMinor, tax)
  return { grossMinor, taxMinor, netMinor: grossMinor - taxMinor }
}

/** How finely a sum of a taxed bet is looked for. */
const STEPS = 100n

/**
 * Stake behind a net sum of a bet with a payout tax; null when no part brings so much. The net does not rise with every unit
 * of stake: where the paid sum passes a threshold the whole of it is taxed. So the first step that brings the sum is found,
 * and in it the least stake that does.
 */
export function soldStakeForNet(wholeGrossMinor: Minor, takeMinor: Minor, runningMinor: Minor, tax: SaleTax): Minor | null {
  const brings = (stakeMinor: Minor) => partOf(wholeGrossMinor, stakeMinor, runningMinor, tax).netMinor >= takeMinor
  let below = 0n
  for (let step = 1n; step <= STEPS; step += 1n) {
    let enough = divideCeil(runningMinor * step, STEPS)
    if (!brings(enough)) {
      below = enough
      continue
    }
    while (enough - below > 1n) {
      const middle = (below + enough) / 2n
      if (brings(middle)) enough = middle
      else below = middle
    }
    return enough
  }
  return null
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

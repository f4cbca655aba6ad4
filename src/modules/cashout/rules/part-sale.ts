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
 * The least stake that brings enough; null when none does. What a taxed stake brings does not rise with every unit of it: where
 * the paid sum passes a threshold the whole of it is taxed. So the first step that brings enough is found, and in it the
 * least stake that does.
 */
function leastStake(runningMinor: Minor, brings: (stakeMinor: Minor) => boolean): Minor | null {
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

/** Stake behind a net sum of a bet with a payout tax; null when no part brings so much. */
export function soldStakeForNet(wholeGrossMinor: Minor, takeMinor: Minor, runningMinor: Minor, tax: SaleTax): Minor | null {
  return leastStake(runningMinor, (stakeMinor) => partOf(wholeGrossMinor, stakeMinor, runningMinor, tax).netMinor >= takeMinor)
}

/** What the player would get for all that runs on, right after a part: its share, less the tax that both owe and the part has not paid. */
export function restWorth(wholeGrossMinor: Minor, soldStakeMinor: Minor, runningMinor: Minor, tax: SaleTax | null): Minor {
  const part = partOf(wholeGrossMinor, soldStakeMinor, runningMinor, tax)
  const after = tax && {
    ...tax,
    soldGrossMinor: tax.soldGrossMinor + part.grossMinor,
    soldTaxMinor: tax.soldTaxMinor + part.taxMinor,
  }
  return partOf(wholeGrossMinor, runningMinor - soldStakeMinor, runningMinor, after).netMinor
}

/**
 * The largest part beside which the rest can still be sold: a rest below the least sale would be a bet that nobody buys.
 * null = the bet is sold whole only.
 */
export function mostPart(wholeGrossMinor: Minor, runningMinor: Minor, leastMinor: Minor, tax: SaleTax | null): Part | null {
  const left = leastStake(
    runningMinor,
    (stakeMinor) => restWorth(wholeGrossMinor, runningMinor - stakeMinor, runningMinor, tax) >= leastMinor,
  )
  if (left === null || left >= runningMinor) return null
  const part = partOf(wholeGrossMinor, runningMinor - left, runningMinor, tax)
  return part.netMinor < leastMinor ? null : part
}

/** An order to sell fires when the offer reaches its target. */
export function reachesTarget(offerMinor: Minor, targetMinor: Minor): boolean {
  return offerMinor >= targetMinor
}

/** The slider's ends are wide: within 2.5 % of an end it is the end (XT-02). */
const SNAP_MILLI = 25n

/** The sum at a place of the slider, 0 … 1000: the whole, or a part within its bounds; `mostMinor` null = there is no part. */
export function snapped(placeMilli: number, offerMinor: Minor, leastMinor: Minor, mostMinor: Minor | null): Minor {
  const place = BigInt(Math.max(0, Math.min(1000, Math.round(placeMilli))))
  if (mostMinor === null || place >= 1000n - SNAP_MILLI) return offerMinor
  const sum = place <= SNAP_MILLI ? leastMinor : divideFloor(offerMinor * place, 1000n)
  if (sum < leastMinor) return leastMinor
  return sum > mostMinor ? mostMinor : sum
}

/**
 * Insurance of expresses (features XT-21): when exactly one leg is lost, the stake comes back as a promo code. A promotion
 * of the brand, dated; what was in force is a term of the bet and stays with it. Nobody pays for it.
 */
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import type { Millis } from '#lib/time.ts'
import type { BetLeg } from './bet.ts'
import { inForceAt, type Dated } from './in-force.ts'
import { isVoid } from './leg.ts'
import type { ExpressInsurance } from './terms.ts'

/** An entry of the brand's configuration. */
export interface InsuranceRule extends Dated {
  /** Least number of legs; void ones do not count when the bet is settled. */
  legs: number
  /** Least price of every leg, thousandths. */
  minPrice: Milli
  /** Most that comes back, euro. */
  maxEur: string
  /** How long the code is good. */
  days: number
}

/** What of a leg decides whether the promotion goes with it. */
export interface InsurableLeg {
  price: Milli
  /** 3 = before the match. */
  kind: number
}

const LINE = 3
const EXPRESS = 1

/** Before the match, and long enough a price. */
export function takesInsurance({ minPrice }: InsuranceRule, leg: InsurableLeg): boolean {
  return leg.kind === LINE && leg.price >= minPrice
}

/** The entry that goes with an express of these legs; null when none does. */
export function insuranceOf(
  rules: readonly InsuranceRule[],
  bet: { vid: number; legs: readonly InsurableLeg[] },
  at: Millis,
): InsuranceRule | null {
  const rule = bet.vid === EXPRESS && rules.length > 0 ? inForceAt(rules, at) : null
  return rule && bet.legs.length >= rule.legs && bet.legs.every((leg) => takesInsurance(rule, leg)) ? rule : null
}

/** What a bet agrees on: the stake comes back, up to the most in its currency. */
export function insuranceTerms({ legs, days }: InsuranceRule, stakeMinor: Minor, mostMinor: Minor): ExpressInsurance {
  return { legs, minor: String(stakeMinor < mostMinor ? stakeMinor : mostMinor), days }
}

/** What comes back of an express that is lost; null while open legs decide it. Nothing when a second leg is lost. */
export function comesBack(terms: ExpressInsurance | undefined, legs: readonly BetLeg[]): Minor | null {
  if (!terms) return 0n
  const lost = legs.filter(({ result }) => result?.won === 0 && result.voidHalves === 0).length
  const counted = legs.filter(({ result }) => result === null || !isVoid(result)).length
  if (lost !== 1 || counted < terms.legs) return 0n
  return legs.every(({ result }) => result !== null) ? BigInt(terms.minor) : null
}

/** What a selection ended as, and the factor by which it multiplies a bet (rules 3.1, 3.3, 3.4; feeds 4.3). */
import type { Milli } from '#lib/price.ts'
import { fraction, type Fraction, ONE, plus, times } from './fraction.ts'

export const RESULT_NAMES = ['WIN', 'LOSE', 'VOID', 'HALF_WIN', 'HALF_LOSE', 'DEAD_HEAT'] as const
export type ResultName = (typeof RESULT_NAMES)[number]

/**
 * A decided selection. Factor at price o: won · deadHeat · (1 − v) · o + v with v = voidHalves / 2.
 * A selection that is not decided is `null` wherever one of these may stand.
 */
export interface LegResult {
  won: 0 | 1
  /** Halves of the stake that come back untouched: 0 none, 1 half of it (quarter lines), 2 all of it (void). */
  voidHalves: 0 | 1 | 2
  /** 1/1 unless places are shared. */
  deadHeat: Fraction
}

const plain: Record<Exclude<ResultName, 'DEAD_HEAT'>, LegResult> = {
  WIN: { won: 1, voidHalves: 0, deadHeat: ONE },
  LOSE: { won: 0, voidHalves: 0, deadHeat: ONE },
  VOID: { won: 0, voidHalves: 2, deadHeat: ONE },
  HALF_WIN: { won: 1, voidHalves: 1, deadHeat: ONE },
  HALF_LOSE: { won: 0, voidHalves: 1, deadHeat: ONE },
}

export function legResult(name: Exclude<ResultName, 'DEAD_HEAT'>): LegResult {
  return plain[name]
}

/** `places` winning places are shared by `tied` runners. */
export function deadHeatResult(places: number, tied: number): LegResult {
  if (!(places >= 1 && tied >= places)) throw new RangeError('a dead heat shares at least one place among at least as many')
  return { won: 1, voidHalves: 0, deadHeat: fraction(places, tied) }
}

export function resultName(result: LegResult): ResultName {
  if (result.voidHalves === 2) return 'VOID'
  if (result.won === 0) return result.voidHalves === 1 ? 'HALF_LOSE' : 'LOSE'
  if (result.deadHeat.num !== result.deadHeat.den) return 'DEAD_HEAT'
  return result.voidHalves === 1 ? 'HALF_WIN' : 'WIN'
}

export function isVoid(result: LegResult): boolean {
  return result.voidHalves === 2
}

export function sameResult(a: LegResult | null, b: LegResult | null): boolean {
  if (a === null || b === null) return a === b
  if (a.voidHalves !== b.voidHalves) return false
  if (a.voidHalves === 2) return true
  if (a.won !== b.won) return false
  return a.won === 0 || a.deadHeat.num * b.deadHeat.den === b.deadHeat.num * a.deadHeat.den
}

/** Factor of a leg at its price in thousandths; `deducted` percent of its winnings are taken for withdrawn runners. */
export function legFactor(price: Milli, result: LegResult, deducted = 0): Fraction {
  const back = fraction(result.voidHalves, 2)
  if (result.won === 0) return back
  const played = fraction(2 - result.voidHalves, 2)
  const paid = deducted === 0 ? fraction(price, 1000) : fraction(100_000 + (price - 1000) * (100 - deducted), 100_000)
  return plus(times(times(played, result.deadHeat), paid), back)
}

/**
 * A dead heat under the brand's rule: `industry` pays price · places / tied; `house` halves the stake for two
 * and returns it for three or more, except in match-ups (rules 3.4).
 */
export function deadHeatUnder(mode: 'industry' | 'house', places: number, tied: number, matchUp: boolean): LegResult {
  if (mode === 'industry' || matchUp) return deadHeatResult(places, tied)
  if (tied <= 2) return { won: 1, voidHalves: 0, deadHeat: fraction(1, 2) }
  return legResult('VOID')
}

/**
 * The dead-heat factor a provider sends is a double. A double of a simple fraction means that fraction;
 * anything else is taken as the decimal it prints as. `tied`: among how many, where the fraction in its lowest terms says fewer.
 */
export function deadHeatFraction(value: number, tied = 0): Fraction {
  if (!(value > 0 && value <= 1)) throw new RangeError('a dead-heat factor lies between 0 and 1')
  const places = Math.round(value * tied)
  if (tied > 0 && Math.abs(places / tied - value) < 1e-12) return fraction(places, tied)
  for (let den = 1; den <= 40; den += 1) {
    const num = Math.round(value * den)
    if (Math.abs(num / den - value) < 1e-12) return fraction(num, den)
  }
  return fraction(Math.round(value * 1e9), 1e9)
}

/** A leg that is left out counts 1.00. */
export const NO_EFFECT: LegResult = plain.VOID

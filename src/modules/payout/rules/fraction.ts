/**
 * Exact rationals for settlement: no binary floating point touches a payout (rules 1.2). A fraction is never
 * reduced while a bet is worked out; one division at the end rounds it.
 */
export interface Fraction {
  num: bigint
  /** Always above zero. */
  den: bigint
}

export const ZERO: Fraction = { num: 0n, den: 1n }
export const ONE: Fraction = { num: 1n, den: 1n }

export function fraction(num: bigint | number, den: bigint | number = 1n): Fraction {
  const d = BigInt(den)
  if (d === 0n) throw new RangeError('a fraction has no denominator 0')
  return d < 0n ? { num: -BigInt(num), den: -d } : { num: BigInt(num), den: d }
}

export function times(a: Fraction, b: Fraction): Fraction {
  return { num: a.num * b.num, den: a.den * b.den }
}

export function plus(a: Fraction, b: Fraction): Fraction {
  return a.den === b.den ? { num: a.num + b.num, den: a.den } : { num: a.num * b.den + b.num * a.den, den: a.den * b.den }
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return plus(a, { num: -b.num, den: b.den })
}

export function least(a: Fraction, b: Fraction): Fraction {
  return compare(a, b) <= 0 ? a : b
}

/** Below, equal to or above zero as a is below, equal to or above b. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.num * b.den - b.num * a.den
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export function isZero(a: Fraction): boolean {
  return a.num === 0n
}

/** "1.475" at 3 digits, half up; for screens and vectors only, never for money that is paid. */
export function fractionText(a: Fraction, digits: number): string {
  const scaled = roundHalfUp({ num: a.num * 10n ** BigInt(digits), den: a.den })
  const text = scaled.toString().padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Half up to a whole number; the one rounding of a payout (rules 1.3). The value must not be negative. */
export function roundHalfUp(a: Fraction): bigint {
  if (a.num < 0n) throw new RangeError('only payouts are rounded here, and none is negative')
  return (2n * a.num + a.den) / (2n * a.den)
}

/**
 * Money is a bigint in minor units; the exponent belongs to the currency (2 by default, JPY 0, KWD 3,
 * most crypto 8). Nothing here is a float except the two functions that cross the wire. (rules 1.1–1.3)
 */
export type Minor = bigint

const MAX_MINOR = 2n ** 63n - 1n
/** Before the decimals. */
const MAX_DIGITS = 18

/** Powers of ten up to it are exact numbers. */
const MAX_EXACT_POWER = 22
/** Whole numbers below it have so few digits that their decimals and the nearest number stand for each other. */
const MAX_PLAIN = 1e15

/** "12.5" or "12,50" → 1250n at exponent 2. Null when the text is not money or has too many decimals. */
export function parseMinor(text: string, exponent: number): Minor | null {
  const match = /^(-?)(\d{1,18})(?:[.,](\d*))?$/.exec(text.trim())
  if (!match) return null
  const decimals = (match[3] ?? '').replace(/0+$/, '')
  if (decimals.length > exponent) return null
  const minor = BigInt(match[2]! + decimals.padEnd(exponent, '0'))
  if (minor > MAX_MINOR) return null
  return match[1] ? -minor : minor
}

/** What keeps a sum from being money: no plain number, more decimals than its currency has (`whole`: it has none), too many digits. */
export type MoneyFault = 'form' | 'decimals' | 'whole' | 'large'

/** Of a text or of a number of the wire that `parseMinor` or `minorFromWire` read as null. */
export function moneyFault(sum: string | number, exponent: number): MoneyFault {
  const match = typeof sum === 'number' ? null : /^-?(\d+)(?:[.,]\d*)?$/.exec(sum.trim())
  if (typeof sum === 'number' ? !Number.isFinite(sum) : !match) return 'form'
  const isLarge = match
    ? BigInt(`${match[1]!}${'0'.repeat(exponent)}`) > MAX_MINOR
    : Math.abs(Number(sum)) >= Number(MAX_MINOR) / 10 ** exponent
  if (isLarge || (match && match[1]!.length > MAX_DIGITS)) return 'large'
  return exponent === 0 ? 'whole' : 'decimals'
}

/** 1250n at exponent 2 → "12.50": every decimal of the currency, a dot, no groups. */
export function minorText(minor: Minor, exponent: number): string {
  const sign = minor < 0n ? '-' : ''
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0')
  if (exponent === 0) return sign + digits
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/** As `minorText`, and a whole sum without its decimals: 1250n → "12.50", 1200n → "12". */
export function shortMinorText(minor: Minor, exponent: number): string {
  return minorText(minor, exponent).replace(/\.0+$/, '')
}

/** Money for the wire: a JSON number without trailing zeros (wire rule 10). Exact below 2^53 minor units. */
export function wireMoney(minor: Minor, exponent: number): number {
  // The division of two exact numbers is rounded as the reading of their decimal text is.
  const exact = Number(minor)
  return Number.isSafeInteger(exact) && exponent <= MAX_EXACT_POWER ? exact / 10 ** exponent : Number(minorText(minor, exponent))
}

/** A wire number → minor units; null for NaN, infinities, exponents out of range or too many decimals. */
export function minorFromWire(value: number, exponent: number): Minor | null {
  const plain = plainMinor(value, exponent)
  if (plain !== null) return plain
  if (!Number.isFinite(value) || Math.abs(value) >= 1e18) return null
  const text = Math.abs(value) < 1e-6 && value !== 0 ? value.toFixed(Math.min(exponent + 1, 20)) : String(value)
  return parseMinor(text.includes('e') ? BigInt(Math.trunc(value)).toString() : text, exponent)
}

/** As `minorFromWire`, of a sum that a client may have added up as binary numbers: 1.1400000000000001 is 1.14, while 1.005 stays too exact. */
export function minorFromSum(sum: number, exponent: number): Minor | null {
  return plainMinor(sum, exponent) ?? minorFromWire(Number(sum.toPrecision(15)), exponent)
}

/** A number of so few digits is what it seems. */
function plainMinor(value: number, exponent: number): Minor | null {
  const power = 10 ** exponent
  const minor = Math.round(value * power)
  return Math.abs(minor) < MAX_PLAIN && minor / power === value ? BigInt(minor) : null
}

/** num / den rounded half away from zero (rules 1.3 "half up"). den > 0. */
export function divideHalfUp(num: bigint, den: bigint): bigint {
  const negative = num < 0n
  const n = negative ? -num : num
  const q = (n * 2n + den) / (den * 2n)
  return negative ? -q : q
}

/** num / den rounded down (towards minus infinity). den > 0. */
export function divideFloor(num: bigint, den: bigint): bigint {
  const q = num / den
  return num < 0n && q * den !== num ? q - 1n : q
}

/** num / den rounded up. den > 0. */
export function divideCeil(num: bigint, den: bigint): bigint {
  return -divideFloor(-num, den)
}

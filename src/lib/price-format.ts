import type { Milli } from './price.ts'

/**
 * Odds formats of the site (rules 6). A price is stored and sent as decimal thousandths; everything here is
 * display. All arithmetic is on integers: the same formulas on binary doubles print wrong values
 * (2.01 as 1009/1000, 2.05 as +104).
 */
export const PRICE_FORMATS = { decimal: 0, uk: 1, us: 2, decimal3: 3, hongKong: 4, indonesian: 5, malay: 6 } as const
export type PriceFormat = (typeof PRICE_FORMATS)[keyof typeof PRICE_FORMATS]

/** Any unknown number means decimal (rules 6). */
export function priceFormatOf(view: number): PriceFormat {
  return view >= 1 && view <= 6 && Number.isInteger(view) ? (view as PriceFormat) : PRICE_FORMATS.decimal
}

/** The price in the asked format, trailing zeros trimmed; "-" when there is no price (0). */
export function formatPrice(milli: Milli, format: PriceFormat): string {
  if (milli === 0) return '-'
  const h = milli - 1000
  switch (format) {
    case PRICE_FORMATS.uk:
      return fraction(h)
    case PRICE_FORMATS.us:
      return american(h)
    case PRICE_FORMATS.hongKong:
      return thousandths(h)
    case PRICE_FORMATS.indonesian:
      return h >= 1000 ? thousandths(h) : minusInverse(h)
    case PRICE_FORMATS.malay:
      return h <= 1000 ? thousandths(h) : minusInverse(h)
    case PRICE_FORMATS.decimal:
    case PRICE_FORMATS.decimal3:
      return thousandths(milli)
  }
}

/**
 * The lowest price that shows the number as it was typed, `value` thousandths of it, or else a better one: a whole figure and an
 * inverse of three digits stand for several thousandths, and who types what he sees must not wait for more (rules 8.7). Null: the
 * format never shows such a number, so it was meant in another one.
 */
export function lowestShown(value: number, format: PriceFormat): Milli | null {
  const size = Math.abs(value)
  switch (format) {
    case PRICE_FORMATS.decimal:
    case PRICE_FORMATS.decimal3:
      return value > 1000 ? value : null
    case PRICE_FORMATS.uk:
    case PRICE_FORMATS.hongKong:
      return value > 0 ? 1000 + value : null
    case PRICE_FORMATS.us:
      if (size < 100_000 || value % 1000 !== 0) return null
      return 1000 + (value > 0 ? value / 100 : lowestAbove(100_000, size / 1000 + 1))
    case PRICE_FORMATS.indonesian:
      return size < 1000 ? null : lowestAsian(value)
    case PRICE_FORMATS.malay:
      return size > 1000 || value === 0 ? null : lowestAsian(value)
  }
}

/** The price that the number itself is, rounded to a thousandth that shows it: 1.909 of -110, where `lowestShown` is 1.901. */
export function meantPrice(value: number, format: PriceFormat): Milli | null {
  const lowest = lowestShown(value, format)
  if (lowest === null || value > 0) return lowest
  return Math.max(lowest, 1000 + Math.floor((format === PRICE_FORMATS.us ? 100_000_000 : 1_000_000) / -value))
}

/** A win per one that is staked or, when it is negative, the stake per one that is won: rounded where half is away from zero. */
function lowestAsian(value: number): Milli {
  return 1000 + (value > 0 ? value : lowestAbove(2_000_000, 1 - 2 * value))
}

/** The first whole number above num / den. */
function lowestAbove(num: number, den: number): number {
  return Math.floor(num / den) + 1
}

function thousandths(value: number): string {
  return String(value / 1000)
}

/** −1/h with three decimals, half away from zero: 1 000 000 / h thousandths. A price of exactly 1 has no inverse. */
function minusInverse(h: number): string {
  if (h === 0) return '-'
  return `-${thousandths(Math.floor((2_000_000 + h) / (2 * h)))}`
}

function american(h: number): string {
  if (h >= 1000) return `+${Math.trunc(h / 10)}`
  return h === 0 ? '-' : `-${Math.trunc(100_000 / h)}`
}

function fraction(h: number): string {
  const divisor = greatestDivisor(h, 1000)
  return `${h / divisor}/${1000 / divisor}`
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}

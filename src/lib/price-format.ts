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

/** A number as a player types it, or a call gives it, in the view of his prices: which price it means (rules 6, 8.7). */
import { PRICE_FORMATS, type PriceFormat } from './price-format.ts'
import type { Milli } from './price.ts'

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
      // Rounded up where no thousandth is the fraction: a wish is never met too early.
      return value > 0 ? 1000 + Math.ceil(value) : null
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

/** A price as the player types it in his own format, read back into thousandths (autoBetCf, autoBetCfView). */
import { formatPriceView } from '#lib/number-format.ts'
import { PRICE_FORMATS, priceFormatOf, type PriceFormat } from '#lib/price-format.ts'
import { MAX_PRICE, MIN_PRICE, type Milli } from '#lib/price.ts'
import { lowestShown, meantPrice } from '#lib/typed-price.ts'
import { ukFraction } from '#lib/uk-fraction.ts'
import type { Bid } from './options.ts'

/** More digits than any price has: what is beyond the largest one is too high, not unread. */
const DECIMAL = /^([+\-−]?)(\d{1,12})(?:[.,](\d{1,3}))?$/
const FRACTION = /^(\d{1,12})\s*\/\s*([1-9]\d{0,4})$/

const DECIMAL_VIEWS: ReadonlySet<PriceFormat> = new Set([PRICE_FORMATS.decimal, PRICE_FORMATS.decimal3])

/** Phones show digits and the decimal sign alone for decimals: a minus and the bar of a fraction need the other keys. */
export function priceKeys(view: number): 'decimal' | 'text' {
  const format = priceFormatOf(view)
  return DECIMAL_VIEWS.has(format) || format === PRICE_FORMATS.hongKong ? 'decimal' : 'text'
}

type Reader = (value: number, format: PriceFormat) => Milli | null

/** The page writes fractions of the boards, which stand for several prices; on the wire a fraction is exact. */
const lowestOnPage: Reader = (value, format) =>
  format === PRICE_FORMATS.uk && value > 0 && value < MAX_PRICE ? 1000 + lowestFraction(value) : lowestShown(value, format)

/**
 * The least win of one, in thousandths, that the page shows as the fraction of `value` thousandths; of a fraction that it never shows,
 * the first that is no less. A fraction of the boards stands for prices to a fortieth below its own, others are rounded to.
 */
function lowestFraction(value: number): number {
  const isIt = (h: number) => {
    const [n, d] = ukFraction(h).split('/').map(Number)
    return (1000 * n!) / d! === value
  }
  const least = Math.max(1, Math.floor(value - (value + 1000) / 41))
  // One of these may be a fraction that is shown exactly.
  let h = [least, least + 1, least + 2].find(isIt) ?? Math.max(least, Math.floor(value - 500))
  while (h < value && !isIt(h)) h += 1
  return h
}

/** Thousandths, the least that the page shows like the text, or null when the text is no price of this format. */
export function wantedPrice(text: string, view: number): bigint | null {
  return inRange(read(text, view, lowestOnPage))
}

/** Why a text is no price to wish for: there is none, nothing reads it, or no outcome ever has such a price. */
export type PriceFault = 'empty' | 'unread' | 'low' | 'high'

export function priceFault(text: string, view: number): PriceFault | null {
  if (text.trim() === '') return 'empty'
  const milli = read(text, view, lowestOnPage)
  if (milli !== null) return milli < MIN_PRICE ? 'low' : milli > MAX_PRICE ? 'high' : null
  // Decimals up to one are numbers as the format writes them, and bring no win.
  const isNumber = !text.trim().startsWith('-') && DECIMAL.test(text.trim())
  return isNumber && DECIMAL_VIEWS.has(priceFormatOf(view)) ? 'low' : 'unread'
}

/** Thousandths of the price that the text is, for a sum that is reckoned with it; null as above. */
export function namedPrice(text: string, view: number): bigint | null {
  return inRange(read(text, view, meantPrice))
}

/** What a bid asks for: the price of now where nothing was typed, or just what the page shows of that price. */
export function bidPrice({ price, view }: Bid, now: bigint | null): bigint | null {
  if (price === '') return now
  const wanted = wantedPrice(price, view)
  const isNow = wanted !== null && now !== null && wanted === wantedPrice(formatPriceView(Number(now), view), view)
  return isNow ? now : namedPrice(price, view)
}

function inRange(milli: Milli | null): bigint | null {
  return milli !== null && milli >= MIN_PRICE && milli <= MAX_PRICE ? BigInt(milli) : null
}

function read(typed: string, view: number, priceOf: Reader): Milli | null {
  const text = typed.trim()
  const format = priceFormatOf(view)
  const isFraction = format === PRICE_FORMATS.uk
  const parts = FRACTION.exec(text)
  if (parts) return isFraction ? priceOf((Number(parts[1]) * 1000) / Number(parts[2]), format) : null
  const match = DECIMAL.exec(text)
  if (!match || isFraction) return null
  const size = Number(match[2]! + (match[3] ?? '').padEnd(3, '0'))
  return priceOf(match[1] === '' || match[1] === '+' ? size : -size, format)
}

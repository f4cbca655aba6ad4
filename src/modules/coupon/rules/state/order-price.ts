/** A price as the player types it in his own format, read back into thousandths (autoBetCf, autoBetCfView). */
import { formatPrice, PRICE_FORMATS, priceFormatOf, type PriceFormat } from '#lib/price-format.ts'
import { MAX_PRICE, MIN_PRICE, type Milli } from '#lib/price.ts'
import { lowestShown, meantPrice } from '#lib/typed-price.ts'
import type { Bid } from './options.ts'

/** More digits than any price has: what is beyond the largest one is too high, not unread. */
const DECIMAL = /^([+\-−]?)(\d{1,12})(?:[.,](\d{1,3}))?$/
const FRACTION = /^(\d{1,12})\s*\/\s*([1-9]\d{0,4})$/

const DECIMAL_VIEWS: ReadonlySet<PriceFormat> = new Set([PRICE_FORMATS.decimal, PRICE_FORMATS.decimal3])

type Reader = (value: number, format: PriceFormat) => Milli | null

/** Thousandths, the least that the format shows like the text, or null when the text is no price of this format. */
export function wantedPrice(text: string, view: number): bigint | null {
  return inRange(read(text, view, lowestShown))
}

/** Why a text is no price to wish for: there is none, nothing reads it, or no outcome ever has such a price. */
export type PriceFault = 'empty' | 'unread' | 'low' | 'high'

export function priceFault(text: string, view: number): PriceFault | null {
  if (text.trim() === '') return 'empty'
  const milli = read(text, view, lowestShown)
  if (milli !== null) return milli < MIN_PRICE ? 'low' : milli > MAX_PRICE ? 'high' : null
  // Decimals up to one are numbers as the format writes them, and bring no win.
  const isNumber = !text.trim().startsWith('-') && DECIMAL.test(text.trim())
  return isNumber && DECIMAL_VIEWS.has(priceFormatOf(view)) ? 'low' : 'unread'
}

/** Thousandths of the price that the text is, for a sum that is reckoned with it; null as above. */
export function namedPrice(text: string, view: number): bigint | null {
  return inRange(read(text, view, meantPrice))
}

/** What a bid asks for: the price of now where nothing was typed, or just what the format shows of that price. */
export function bidPrice({ price, view }: Bid, now: bigint | null): bigint | null {
  if (price === '') return now
  const wanted = wantedPrice(price, view)
  const isNow = wanted !== null && now !== null && wanted === wantedPrice(formatPrice(Number(now), priceFormatOf(view)), view)
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
  // Rounded up where no thousandth is the fraction: a wish is never met too early.
  if (parts) return isFraction ? priceOf(Math.ceil((Number(parts[1]) * 1000) / Number(parts[2])), format) : null
  const match = DECIMAL.exec(text)
  if (!match || isFraction) return null
  const size = Number(match[2]! + (match[3] ?? '').padEnd(3, '0'))
  return priceOf(match[1] === '' || match[1] === '+' ? size : -size, format)
}

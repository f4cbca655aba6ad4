/** A price as the player types it in his own format, read back into thousandths (autoBetCf, autoBetCfView). */
import { divideCeil } from '#lib/money.ts'
import { MAX_PRICE, MIN_PRICE } from '#lib/price.ts'
import { PRICE_FORMATS, priceFormatOf } from '#lib/price-format.ts'

const DECIMAL = /^([+\-−]?)(\d{1,6})(?:[.,](\d{1,3}))?$/
const FRACTION = /^(\d{1,6})\s*\/\s*([1-9]\d{0,4})$/
/** One, and a hundred, in thousandths. */
const ONE = 1_000n
const HUNDRED = 100_000n

/** Thousandths, or null when the text is no price of this format. Rounded up: a wish is never met too early. */
export function wantedPrice(text: string, view: number): bigint | null {
  const milli = read(text.trim(), view)
  return milli !== null && milli >= BigInt(MIN_PRICE) && milli <= BigInt(MAX_PRICE) ? milli : null
}

function read(text: string, view: number): bigint | null {
  const format = priceFormatOf(view)
  const parts = FRACTION.exec(text)
  if (parts) return format === PRICE_FORMATS.uk ? 1000n + divideCeil(BigInt(parts[1]!) * 1000n, BigInt(parts[2]!)) : null
  const match = DECIMAL.exec(text)
  if (!match) return null
  const value = BigInt(match[2]! + (match[3] ?? '').padEnd(3, '0'))
  const negative = match[1] !== '' && match[1] !== '+'
  if (value === 0n) return null
  // What a format never shows was meant in another one: "2.8" of the American view would be an order at 1.028.
  switch (format) {
    case PRICE_FORMATS.uk:
      return null
    case PRICE_FORMATS.us:
      if (value < HUNDRED || value % ONE !== 0n) return null
      return 1000n + (negative ? divideCeil(100_000_000n, value) : divideCeil(value, 100n))
    case PRICE_FORMATS.hongKong:
      return negative ? null : 1000n + value
    case PRICE_FORMATS.indonesian:
      return value < ONE ? null : asian(value, negative)
    case PRICE_FORMATS.malay:
      return value > ONE ? null : asian(value, negative)
    default:
      return negative ? null : value
  }
}

/** A win per one that is staked or, when it is negative, the stake per one that is won. */
function asian(value: bigint, negative: boolean): bigint {
  return 1000n + (negative ? divideCeil(1_000_000n, value) : value)
}

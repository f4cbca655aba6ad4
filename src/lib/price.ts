/**
 * A price (decimal odds) is an integer in thousandths: 1.85 → 1850 (rules 1.1). It is stored and sent as
 * that number; every format is output only.
 */
export type Milli = number

export const MIN_PRICE: Milli = 1001
export const MAX_PRICE: Milli = 1_001_000
/** Models stay on the ladder; a provider's own price may be higher, and above this it is odd and never shown (feeds 0.7). */
export const MAX_LINE_PRICE: Milli = 10_000_000

/** Prices multiplied: their thousandths over 1000^n, exactly. */
export interface PriceProduct {
  /** Product of the thousandths. */
  num: bigint
  /** 1000^n. */
  den: bigint
}

const THOUSANDS = Array.from({ length: 6 }, (_, n) => 1000n ** BigInt(n))

export function priceProduct(prices: readonly Milli[]): PriceProduct {
  let num = 1n
  // As long as a number holds it exactly it is one: most bets have few legs.
  let exact = 1
  for (const price of prices) {
    const next = exact * price
    if (Number.isSafeInteger(next)) {
      exact = next
    } else {
      num *= BigInt(exact)
      exact = price
    }
  }
  const den = THOUSANDS[prices.length] ?? 1000n ** BigInt(prices.length)
  return { num: num === 1n ? BigInt(exact) : num * BigInt(exact), den }
}

/** The price ladder (rules 1.4): floor to 0.001 below 10, 0.01 below 100, else 0.1; clamped to 1.001 … 1001. */
export function ladder(decimal: number): Milli {
  if (!(decimal > 1)) return MIN_PRICE
  const step = decimal < 10 ? 1 : decimal < 100 ? 10 : 100
  const milli = Math.floor((decimal * 1000) / step + 1e-9) * step
  return Math.min(MAX_PRICE, Math.max(MIN_PRICE, milli))
}

/** A price raised by so many thousandths of itself, on the ladder: the same in the browser and on the server (XT-09). */
export function boostedPrice(milli: Milli, permille: number): Milli {
  const raised = Math.floor((milli * (1000 + permille)) / 1000)
  const step = raised < 10_000 ? 1 : raised < 100_000 ? 10 : 100
  return Math.min(MAX_PRICE, Math.max(milli, Math.floor(raised / step) * step))
}

/** Decimal text → thousandths; null when it is not a price. More than three decimals are refused. */
export function parsePrice(text: string): Milli | null {
  const match = /^(\d{1,7})(?:\.(\d{1,3}))?$/.exec(text)
  if (!match) return null
  return Number(match[1]) * 1000 + Number((match[2] ?? '').padEnd(3, '0'))
}

/** Thousandths → the JSON number of the wire: at most three decimals (wire rule 10). */
export function wirePrice(milli: Milli): number {
  return milli / 1000
}

/** Decimal text of any length, as that of a long express → thousandths, exactly; null when it is none or has more than three decimals. */
export function parseMilli(text: string): bigint | null {
  const match = /^(\d+)(?:\.(\d{1,3}))?$/.exec(text)
  return match && BigInt(match[1]! + (match[2] ?? '').padEnd(3, '0'))
}

/** Whether a wire number is a price that can have been shown, to the nearest thousandth; 0 says that none was told. */
export function isShowable(value: number, most: Milli): boolean {
  const milli = Math.round(value * 1000)
  return milli === 0 || (milli >= MIN_PRICE && milli <= most)
}

/** A wire number → thousandths, rounded to the nearest; null when not finite or out of range. */
export function priceFromWire(value: number): Milli | null {
  if (!Number.isFinite(value) || value < 0 || value > 1e12) return null
  return Math.round(value * 1000)
}

/** "1.85": trailing zeros trimmed. */
export function priceText(milli: Milli): string {
  return String(milli / 1000)
}

/** Thousandths as decimal text without trailing zeros. */
export function milliText(milli: bigint): string {
  const whole = milli / 1000n
  const rest = (milli % 1000n).toString().padStart(3, '0').replace(/0+$/, '')
  return rest ? `${whole}.${rest}` : String(whole)
}

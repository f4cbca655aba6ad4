import { divideHalfUp, type Minor } from './money.ts'
import { formatMoney, printable, type CurrencyView } from './number-format.ts'

/**
 * One of `count` equal parts of a sum: with two decimals more where the parts are not whole, or the parts that are read would
 * not add up to it, and with a sign before it where those are not all.
 */
export function formatShare(minor: Minor, count: number, currency: CurrencyView, lng: string): string {
  const parts = BigInt(count)
  if (minor % parts === 0n) return formatMoney(minor / parts, currency, lng)
  const share = divideHalfUp(minor * 100n, parts)
  const text = formatMoney(share, { ...currency, exponent: currency.exponent + 2 }, lng)
  return share * parts === minor * 100n ? text : printable(`≈ ${text}`)
}

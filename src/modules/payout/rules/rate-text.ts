/** A tax as people read it. */
import { formatPercent } from '#lib/number-format.ts'
import { rateOf } from './tax.ts'
import type { RateText, TransferTax } from './terms.ts'

/** "5%", "4.76%": at most two decimals. */
export function rateShare(rate: RateText, lng: string): string {
  const { num, den } = rateOf(rate)
  return formatPercent((Number(num) / Number(den)) * 100, lng, 2)
}

/** For a sentence: its share, and the name of its rule, which no line ends within. */
export function taxWords({ rule, rate }: TransferTax, lng: string): { rule: string; rate: string } {
  return { rule: rule.replaceAll('-', '-\u2060'), rate: rateShare(rate, lng) }
}

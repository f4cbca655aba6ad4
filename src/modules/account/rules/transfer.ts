/** Transfers between a player's currency accounts, where the brand sets rates for them (features PY-12). */
import { divideFloor, parseMinor, type Minor } from '#lib/money.ts'

/** One rate a currency and one fee for all: by no way round does money come back as more. */
export interface TransferTerms {
  /** Units for one euro, decimal text, by code. A currency that is not here takes no part. */
  perEuro: Readonly<Record<string, string>>
  feePermille: number
}

interface Side {
  code: string
  exponent: number
}

const RATE_DECIMALS = 12

function rateOf(terms: TransferTerms, code: string): bigint | null {
  const rate = Object.hasOwn(terms.perEuro, code) ? parseMinor(terms.perEuro[code]!, RATE_DECIMALS) : null
  return rate !== null && rate > 0n ? rate : null
}

/** What arrives for an amount, rounded down to the minor unit; null when one of the currencies takes no part. */
export function transferred(amount: Minor, from: Side, to: Side, terms: TransferTerms): Minor | null {
  const [out, into] = [rateOf(terms, from.code), rateOf(terms, to.code)]
  if (out === null || into === null) return null
  const left = amount * into * BigInt(1000 - terms.feePermille) * 10n ** BigInt(to.exponent)
  return divideFloor(left, out * 1000n * 10n ** BigInt(from.exponent))
}

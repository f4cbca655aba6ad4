import { minorText } from '#lib/money.ts'
import { currencyById } from '#modules/ledger/server/index.ts'

/** A sum as messages hold it: decimal text and the code of its currency. */
export function sumOf(row: { amount_minor: bigint; currency_id: number }): { sum: string; currency: string } {
  const { exponent, code } = currencyById(row.currency_id)
  return { sum: minorText(row.amount_minor, exponent), currency: code }
}

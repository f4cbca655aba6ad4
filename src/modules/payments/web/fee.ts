/** What is taken of a payment, reckoned for the sum as it is typed. */
import { divideCeil, type Minor } from '#lib/money.ts'
import { transferTaxMinor } from '#modules/payout/rules/tax.ts'
import type { TransferTax } from '#modules/payout/rules/terms.ts'

export interface ReckonedProps {
  typed: Minor | null
  /** Percent. */
  fee: number
  tax: TransferTax | null
  money: (sum: Minor) => string
}

/** A fee that a call tells as a percent, in minor units: rounded up, as the server does. */
export function feeOf(sum: Minor | null, percent: number): Minor {
  return sum === null || percent === 0 ? 0n : divideCeil(sum * BigInt(Math.round(percent * 10)), 1000n)
}

/** Fee and tax of what is typed; of nothing, and of what is no sum, neither. */
export function reckon(typed: Minor | null, fee: number, tax: TransferTax | null): { sum: Minor; feeMinor: Minor; taxMinor: Minor } {
  const sum = typed !== null && typed > 0n ? typed : 0n
  return { sum, feeMinor: feeOf(sum, fee), taxMinor: transferTaxMinor(sum, tax) }
}

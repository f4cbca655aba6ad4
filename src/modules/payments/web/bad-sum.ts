import { moneyFault, type Minor } from '#lib/money.ts'
import type { usePaymentTexts } from './texts.ts'

/** What is wrong with a typed sum that is no money, or nothing. */
export function badSum(text: ReturnType<typeof usePaymentTexts>, typed: string, minor: Minor | null, exponent: number): string {
  if (minor !== null || typed.trim() === '') return text('problem_bad_sum')
  return text(`problem_sum_${moneyFault(typed, exponent)}`, { n: exponent })
}

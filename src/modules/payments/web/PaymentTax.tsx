import { minorFromWire } from '#lib/money.ts'
import { moneyInSentence } from '#lib/number-format.ts'
import { useSite } from '#platform/web/features.tsx'
import type { CurrencyView } from '#platform/web/format.ts'
import { taxWords } from '#modules/payout/rules/rate-text.ts'
import { usePaymentTexts } from './texts.ts'

/** As calls give it; absent where nothing is taken. */
export interface OwnTax {
  rule: string
  rate: string
  sum: number
}

/** The tax of a payment that is made, by the rule that it was begun under. */
export function PaymentTax({ tax, currency }: { tax: OwnTax | undefined; currency: CurrencyView }) {
  const text = usePaymentTexts()
  const { lng } = useSite()
  if (!tax) return null
  const sum = moneyInSentence(minorFromWire(tax.sum, currency.exponent) ?? 0n, currency, lng)
  return <small data-testid="tax">{text('tax_taken', { ...taxWords(tax, lng), sum })}</small>
}

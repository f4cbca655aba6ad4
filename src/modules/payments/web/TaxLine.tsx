import type { Minor } from '#lib/money.ts'
import { useSite } from '#platform/web/features.tsx'
import { taxWords } from '#modules/payout/rules/rate-text.ts'
import type { TransferTax } from '#modules/payout/rules/terms.ts'
import styles from './Payments.module.css'
import { usePaymentTexts } from './texts.ts'

/** Which tax is taken of a payment, and how much once there is a sum; nothing where no rule takes any. */
export function TaxLine({ tax, taxMinor, money }: { tax: TransferTax | null; taxMinor: Minor; money: (sum: Minor) => string }) {
  const text = usePaymentTexts()
  const { lng } = useSite()
  if (!tax) return null
  const by = taxWords(tax, lng)
  return (
    <p className={styles.total} data-testid="tax">
      {taxMinor > 0n ? text('tax_taken', { ...by, sum: money(taxMinor) }) : text('tax_share', by)}
    </p>
  )
}

import { useSite } from '#platform/web/features.tsx'
import { useProductClock } from '#platform/web/product-clock.ts'
import { transferTaxAt } from '#modules/payout/rules/tax.ts'
import type { TransferTax } from '#modules/payout/rules/terms.ts'

/** What is taken of a payment that is begun now, as the server finds it. */
export function useTransferTax(way: 'deposit' | 'withdrawal'): TransferTax | null {
  const { config, country } = useSite()
  const now = useProductClock()
  return transferTaxAt(config.taxes ?? [], country, now(), way)
}

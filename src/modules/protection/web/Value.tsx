import { minorFromWire } from '#lib/money.ts'
import { useCurrencyView } from '#modules/ledger/web/index.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { Money, Num } from '#ui/Num.tsx'

export type ProtectionTexts = typeof import('../../../../locales/ru/protection.json')

interface ValueProps {
  amount?: number | undefined
  minutes?: number | undefined
  currency?: string | undefined
  /** "+" before what was won. */
  sign?: boolean
}

/** A sum of a limit, or its minutes; without a currency the bare number, for columns. */
export function Value({ amount, minutes, currency, sign = false }: ValueProps) {
  const viewOf = useCurrencyView()
  const text = useTexts<ProtectionTexts>('protection')
  if (minutes !== undefined) return <>{text('minutes', { count: minutes })}</>
  const value = amount ?? 0
  if (!currency) return <Num>{value}</Num>
  const view = viewOf(currency)
  return <Money minor={minorFromWire(value, view.exponent) ?? 0n} currency={view} sign={sign} />
}

import { minorFromWire } from '#lib/money.ts'
import type { CurrencyView } from '#lib/number-format.ts'
import { exponentOf } from '#modules/account/rules/exponent.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { useSession } from '#platform/web/session.tsx'
import { Money, Num } from '#ui/Num.tsx'

export type ProtectionTexts = typeof import('../../../../locales/ru/protection.json')

interface ValueProps {
  amount?: number | undefined
  minutes?: number | undefined
  currency?: string | undefined
  /** "+" before what was won. */
  sign?: boolean
}

/** How a currency is written: as on the player's own account, else by its code and decimals. */
export function useCurrencyView(): (code: string) => CurrencyView {
  const { accounts } = useSession()
  return (code) => accounts.find((account) => account.currency.code === code)?.currency ?? { code, exponent: exponentOf(code) }
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

import type { CurrencyView } from '#lib/number-format.ts'
import { useSession } from '#platform/web/session.tsx'
import { exponentOf } from '../rules/exponent.ts'

/** How a currency is written: as on the player's own account, else by its code and decimals. */
export function useCurrencyView(): (code: string) => CurrencyView {
  const { accounts } = useSession()
  return (code) => accounts.find((account) => account.currency.code === code)?.currency ?? { code, exponent: exponentOf(code) }
}

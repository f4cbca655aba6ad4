import { useQuery } from '@tanstack/react-query'
import type { CurrencyView } from '#platform/web/format.ts'
import { call } from '#platform/web/call.ts'
import type { currenciesCall } from '#modules/ledger/contract.ts'
import { useCurrencyView } from '#modules/ledger/web/index.ts'

const LONG_MS = 3_600_000

/** How a currency is written: the player's own accounts know theirs, the list has the signs of the others. */
export function useCurrencies(): (code: string) => CurrencyView {
  const viewOf = useCurrencyView()
  const { data } = useQuery({
    queryKey: ['currencies'],
    queryFn: ({ signal }) => call<typeof currenciesCall>('GET', '/web-api/user/getcurrencies', { signal }),
    staleTime: LONG_MS,
  })
  return (code) => {
    const view = viewOf(code)
    return view.symbol === undefined ? (data?.currencies.find((one) => one.code === code) ?? view) : view
  }
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CurrencyView } from '#platform/web/format.ts'
import { useSession } from '#platform/web/session.tsx'
import { call } from '#platform/web/call.ts'
import type { currenciesCall } from '#modules/ledger/contract.ts'

const LONG_MS = 3_600_000

/** How a currency is written: the player's own accounts know theirs, the list is asked for the others. */
export function useCurrencies(): (code: string) => CurrencyView {
  const { accounts } = useSession()
  const { data } = useQuery({
    queryKey: ['currencies'],
    queryFn: ({ signal }) => call<typeof currenciesCall>('GET', '/web-api/user/getcurrencies', { signal }),
    staleTime: LONG_MS,
  })
  return useMemo(() => {
    const known = new Map<string, CurrencyView>(data?.currencies.map(({ code, exponent, symbol }) => [code, { code, exponent, symbol }]))
    for (const { currency } of accounts) known.set(currency.code, currency)
    return (code) => known.get(code) ?? { code, exponent: 2 }
  }, [accounts, data])
}

import { createContext, use } from 'react'
import type { BetJob, Setup } from '../rules/state/index.ts'
import { useCoupon } from './context.ts'

/** The currency of the bet that is told of: the account may be another one since it was sent. */
export const BetCurrency = createContext<BetJob['currency']>(undefined)

export function useBetCurrency(): Setup['currency'] {
  const { currency } = useCoupon().setup
  return use(BetCurrency) ?? currency
}

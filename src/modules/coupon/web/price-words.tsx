import type { ReactNode } from 'react'
import { MAX_PRICE, MIN_PRICE } from '#lib/price.ts'
import { Price } from '#ui/Num.tsx'
import type { PriceFault } from '../rules/state/index.ts'
import { useRichParts } from './rich-text.tsx'
import { TotalPrice } from './TotalPrice.tsx'

/** What is wrong with a price that was typed, beside the one of now; null for a field that is empty: that says itself what it wants. */
export function usePriceWords(): (fault: PriceFault | null | undefined, now: bigint | null | undefined) => ReactNode {
  const rich = useRichParts()
  return (fault, now) => {
    switch (fault) {
      case 'low':
        return rich('price_low', { min: <Price milli={MIN_PRICE} /> })
      case 'high':
        return rich('price_high_typed', { max: <Price milli={MAX_PRICE} /> })
      case 'unread':
        return now ? rich('price_unread', { price: <TotalPrice milli={now} /> }) : null
      default:
        return null
    }
  }
}

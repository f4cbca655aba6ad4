import { useEffect, useRef, useState } from 'react'
import type { Milli } from '#lib/price.ts'

/** How long a change stays marked (ux 4). */
export const DIRECTION_MS = 3000

/**
 * Where a price moved within the last three seconds; a second change restarts the time. Null at first sight, while
 * the price is missing, and again after the mark has faded.
 */
export function usePriceDirection(price: Milli | null): 'up' | 'down' | null {
  const [direction, setDirection] = useState<'up' | 'down' | null>(null)
  const previous = useRef<Milli | null>(price)
  useEffect(() => {
    const before = previous.current
    if (price === null || before === price) return
    previous.current = price
    if (before === null) return
    setDirection(price > before ? 'up' : 'down')
    const timer = setTimeout(() => setDirection(null), DIRECTION_MS)
    return () => clearTimeout(timer)
  }, [price])
  return direction
}

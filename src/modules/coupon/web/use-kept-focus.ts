import { useEffect, useRef, type RefObject } from 'react'
import type { Coupon } from '../rules/state/index.ts'

/** Where the focus goes when what had it is gone: the receipt, the stake, the line of help of an empty coupon. */
const TARGETS = ['[data-testid="coupon-placed"]', '[data-key="coupon"]'] as const

/**
 * Whoever uses the keyboard keeps his place: a button that goes away with its press (placing, clearing, removing, a code)
 * leaves the focus in the coupon and not at the top of the page. A mouse has no place to keep.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>, coupon: Coupon): void {
  const byKeys = useRef(false)
  useEffect(() => {
    const key = ({ target }: KeyboardEvent) => {
      byKeys.current = target instanceof Node && (box.current?.contains(target) ?? false)
    }
    const pointer = () => {
      byKeys.current = false
    }
    document.addEventListener('keydown', key, true)
    document.addEventListener('pointerdown', pointer, true)
    return () => {
      document.removeEventListener('keydown', key, true)
      document.removeEventListener('pointerdown', pointer, true)
    }
  }, [box])
  useEffect(() => {
    if (!byKeys.current || document.activeElement !== document.body) return
    const target = TARGETS.map((one) => box.current?.querySelector<HTMLElement>(one)).find(Boolean)
    target?.focus()
  }, [box, coupon])
}

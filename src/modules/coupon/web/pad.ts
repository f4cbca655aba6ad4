import { createContext } from 'react'
import { arrangementOf, type Coupon, type CouponAction } from '../rules/state/index.ts'

/** A stake beside the common one that the phone's pad types into, with what it belongs to in words. */
export type PadTarget = { betKey: string; name: string } | { block: number; name: string }

/** On a phone every stake is typed by the coupon's own pad; elsewhere there is none. */
export const PadContext = createContext<{ take(target: PadTarget): void } | null>(null)

/** What stands in the field of a target, and what a key makes of it. Null: the selection or the block is gone. */
export function padField(coupon: Coupon, target: PadTarget): { value: string; set(text: string): CouponAction } | null {
  if ('betKey' in target) {
    const { betKey } = target
    if (!coupon.legs.some((leg) => leg.key === betKey)) return null
    return { value: coupon.legStakes[betKey] ?? coupon.stake, set: (text) => ({ do: 'stake', text, betKey }) }
  }
  const block = arrangementOf(coupon).blocks[target.block]
  return block ? { value: block.stake, set: (text) => ({ do: 'blockStake', index: target.block, text }) } : null
}

import { selectionKey } from '#platform/web/selection.tsx'
import type { CouponGate, CouponKeeper } from './coupon-gate.ts'

/** The coupon has come: what was pressed meanwhile goes into it, and what the page before this one has left. */
export function handOver(gate: CouponGate, keeper: CouponKeeper): void {
  const { left, pressed, filling } = gate.attach(keeper)
  // First: what was pressed before it is gone, and what waits was pressed after it.
  if (filling) keeper.fill(...filling)
  const known = new Set(pressed.map(([key]) => key))
  for (const offer of left) {
    const key = selectionKey(offer)
    if (known.has(key)) continue
    gate.keep(key, offer)
    keeper.toggle(offer, true)
  }
  // What meant a bet at once stands in no coupon, on the next page neither.
  for (const [key, offer] of pressed) if (!keeper.toggle(offer)) gate.keep(key, offer)
  // One that the coupon did not take is no longer marked.
  gate.told([...known], gate.face())
}

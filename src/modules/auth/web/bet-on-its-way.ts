import { storage } from '#platform/web/storage.ts'

/** Where the browser keeps the coupon, and the bets that go past it: of one click and of the mini coupon. */
const KEPT = ['coupon', 'draft-quick'] as const

/** Whether it keeps a bet whose answer has not come: it is asked for when its player is back (ux 11). */
export async function isBetOnItsWay(): Promise<boolean> {
  const kept = await Promise.all(KEPT.map((key) => storage.get(key) as Promise<{ jobs?: readonly unknown[] } | null>))
  return kept.some((coupon) => (coupon?.jobs?.length ?? 0) > 0)
}

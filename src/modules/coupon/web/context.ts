import { use, useSyncExternalStore } from 'react'
import { EMPTY_COUPON, type Coupon, type Filling, type Fix } from '../rules/state/index.ts'
import type { CouponStore } from './coupon-store.ts'
import { Context, type Wish } from './door.ts'
import type { LocalBet } from './local-bets.ts'

/** What is said of the coupon as a whole: its code, what was found under one, what found no room. */
export type CodeNote =
  | { kind: 'saved'; code: string; copied: boolean }
  /** `saved`: how many selections stood under the code. */
  | { kind: 'found'; code: string; filling: Filling; partial: boolean; saved: number }
  /** There is no tab left for it. */
  | { kind: 'full'; filling: Filling }
  /** It came while a bet was on its way. */
  | { kind: 'waits'; filling: Filling }
  | { kind: 'unknown' }
  | { kind: 'failed' }

export interface CouponContext {
  store: CouponStore
  /** Does what a button or a notice promises, pressed at this moment of the page; the second half of a double click, and a key that is held, place nothing. */
  act(fix: Fix, atMs: number, byKey?: boolean): void
  note: CodeNote | null
  setNote(note: CodeNote | null): void
  share(): void
  findCode(code: string): void
  /** Takes what the note offers; where no tab is left for it, in place of the open coupon. */
  showFound(): void
  localBets: readonly LocalBet[]
  /** What the visitor asked for before the coupon had come. */
  begin: Wish | null
  setSheetOpen(open: boolean): void
  /** True once after a press has brought a placed bet here: its button may be gone with its page, and the focus with it. */
  takeArrival(): boolean
  /** As of when prices are, Unix ms: when the server was last heard, or a kept page was kept; null where nobody knows. */
  heardAt(): number | null
}

export function useCouponContext(): CouponContext {
  const context = use(Context)
  if (!context) throw new Error('CouponProvider is missing')
  return context
}

export function useCoupon(): Coupon {
  const { store } = useCouponContext()
  return useSyncExternalStore(store.listen, store.get, () => EMPTY_COUPON)
}

/** One value of the coupon: renders again only when it changes. */
export function useCouponValue<T extends string | number | boolean | bigint | null>(read: (coupon: Coupon) => T): T {
  const { store } = useCouponContext()
  return useSyncExternalStore(
    store.listen,
    () => read(store.get()),
    () => read(EMPTY_COUPON),
  )
}

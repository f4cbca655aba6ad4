import { createContext, use, useMemo, useSyncExternalStore, type ComponentType } from 'react'
import { BESIDE } from '#ui/use-media.ts'
import type { Offer } from '../rules/state/index.ts'
import type { CouponContext } from './context.ts'
import type { CouponFace, CouponGate, FillMore } from './coupon-gate.ts'

/** What a visitor asked of the coupon before its code had come. */
export type Wish = 'code' | 'bets'

/** The coupon's code, when it has come. */
export type CouponParts = typeof import('./parts.ts')

export interface Door {
  gate: CouponGate
  /** Brings the coupon's code. */
  want(wish?: Wish): void
  /** The coupon itself, once its code has come. */
  full: { parts: CouponParts; context: CouponContext } | null
  setSheetOpen(open: boolean): void
  /** The sheet was asked for before its code has come. */
  isOpening: boolean
  /** The list of bets that stands under "My bets". */
  OpenBets: ComponentType | null
}

/** What the coupon holds, around the parts that are drawn of it. */
export const Context = createContext<CouponContext | null>(null)

export const DoorContext = createContext<Door | null>(null)

export function useDoor(): Door {
  const door = use(DoorContext)
  if (!door) throw new Error('CouponProvider is missing')
  return door
}

const NOTHING: CouponFace = { legs: 0, count: 0, price: null }

export function useCouponFace(): CouponFace {
  const { gate } = useDoor()
  return useSyncExternalStore(gate.listen, gate.face, () => NOTHING)
}

/** What other modules may do with the coupon. */
export interface CouponDoor {
  /** Puts these outcomes into a coupon of their own; never over one that the player put together. */
  fill(offers: readonly Offer[], more?: FillMore): void
  count: number
}

/** Where the coupon does not stand beside the page. */
export const hasSheet = (): boolean => !matchMedia(BESIDE).matches

export function useCouponDoor(): CouponDoor {
  const { gate, setSheetOpen } = useDoor()
  const { legs } = useCouponFace()
  return useMemo(
    () => ({
      count: legs,
      fill(offers, more) {
        gate.fill(offers, more)
        if (hasSheet()) setSheetOpen(true)
      },
    }),
    [gate, legs, setSheetOpen],
  )
}

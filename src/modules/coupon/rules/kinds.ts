/** Kinds of coupons and their sizes (rules 2.1, wire 8.1). */

export const VID = {
  single: 0,
  express: 1,
  system: 2,
  chain: 3,
  multi: 4,
  condition: 5,
  antiExpress: 6,
  lucky: 7,
  patent: 8,
  multiSingle: 11,
} as const
export type Vid = (typeof VID)[keyof typeof VID]
export type CouponKind = keyof typeof VID

export interface Size {
  min: number
  max: number
}

const SIZES: Record<Vid, Size> = {
  0: { min: 1, max: 1 },
  1: { min: 2, max: 50 },
  2: { min: 3, max: 20 },
  3: { min: 2, max: 50 },
  4: { min: 3, max: 20 },
  5: { min: 3, max: 12 },
  6: { min: 2, max: 50 },
  7: { min: 2, max: 8 },
  8: { min: 3, max: 8 },
  11: { min: 2, max: 50 },
}

const NAMES = new Map<Vid, CouponKind>(Object.entries(VID).map(([name, vid]) => [vid, name as CouponKind]))

export function isVid(value: number): value is Vid {
  return value in SIZES
}

export function kindName(vid: Vid): CouponKind {
  return NAMES.get(vid)!
}

/** Numbers of selections a kind may have. */
export function sizeOf(vid: Vid): Size {
  return SIZES[vid]
}

export function fitsSize(vid: Vid, legs: number): boolean {
  const { min, max } = SIZES[vid]
  return legs >= min && legs <= max
}

function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0
  let result = 1
  for (let i = 1; i <= k; i += 1) result = (result * (n - k + i)) / i
  return Math.round(result)
}

/** Number of bets inside: C(n, k) of a system, all subsets of a lucky, all but singles of a patent; else 1. */
export function variants(vid: Vid, legs: number, k = 0): number {
  switch (vid) {
    case VID.system:
      return choose(legs, k)
    case VID.lucky:
      return 2 ** legs - 1
    case VID.patent:
      return 2 ** legs - 1 - legs
    case VID.multiSingle:
      return legs
    default:
      return 1
  }
}

/** Sizes k a system of n selections can have. */
export function systemSizes(legs: number): number[] {
  return Array.from({ length: Math.max(0, legs - 2) }, (_, i) => i + 2)
}

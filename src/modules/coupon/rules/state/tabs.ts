/** The player's coupons side by side (CP-41): one is open, the others wait before and after it. */
import type { CouponAction, Filling } from './actions.ts'
import type { Coupon } from './coupon.ts'
import { draftOf, EMPTY_DRAFT, MOST_TABS, type Draft } from './draft.ts'

function allOf(coupon: Coupon): Draft[] {
  return [...coupon.before, draftOf(coupon), ...coupon.after]
}

export function tabbed(coupon: Coupon, action: Extract<CouponAction, { do: 'tabAdd' | 'tabGo' | 'tabClose' }>): Coupon {
  const all = allOf(coupon)
  switch (action.do) {
    case 'tabAdd':
      if (all.length >= MOST_TABS || coupon.legs.length === 0) return coupon
      return opened(coupon, [...all, { ...EMPTY_DRAFT, stake: coupon.setup.template }], all.length)
    case 'tabGo':
      return action.index === coupon.before.length || !all[action.index] ? coupon : opened(coupon, all, action.index)
    case 'tabClose':
      return all.length < 2 || !all[action.index] ? coupon : closed(coupon, action.index)
  }
}

/**
 * The coupon with the tab open that takes what comes as a whole: the one that changes the same placed bet, or the open one
 * unless the player has put something together in it, else a new one right after it. Null: all tabs are taken.
 */
export function tabFor(coupon: Coupon, { sale }: Pick<Filling, 'sale'>): Coupon | null {
  const same = sale ? allOf(coupon).findIndex((draft) => draft.sale?.betId === sale.betId) : -1
  if (same >= 0) return opened(coupon, allOf(coupon), same)
  if (coupon.legs.length === 0 || coupon.filled || coupon.sale) return coupon
  const taken = (drafts: readonly Draft[]) => drafts.filter(({ legs }) => legs.length > 0)
  const before = [...taken(coupon.before), draftOf(coupon)]
  const after = taken(coupon.after)
  if (before.length + after.length >= MOST_TABS) return null
  return opened(coupon, [...before, { ...EMPTY_DRAFT, stake: coupon.setup.template }, ...after], before.length)
}

/** Without the open tab: the one before it, from which it was opened, is open again. */
export function returned(coupon: Coupon): Coupon {
  return opened(coupon, [...coupon.before, ...coupon.after], Math.max(0, coupon.before.length - 1))
}

export function closed(coupon: Coupon, index: number): Coupon {
  const all = allOf(coupon).toSpliced(index, 1)
  const at = coupon.before.length
  return opened(coupon, all, Math.min(at > index ? at - 1 : at, all.length - 1))
}

function opened(coupon: Coupon, all: readonly Draft[], index: number): Coupon {
  const draft = all[index] ?? EMPTY_DRAFT
  const stake = draft.stakeTouched ? draft.stake : coupon.setup.template
  return {
    ...coupon,
    ...draft,
    stake,
    before: all.slice(0, index),
    after: all.slice(index + 1),
    limits: {},
    quote: null,
    advanceMinor: null,
  }
}

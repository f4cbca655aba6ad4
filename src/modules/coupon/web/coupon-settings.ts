/** What the player has set for his coupon; kept in this browser (CP-02, XT-15). */
import { useCallback } from 'react'
import { oneClickOf, withOneClick } from '#platform/web/one-click.ts'
import { storage, usePreference, type CouponSettings, type OneClick } from '#platform/web/storage.ts'
import { isPolicy, type Policy } from '../rules/state/index.ts'

const NONE: CouponSettings = {}

export function useCouponSettings(): [CouponSettings, (change: Partial<CouponSettings>) => void] {
  const [stored] = usePreference('couponSettings', NONE)
  const change = useCallback(
    (part: Partial<CouponSettings>) => void storage.update('couponSettings', (known) => ({ ...known, ...part })),
    [],
  )
  return [stored, change]
}

/** A player's own one-click mode; nobody cannot have it. */
export function useOneClick(playerId: number | null): [OneClick, (change: Partial<OneClick>) => void] {
  const [settings] = useCouponSettings()
  const change = useCallback(
    (part: Partial<OneClick>) => {
      if (playerId !== null) void storage.update('couponSettings', (known) => withOneClick(known, playerId, part))
    },
    [playerId],
  )
  return [oneClickOf(settings, playerId), change]
}

/** The policy is kept per player; nobody is player 0. */
export function policyOf(settings: CouponSettings | null, playerId: number | null): Policy | null {
  const policy = settings?.policies?.[String(playerId ?? 0)]
  return isPolicy(policy) ? policy : null
}

/** What the player has set for his coupon; kept in this browser (CP-02, XT-15). */
import { useCallback } from 'react'
import { storage, usePreference, type CouponSettings } from '#platform/web/storage.ts'
import { isPolicy, type Policy } from '../rules/state/index.ts'

export type { OneClick } from '#platform/web/storage.ts'

const NONE: CouponSettings = {}

export function useCouponSettings(): [CouponSettings, (change: Partial<CouponSettings>) => void] {
  const [stored] = usePreference('couponSettings', NONE)
  const change = useCallback((part: Partial<CouponSettings>) => void keepSettings(part), [])
  return [stored, change]
}

export async function keepSettings(part: Partial<CouponSettings>): Promise<void> {
  await storage.update('couponSettings', (known) => ({ ...known, ...part }))
}

/** The policy is kept per player; nobody is player 0. */
export function policyOf(settings: CouponSettings | null, playerId: number | null): Policy | null {
  const policy = settings?.policies?.[String(playerId ?? 0)]
  return isPolicy(policy) ? policy : null
}

/** What the player has set for his coupon; kept in this browser (CP-02, XT-15). */
import { useCallback } from 'react'
import { storage, usePreference } from '#platform/web/storage.ts'
import { isPolicy, type Policy } from '../rules/state/index.ts'

export interface OneClick {
  on: boolean
  /** Stakes by currency, decimal text. */
  stakes: Readonly<Record<string, string>>
}

export interface CouponSettings {
  policies?: Readonly<Record<string, unknown>>
  /** Ready stakes by currency. */
  presets?: Readonly<Record<string, readonly string[]>>
  oneClick?: OneClick
  /** The one-click mode has explained itself. */
  oneClickSeen?: boolean
  /** False: the boost of an express is off until the player turns it on. */
  boost?: boolean
}

const NONE: CouponSettings = {}

export function useCouponSettings(): [CouponSettings, (change: Partial<CouponSettings>) => void] {
  const [stored] = usePreference('couponSettings', NONE)
  const change = useCallback((part: Partial<CouponSettings>) => void keepSettings(part), [])
  return [(stored ?? NONE) as CouponSettings, change]
}

export async function keepSettings(part: Partial<CouponSettings>): Promise<void> {
  const known = (await storage.get('couponSettings')) as CouponSettings | null
  await storage.set('couponSettings', { ...known, ...part })
}

/** The policy is kept per player; nobody is player 0. */
export function policyOf(settings: unknown, playerId: number | null): Policy | null {
  const policy = (settings as CouponSettings | null)?.policies?.[String(playerId ?? 0)]
  return isPolicy(policy) ? policy : null
}

export async function keepPolicy(playerId: number | null, policy: Policy): Promise<void> {
  const known = (await storage.get('couponSettings')) as CouponSettings | null
  await keepSettings({ policies: { ...known?.policies, [String(playerId ?? 0)]: policy } })
}

/**
 * The one-click mode: kept by this browser for the player who has asked for it. Whoever signs in after him has not, and
 * without a player there is no such mode.
 */
import type { CouponSettings, OneClick } from './storage.ts'

const OFF: OneClick = { on: false, stakes: {} }

export function oneClickOf(settings: CouponSettings | null, playerId: number | null): OneClick {
  return settings?.oneClicks?.[String(playerId)] ?? OFF
}

export function withOneClick(known: CouponSettings | null, playerId: number, change: Partial<OneClick>): CouponSettings {
  return { ...known, oneClicks: { ...known?.oneClicks, [playerId]: { ...oneClickOf(known, playerId), ...change } } }
}

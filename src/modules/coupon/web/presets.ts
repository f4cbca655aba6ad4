import type { SiteConfig } from '#platform/shared/site-config.ts'
import { useSite } from '#platform/web/features.tsx'
import { useCouponSettings } from './coupon-settings.ts'

/** Ready stakes of a currency: the player's own, or the brand's (XT-15). */
export function usePresets(code: string): readonly number[] {
  const { presets } = (useSite().config as unknown as SiteConfig).coupon
  const [settings] = useCouponSettings()
  const own = settings.presets?.[code]
  return (own ?? presets.byCurrency[code] ?? presets.default).map(Number).filter((amount) => amount > 0)
}
